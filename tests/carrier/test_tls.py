import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trustme

from app.carrier.failures import ConnectionLostError
from app.domain.days import CarrierAnswer
from app.domain.errors import CarrierUnreachableError
from tests.carrier.loading import Load
from tests.carrier.scripted_carrier import DEADLINE, ScriptedCarrier, says
from tests.systems import not_under_wine

GOOD = b'[{"envios": [{"numero": "1"}]}]'


def serving(authority: trustme.CA, *names: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(*names).configure_cert(context)
    return context


@pytest.fixture
def trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> trustme.CA:
    """An authority that stands in the system's trust store, as far as OpenSSL is concerned."""
    authority = trustme.CA()
    bundle = tmp_path / "trust.pem"
    authority.cert_pem.write_to_path(str(bundle))
    monkeypatch.setenv("SSL_CERT_FILE", str(bundle))
    return authority


@not_under_wine
def test_a_certificate_of_the_systems_trust_store_is_trusted(trusted: trustme.CA) -> None:
    with ScriptedCarrier(says(200, GOOD), tls=serving(trusted, "127.0.0.1")) as carrier:
        load = Load(carrier.url)
        assert load.run() is CarrierAnswer.MANIFESTS
    assert load.numbers() == ["1"]


@not_under_wine
@pytest.mark.usefixtures("trusted")
def test_an_unknown_authority_gets_no_request_and_no_second_try() -> None:
    with ScriptedCarrier(says(200, GOOD), tls=serving(trustme.CA(), "127.0.0.1")) as carrier:
        load = Load(carrier.url)
        with pytest.raises(CarrierUnreachableError, match="A proxy or antivirus program may inspect") as caught:
            load.run()
    assert not isinstance(caught.value, ConnectionLostError)
    assert {one.attempt for one in load.progress} == {1}
    assert carrier.requests == []


def test_a_certificate_for_another_name_is_not_trusted(trusted: trustme.CA) -> None:
    context = serving(trusted, "elsewhere.example")
    words = r"does not trust the certificate of 127\.0\.0\.1:.* \(.+\)"
    with ScriptedCarrier(says(200, GOOD), tls=context) as carrier, pytest.raises(CarrierUnreachableError, match=words):
        Load(carrier.url).run()
    assert carrier.requests == []


@pytest.mark.parametrize("years", [-1, 1])
def test_a_clock_that_is_wrong_by_a_year_is_named_with_the_time_that_it_shows(trusted: trustme.CA, years: int) -> None:
    now = datetime.now(UTC)
    begins = now + timedelta(days=365 * years)
    leaf = trusted.issue_cert("127.0.0.1", not_before=begins, not_after=begins + timedelta(days=90))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    leaf.configure_cert(context)
    words = rf"By this computer's clock \({now.astimezone():%Y-%m-}.*is not valid \(.+\).*Set the clock"
    with ScriptedCarrier(says(200, GOOD), tls=context) as carrier, pytest.raises(CarrierUnreachableError, match=words):
        Load(carrier.url).run()
    assert carrier.requests == []


def test_https_to_a_server_without_it_says_so() -> None:
    with ScriptedCarrier(greeting=b"HTTP/1.1 400 Bad Request\r\n\r\n") as carrier:
        load = Load(carrier.url.replace("http:", "https:"))
        with pytest.raises(CarrierUnreachableError, match="No secure connection"):
            load.run()
    assert {one.attempt for one in load.progress} == {1}


@not_under_wine
def test_a_server_that_wants_a_certificate_of_ours_says_so(trusted: trustme.CA) -> None:
    context = serving(trusted, "127.0.0.1")
    context.verify_mode = ssl.CERT_REQUIRED

    def refuse(listener: socket.socket) -> None:  # with TLS 1.3 the refusal comes after the client's handshake
        connection, _ = listener.accept()
        with context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False) as refusing:
            with pytest.raises(ssl.SSLError, match="PEER_DID_NOT_RETURN_A_CERTIFICATE"):
                refusing.do_handshake()
            while socket.socket.recv(refusing, 65536):
                pass  # hanging up on what the client has sent would overtake the refusal

    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as server:
        refused = server.submit(refuse, listener)
        load = Load(f"https://127.0.0.1:{listener.getsockname()[1]}")
        with pytest.raises(CarrierUnreachableError, match="No secure connection"):
            load.run()
        refused.result(DEADLINE)
    assert {one.attempt for one in load.progress} == {1}
