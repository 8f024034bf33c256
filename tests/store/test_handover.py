"""Two desks with real stores hand their follow-ups to each other, and agree afterwards."""

import sqlite3
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.domain.days import Day, Scope
from app.domain.errors import HandoverError
from app.domain.follow_ups import FailureReason, FollowUp, FollowUpEdit, NextStep
from app.domain.handover.saved_follow_up import Case, SavedFollowUp, State
from app.domain.handover.summary import TakenOver
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.domain.views.queries import RowQuery
from app.follow_ups.hand_over import HandedOver, hand_over
from app.follow_ups.merge_cases import Edits
from app.store.follow_ups import _take_over
from tests.store.desks import CALLED, EVENING, FAILED, Desk, note, told
from tests.temporary_store import DAY, aviso, envio, moment


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
    north.saving.save([Subject(Table.VISITS, 7, DAY.carriers)], note("at the visit"), moment(48))
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


def test_what_only_a_newer_desk_knows_is_kept_and_handed_on(desks: tuple[Desk, Desk]) -> None:
    north, south = desks
    for desk in desks:
        desk.load("a")
    state: State = {"failure": "flooded", "next_step": "locker", "note": "n", "seen_at": "2026-11-21T13:00:00.000000Z"}
    case = Case(DAY.carrier, DAY.date.isoformat(), "a", None)
    entry = SavedFollowUp(case, "2026-11-20T12:50:00.000000Z", "ana", None, "far", "f" * 32, 3, 3, state, tuple(state))
    file = replace(north.file(), origin="f" * 32, entries=(entry,))
    taken = north.take(file)
    assert taken.unknown == ("flooded", "locker", "seen_at")
    assert north.store.shown("a")["failure"] == "flooded"
    assert [one.state.reason for one in north.entries("a")] == ["flooded"]
    assert south.take(north.file()).new == 1
    (handed_on,) = south.file().entries
    assert replace(handed_on, edit=entry.edit) == entry
    assert north.take(file) == TakenOver(known=1, unknown=taken.unknown)


def test_a_file_is_made_while_another_process_writes(desks: tuple[Desk, Desk]) -> None:
    """It takes the lock for a moment alone: with many follow-ups, reception would have to wait for it."""
    north, _ = desks
    north.load("a")
    north.write("a", note("one"), 40)
    found: list[bool] = []

    def read(db: sqlite3.Connection, last: int, day: Day, since: datetime, desk: str) -> HandedOver:
        found.append(north.store.writer.submit(lambda db: db.in_transaction).result(timeout=60))
        return hand_over(db, last, day, since, desk)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("app.store.follow_ups.hand_over", read)
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

    def count(entries: list[SavedFollowUp], now: datetime, edits: Edits, db: sqlite3.Connection) -> TakenOver:
        slices.append(len(entries))
        return _take_over(entries, now, edits, db)

    monkeypatch.setattr("app.store.follow_ups._SLICE", 2)
    monkeypatch.setattr("app.store.follow_ups._take_over", count)
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


def test_the_cases_of_all_carriers_of_a_desk_are_in_one_file(desks: tuple[Desk, Desk]) -> None:
    north, south = desks
    other = Day("OTHER", DAY.date)
    for desk in desks:
        for day in (DAY, other):
            desk.store.load({1: [envio("n") | FAILED]}, day=day)
    for day in (DAY, other):
        subject = Subject(Table.SHIPMENTS, north.row("n", day))
        north.saving.save([subject], note(f"of {day.carrier}"), moment(40))
    south.take(north.file(Scope((DAY.carrier, other.carrier), DAY.date)))
    notes = {day: [row["note"] for row in south.store.rows(RowQuery(Table.SHIPMENTS, day))] for day in (DAY, other)}
    assert notes == {DAY: [f"of {DAY.carrier}"], other: ["of OTHER"]}
    assert north.file(Scope(other.carriers, DAY.date)).carriers == ("OTHER",)


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
