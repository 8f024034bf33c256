"""Two desks with real stores hand their follow-ups to each other, and agree afterwards."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.board.reading.reader import Reader
from app.domain.calls.queue import Reminder
from app.domain.calls.reasons import USUAL_REASONS, CallReason, Reasons
from app.domain.days import Day
from app.domain.errors import HandoverError
from app.domain.follow_ups import FailureReason, FollowUp, FollowUpEdit, FollowUpEntry, NextStep
from app.domain.handover.document import Handover
from app.domain.handover.entry import Case, Entry, State
from app.domain.handover.summary import BothWrote, TakenOver
from app.domain.texts import say_in_english
from app.domain.views.columns import Cell, Table
from app.domain.views.details import Subject
from app.domain.views.queries import RowQuery, View
from app.facts.file.opening import FILE_NAME
from app.facts.handover.hand_over import HandedOver, hand_over
from app.facts.handover.merge_cases import Edits
from app.facts.handover.take_over import take_over
from app.store.follow_ups import FollowUps
from app.store.handover import Handovers
from app.store.writer import Writer
from tests.temporary_store import DAY, Store, aviso, envio, moment

YESTERDAY = Day(DAY.carrier, DAY.date - timedelta(days=1))
FAILED = {"idEstadoEnvio": "4", "estadoEnvio": "Excepción"}
EVENING = datetime(2026, 11, 20, 23, tzinfo=UTC)


CALLED = FollowUpEdit(is_called=True)


class Desk:
    """A desk of its own data folder, with the notifications and the day that both desks know."""

    def __init__(self, writer: Writer, name: str) -> None:
        self.name = name
        self.store = Store(writer)
        self.saving = FollowUps(writer, lambda _changed: None, name)
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
            detail = reader.visit(visit_id, DAY.carrier)
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

    def file(self, day: Day = DAY) -> Handover:
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


@pytest.mark.parametrize("is_south_first", [False, True])
def test_desks_that_take_over_each_others_files_agree(desks: tuple[Desk, Desk], *, is_south_first: bool) -> None:
    north, south = desks
    for desk in desks:
        desk.store.post(aviso(7, "07:20:00", "falso_flete", "v"))
        desk.load("n", "s", "only", "undone", "v")
    north.write("n", note("first"), 40)
    south.write("n", note("second"), 41)
    north.write("n", note("north decides"), 43)
    south.write("n", note("third"), 42)
    north.write("s", FollowUpEdit(reason=FailureReason.ABSENT), 44)
    south.write("s", note("south decides"), 45)
    north.write("only", FollowUpEdit(is_called=True, next_step=NextStep.CALL), 46)
    north.write("undone", note("stays"), 46)
    edit = north.write("undone", note("taken back"), 47)
    assert north.saving.undo_edit(edit) == 1
    north.saving.save([Subject(Table.VISITS, 7, DAY.carrier)], note("at the visit"), moment(48))
    files = [(south, north.file()), (north, south.file())]
    for desk, file in reversed(files) if is_south_first else files:
        desk.take(file)

    assert told(north.entries("n")) == [
        ("north", "first", 40), ("south", "second", 41), ("south", "third", 42), ("north", "north decides", 43),
    ]  # fmt: skip
    for number in ("n", "s", "only", "undone", "v"):
        assert north.state(number) == south.state(number) is not None
        assert told(north.entries(number)) == told(south.entries(number))
    assert [one.desk for one in north.entries("n")] == ["", "south", "south", ""]
    assert south.state("n") == FollowUp(note="north decides")
    assert south.state("s") == FollowUp(FailureReason.ABSENT, "south decides")
    assert south.state("undone") == FollowUp(note="stays")
    assert south.visit(7) == FollowUp(note="at the visit")


def test_what_one_desk_noted_and_promised_stays_where_the_other_one_wrote_something_else(
    desks: tuple[Desk, Desk],
) -> None:
    north, south = desks
    six = moment(0) + timedelta(hours=10)
    promised = FollowUpEdit(FailureReason.ABSENT, is_called=True, next_step=NextStep.CALL, remind_at=six)
    for desk in desks:
        desk.load("called", "done")
    north.write("called", promised, 40)
    north.write("done", FollowUpEdit(is_acknowledged=True), 40)
    for number in ("called", "done"):
        south.write(number, note("dog"), 41)
    files = north.file(), south.file()
    south.take(files[0])
    north.take(files[1])
    for desk in desks:
        assert desk.state("called") == FollowUp(FailureReason.ABSENT, "dog", moment(40), NextStep.CALL, remind_at=six)
        done = desk.state("done")
        assert done == FollowUp(note="dog", acknowledged_at=moment(40), acknowledged_by="north")
        assert desk.to_attend() == ["called"]
        assert [one.at for one in desk.reminders()] == [six]
    assert told(north.entries("called")) == told(south.entries("called"))
    assert len(north.entries("called")) == 3
    assert south.take(north.file()) == north.take(south.file()) == TakenOver(known=2)
    south.write("called", FollowUpEdit(next_step=NextStep.RETRY), 50)
    north.write("called", note("dog, and a bell"), 51)
    files = north.file(), south.file()
    south.take(files[0])
    north.take(files[1])
    for desk in desks:
        assert desk.state("called") == FollowUp(
            FailureReason.ABSENT, "dog, and a bell", moment(40), NextStep.RETRY, remind_at=six
        )
    assert told(north.entries("called")) == told(south.entries("called"))


@pytest.mark.parametrize("is_south_first", [False, True])
@pytest.mark.parametrize("is_of_visit", [False, True])
def test_a_visit_whose_shipment_one_desk_had_not_loaded_is_one_case(
    desks: tuple[Desk, Desk], *, is_south_first: bool, is_of_visit: bool
) -> None:
    """South's follow-up is the later one, and of the visit alone; North's is of the shipment, or of its visit."""
    north, south = desks
    visit = Subject(Table.VISITS, 7, DAY.carrier)
    for desk in desks:
        desk.store.post(aviso(7, "07:20:00", "falso_flete", "v"))
    north.load("v")
    subject = visit if is_of_visit else Subject(Table.SHIPMENTS, north.row("v"))
    north.saving.save([subject], FollowUpEdit(reason=FailureReason.ADDRESS, note="north"), moment(40))
    south.saving.save([visit], FollowUpEdit(is_called=True, next_step=NextStep.CALL), moment(41))
    files = [(south, north.file()), (north, south.file())]
    both = [bool(desk.take(file).both) for desk, file in (reversed(files) if is_south_first else files)]
    assert both == [True, True] if is_of_visit else any(both)
    wanted = FollowUp(FailureReason.ADDRESS, "north", moment(41), NextStep.CALL)
    assert north.state("v") == wanted
    if is_of_visit:
        assert south.visit(7) == wanted
    south.load("v")
    assert [south.state("v"), south.visit(7), north.visit(7)] == [wanted] * 3
    assert told(north.entries("v")) == told(south.entries("v"))
    for desk, file in ((south, north.file()), (north, south.file())):
        assert desk.take(file).both == ()
    assert told(north.entries("v")) == told(south.entries("v"))


def test_a_file_that_is_opened_again_changes_nothing(desks: tuple[Desk, Desk]) -> None:
    north, south = desks
    for desk in desks:
        desk.load("a", "b")
    north.write("a", note("one"), 40)
    south.write("b", note("two"), 41)
    file = north.file()
    assert south.take(file) == TakenOver(new=1)
    assert south.take(file) == TakenOver(known=1)
    assert north.take(south.file()) == TakenOver(new=1, known=1)
    assert south.take(north.file()) == TakenOver(known=2)
    assert len(south.entries("a")) == len(north.entries("b")) == 1


def test_what_is_undone_after_it_was_handed_over_is_undone_at_the_other_desk_too(desks: tuple[Desk, Desk]) -> None:
    north, south = desks
    for desk in desks:
        desk.load("a", "b")
    north.write("a", FollowUpEdit(reason=FailureReason.ZONE, note="before"), 40)
    changed = north.write("a", FollowUpEdit(is_acknowledged=True, note="too soon"), 41)
    begun = north.write("b", note("never meant"), 42)
    south.take(north.file())
    assert south.to_attend() == ["b"]
    assert [north.saving.undo_edit(changed), north.saving.undo_edit(begun)] == [1, 1]
    assert north.saving.undo_edit(changed) == 0
    south.take(north.file())
    for desk in desks:
        assert desk.state("a") == FollowUp(FailureReason.ZONE, "before")
        assert desk.state("b") == FollowUp()
        assert [one.state.note for one in desk.entries("a")] == ["before", "too soon", "before"]
        assert desk.to_attend() == ["a", "b"]


def test_edits_that_were_handed_over_are_undone_one_after_another(desks: tuple[Desk, Desk]) -> None:
    north, south = desks
    for desk in desks:
        desk.load("a")
    edits = [north.write("a", edit, minute) for minute, edit in ((40, note("one")), (41, note("two")), (42, CALLED))]
    south.take(north.file())
    assert [north.saving.undo_edit(one) for one in reversed(edits)] == [1, 1, 1]
    assert [north.saving.undo_edit(one) for one in edits] == [0, 0, 0]
    later = north.write("a", note("three"), 0, at=EVENING)
    assert north.saving.undo_edit(edits[0]) == 0
    assert north.saving.undo_edit(later) == 1
    south.take(north.file())
    for desk in desks:
        assert desk.state("a") == FollowUp()


def test_an_edit_that_another_desk_continued_cannot_be_undone(desks: tuple[Desk, Desk]) -> None:
    north, south = desks
    for desk in desks:
        desk.load("a", "b")
    continued, own = north.write("a", note("one"), 40), north.write("b", note("later here"), 43)
    south.write("a", note("two"), 41)
    south.write("b", note("before that"), 42)
    north.take(south.file())
    assert [north.saving.undo_edit(continued), north.saving.undo_edit(own)] == [0, 1]
    assert [north.state("a"), north.state("b")] == [FollowUp(note="two"), FollowUp(note="before that")]


def test_what_is_written_after_an_entry_of_the_future_decides_all_the_same(desks: tuple[Desk, Desk]) -> None:
    north, south = desks
    for desk in desks:
        desk.load("a")
    south.write("a", note("by a clock that is ahead"), 0, at=EVENING + timedelta(hours=1))
    taken = north.take(south.file())
    assert (taken.of_future, taken.ahead) == (1, timedelta(hours=1))
    north.write("a", note("first"), 0, at=EVENING)
    north.write("a", note("second"), 0, at=EVENING + timedelta(minutes=1))
    assert north.state("a") == FollowUp(note="second")
    south.take(north.file())
    assert south.state("a") == FollowUp(note="second")
    assert south.take(north.file()).of_future == 3  # what was written after it is ordered by its time
    assert [one.at for one in south.entries("a")][1:] == [EVENING, EVENING + timedelta(minutes=1)]


def test_what_one_desk_acknowledged_the_other_one_need_not_attend_to(desks: tuple[Desk, Desk]) -> None:
    """South heard no notification, and saw the failures in a later load; one of them came after the shift."""
    north, south = desks
    north.store.post(aviso(7, "07:20:00", "falso_flete", "heard"))
    north.load("seen", "heard", "again")
    for number in ("seen", "heard", "again"):
        north.write(number, FollowUpEdit(is_acknowledged=True), 40)
    assert north.to_attend() == []
    file = north.file()
    south.store.load({1: [envio("seen") | FAILED, envio("heard"), envio("again")]}, at=moment(35))
    south.store.load({1: [envio("seen") | FAILED, envio("heard") | FAILED, envio("again")]}, at=moment(45))
    south.load("seen", "heard", "again", at=moment(50))
    assert south.to_attend() == ["seen", "heard", "again"]
    south.take(file)
    assert south.to_attend() == ["again"]
    south.write("seen", note("one more word"), 55)
    assert south.to_attend() == ["again"]


def test_what_failed_again_is_shown_though_the_other_desk_acknowledged_the_failure_before(
    desks: tuple[Desk, Desk],
) -> None:
    """North heard the first visit alone, or saw the first failure alone; South the second one alone."""
    north, south = desks
    north.store.load({1: [envio("p"), envio("q") | FAILED]}, at=moment(1))
    north.store.post(aviso(7, "07:20:00", "falso_flete", "p"))
    north.write("p", FollowUpEdit(is_acknowledged=True), 40)
    north.write("q", FollowUpEdit(is_acknowledged=True), 5)
    assert north.to_attend() == []
    south.store.load({1: [envio("p"), envio("q") | FAILED]}, at=moment(50))
    south.store.post(aviso(8, "07:30:00", "falso_flete", "p"))
    south.take(north.file())
    assert south.to_attend() == ["p", "q"]


def test_the_summary_names_what_both_wrote_about_and_what_is_of_days_not_loaded(desks: tuple[Desk, Desk]) -> None:
    north, south = desks
    north.load("old", day=YESTERDAY)
    for desk in desks:
        desk.load("a", "b")
    north.saving.save([Subject(Table.SHIPMENTS, north.row("old", YESTERDAY))], note("promised"), moment(39))
    north.write("a", note("north"), 40)
    north.write("b", note("only north"), 40)
    south.write("a", note("south"), 41)
    case = Case(DAY.carrier, DAY.date.isoformat(), "a", None)
    decided = BothWrote(case, moment(41), "south", "")
    of_south = south.file()
    assert south.take(north.file()) == TakenOver(new=3, both=(decided,), unloaded=((YESTERDAY, 1),))
    assert north.take(of_south).both == (replace(decided, desk="south"),)
    south.load("old", day=YESTERDAY)
    assert told(south.entries("old", YESTERDAY)) == [("north", "promised", 39)]


def test_what_only_a_newer_desk_knows_is_kept_and_handed_on(desks: tuple[Desk, Desk]) -> None:
    north, south = desks
    for desk in desks:
        desk.load("a")
    state: State = {"failure": "flooded", "next_step": "locker", "note": "n", "seen_at": "2026-11-21T13:00:00.000000Z"}
    case = Case(DAY.carrier, DAY.date.isoformat(), "a", None)
    entry = Entry(case, "2026-11-20T12:50:00.000000Z", "ana", None, "far", "f" * 32, 3, 3, state)
    file = replace(north.file(), origin="f" * 32, entries=(entry,))
    taken = north.take(file)
    assert taken.unknown == ("flooded", "locker", "seen_at")
    assert north.store.shown("a")["failure"] == "flooded"
    assert [one.state.reason for one in north.entries("a")] == ["flooded"]
    assert south.take(north.file()).new == 1
    (handed_on,) = south.file().entries
    assert replace(handed_on, edit=entry.edit) == entry
    assert north.take(file) == TakenOver(known=1, unknown=taken.unknown)


def test_a_sites_own_reasons_are_named_at_the_other_desk_which_does_not_offer_them(desks: tuple[Desk, Desk]) -> None:
    north, south = desks
    for desk in desks:
        desk.load("a", "b")
    before = USUAL_REASONS
    of_north = (*before.offered, CallReason("no_keys", "No keys"), CallReason("dog", "Dog"), CallReason("rain", "Rain"))
    north.saving.save_reasons(before.changed_to(of_north), before)
    south.saving.save_reasons(before.changed_to([*before.offered, CallReason("dog", "A fierce dog")]), before)
    north.write("a", FollowUpEdit(reason="no_keys"), 40)
    north.write("b", FollowUpEdit(reason="dog"), 40)
    file = north.file()
    assert file.reasons == {"dog": "Dog", "no_keys": "No keys"}
    assert south.take(file).unknown == ()
    found = south.reasons()
    assert [found.name(key, say_in_english) for key in ("no_keys", "dog", "rain")] == [
        "No keys",
        "A fierce dog",
        "rain",
    ]
    assert found.offered == (*before.offered, CallReason("dog", "A fierce dog"))
    assert found.new_reason("no keys").key == "no_keys"
    assert south.file().reasons == {"dog": "A fierce dog", "no_keys": "No keys"}
    south.saving.save_reasons(before.changed_to(before.offered), found)
    assert south.reasons().name("no_keys", say_in_english) == "No keys"


def test_a_file_of_reasons_leaves_a_site_that_changed_none_what_it_offers(desks: tuple[Desk, Desk]) -> None:
    north, south = desks
    assert south.take(replace(north.file(), reasons={"no_keys": "No keys", "other": "Rain"})) == TakenOver()
    assert south.reasons() == Reasons(removed=(CallReason("no_keys", "No keys"),))


def test_a_file_is_made_while_another_process_writes(desks: tuple[Desk, Desk]) -> None:
    """It takes the lock for a moment alone: with many follow-ups, reception would have to wait for it."""
    north, _ = desks
    north.load("a")
    north.write("a", note("one"), 40)
    found: list[bool] = []

    def read(db: sqlite3.Connection, last: int, day: Day, since: datetime, desk: str) -> HandedOver:
        found.append(north.store.writer.submit(lambda db: db.in_transaction).result(timeout=10))
        return hand_over(db, last, day, since, desk)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("app.store.handover.hand_over", read)
        assert [one.state["note"] for one in north.file().entries] == ["one"]
    assert found == [True]


def test_a_large_file_is_taken_over_in_slices(desks: tuple[Desk, Desk], monkeypatch: pytest.MonkeyPatch) -> None:
    north, south = desks
    numbers = ("a", "b", "c")
    north.load(*numbers)
    south.load("a")
    subjects = [Subject(Table.SHIPMENTS, north.row(number)) for number in numbers]
    north.saving.save(subjects, note("one"), moment(40))
    north.write("a", note("two"), 41)
    south.write("a", CALLED, 39)
    slices: list[int] = []

    def count(db: sqlite3.Connection, entries: list[Entry], now: datetime, latest: datetime, edits: Edits) -> TakenOver:
        slices.append(len(entries))
        return take_over(db, entries, now, latest, edits)

    monkeypatch.setattr("app.store.handover._SLICE", 2)
    monkeypatch.setattr("app.store.handover.take_over", count)
    taken = south.take(north.file())
    assert slices == [2, 2]
    assert (taken.new, len(taken.both), taken.unloaded) == (3, 1, ((DAY, 2),))
    south.load(*numbers)
    assert [south.state(number) for number in numbers] == [
        FollowUp(note="two", called_at=moment(39)), FollowUp(note="one"), FollowUp(note="one"),
    ]  # fmt: skip
    assert len({south.entries(number)[-1].edit for number in ("b", "c")}) == 1
    assert south.take(north.file()) == TakenOver(known=3)


def test_a_file_whose_entries_cannot_be_saved_changes_nothing(desks: tuple[Desk, Desk]) -> None:
    north, south = desks
    for desk in desks:
        desk.load("a", "b")
    north.write("a", note("one"), 40)
    north.write("b", note("two"), 41)
    first, second = north.file().entries
    with pytest.raises(HandoverError):
        south.take(replace(north.file(), entries=(first, replace(second, state={"note": 5}))))
    assert south.state("a") is None


def test_earlier_cases_are_handed_over_while_they_are_open(desks: tuple[Desk, Desk]) -> None:
    north, _ = desks
    long_ago = Day(DAY.carrier, DAY.date - timedelta(days=30))
    at = datetime(2026, 10, 21, 15, tzinfo=UTC)
    north.load("open", "done", day=long_ago, at=at)
    for number in ("open", "done"):
        subject = Subject(Table.SHIPMENTS, north.row(number, long_ago))
        north.saving.save([subject], note(number), at + timedelta(minutes=1))
    delivered = envio("done") | {"idEstadoEnvio": "3", "estadoEnvio": "Entregado"}
    north.store.load({1: [envio("open") | FAILED, delivered]}, day=long_ago, at=at + timedelta(minutes=2))
    north.load("a")
    assert [one.case.number for one in north.file().entries] == ["open"]
    subject = Subject(Table.SHIPMENTS, north.row("done", long_ago))
    north.saving.save([subject], note("closed today"), moment(40))
    assert [one.case.number for one in north.file().entries] == ["open", "done", "done"]
