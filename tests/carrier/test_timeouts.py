import asyncio
import gzip
import json
import random
from collections.abc import Sequence

import pytest

from app.domain.contract.manifests import ReceivedShipment
from app.domain.days import CarrierAnswer
from app.domain.errors import CarrierTimeoutError
from tests.carrier.loading import Load
from tests.carrier.scripted_carrier import DEADLINE, Conversation, Script, ScriptedCarrier, in_pieces, says_nothing

HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
PAUSE = 0.02  # between dripping bytes: much shorter than the time-out, so that no single read runs into it
COMPRESSED = gzip.compress(b'["' + random.Random(1).randbytes(2000).hex().encode())


async def drips_its_head(conversation: Conversation) -> None:
    await conversation.drip(b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 10_000, PAUSE)


async def drips_its_body(conversation: Conversation) -> None:
    await conversation.send(HEAD)
    await conversation.drip(b"[" + b" " * 10_000, PAUSE)


async def drips_compressed(conversation: Conversation) -> None:
    await conversation.send(HEAD.replace(b"\r\n\r\n", b"\r\nContent-Encoding: gzip\r\n\r\n"))
    await conversation.drip(COMPRESSED, PAUSE)


async def stops_in_its_body(conversation: Conversation) -> None:
    await conversation.send(HEAD + b'[{"envios": [')
    await conversation.until_gone()


@pytest.mark.parametrize("script", [says_nothing, drips_its_head, drips_its_body, drips_compressed, stops_in_its_body])
def test_silence_and_dripping_end_in_a_time_out_and_are_not_asked_for_again(script: Script) -> None:
    with (
        ScriptedCarrier(script) as carrier,
        pytest.raises(CarrierTimeoutError, match=r"did not answer.* within 0\.5 s"),
    ):
        Load(carrier.url, timeout_seconds=0.5).run()
    assert len(carrier.requests) <= 1


def test_a_handshake_that_never_comes_is_a_time_out() -> None:
    with ScriptedCarrier(greeting=b"") as carrier:
        with pytest.raises(CarrierTimeoutError):
            Load(carrier.url.replace("http:", "https:"), timeout_seconds=0.5).run()
        carrier.connected.get(timeout=DEADLINE)
    assert carrier.connected.empty()


def test_a_store_that_takes_its_time_is_no_silence_of_the_carrier(monkeypatch: pytest.MonkeyPatch) -> None:
    body = json.dumps([{"envios": [{"numero": "1"}]}, {"envios": [{"numero": "2"}]}]).encode()
    clock, busy = asyncio.BaseEventLoop.time, [0.0]
    monkeypatch.setattr(asyncio.BaseEventLoop, "time", lambda loop: clock(loop) + sum(busy))

    def be_busy(_: Sequence[ReceivedShipment]) -> None:
        busy.append(2 * DEADLINE)

    with ScriptedCarrier(in_pieces(body[:40], body[40:-3], body[-3:])) as carrier:
        load = Load(carrier.url, timeout_seconds=DEADLINE, on_shipments=be_busy)
        assert load.run() is CarrierAnswer.MANIFESTS
    assert load.numbers() == ["1", "2"]
