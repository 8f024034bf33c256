"""What two desks show once they took over what each wrote without knowing of the other."""

from dataclasses import replace
from datetime import timedelta

import pytest

from app.domain.calls.reasons import USUAL_REASONS, CallReason, Reasons
from app.domain.follow_ups import FailureReason, FollowUp, FollowUpEdit, NextStep
from app.domain.handover.saved_follow_up import Case
from app.domain.handover.summary import BothWrote, TakenOver
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from tests.store.desks import EVENING, YESTERDAY, Desk, note, told
from tests.temporary_store import DAY, aviso, moment


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
    visit = Subject(Table.VISITS, 7, DAY.carriers)
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
    assert [found.name(key, str) for key in ("no_keys", "dog", "rain")] == [
        "No keys",
        "A fierce dog",
        "rain",
    ]
    assert found.offered == (*before.offered, CallReason("dog", "A fierce dog"))
    assert found.new_reason("no keys").key == "no_keys"
    assert south.file().reasons == {"dog": "A fierce dog", "no_keys": "No keys"}
    south.saving.save_reasons(before.changed_to(before.offered), found)
    assert south.reasons().name("no_keys", str) == "No keys"


def test_a_file_of_reasons_leaves_a_site_that_changed_none_what_it_offers(desks: tuple[Desk, Desk]) -> None:
    north, south = desks
    assert south.take(replace(north.file(), reasons={"no_keys": "No keys", "other": "Rain"})) == TakenOver()
    assert south.reasons() == Reasons(removed=(CallReason("no_keys", "No keys"),))
