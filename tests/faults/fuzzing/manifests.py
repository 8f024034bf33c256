"""Fuzzes answers of the carrier: through the real reader, in arbitrary pieces, and into a real file."""

import json
from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Self, TypeVar
from zlib import crc32

from app.board.reading.reader import Reader
from app.carrier.answer_parser import Elements
from app.carrier.client import _Load
from app.carrier.day_request import request_for
from app.domain.access.addresses import Endpoint
from app.domain.access.credentials import CarrierCredentials
from app.domain.contract.deviations import Deviation, DeviationCounts
from app.domain.contract.json_text.json_documents import read_document
from app.domain.contract.manifests import ReceivedManifest, ReceivedShipment, SentShipment, Shipment
from app.domain.days import CarrierAnswer, Day, Skipped
from app.domain.errors import AppError, CarrierAnswerError
from app.domain.views.columns import COLUMNS, Table
from app.domain.views.exports import Format
from app.domain.views.queries import RowQuery
from app.export.csv_format import Delimiter
from app.facts.file.opening import FILE_NAME
from app.facts.loads.day_answer import DayAnswer
from app.facts.recovery.corruption_check import integrity_problem
from app.services.exporting.export_rows import Headers, day_rows, write_rows
from app.store.save_day import save_day
from app.store.writer import Writer
from tests.faults.fuzzing.hostile import VALUES
from tests.faults.fuzzing.mutating import Mutator, Seed

DAY = Day("ANDINA-BOG", date(2026, 6, 15))
_SAMPLES = Path("tests/samples/manifests.json")
_ENDPOINT = Endpoint("http://127.0.0.1:1", 30.0, 0.01)
_REQUEST = request_for(DAY, _ENDPOINT, CarrierCredentials("token", "user"))

T = TypeVar("T")


def seeds() -> list[Seed]:
    """Return good answers, whose provider data come as a text and as an object."""
    answer = json.loads(_SAMPLES.read_text(encoding="utf-8"))
    opened = json.loads(json.dumps(answer))
    for manifest in opened:
        for shipment in manifest["envios"]:
            if isinstance(shipment.get("dinamicouno"), str):
                with suppress(ValueError):
                    shipment["dinamicouno"] = json.loads(shipment["dinamicouno"])
    return [Seed.of(answer), Seed.of(opened), Seed.of(answer[:1]), Seed.of([{**answer[0], "envios": answer[0]["envios"][:1]}])]  # fmt: skip


def provider_seeds() -> list[Seed]:
    """Return good provider data, as the objects that their texts hold."""
    found = []
    for manifest in json.loads(_SAMPLES.read_text(encoding="utf-8")):
        for shipment in manifest["envios"]:
            sent = shipment.get("dinamicouno")
            with suppress(ValueError):  # one of the samples is cut in the middle
                found.append(json.loads(sent) if isinstance(sent, str) else sent)
    return [Seed.of(one) for one in found if isinstance(one, dict)]


def answers(seed: int) -> Iterator[bytes]:
    """Return answers without end; the same for the same seed."""
    random = Random(seed)
    whole, provided = Mutator(seeds(), random), Mutator(provider_seeds(), random)
    while True:
        yield whole.body()
        yield in_an_answer(provided.body())


class BrokenDay(NamedTuple):
    """An answer with one broken shipment: the answer, and the JSON texts of the good ones."""

    data: bytes
    good: Sequence[str]


def broken_days(seed: int) -> Iterator[BrokenDay]:
    """Return answers without end of which one shipment was changed anywhere; the same for the same seed."""
    random = Random(seed)
    written = [_written(document, style) for document in _days() for style in _STYLES]
    while True:
        text, spans = random.choice(written)
        nth = random.randrange(len(spans))
        start, end = spans[nth]
        changed = text[start:end]
        for _ in range(random.choice((1, 1, 1, 2, 3))):
            changed = _changed(changed, random)
        good = [_plain(text[slice(*span)]) for span in (*spans[:nth], *spans[nth + 1 :])]
        data = f"{text[:start]}{changed}{text[end:]}".encode(errors="surrogatepass")
        yield BrokenDay(data, good)


def _days() -> Iterator[list[dict[str, Any]]]:
    """Yield the samples with numbers of their own, as many shipments in each manifest."""
    for seed in seeds()[:2]:
        answer, number = json.loads(seed.text), 740_000
        for manifest in answer:
            manifest["envios"] = [dict(one) for one in manifest["envios"][:2]]
            for shipment in manifest["envios"]:
                number += 1
                shipment["numero"] = str(number)
        yield answer


def _written(answer: Sequence[dict[str, Any]], style: Mapping[str, Any]) -> tuple[str, Sequence[tuple[int, int]]]:
    """Return an answer as one of the writers of JSON writes it, and where its shipments stand."""
    text, spans = "[", list[tuple[int, int]]()
    for manifest in answer:
        members = [(name, value) for name, value in manifest.items() if name != "envios"]
        place = len(members) if "indent" in style else 0
        for name, value in [*members[:place], ("envios", manifest["envios"]), *members[place:]]:
            text += f"{'{' if text[-1] in '[,' and name == (members[0][0] if place else 'envios') else ','}{json.dumps(name)}:"
            if name != "envios":
                text += json.dumps(value)
                continue
            for shipment in value:
                written = json.dumps(shipment, ensure_ascii=False, **style)
                text += "[" if shipment is value[0] else ","
                spans.append((len(text), len(text) + len(written)))
                text += written
            text += "]"
        text += "},"
    return f"{text[:-1]}]", spans


_STYLES: tuple[Mapping[str, Any], ...] = ({"separators": (",", ":")}, {"indent": 1}, {})
_FRAGMENTS: tuple[str, ...] = (
    *(value.decode(errors="replace") for value in VALUES), "O'B", "{", "[", "]", "}", '"', "\\", "],", "}]", "}]}", "}]}]", '","',
    '":', '{"numero":"5"', '"envios":[', "/*", "//", "#", "None,", "},{", "}}", '\n"', "True", "b'", "datetime.date(2026, 1, 1)",
)  # fmt: skip


def _changed(text: str, random: Random) -> str:
    """Cut something out of a text, put something in, or replace a value."""
    place, kind = random.randrange(len(text) + 1), random.random()
    before, behind = text[:place], text[place:]
    if kind < 0.2:
        return before + behind[random.randrange(1, 40) :]
    if kind < 0.3:
        return before
    if kind < 0.7:
        return before + random.choice(_FRAGMENTS) + behind
    if kind < 0.85:
        return before + chr(random.choice((random.randrange(32, 127), random.randrange(300)))) + behind[1:]
    value = text.find('":', place) + 2
    return text[:value] + random.choice(_FRAGMENTS) + text[value + random.randrange(12) :]


def _plain(shipment: str) -> str:
    return json.dumps(json.loads(shipment), ensure_ascii=False, separators=(",", ":"))


ALONE, WITH_ANOTHER, REFUSED = "alone", "with another", "refused"


def fuzz_broken_day(day: BrokenDay) -> str:
    """Read an answer with a broken shipment, and return what that cost: nothing else, another one, or the answer.

    Where it is refused, the day stays as it was, and the user is told. Another one may be lost where brackets inside the
    broken one end the list, or where it never ends: then that is reported, by its number where that can be told.
    """
    heap = Heap()
    try:
        read(day.data, heap)
    except CarrierAnswerError:
        return REFUSED
    lost = {*day.good} - {one.raw for one in heap.shipments}
    if not lost:
        return ALONE
    told = {one.number for one in heap.skipped}
    are_some_lost = any(one.fields == "envios" for one in heap.skipped)  # others than the one that is named
    assert are_some_lost or None in told or {json.loads(one)["numero"] for one in lost} <= told, day.data
    return WITH_ANOTHER


def in_an_answer(provider_data: bytes) -> bytes:
    """Return an answer with these bytes as the text of a shipment's provider data, and a good shipment behind it."""
    text = json.dumps(provider_data.decode(errors="replace"))
    shipments = f'{{"numero":"7","dinamicouno":{text}}},{{"numero":"8"}}'
    return f'[{{"idPlanillaReparto":1,"envios":[{shipments}]}}]'.encode()


class Pieces:
    """An answer that comes in pieces whose sizes follow from the answer."""

    total = None
    other_compression = ""

    def __init__(self, data: bytes) -> None:
        self._data, self._random = data, Random(crc32(data))
        self._most = self._random.choices((1 << 16, 1000, 7), (6, 3, 1))[0] if len(data) < 10_000 else 1 << 16
        self.received = 0

    async def next_piece(self) -> bytes:
        """Return some more; empty at the end."""
        start = self.received
        self.received = min(len(self._data), start + self._random.randrange(1, self._most + 1))
        return self._data[start : self.received]


class Heap:
    """A sink that keeps what comes."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Forget all."""
        self.manifests: list[ReceivedManifest] = []
        self.shipments: list[ReceivedShipment] = []
        self.skipped: list[Skipped] = []
        self.deviations = DeviationCounts()

    def take_manifest(self, received: ReceivedManifest) -> None:
        """Keep it."""
        self.manifests.append(received)

    def has_cached(self, _sent: SentShipment) -> bool:
        """Have nothing."""
        return False

    def take_shipments(self, received: Sequence[ReceivedShipment | SentShipment]) -> None:
        """Keep them."""
        self.shipments += [one for one in received if isinstance(one, ReceivedShipment)]

    def take_skipped(self, skipped: Sequence[Skipped]) -> None:
        """Keep them."""
        self.skipped += skipped

    def take_deviations(self, deviations: Iterable[Deviation]) -> None:
        """Count them."""
        self.deviations.add(deviations)


def read(data: bytes, sink: Heap | DayAnswer) -> CarrierAnswer:
    """Have the client read an answer whose head was good.

    Raises:
        CarrierAnswerError: it is no list of manifests.
    """
    elements = Elements()
    load = _Load(_REQUEST, _ENDPOINT, sink, lambda _progress: None, lambda: datetime.now(UTC))
    return _driven(load._take(Pieces(data), elements))  # type: ignore[arg-type]  # it has all that is asked for


def _driven(work: Coroutine[Any, Any, T]) -> T:
    """Run what waits for nothing but its turn."""
    while True:
        try:
            work.send(None)
        except StopIteration as ended:
            return ended.value  # type: ignore[no-any-return]


def fuzz_answer(data: bytes) -> None:
    """Read an answer; what is taken of it can be read once more."""
    heap = Heap()
    with suppress(AppError):
        read(data, heap)
    for received in heap.shipments:
        document = read_document(received.raw)
        assert isinstance(document, dict)
        received.raw.encode()
        _use(received.shipment)
    for manifest in heap.manifests:
        manifest.raw.encode()
    assert all(one.number is None or one.number.strip() for one in heap.skipped)


def fuzz_provider_data(data: bytes) -> None:
    """Read provider data: whatever they hold, they cost neither their shipment nor the one behind it."""
    heap = Heap()
    read(in_an_answer(data), heap)
    assert [one.shipment.number for one in heap.shipments] == ["7", "8"], heap.skipped
    _use(heap.shipments[0].shipment)


def _use(shipment: Shipment) -> None:
    _ = (shipment.declared_value, shipment.weight, shipment.dimensions)
    _ = shipment.provider_data and shipment.provider_data.skus


class ManifestStore:
    """A file that takes answers, and is read and exported afterwards."""

    def __init__(self, writer: Writer) -> None:
        self.loaded = 0
        self._writer = writer
        self._at = datetime(2026, 6, 15, 11, tzinfo=UTC)

    @classmethod
    @contextmanager
    def opened(cls, folder: Path) -> Iterator[Self]:
        """Open a new file in a folder; at the end it must be whole."""
        path = folder / FILE_NAME
        with Writer(path) as writer:
            yield cls(writer)
        assert integrity_problem(path) is None

    def load(self, data: bytes) -> bool:
        """Load an answer as the day's, and see that what was taken is there. Return whether there was one."""
        received = DayAnswer(self._writer.path, DAY)
        try:
            answer = read(data, received)
        except AppError:
            return False
        if answer is not CarrierAnswer.MANIFESTS:
            return False
        summary = save_day(self._writer, received, self._at.replace(microsecond=self.loaded % 1_000_000))
        self.loaded += 1
        with Reader.opened(self._writer.path) as reader:
            state = reader.day_state(DAY)
            assert state is not None
            assert state.shipments >= summary.shipments  # one that could not be read this time stays as it was
            assert state.skipped == summary.skipped
        return True

    def show(self, folder: Path) -> int:
        """Read and export all that is there, and return how many shipments that were."""
        with Reader.opened(self._writer.path) as reader:
            ids = reader.row_ids(RowQuery(Table.SHIPMENTS, DAY), DAY.date)
            for cells in reader.cells(Table.SHIPMENTS, ids).values():
                assert len(cells) == len(COLUMNS[Table.SHIPMENTS]) + 5
            assert all(reader.shipment(one) is not None for one in ids)
            manifests = reader.row_ids(RowQuery(Table.MANIFESTS, DAY), DAY.date)
            assert all(reader.manifest(one) is not None for one in manifests)
            reader.sums(Table.SHIPMENTS, ids, ["declared_value"])
            for form in Format:
                columns, rows = day_rows(reader, Table.SHIPMENTS, DAY.date, None, form)
                target = folder / f"export.{form}"
                count = write_rows(
                    rows, Table.SHIPMENTS, columns, target=target, form=form, headers=Headers.API,
                    delimiter=Delimiter.COMMA, say=str,
                )  # fmt: skip
                assert count == len(ids)
            assert len(json.loads(target.read_bytes(), parse_int=str, parse_float=str)) == count
        return len(ids)
