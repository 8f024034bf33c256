import asyncio
import datetime as dt
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import trustme

from app.domain.cancellation import Cancellation
from app.domain.reception.probing import Cause, Probe
from app.url_check.addresses import NoAnswerError, addresses_of, is_behind_proxy, read_target
from app.url_check.check import check, failure
from tests.carrier.scripted_carrier import DEADLINE, Conversation, ScriptedCarrier, says_nothing
from tests.systems import not_under_wine
from tests.url_check.desks import PATH, ask, proves, read_body, refusing_port

SOON = 1.0


def serving(certificate: trustme.LeafCert) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    return context


def cause_of(url: str, *, is_public: bool = True) -> Cause:
    diagnosis = check(url, Probe.new(), is_public=is_public, timeout=DEADLINE)
    assert not diagnosis.works
    assert diagnosis.status is None
    return diagnosis.cause


@pytest.mark.parametrize("url", ["", "   "])
def test_without_an_address_there_is_nothing_to_ask(url: str) -> None:
    assert cause_of(url) is Cause.NO_URL


@pytest.mark.parametrize(
    "url",
    ["desk.example", "ftp://desk.example", "https://", "https:///visitas", "https://me:secret@desk.example",
     "https://desk.example:99999", "https://desk.example:port", "https://a..example", "https://[::1"],
)  # fmt: skip
def test_what_is_no_address_is_not_asked(url: str) -> None:
    diagnosis = check(url, Probe.new(), is_public=True)
    assert diagnosis.cause is Cause.BAD_URL
    assert "secret" not in str(diagnosis.text)


def test_the_public_address_must_be_https() -> None:
    assert cause_of("http://desk.example/visitas") is Cause.NOT_HTTPS


@pytest.mark.parametrize(
    "host",
    ["localhost", "127.0.0.1", "[::1]", "10.1.2.3", "172.31.0.9", "192.168.1.7", "169.254.1.1", "100.64.0.1",
     "0.0.0.0", "[fe80::1]", "[fd00::1]", "[::ffff:10.0.0.1]", "desk.local", "DESK.LOCAL.", "intranet",
     "desk.home.arpa", "desk.internal"],
)  # fmt: skip
def test_an_address_of_ones_own_network_is_not_public_and_is_not_asked(host: str) -> None:
    assert cause_of(f"https://{host}:9/visitas") is Cause.NOT_PUBLIC


def test_a_name_that_leads_into_the_own_network_is_not_public(monkeypatch: pytest.MonkeyPatch) -> None:
    inner = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.168.1.7", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: inner)
    diagnosis = check("https://desk.example/visitas", Probe.new(), is_public=True)
    assert diagnosis.cause is Cause.NOT_PUBLIC
    assert "192.168.1.7 is within" in str(diagnosis.text)
    assert "desk.example" in str(diagnosis.text)


def test_a_name_with_one_public_address_is_public(monkeypatch: pytest.MonkeyPatch) -> None:
    both = [(0, 0, 0, "", ("fd00::1", 443, 0, 0)), (0, 0, 0, "", ("1.1.1.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)
    found = asyncio.run(addresses_of(read_target("https://desk.example", is_public=True)))
    assert found == ["fd00::1", "1.1.1.1"]


def test_an_unknown_name_is_not_found() -> None:
    assert cause_of("https://desk.invalid/visitas") is Cause.NAME_NOT_FOUND


def test_a_port_without_a_listener_refuses_the_connection() -> None:
    with refusing_port() as port:
        diagnosis = check(f"http://127.0.0.1:{port}{PATH}", Probe.new(), is_public=False, timeout=DEADLINE)
    assert diagnosis.cause is Cause.REFUSED
    assert f"Nothing listens at 127.0.0.1:{port}. Start the receiver." in str(diagnosis.text)


def test_outside_a_refused_connection_says_what_to_start() -> None:
    target = read_target("https://desk.example", is_public=True)
    finding = failure(ConnectionRefusedError(), target, 15, connected=False)
    assert finding.cause is Cause.REFUSED
    assert "Start the proxy or the tunnel" in str(finding.text)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="only Linux drops a connection that is not accepted")
def test_a_connection_dropped_by_a_firewall_gets_no_answer() -> None:
    with socket.socket() as full, socket.socket() as first, socket.socket() as second:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        for waiting in (first, second):
            waiting.setblocking(False)
            waiting.connect_ex(full.getsockname())
        port = full.getsockname()[1]
        diagnosis = check(f"http://127.0.0.1:{port}{PATH}", Probe.new(), is_public=False, timeout=SOON)
    assert diagnosis.cause is Cause.NO_ANSWER
    assert "a firewall blocks it" in str(diagnosis.text)


def test_a_network_without_a_way_to_the_address_is_no_refusal() -> None:
    target = read_target("https://desk.example", is_public=True)
    assert failure(httpx.ConnectError("unreachable"), target, 15, connected=False).cause is Cause.NO_ANSWER


def test_a_name_is_asked_at_each_of_its_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    both = [(0, 0, 0, "", ("::1", 0, 0, 0)), (0, 0, 0, "", ("127.0.0.1", 0))]
    probe = Probe.new()
    with ScriptedCarrier(proves(probe)) as server:
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)
        url = f"http://desk.example:{server.port}{PATH}"
        assert check(url, probe, is_public=False, timeout=DEADLINE).cause is Cause.FINE
    assert server.requests[0].headers["host"] == f"desk.example:{server.port}"


def test_a_certificate_is_not_asked_for_at_the_next_address(
    authority: trustme.CA, monkeypatch: pytest.MonkeyPatch
) -> None:
    twice = [(0, 0, 0, "", (address, 0)) for address in ("127.0.0.1", "127.0.0.2")]
    with ScriptedCarrier(says_nothing, tls=serving(authority.issue_cert("elsewhere.example"))) as server:
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: twice)
        url = f"https://desk.example:{server.port}"
        assert check(url, Probe.new(), is_public=False, timeout=DEADLINE).cause is Cause.CERTIFICATE_NAME


@pytest.mark.parametrize("tls", [False, True])
def test_a_server_that_accepts_and_stays_silent_is_too_slow(tls: bool) -> None:
    with ScriptedCarrier(says_nothing, greeting=b"" if tls else None) as server:
        url = server.url.replace("http:", "https:") if tls else server.url
        diagnosis = check(url, Probe.new(), is_public=False, timeout=SOON)
    assert (diagnosis.works, diagnosis.cause, diagnosis.status) == (False, Cause.SLOW, None)
    assert f"did not answer within {SOON:g} s" in str(diagnosis.text)


def test_a_head_that_drips_does_not_last_longer_than_the_rest() -> None:
    async def drips(conversation: Conversation) -> None:
        await conversation.drip(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", SOON / 20)

    with ScriptedCarrier(drips) as server:
        assert ask(server, timeout=SOON).cause is Cause.SLOW


@pytest.mark.parametrize("words", [b"", b"HTTP/1.1 200", b"SSH-2.0-OpenSSH_9.2\r\n", b"\x00\x01"])
def test_a_server_that_closes_without_http_has_its_own_failure(words: bytes) -> None:
    async def script(conversation: Conversation) -> None:
        await read_body(conversation)
        await conversation.send(words)

    with ScriptedCarrier(script) as server:
        assert ask(server).cause is Cause.HUNG_UP


def test_a_certificate_that_all_trust_is_fine(authority: trustme.CA) -> None:
    probe = Probe.new()
    with ScriptedCarrier(proves(probe), tls=serving(authority.issue_cert("localhost"))) as server:
        url = f"https://localhost:{server.port}{PATH}"
        assert check(url, probe, is_public=False, timeout=DEADLINE).cause is Cause.FINE


def test_a_trust_of_the_callers_own_takes_the_systems_place() -> None:
    probe, own = Probe.new(), trustme.CA()
    trust = ssl.create_default_context()
    own.configure_trust(trust)
    with ScriptedCarrier(proves(probe), tls=serving(own.issue_cert("127.0.0.1"))) as server:
        diagnosis = check(server.url, probe, is_public=False, timeout=DEADLINE, verify=trust)
    assert diagnosis.cause is Cause.FINE


def certificate_cause(certificate: trustme.LeafCert, *, chain: bool = True) -> tuple[Cause, str]:
    context = serving(certificate)
    if not chain:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        with certificate.private_key_pem.tempfile() as key, certificate.cert_chain_pems[0].tempfile() as alone:
            context.load_cert_chain(alone, key)
    with ScriptedCarrier(says_nothing, tls=context) as server:
        diagnosis = ask(server)
    assert server.requests == []
    assert diagnosis.status is None
    return diagnosis.cause, str(diagnosis.text)


def test_an_expired_certificate_has_its_own_failure(authority: trustme.CA) -> None:
    past = dt.datetime(2020, 1, 2, tzinfo=dt.UTC)
    expired = authority.issue_cert("127.0.0.1", not_before=past - dt.timedelta(days=1), not_after=past)
    cause, text = certificate_cause(expired)
    assert cause is Cause.CERTIFICATE_EXPIRED
    assert "has expired" in text


def test_a_certificate_for_another_name_has_its_own_failure(authority: trustme.CA) -> None:
    cause, text = certificate_cause(authority.issue_cert("elsewhere.example"))
    assert cause is Cause.CERTIFICATE_NAME
    assert "for another name" in text


@not_under_wine  # it checks the certificate of an address without a name in another way
@pytest.mark.usefixtures("authority")
def test_a_certificate_of_an_unknown_authority_has_its_own_failure() -> None:
    cause, text = certificate_cause(trustme.CA().issue_cert("127.0.0.1"))
    assert cause is Cause.CERTIFICATE_UNKNOWN
    assert "not from a trusted authority" in text


@not_under_wine  # it checks the certificate of an address without a name in another way
def test_an_incomplete_chain_has_its_own_failure(authority: trustme.CA) -> None:
    certificate = authority.create_child_ca().issue_cert("127.0.0.1")
    cause, text = certificate_cause(certificate, chain=False)
    assert cause is Cause.CERTIFICATE_UNKNOWN
    assert "fullchain.pem" in text


def test_a_certificate_that_is_not_for_servers_has_its_own_failure(authority: trustme.CA) -> None:
    # A client's certificate: valid in every way but its purpose.
    purpose = ssl.SSLCertVerificationError(1, "unsuitable certificate purpose")
    purpose.verify_code, purpose.verify_message = 26, "unsuitable certificate purpose"
    error = OSError()
    error.__cause__ = purpose
    target = read_target("https://desk.example", is_public=True)
    finding = failure(error, target, 15, connected=True)
    assert finding.cause is Cause.CERTIFICATE
    assert "unsuitable certificate purpose" in str(finding.text)


@pytest.mark.parametrize("greeting", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"SSH-2.0-OpenSSH_9.2\r\n"])
def test_https_to_a_server_without_it_says_so(greeting: bytes) -> None:
    with ScriptedCarrier(greeting=greeting) as server:
        url = server.url.replace("http:", "https:")
        assert check(url, Probe.new(), is_public=False, timeout=DEADLINE).cause is Cause.NO_TLS


def test_a_handshake_that_is_hung_up_on_says_so() -> None:
    def hang_up(listener: socket.socket) -> None:
        listener.accept()[0].close()

    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as server:
        hung_up = server.submit(hang_up, listener)
        url = f"https://127.0.0.1:{listener.getsockname()[1]}"
        assert check(url, Probe.new(), is_public=False, timeout=DEADLINE).cause is Cause.NO_TLS
        hung_up.result(DEADLINE)


def test_the_computers_own_proxy_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    probe = Probe.new()
    with refusing_port() as port, ScriptedCarrier(proves(probe)) as server:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{port}")
        assert ask(server, probe).cause is Cause.FINE


def test_where_only_a_proxy_gets_out_the_test_says_that_it_cannot_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("NO_PROXY", "excepted.example")
    target = read_target("https://desk.example/visitas", is_public=True)
    assert failure(TimeoutError(), target, 15, connected=False).cause is Cause.PROXY_NEEDED
    assert failure(TimeoutError(), target, 15, connected=True).cause is Cause.SLOW
    assert not is_behind_proxy(read_target("https://excepted.example", is_public=True))


def test_a_test_that_was_stopped_ends_at_once_and_says_so() -> None:
    cancellation = Cancellation()
    with ScriptedCarrier(says_nothing) as server, ThreadPoolExecutor(1) as worker:
        running = worker.submit(
            check, server.url, Probe.new(), is_public=False, timeout=3600, cancellation=cancellation
        )
        server.arrived.get(timeout=DEADLINE)
        cancellation.cancel()
        assert running.result(DEADLINE).cause is Cause.STOPPED


def test_a_test_that_was_stopped_before_it_began_sends_nothing() -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    with ScriptedCarrier(says_nothing) as server:
        diagnosis = check(server.url, Probe.new(), is_public=False, cancellation=cancellation)
    assert diagnosis.cause is Cause.STOPPED
    assert server.requests == []


def test_a_finding_without_an_answer_is_named_for_the_log() -> None:
    with pytest.raises(NoAnswerError, match="no_url"):
        read_target("", is_public=True)
