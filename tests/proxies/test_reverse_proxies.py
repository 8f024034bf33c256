"""Caddy and nginx by the templates: what they forward, and their own answers."""

import re
import socket
import ssl
import warnings
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.carrier.scripted_carrier import DEADLINE, Conversation, ScriptedCarrier
from tests.proxies.programs import TEMPLATES, free_port
from tests.proxies.reverse_proxies import KINDS, Front, front
from tests.proxies.upstream import Reply, Upstream
from tests.waiting import wait_until

MIB = 1024 * 1024
TOKEN = "a.JWT-that.must_not-leak"


@pytest.fixture(scope="module")
def upstream() -> Iterator[Upstream]:
    with Upstream() as upstream:
        yield upstream


@pytest.fixture(scope="module", params=KINDS)
def standing(
    request: pytest.FixtureRequest, upstream: Upstream, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Front]:
    """A proxy with a running upstream, for tests that only change its answers."""
    with front(request.param, upstream.port, tmp_path_factory.mktemp("proxy") / "front") as standing:
        yield standing


@pytest.fixture(autouse=True)
def forgotten(upstream: Upstream) -> None:
    upstream.got.clear()
    upstream.reply = Reply()


def test_a_notification_arrives_unchanged(standing: Front, upstream: Upstream) -> None:
    path, body = "/visitas/a%2Fb%20ñ/?x=1&y=%C3%B1&&z", '{"ñ": "\\u0000"}\n'.encode() + bytes(range(256))
    answer = standing.post(
        path, body, Authorization=f"Bearer {TOKEN}", Despacho_Probe="nonce", X_Other="ñ".encode().hex()
    )
    assert (answer.status_code, answer.content) == (200, b'{"status": "stored"}')
    (got,) = upstream.got
    assert got.method == "POST"
    assert got.target == path.replace("ñ", "%C3%B1")
    assert got.body == body
    assert got.headers["Authorization"] == f"Bearer {TOKEN}"
    assert got.headers["Content-Type"] == "application/json"
    assert got.headers["Despacho-Probe"] == "nonce"
    assert got.headers["Content-Length"] == str(len(body))
    assert "Content-Encoding" not in got.headers


@pytest.mark.parametrize("status", [200, 201, 204, 400, 401, 404, 405, 408, 413, 415, 431, 500, 502, 503, 504])
def test_the_receivers_answers_are_passed_through_unchanged(standing: Front, upstream: Upstream, status: int) -> None:
    body = b"" if status == 204 else b'{"status": "of the receiver"}'
    upstream.reply = Reply(status, body, {"Retry-After": "7", "WWW-Authenticate": "Bearer"})
    answer = standing.post()
    assert (answer.status_code, answer.content) == (status, body)
    assert answer.headers["Retry-After"] == "7"
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("size", [0, MIB, MIB + 1, 2 * MIB])
def test_a_large_body_is_passed_on_to_the_receiver(standing: Front, upstream: Upstream, size: int) -> None:
    body = b"0123456789abcdef" * (size // 16) + b"x" * (size % 16)
    assert standing.post(body=body, Authorization=f"Bearer {TOKEN}").status_code == 200
    assert upstream.got[0].body == body


def test_too_large_a_body_is_413_or_left_to_the_receiver(standing: Front, upstream: Upstream) -> None:
    upstream.reply = Reply(413)
    assert standing.post(body=b" " * 4 * MIB, Authorization=f"Bearer {TOKEN}").status_code == 413


def test_without_a_token_a_small_body_is_left_to_the_receiver_and_a_large_one_is_refused(
    standing: Front, upstream: Upstream
) -> None:
    """The receiver counts and refuses the small one, with the path that was asked for."""
    upstream.reply = Reply(401)
    assert standing.post("/visitas?x=1", b"{}").status_code == 401
    assert [(got.target, got.body) for got in upstream.got] == [("/visitas?x=1", b"{}")]
    upstream.got.clear()
    assert standing.post(body=b" " * 20_000).status_code in (413, 503)  # nginx and Caddy
    assert [got for got in upstream.got if len(got.body) == 20_000] == []


def test_the_health_check_is_not_public(standing: Front, upstream: Upstream) -> None:
    with httpx.Client(verify=standing.trust, trust_env=False, timeout=DEADLINE) as client:
        assert client.get(standing.url + "/healthz").status_code == 404
    assert upstream.got == []


def test_tls_older_than_1_2_is_refused(standing: Front, upstream: Upstream) -> None:
    server = urlsplit(standing.url)
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.set_ciphers("ALL:@SECLEVEL=0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # as it is the old version that is tried
        old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    with (
        socket.create_connection((server.hostname, server.port), timeout=DEADLINE) as plain,
        pytest.raises(ssl.SSLError),
    ):
        old.wrap_socket(plain)
    assert standing.post(Authorization=f"Bearer {TOKEN}").status_code == 200


def test_silent_connections_do_not_shut_out_the_sender(standing: Front, upstream: Upstream) -> None:
    server = urlsplit(standing.url)
    with ExitStack() as stack:
        for _ in range(200):
            plain = stack.enter_context(socket.create_connection((server.hostname, server.port), timeout=DEADLINE))
            silent = stack.enter_context(standing.trust.wrap_socket(plain, server_hostname="localhost"))
            silent.sendall(b"POST /visitas HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        for _ in range(20):
            assert standing.post(Authorization=f"Bearer {TOKEN}").status_code == 200
    assert len(upstream.got) == 20


def test_a_long_token_is_passed_on(standing: Front, upstream: Upstream) -> None:
    assert standing.post(Authorization="Bearer " + "t" * 8100).status_code == 200
    assert len(upstream.got[0].headers["Authorization"]) == 8107


def test_a_receiver_that_hangs_up_is_503(standing: Front, upstream: Upstream) -> None:
    upstream.reply = Reply(hangs_up=True)
    answer = standing.post(Authorization=f"Bearer {TOKEN}")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"


@pytest.mark.parametrize("kind", KINDS)
def test_a_receiver_that_hangs_is_503_before_the_sender_gives_up(kind: str, tmp_path: Path) -> None:
    with Upstream() as upstream, front(kind, upstream.port, tmp_path / "front", patience="300ms") as impatient:
        upstream.reply = Reply(hangs=True)
        assert impatient.post().status_code == 503
        wait_until(lambda: upstream.got, "it came to the receiver")
        assert len(upstream.got) == 1
        upstream.reply = Reply()
        wait_until(lambda: impatient.post().status_code == 200, "it is answered in time")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "words",
    [b"SSH-2.0-OpenSSH_9.2\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Le", b"200 OK\r\n\r\n{}", b"\x00\x01\r\n\r\n"],
)
def test_a_non_http_server_at_the_receivers_port_is_no_success(kind: str, words: bytes, tmp_path: Path) -> None:
    async def script(conversation: Conversation) -> None:
        await conversation.reader.readexactly(int(conversation.headers["content-length"]))
        await conversation.send(words)

    with ScriptedCarrier(script) as stranger, front(kind, stranger.port, tmp_path / "front") as deceived:
        try:
            assert deceived.post().status_code == 503
        except httpx.RemoteProtocolError:
            assert (
                kind == "nginx"
            )  # passes it on for an answer of HTTP 0.9, which has no status and is none to the sender


@pytest.mark.parametrize(
    ("template", "directives"),
    [
        ("Caddyfile", ("dial_timeout", "response_header_timeout")),
        ("nginx.conf", ("proxy_connect_timeout", "proxy_send_timeout", "proxy_read_timeout")),
    ],
)
def test_all_time_outs_of_a_template_together_end_before_the_sender_gives_up(
    template: str, directives: tuple[str, ...]
) -> None:
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    found = [re.search(rf"^\s*{directive} (\d+)s;?$", text, re.MULTILINE) for directive in directives]
    assert sum(int(one.group(1)) for one in found if one) < 15
    assert None not in found


@pytest.mark.parametrize("kind", KINDS)
def test_an_absent_receiver_is_503_and_works_at_once_when_back(kind: str, tmp_path: Path) -> None:
    port = free_port()
    with front(kind, port, tmp_path / "front") as lonely:
        for _ in range(3):
            assert {lonely.post().status_code for _ in range(10)} == {503}
            with Upstream(port):
                assert lonely.post().status_code == 200
        assert lonely.post().status_code == 503


def test_the_token_is_in_no_log(standing: Front, upstream: Upstream) -> None:
    for reply in (Reply(), Reply(401), Reply(hangs_up=True)):
        upstream.reply = reply
        standing.post(Authorization=f"Bearer {TOKEN}")
    written = standing.written()
    assert "/visitas" in written  # the log is there
    assert TOKEN not in written
