import logging
import socket

import pytest

from app.carrier.failures import ConnectionLostError
from app.domain.days import CarrierAnswer
from app.domain.errors import CarrierStatusError, CarrierUnreachableError
from tests.carrier.loading import CREDENTIALS, Load
from tests.carrier.scripted_carrier import Script, ScriptedCarrier, in_pieces, raw, says

GOOD = b'[{"idPlanillaReparto": 1, "envios": [{"numero": "1"}]}, {"envios": [{"numero": "2"}]}]'


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_a_service_in_trouble_is_asked_four_times_with_growing_pauses(status: int) -> None:
    with ScriptedCarrier(says(status, b"<h1>sorry</h1>")) as carrier:
        load = Load(carrier.url)
        with pytest.raises(CarrierStatusError, match=f"has a problem .status {status}") as caught:
            load.run()
    assert caught.value.status == status
    assert len(carrier.requests) == 4
    pauses = [one for one in load.progress if one.pause_seconds is not None]
    assert [(one.attempt, one.pause_seconds) for one in pauses] == [(1, 0.01), (2, 0.02), (3, 0.04)]
    assert str(pauses[1].text) == "Attempt 2 of 4 failed. Trying again in 0.02 s…"


@pytest.mark.parametrize(
    "failing",
    [
        pytest.param(says(503), id="503"),
        pytest.param(raw(b""), id="hung up at once"),
        pytest.param(raw(b"HTTP/1.1 200 OK\r\nContent-Le"), id="cut in the head"),
        pytest.param(says(200, GOOD[:-10], length=len(GOOD)), id="cut in the body"),
        pytest.param(
            raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n" % (len(GOOD), GOOD)),
            id="cut before the last chunk",
        ),
        pytest.param(raw(b"SSH-2.0-OpenSSH\r\n"), id="not HTTP"),
    ],
)
def test_a_second_try_begins_from_nothing(failing: Script) -> None:
    with ScriptedCarrier(failing, in_pieces(GOOD)) as carrier:
        load = Load(carrier.url)
        assert load.run() is CarrierAnswer.MANIFESTS
    assert len(carrier.requests) == 2
    assert load.restarts == 1
    assert load.numbers() == ["1", "2"]
    assert load.progress[-1].shipments == 2
    assert load.progress[-1].attempt == 2


def test_a_try_that_cannot_help_ends_the_tries() -> None:
    with ScriptedCarrier(says(503), says(400), says(200, GOOD)) as carrier, pytest.raises(CarrierStatusError) as caught:
        Load(carrier.url).run()
    assert caught.value.status == 400
    assert len(carrier.requests) == 2


def test_a_connection_that_is_always_lost_says_so_in_the_end() -> None:
    cut = says(200, GOOD[:-10], length=len(GOOD))
    with (
        ScriptedCarrier(cut) as carrier,
        pytest.raises(ConnectionLostError, match="lost before the answer was complete"),
    ):
        Load(carrier.url).run()
    assert len(carrier.requests) == 4


def test_a_refused_connection_is_tried_again_and_says_so_in_the_end() -> None:
    with socket.socket() as taken:  # bound, not listening: the port is reserved, and refuses
        taken.bind(("127.0.0.1", 0))
        load = Load(f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(ConnectionLostError, match=f"No connection to 127.0.0.1:{taken.getsockname()[1]} can"):
            load.run()
    assert max(one.attempt for one in load.progress) == 4


def test_a_name_that_is_not_found_is_not_looked_up_again() -> None:
    load = Load("https://carrier.invalid/")
    with pytest.raises(CarrierUnreachableError, match=r"The name of carrier.invalid cannot be found"):
        load.run()
    assert {one.attempt for one in load.progress} == {1}


def test_not_even_the_libraries_log_what_is_secret(caplog: pytest.LogCaptureFixture) -> None:
    for name in ("", "httpcore", "httpx"):  # the program quiets the libraries once one of its commands has run
        caplog.set_level(logging.DEBUG, name)
    with ScriptedCarrier(says(503), says(200, GOOD)) as carrier:
        Load(carrier.url).run()
    assert "Attempt 1 of 4 failed" in caplog.text
    assert "send_request_headers" in caplog.text
    assert CREDENTIALS.token not in caplog.text
