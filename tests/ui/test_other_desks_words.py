"""What the chip and the panel say of the desks with which facts are shared, for each way they can stand."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtWidgets import QApplication

from app.domain.reception.receiver_status import ReceiverStatus, ServerState
from app.domain.reception.reception_state import ReceptionState
from app.domain.relay.relay_status import OtherDesks, RelayPhase, RelayStatus
from app.domain.settings import Settings
from app.domain.texts import Text
from app.ui.appearance.icons import TextTone
from app.ui.receiver.receiver_words import ReceiverWords
from app.ui.receiver.shown_receiver import ShownReceiver
from tests.ui.conftest import formats

NOON = datetime(2026, 11, 20, 17, 3, 41, tzinfo=UTC)  # 12:03:41 at the site
SERVER = ServerState("http://127.0.0.1:8751/otra", NOON, has_token=True)
RECEIVERS = (("server", NOON - timedelta(seconds=30)), ("north", NOON - timedelta(hours=1)))
SHARING = RelayStatus(RelayPhase.SHARING, site="s")
FAILED = RelayStatus(RelayPhase.FAILED, problem=Text("Relay", "No answer."), away_since=NOON - timedelta(minutes=5))


def of(
    status: RelayStatus,
    receivers: Sequence[tuple[str, datetime]] = RECEIVERS,
    *,
    has_own: bool = False,
    awake: timedelta = timedelta(hours=2),
) -> ShownReceiver:
    server = SERVER if has_own else None
    reception = ReceptionState.LISTENING if has_own else ReceptionState.NO_TOKEN
    listening = ReceiverStatus(reception, server, reached_at=NOON, last_saved_at=NOON)
    return ShownReceiver(listening, Settings(), {}, OtherDesks(status, receivers, NOON, NOON - awake))


@pytest.fixture
def words(qapp: QApplication) -> ReceiverWords:
    return ReceiverWords(str, formats)


def unreachable(state: ShownReceiver) -> ShownReceiver:
    status = replace(state.listening, reception=ReceptionState.UNREACHABLE, unreachable=Text("Probe", "No answer."))
    return replace(state, listening=status)


LAST = "last 12:03"
AWAY = "Nothing has come from the other desks since 11:58. No answer."
SILENT = "Notifications may have been missed since 11:03. The receiver on “north” does not report."
HELD_UP = "Nothing of this desk has reached the others since 11:58. It is full."
FULL = replace(SHARING, held_up=Text("Relay", "It is full."), away_since=FAILED.away_since)
BACK = replace(SHARING, there_since=NOON - timedelta(minutes=1))
LATE = replace(FAILED, away_since=NOON - timedelta(seconds=44))


@pytest.mark.parametrize(
    ("shown", "chip", "tone", "problem"),
    [
        (of(SHARING), f"server receives · {LAST}", TextTone.GOOD, ""),
        (of(FAILED), "Without the other desks · since 11:58", TextTone.BAD, AWAY),
        (of(LATE), f"server receives · {LAST}", TextTone.GOOD, ""),
        (of(FULL), "Without the other desks · since 11:58", TextTone.BAD, HELD_UP),
        (of(replace(FULL, problem=FAILED.problem)), "Without the other desks · since 11:58", TextTone.BAD, AWAY),
        (of(replace(FAILED, away_since=None)), "Without the other desks", TextTone.BAD, "No answer."),
        (of(SHARING, RECEIVERS[1:]), "north does not report · since 11:03", TextTone.BAD, SILENT),
        (of(SHARING, RECEIVERS[1:], awake=timedelta(minutes=1)), f"north receives · {LAST}", TextTone.GOOD, ""),
        (of(BACK, RECEIVERS[1:]), f"north receives · {LAST}", TextTone.GOOD, ""),
        (of(replace(SHARING, phase=RelayPhase.CATCHING_UP, waiting=7)), "Catching up · 7 to go", TextTone.DIM, ""),
        (of(SHARING, ()), "Receiver not set up", TextTone.DIM, ""),
        (of(FAILED, ()), "Without the other desks · since 11:58", TextTone.WARN, AWAY),
        (of(SHARING, has_own=True), f"Receiving · {LAST}", TextTone.GOOD, ""),
        (of(SHARING, RECEIVERS[1:], has_own=True), f"Receiving · {LAST}", TextTone.GOOD, ""),
        (of(FAILED, has_own=True), "Without the other desks · since 11:58", TextTone.WARN, AWAY),
        (of(FULL, has_own=True), "Without the other desks · since 11:58", TextTone.WARN, HELD_UP),
        (unreachable(of(FAILED, has_own=True)), "Not reachable from outside", TextTone.BAD, AWAY),
    ],
)
def test_the_chip_and_the_notice_say_whether_what_others_receive_comes(
    words: ReceiverWords, shown: ShownReceiver, chip: str, tone: TextTone, problem: str
) -> None:
    look = words.chip(shown)
    assert (look.text, look.tone) == (chip, tone)
    said = words.other_desks.problem(shown)
    assert said.startswith(problem) if problem else said == ""
    assert said in words.explained(shown)


def test_a_desk_that_relies_on_another_is_not_asked_to_set_up_a_receiver(words: ReceiverWords) -> None:
    relying = of(SHARING)
    assert (relying.relies_on, relying.is_unused, relying.is_cut_off) == ("server", False, False)
    assert words.title(relying) == "The receiver on server receives for this desk"
    cut_off = of(FAILED)
    assert (cut_off.relies_on, cut_off.is_cut_off) == ("server", True)
    assert words.title(cut_off) == "Without the other desks"
    assert (of(FAILED, ()).is_unused, of(FAILED, ()).is_cut_off) == (True, False)


def test_each_warning_about_the_other_desks_is_said_by_what_it_is_about(words: ReceiverWords) -> None:
    warned = replace(SHARING, ahead=timedelta(hours=1), ahead_desk="ana", newer=2)
    ahead, newer = words.other_desks.warnings(of(warned)).items()
    assert "“ana” is 60 minutes ahead" in ahead[1]
    assert "only a newer version can read: 2" in newer[1]
    later = replace(warned, ahead=timedelta(hours=2), newer=3)
    assert list(words.other_desks.warnings(of(later))) == [ahead[0], newer[0]]
    assert list(words.other_desks.warnings(of(replace(warned, ahead_desk="luis")))) != [ahead[0], newer[0]]
    assert words.other_desks.warnings(of(SHARING)) == {}


def test_how_sharing_goes_is_said_only_where_facts_are_shared(words: ReceiverWords) -> None:
    said = words.other_desks
    alone = replace(of(SHARING), others=None)
    assert (said.sharing(alone), said.heard_until(None), said.sharing(of(FAILED))) == ("", "", "")
    assert said.sharing(of(SHARING)) == "Shared with the other desks of “s”."
    assert said.heard_until(of(SHARING).others) == "server, until 12:03:11\nnorth, until 11:03:41"
