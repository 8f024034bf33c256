from itertools import count

import pytest

from app.carrier.client import SLICE
from app.domain.days import CarrierAnswer
from tests.carrier.loading import Load
from tests.carrier.scripted_carrier import Conversation, ScriptedCarrier

MANY = 100_000


@pytest.mark.parametrize("in_one", [1_000, MANY])
def test_a_hundred_thousand_shipments_come_in_small_slices(in_one: int) -> None:
    async def streamed(conversation: Conversation) -> None:
        await conversation.send(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[")
        for first in range(0, MANY, in_one):
            await conversation.send(b'%s{"idPlanillaReparto": %d, "envios": [' % (b"," if first else b"", first))
            for start in range(first, first + in_one, 1000):
                shipments = b",".join(b'{"numero": "%06d"}' % number for number in range(start, start + 1000))
                await conversation.send(shipments if start == first else b"," + shipments)
            await conversation.send(b"]}")
        await conversation.send(b"]")

    with ScriptedCarrier(streamed) as carrier:
        load = Load(carrier.url)
        assert load.run() is CarrierAnswer.MANIFESTS
    assert load.largest_slice == SLICE
    assert len(load.manifests) == MANY // in_one
    assert all(int(number) == expected for number, expected in zip(load.numbers(), count(), strict=False))
    assert len(load.shipments) == load.progress[-1].shipments == MANY
    assert load.missed == []
