"""Fuzzes bodies of notifications through the model, a real file, and everything that shows or exports them."""

import json
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from typing import Self
from zoneinfo import ZoneInfo

from app.board.reading.reader import Reader
from app.domain.contract.json_text.storable_text import body_text, read_text
from app.domain.contract.notifications import Received, content_of, read_notification
from app.domain.contract.outcomes import Outcome
from app.domain.days import Day
from app.domain.site import SiteRules
from app.domain.views.columns import COLUMNS, Table
from app.domain.views.exports import Format
from app.domain.views.queries import RowQuery
from app.export.csv_format import Delimiter
from app.facts.file.opening import FILE_NAME
from app.facts.recovery.corruption_check import integrity_problem
from app.services.exporting.export_rows import Headers, day_rows, write_rows
from app.store.notification_ingest import NotificationIngest
from app.store.site_settings import save_site_rules
from app.store.writer import Writer
from tests.database import wait_until_derived
from tests.faults.fuzzing.mutating import Mutator, Seed

NOON = datetime(2026, 6, 15, 17, tzinfo=UTC)
HEADERS = (("Host", "localhost"), ("X-Odd", "\ufffd"))
_SAMPLES = Path("tests/samples/notifications.json")
_VISIT, _TIME = b"880001", "2026-06-15T09:41:27.318204"
_AT_ONCE = 500
_EXPORTED = (Table.VISITS, Table.NOTIFICATIONS, Table.REJECTED)


def seeds() -> list[Seed]:
    """Return good bodies, each with the visit and the time that `bodies` puts others in the place of."""
    samples = json.loads(_SAMPLES.read_text(encoding="utf-8"))
    return [
        Seed.of(sample | {"timestamp": _TIME, "data": {**sample["data"], "visita_id": int(_VISIT)}})
        for sample in samples
    ]


def bodies(seed: int) -> Iterator[bytes]:
    """Return bodies without end: good ones, bad ones, copies and late ones; the same for the same seed."""
    random = Random(seed)
    breeder = Mutator(seeds(), random)
    latest: deque[bytes] = deque([b"{}"], 50)
    visit = time = b""
    while True:
        if random.random() < 0.1:
            yield random.choice(latest)
        if random.random() < 0.9:  # else a second body of the same visit at the same time
            visit = b"%d" % (880001 + random.randrange(5000))
            time = b"2026-06-15T%02d:41:%02d.%06d" % (
                random.randrange(24),
                random.randrange(60),
                random.randrange(10**6),
            )
        latest.append(breeder.body().replace(_VISIT, visit, 1).replace(_TIME.encode(), time, 1))
        yield latest[-1]


def fuzz_body(data: bytes) -> None:
    """Read a body, and what can be said of it without a store."""
    received = Received.read(data, NOON, HEADERS)
    assert received.body == data
    assert (received.change is None) == (received.reason is not None)
    body_text(data).encode()
    if received.change is not None:
        assert content_of(data) == content_of(read_text(data)[0].encode())
        whole = read_notification(data)  # as the board reads it
        assert whole.change == received.change
        visit = whole.visit
        _ = (
            received.change.at,
            received.deviations,
            visit.check_in_distance_m,
            visit.check_out_distance_m,
            visit.dwell_s,
        )


class NotificationStore:
    """A file that takes bodies and sees that it has them whole, however odd they are."""

    def __init__(self, writer: Writer) -> None:
        self.outcomes: Counter[Outcome] = Counter()
        self.bugs: list[BaseException] = []
        self._writer = writer
        self._intake = NotificationIngest(writer)
        self._last = 0

    @classmethod
    @contextmanager
    def opened(cls, folder: Path) -> Iterator[Self]:
        """Open a new file in a folder; at the end it must be whole, and no bug may have been reported."""
        path = folder / FILE_NAME
        with Writer(path) as writer:
            save_site_rules(writer, SiteRules(ZoneInfo("America/Bogota")))
            store = cls(writer)
            yield store
            assert store.bugs == []
        assert integrity_problem(path) is None

    def keep(self, data: Sequence[bytes]) -> None:
        """Have bodies kept, and find each of them in the file byte for byte, or one that says the same."""
        for first in range(0, len(data), _AT_ONCE):
            some = data[first : first + _AT_ONCE]
            waiting = [self._intake.save(Received.read(body, NOON, HEADERS)) for body in some]
            outcomes = [one.result() for one in waiting]
            wait_until_derived(self._writer)
            self._check(some, outcomes)

    def _check(self, some: Sequence[bytes], outcomes: Sequence[Outcome]) -> None:
        self.outcomes.update(outcomes)
        with Reader.opened(self._writer.path) as reader:
            rows = reader._all(
                "SELECT id, body, outcome FROM facts.notification WHERE id > ? ORDER BY id", (self._last,)
            )
            kept = iter(rows)
            row = next(kept, None)
            for body, outcome in zip(some, outcomes, strict=True):
                if row is not None and row[1] == body:
                    assert row[2] == (Outcome.QUARANTINED if outcome is Outcome.DUPLICATE else outcome)
                    row = next(kept, None)
                else:
                    assert outcome is Outcome.DUPLICATE, body
                    self._check_copy(reader, body)
            assert row is None
            self._last = max((one[0] for one in rows), default=self._last)

    @staticmethod
    def _check_copy(reader: Reader, body: bytes) -> None:
        change = Received.read(body, NOON).change
        assert change is not None
        known = reader._all(  # with what has the same key and was set aside for saying something else
            "SELECT body FROM facts.notification WHERE visit_id = ? AND (at = ? OR reason IS NOT NULL)",
            (change.visit_id, change.key_time),
        )
        assert content_of(body) in {content_of(one) for (one,) in known}

    def apply_again(self, most: int) -> None:
        """Apply once more what was set aside, as it is and as if a newer version could read it."""
        with Reader.opened(self._writer.path) as reader:
            aside = reader._all("SELECT id FROM notification WHERE outcome = 'quarantined' LIMIT ?", (most,))
            applied = reader._all("SELECT id FROM notification WHERE outcome <> 'quarantined' LIMIT ?", (most,))
        for (one,) in aside:
            assert self._intake.apply_again(one, NOON) in Outcome
        for (one,) in applied:
            self._writer.write(
                lambda db, one=one: db.execute(  # type: ignore[misc]
                    "UPDATE notification SET outcome = 'quarantined', reason = 'not_json', visit_id = NULL,"
                    " timestamp = NULL, at = NULL, date = NULL, event = NULL, status = NULL WHERE id = ?",
                    (one,),
                )
            )
            assert self._intake.apply_again(one, NOON) is not Outcome.QUARANTINED

    def show(self) -> int:
        """Read all that the window would: ids, cells, details. Return how many rows there were."""
        shown = 0
        with Reader.opened(self._writer.path) as reader:
            for day in self._days(reader):
                for table in (Table.NOTIFICATIONS, Table.VISITS):
                    query = RowQuery(table, Day("ANDINA-BOG", day))
                    ids = reader.row_ids(query, day)
                    for cells in reader.cells(table, ids, ("ANDINA-BOG",)).values():
                        assert len(cells) == len(COLUMNS[table]) + 5
                    detail = reader.notification if table is Table.NOTIFICATIONS else reader.visit
                    assert all(detail(one) is not None for one in ids)
                    shown += len(ids)
            assert reader.arrivals(0)
            assert reader.quarantined() >= 0
        return shown

    def export(self, folder: Path) -> int:
        """Export every table of every day in every format, and return how many rows were written."""
        written = 0
        with Reader.opened(self._writer.path) as reader:
            for day in self._days(reader):
                for table in _EXPORTED:
                    counts = {self._written(reader, table, day, form, folder) for form in Format}
                    assert len(counts) == 1
                    written += counts.pop()
        return written

    @staticmethod
    def _written(reader: Reader, table: Table, day: date, form: Format, folder: Path) -> int:
        columns, rows = day_rows(reader, table, day, None, form)
        target = folder / f"export.{form}"
        count = write_rows(
            rows, table, columns, target=target, form=form, headers=Headers.UI, delimiter=Delimiter.COMMA,
            say=str,
        )  # fmt: skip
        if form is Format.JSON:
            assert len(json.loads(target.read_bytes(), parse_int=str, parse_float=str)) == count
        return count

    @staticmethod
    def _days(reader: Reader) -> list[date]:
        rows = reader._all("SELECT DISTINCT date FROM notification WHERE date IS NOT NULL ORDER BY 1")
        return sorted({date(2026, 6, 15), *(date.fromisoformat(one) for (one,) in rows)})
