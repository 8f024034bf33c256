"""What an address announces, asked over a real connection on loopback."""

import ssl
from pathlib import Path
from threading import Thread

import pytest
import trustme

from app.domain.announced_version import AnnouncedVersion, read_announcement
from app.domain.cancellation import Cancellation
from app.domain.errors import LoadCancelledError
from app.updates import newer_version
from tests.carrier.scripted_carrier import (
    DEADLINE,
    Conversation,
    Script,
    ScriptedCarrier,
    in_pieces,
    raw,
    says,
    says_nothing,
)
from tests.systems import not_under_wine

PAGE = "https://intranet.example/despacho"
NEWER = AnnouncedVersion("9.0", PAGE)
GOOD = f"9.0\n{PAGE}\n".encode()


@pytest.fixture(autouse=True)
def no_proxy_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.mark.parametrize(
    ("own", "body", "found"),
    [
        ("0.1.0", b"0.2.0", AnnouncedVersion("0.2.0")),
        (
            "0.9.0",
            b"\xef\xbb\xbf 0.10.0 \r\nhttps://a.example/d\r\nmore",
            AnnouncedVersion("0.10.0", "https://a.example/d"),
        ),
        ("0.1.0", b"0.1.0.1\nhttp://a.example/", AnnouncedVersion("0.1.0.1")),
        ("0.1.0", b"0.2\nhttps://user@a.example/", AnnouncedVersion("0.2")),
        ("0.1.0", b"0.2\njavascript:alert(1)", AnnouncedVersion("0.2")),
        ("0.1", b"0.1.0", None),
        ("0.1.0", b"0.1.0", None),
        ("0.10.0", b"0.9.9", None),
        ("0.1.0", b"", None),
        ("0.1.0", b"<html>9.0</html>", None),
        ("0.1.0", b"9.0-beta", None),
        ("0.1.0", b"9" * 20, None),
        ("0.1.0", "٩.0".encode(), None),
        ("0.1.0", b"\xff\xfe9.0", None),
        ("0.1.0", b"9.0\n" + b" " * 4096, None),
        ("unknown", b"9.0", None),
    ],
)
def test_an_announcement_is_a_newer_version_or_nothing(own: str, body: bytes, found: AnnouncedVersion | None) -> None:
    assert read_announcement(body, own) == found


async def breaks_off(conversation: Conversation) -> None:
    await conversation.send(b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n9.0\n")


async def never_ends(conversation: Conversation) -> None:
    await conversation.send(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while not conversation.writer.is_closing():
        await conversation.send(b"1000\r\n" + b"9" * 4096 + b"\r\n")


@pytest.mark.parametrize(
    ("script", "found"),
    [
        (says(200, GOOD), NEWER),
        (in_pieces(b"9.", b"0\n", PAGE.encode()), NEWER),
        (says(200, b"0.0.1"), None),
        (says(200, b"{}"), None),
        (says(404, GOOD), None),
        (says(302, GOOD, {"Location": "/there"}), None),
        (never_ends, None),
        (breaks_off, None),
        (raw(b"220 mail.example ESMTP\r\n"), None),
        (raw(b""), None),
    ],
)
def test_every_answer_but_an_announcement_means_nothing(script: Script, found: AnnouncedVersion | None) -> None:
    with ScriptedCarrier(script) as server:
        assert newer_version(f"{server.url}/despacho.txt", Cancellation()) == found
        assert len(server.requests) == 1


def test_the_request_says_nothing_about_who_asks() -> None:
    with ScriptedCarrier(says(200, GOOD)) as server:
        newer_version(f"{server.url}/despacho.txt", Cancellation())
        (asked,) = server.requests
    assert asked.line == "GET /despacho.txt HTTP/1.1"
    assert asked.headers == {
        "host": f"127.0.0.1:{server.port}",
        "accept": "text/plain",
        "accept-encoding": "identity",
    }


def test_a_server_that_is_silent_or_gone_means_nothing() -> None:
    with ScriptedCarrier(says_nothing) as server:
        assert newer_version(server.url, Cancellation(), seconds=0.2) is None
    assert newer_version(server.url, Cancellation()) is None  # refused
    assert newer_version("https://despacho.invalid", Cancellation()) is None


def test_a_request_ends_at_once_when_it_is_cancelled() -> None:
    cancellation = Cancellation()
    with ScriptedCarrier(says_nothing) as server:

        def cancel() -> None:
            server.arrived.get(timeout=DEADLINE)
            cancellation.cancel()

        canceller = Thread(target=cancel)
        canceller.start()
        with pytest.raises(LoadCancelledError):
            newer_version(server.url, cancellation, seconds=DEADLINE)
        canceller.join()


@not_under_wine  # it checks the certificate of an address without a name in another way
def test_a_certificate_counts_if_the_system_trusts_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    with ScriptedCarrier(says(200, GOOD), tls=context) as server:
        assert newer_version(server.url, Cancellation()) is None
        authority.cert_pem.write_to_path(str(tmp_path / "trust.pem"))
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "trust.pem"))
        assert newer_version(server.url, Cancellation()) == NEWER


def test_the_proxy_of_the_system_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedCarrier(raw(b"HTTP/1.1 403 No\r\n\r\n")) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        assert newer_version("https://versions.example/d.txt", Cancellation()) is None
        assert [one.line for one in proxy.requests] == ["CONNECT versions.example:443 HTTP/1.1"]
    monkeypatch.setenv("ALL_PROXY", "socks5://proxy.example")
    monkeypatch.delenv("HTTPS_PROXY")
    assert newer_version("https://versions.example/d.txt", Cancellation()) is None
