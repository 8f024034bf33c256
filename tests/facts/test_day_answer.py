"""An answer that repeats stored shipments is compared without parsing them."""

import json
from datetime import UTC, datetime
from pathlib import Path

from app.domain.contract.manifests import Manifest, ReceivedManifest, ReceivedShipment, SentShipment, Shipment
from app.domain.days import LoadSummary
from app.facts.loads.day_answer import DayAnswer
from app.store.save_day import save_day
from app.store.writer import Writer
from tests.store.loads import FIRST, SECOND, shown
from tests.temporary_store import DAY, ListedDay, Store, envio

ONE: ListedDay = {9001: [envio("A1"), envio("A2")]}


class Again:
    """Loads a day as the client does, and counts which shipments it had to read."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.received = DayAnswer(writer.path, DAY)
        self.read: list[str] = []
        self.cached: list[ReceivedShipment | SentShipment] = []

    def look(self, answer: ListedDay) -> None:
        for position, (number, envios) in enumerate(answer.items()):
            head = {"idPlanillaReparto": number, "estado": "VIG"}
            manifest = Manifest.model_validate(head)
            self.received.take_manifest(ReceivedManifest(position, manifest, json.dumps(head)))
            for fields in envios:
                sent = SentShipment(position, str(fields["numero"]), fields, json.dumps(fields))
                if self.received.has_cached(sent):
                    self.cached.append(sent)
                else:
                    self.read.append(sent.number)
                    self.cached.append(ReceivedShipment(position, Shipment.model_validate(fields), sent.raw))

    def save(self, minute: int) -> LoadSummary:
        self.received.take_shipments(self.cached)
        return save_day(self.writer, self.received, datetime(2026, 11, 20, 12, minute, tzinfo=UTC))


def test_only_what_is_new_or_changed_is_read_and_what_comes_of_it_is_the_same(
    store: Store, path: Path, tmp_path: Path
) -> None:
    with Writer(tmp_path / "other" / path.name) as writer:
        other = Store(writer)
        for one in (other, store):
            one.load(FIRST)
        wanted = [other.load(answer) for answer in (SECOND, SECOND, FIRST)]
        for minute, answer in enumerate((SECOND, SECOND, FIRST), 2):
            again = Again(store.writer)
            again.look(answer)
            assert again.save(minute) == wanted[minute - 2]
            if minute == 2:
                assert again.read == ["D1", "D2", "B2", "A1", "A2", "N1", "A3", "B1", "N2", "N3", "A1"]
            if minute == 3:
                assert again.read == []
        assert shown(path) == shown(writer.path)


def test_a_day_that_was_never_loaded_has_nothing_cached(store: Store) -> None:
    again = Again(store.writer)
    again.look(ONE)
    assert again.save(1).new == 2
    assert again.read == ["A1", "A2"]
