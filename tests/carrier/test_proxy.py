import socket
import ssl
from pathlib import Path

import pytest
import trustme

from app.carrier.failures import ConnectionLostError
from app.domain.days import CarrierAnswer
from app.domain.errors import CarrierUnreachableError, SettingsError
from tests.carrier.loading import Load
from tests.carrier.scripted_carrier import Conversation, ScriptedCarrier, raw, says
from tests.systems import not_under_wine

GOOD = b'[{"envios": [{"numero": "1"}]}]'


def test_a_proxy_gets_no_request_that_it_could_read(monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedCarrier(says(200, GOOD)) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url.removeprefix("http://"))
        with pytest.raises(SettingsError, match=r"http://carrier\.example, is not encrypted"):
            Load("http://carrier.example").run()
        assert proxy.connected.empty()


def test_a_secure_request_goes_through_the_proxy_in_a_tunnel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "trust.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "trust.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("carrier.example").configure_cert(context)

    async def tunnel(conversation: Conversation) -> None:
        assert conversation.line == "CONNECT carrier.example:443 HTTP/1.1"
        assert "authorization-token" not in conversation.headers
        await conversation.send(b"HTTP/1.1 200 OK\r\n\r\n")
        await conversation.writer.start_tls(context)
        await conversation.reader.readuntil(b"\r\n\r\n")
        await says(200, GOOD)(conversation)

    with ScriptedCarrier(tunnel) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        assert Load("https://carrier.example").run() is CarrierAnswer.MANIFESTS


@not_under_wine
def test_a_proxy_that_inspects_connections_is_suspected_until_the_system_trusts_its_authority(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    authority = trustme.CA()  # of the proxy, which shows a certificate of its own for the carrier
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("carrier.example").configure_cert(context)

    async def inspect(conversation: Conversation) -> None:
        await conversation.send(b"HTTP/1.1 200 OK\r\n\r\n")
        try:
            await conversation.writer.start_tls(context)
        except ssl.SSLError:  # refused
            return
        await conversation.reader.readuntil(b"\r\n\r\n")
        await says(200, GOOD)(conversation)

    with ScriptedCarrier(inspect) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        with pytest.raises(CarrierUnreachableError, match=r"A proxy .* may inspect the connection.*administrator"):
            Load("https://carrier.example").run()
        authority.cert_pem.write_to_path(str(tmp_path / "trust.pem"))
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "trust.pem"))
        assert Load("https://carrier.example").run() is CarrierAnswer.MANIFESTS


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("socks5://user:secret@proxy.example:1080", "socks5://proxy.example:1080"),
        ("user:secret@proxy.example:port", "http://proxy.example:port"),
        ("http://", "http://"),
    ],
)
def test_a_proxy_that_is_none_is_named_without_its_password(
    monkeypatch: pytest.MonkeyPatch, address: str, named: str
) -> None:
    monkeypatch.setenv("ALL_PROXY", address)
    load = Load("https://carrier.example")
    with pytest.raises(CarrierUnreachableError, match="is not supported") as caught:
        load.run()
    assert f" {named}," in str(caught.value)
    assert "secret" not in str(caught.value)
    assert {one.attempt for one in load.progress} == {1}


def test_a_proxy_that_cannot_be_reached_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        monkeypatch.setenv("HTTPS_PROXY", f"http://user:secret@127.0.0.1:{port}")
        with pytest.raises(ConnectionLostError, match=f"The proxy 127.0.0.1:{port} that") as caught:
            Load("https://carrier.example").run()
    assert "secret" not in str(caught.value)


def test_a_proxy_that_refuses_the_tunnel_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedCarrier(raw(b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        with pytest.raises(CarrierUnreachableError, match=r"refuses the request to carrier\.example"):
            Load("https://carrier.example").run()
    assert len(proxy.requests) == 1


def test_a_proxy_that_wants_a_sign_in_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedCarrier(says(407)) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        with pytest.raises(CarrierUnreachableError, match="proxy requires a sign-in"):
            Load("https://carrier.example").run()
