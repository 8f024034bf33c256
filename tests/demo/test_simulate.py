"""The demo carrier as a process, until a signal stops it."""

import signal
import socket
import threading
from datetime import datetime

import httpx
import pytest

from app.demo.simulate import run
from app.demo.world.options import DayOptions, NotifyOptions
from app.domain.errors import PortTakenError
from app.domain.texts import Text
from tests.demo.receiver import Receiver
from tests.waiting import PATIENCE

NOON = datetime(2026, 6, 15, 12, 0)  # noqa: DTZ001 - the site's time


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_answers_until_a_signal_stops_it(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    announced: list[str] = []
    statuses: list[int] = []

    def ask_and_stop(url: str) -> None:
        announced.append(url)
        answer = httpx.get(
            f"{url}/v2/planillas-envios?codigoCarrier=DEMO&fecha=2026-06-15",
            headers={"Authorization-Token": "123e4567-e89b-42d3-a456-426614174000", "Authorization-User": "ana"},
            trust_env=False,
            timeout=PATIENCE,
        )
        statuses.append(answer.status_code)
        signal.raise_signal(number)

    asking: list[threading.Thread] = []

    def announce(url: str) -> None:
        asking.append(threading.Thread(target=ask_and_stop, args=(url,)))
        asking[0].start()

    run(DayOptions(), now=lambda: NOON, port=0, announce=announce)
    asking[0].join()
    assert len(announced) == 1
    assert statuses == [200]
    assert signal.getsignal(number) == before
    with pytest.raises(httpx.ConnectError):
        httpx.get(announced[0], trust_env=False, timeout=PATIENCE)


def test_a_taken_port_is_raised_to_the_caller() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(PortTakenError):
        run(DayOptions(), now=lambda: NOON, port=taken.getsockname()[1], announce=lambda _: None)


def test_a_bug_ends_it() -> None:
    def fail(_text: Text) -> None:
        raise ZeroDivisionError

    with Receiver(401) as receiver, pytest.raises(ExceptionGroup) as caught:
        run(
            DayOptions(per_minute=600),
            now=lambda: NOON,
            port=0,
            announce=lambda _: None,
            notify=NotifyOptions(receiver.url, "t", "DEMO"),
            show_message=fail,
        )
    assert caught.group_contains(ZeroDivisionError)
