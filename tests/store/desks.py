"""Two desks with real stores, each with its own follow-ups."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.board.reading.reader import Reader
from app.domain.calls.queue import Reminder
from app.domain.calls.reasons import Reasons
from app.domain.column import Cell
from app.domain.days import Day, Scope
from app.domain.follow_ups import FollowUp, FollowUpEdit, FollowUpEntry
from app.domain.handover.document import Handover
from app.domain.handover.summary import TakenOver
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.domain.views.queries import RowQuery, View
from app.facts.file.opening import FILE_NAME
from app.store.follow_ups import FollowUps, Handovers
from app.store.writer import Writer
from tests.temporary_store import DAY, Store, envio, moment

YESTERDAY = Day(DAY.carrier, DAY.date - timedelta(days=1))
FAILED = {"idEstadoEnvio": "4", "estadoEnvio": "Excepción"}
EVENING = datetime(2026, 11, 20, 23, tzinfo=UTC)


CALLED = FollowUpEdit(is_called=True)


class Desk:
    """A desk of its own data folder, with the notifications and the day that both desks know."""

    def __init__(self, writer: Writer, name: str) -> None:
        self.name = name
        self.store = Store(writer)
        self.saving = FollowUps(writer, lambda _changed: None, lambda: name)
        self.handovers = Handovers(writer, lambda: None)

    def load(self, *numbers: str, day: Day = DAY, at: datetime | None = None) -> None:
        self.store.load({1: [envio(number) | FAILED for number in numbers]}, day=day, at=at)

    def write(self, number: str, edit: FollowUpEdit, minute: int, *, at: datetime | None = None) -> int:
        return self.saving.save([Subject(Table.SHIPMENTS, self.row(number))], edit, at or moment(minute))

    def row(self, number: str, day: Day = DAY) -> int:
        with Reader.opened(self.store.writer.path) as reader:
            ((_, row_id),) = reader.listings_of(number, day.date, day.carrier)
        return row_id

    def entries(self, number: str, day: Day = DAY) -> tuple[FollowUpEntry, ...]:
        row_id = self.row(number, day)
        with Reader.opened(self.store.writer.path) as reader:
            detail = reader.shipment(row_id)
        assert detail is not None
        return detail.follow_ups

    def state(self, number: str) -> FollowUp | None:
        with Reader.opened(self.store.writer.path) as reader:
            detail = reader.shipment(self.row(number))
        assert detail is not None
        assert (detail.cells["note"] or "") == (detail.follow_up.note if detail.follow_up else "")
        return detail.follow_up

    def visit(self, visit_id: int) -> FollowUp | None:
        with Reader.opened(self.store.writer.path) as reader:
            detail = reader.visit(visit_id, DAY.carriers)
        assert detail is not None
        return detail.follow_up

    def reasons(self) -> Reasons:
        with Reader.opened(self.store.writer.path) as reader:
            return reader.reasons()

    def reminders(self) -> list[Reminder]:
        with Reader.opened(self.store.writer.path) as reader:
            return reader.reminders()

    def to_attend(self, day: Day = DAY) -> list[Cell]:
        return self.store.numbers(RowQuery(Table.SHIPMENTS, day, view=View.TO_ATTEND))

    def file(self, day: Day | Scope = DAY) -> Handover:
        handed = self.handovers.hand_over(day, EVENING, self.name)
        entries, reasons = tuple(handed.entries), handed.reasons
        return Handover(handed.origin, self.name, self.name, "America/Bogota", "", EVENING, day, entries, reasons)

    def take(self, handover: Handover, now: datetime = EVENING) -> TakenOver:
        return self.handovers.take_over(handover, now)


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[tuple[Desk, Desk]]:
    with ExitStack() as open_writers:
        found = []
        for name in ("north", "south"):
            (tmp_path / name).mkdir()
            found.append(Desk(open_writers.enter_context(Writer(tmp_path / name / FILE_NAME)), name))
        yield found[0], found[1]


def note(text: str) -> FollowUpEdit:
    return FollowUpEdit(note=text)


def told(entries: tuple[FollowUpEntry, ...]) -> list[tuple[str, str, int]]:
    return [(one.by, one.state.note, one.at.minute) for one in entries]
