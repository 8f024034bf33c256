import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import pytest

from app.domain.days import CarrierAnswer
from app.domain.errors import LoadCancelledError
from tests.carrier.loading import DAY, Load
from tests.carrier.scripted_carrier import (
    DEADLINE,
    Conversation,
    Script,
    ScriptedCarrier,
    in_pieces,
    says,
    says_nothing,
)

GOOD = b'[{"envios": [{"numero": "1"}]}]'
AN_HOUR = 3600.0


def cancelled_after(load: Load, wait: Callable[[], object]) -> None:
    """Run the load in a thread, wait in this one, cancel, and see the load end for that reason."""
    with ThreadPoolExecutor(1) as worker:
        running = worker.submit(load.run)
        wait()
        load.cancellation.cancel()
        load.cancellation.cancel()
        with pytest.raises(LoadCancelledError):
            running.result(DEADLINE)


async def begins_and_stops(conversation: Conversation) -> None:
    await conversation.send(b'HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n[{"envios": [{"numero": "1"}]},')
    await conversation.until_gone()


@pytest.mark.parametrize("script", [says_nothing, begins_and_stops])
def test_a_hanging_load_ends_at_once(script: Script) -> None:
    with ScriptedCarrier(script) as carrier:
        load = Load(carrier.url, timeout_seconds=AN_HOUR)
        cancelled_after(load, partial(carrier.arrived.get, timeout=DEADLINE))


def test_a_hanging_handshake_ends_at_once() -> None:
    with ScriptedCarrier(greeting=b"") as carrier:
        load = Load(carrier.url.replace("http:", "https:"), timeout_seconds=AN_HOUR)
        cancelled_after(load, partial(carrier.connected.get, timeout=DEADLINE))


def test_a_pause_between_two_tries_ends_at_once() -> None:
    with ScriptedCarrier(says(503)) as carrier:
        pausing = Event()
        load = Load(carrier.url, retry_seconds=AN_HOUR)
        load.on_progress = lambda progress: pausing.set() if progress.pause_seconds else None
        cancelled_after(load, partial(pausing.wait, DEADLINE))
    assert len(carrier.requests) == 1
    assert load.restarts == 0


def test_a_load_in_full_flow_ends_after_the_slice_under_way() -> None:
    body = json.dumps([{"envios": [{"numero": str(number)} for number in range(1000)]}]).encode()
    with ScriptedCarrier(says(200, body)) as carrier:
        load = Load(carrier.url)
        load.on_shipments = lambda _: load.cancellation.cancel()
        with pytest.raises(LoadCancelledError):
            load.run()
    assert len(load.shipments) == 250


def test_a_load_cancelled_before_its_start_sends_no_request() -> None:
    with ScriptedCarrier(says(200, GOOD)) as carrier:
        load = Load(carrier.url)
        load.cancellation.cancel()
        with pytest.raises(LoadCancelledError):
            load.run()
        assert carrier.connected.empty()


def test_cancelling_after_the_end_changes_nothing() -> None:
    with ScriptedCarrier(in_pieces(GOOD)) as carrier:
        load = Load(carrier.url)
        assert load.run() is CarrierAnswer.MANIFESTS
        load.cancellation.cancel()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl+C to a whole console, not to one process")
def test_ctrl_c_ends_a_hanging_load_of_the_command_line() -> None:
    program = (
        "import sys; from tests.carrier.loading import Load\n"
        f"try: Load(sys.argv[1], timeout_seconds={AN_HOUR}).run()\n"
        "except KeyboardInterrupt: sys.exit(130)"
    )
    with (
        ScriptedCarrier(says_nothing) as carrier,
        subprocess.Popen([sys.executable, "-c", program, carrier.url]) as process,
    ):
        carrier.arrived.get(timeout=DEADLINE)
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(DEADLINE) == 130
    assert DAY.date.isoformat() in carrier.requests[0].line
