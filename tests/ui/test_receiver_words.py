"""What the chip and the panel say of the receiver, for each way it can stand."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtWidgets import QApplication

from app.domain.access.credentials import SecretName
from app.domain.reception.gaps import Gap, GapCause
from app.domain.reception.receiver_status import FirstReception, ReceiverStatus, ServerState
from app.domain.reception.reception_state import ReceptionState
from app.domain.reception.refusals import Refusal
from app.domain.settings import Settings
from app.domain.texts import Text
from app.services.kept_secrets import SecretState
from app.ui.appearance.icons import TextTone
from app.ui.receiver.receiver_words import ReceiverWords, gap_times
from app.ui.receiver.shown_receiver import ShownReceiver
from tests.ui.conftest import formats

NOON = datetime(2026, 11, 20, 17, 3, 41, tzinfo=UTC)  # 12:03:41 at the site
SET = {SecretName.RECEIVER_TOKEN: SecretState(is_set=True, origin=Text("Test", "keyring"))}
SERVER = ServerState("http://127.0.0.1:8751/otra", NOON, has_token=True)


def state(reception: ReceptionState, **known: object) -> ShownReceiver:
    return ShownReceiver(replace(ReceiverStatus(reception), **known), Settings(), SET)  # type: ignore[arg-type]


@pytest.fixture
def words(qapp: QApplication) -> ReceiverWords:
    return ReceiverWords(str, formats)


@pytest.mark.parametrize(
    ("shown", "text", "tone"),
    [
        (
            state(ReceptionState.LISTENING, server=SERVER, reached_at=NOON, last_saved_at=NOON),
            "Receiving · last 12:03",
            TextTone.GOOD,
        ),
        (
            state(ReceptionState.LISTENING, server=SERVER, reached_at=NOON, last_saved_at=NOON - timedelta(days=1)),
            "Receiving · last yesterday 12:03",
            TextTone.GOOD,
        ),
        (state(ReceptionState.LISTENING, server=SERVER, reached_at=NOON), "Receiving · nothing yet", TextTone.GOOD),
        (
            state(ReceptionState.LISTENING, server=SERVER, last_saved_at=NOON),  # at another computer or address
            "Listening on this computer only",
            TextTone.ACCENT,
        ),
        (state(ReceptionState.STARTING), "Receiver is starting", TextTone.DIM),
        (state(ReceptionState.ELSEWHERE), "Listening in another Despacho", TextTone.ACCENT),
        (state(ReceptionState.STOPPED, not_receiving_since=NOON), "Not listening since 12:03", TextTone.BAD),
        (state(ReceptionState.FAILED), "Not listening", TextTone.BAD),
        (state(ReceptionState.TAKEN), "Port 8750 taken", TextTone.BAD),
        (state(ReceptionState.TAKEN, not_receiving_since=NOON), "Port 8750 taken · since 12:03", TextTone.BAD),
        (state(ReceptionState.NO_TOKEN, not_receiving_since=NOON), "No token · since 12:03", TextTone.BAD),
    ],
)
def test_the_chip_says_how_it_stands(words: ReceiverWords, shown: ShownReceiver, text: str, tone: TextTone) -> None:
    look = words.chip(shown)
    assert (look.text, look.tone) == (text, tone)


def test_a_token_that_others_could_guess_is_named_though_it_receives(words: ReceiverWords) -> None:
    weak = SecretState(is_set=True, origin=Text("Test", "keyring"), weakness=Text("Test", "Too short."))
    shown = replace(
        state(ReceptionState.LISTENING, server=SERVER, reached_at=NOON), secrets={SecretName.RECEIVER_TOKEN: weak}
    )
    assert "Too short." in words.explained(shown)
    assert words.chip(shown).tone is TextTone.GOOD


def test_the_chips_tooltip_says_since_when_it_listens_and_how_many_gaps_there_were(words: ReceiverWords) -> None:
    hour = timedelta(hours=1)
    gaps = tuple(Gap(NOON - at - hour, NOON - at, GapCause.ASLEEP) for at in (hour, 3 * hour, 30 * hour))
    look = words.chip(
        state(
            ReceptionState.LISTENING,
            server=SERVER,
            reached_at=NOON,
            last_saved_at=NOON,
            gaps=gaps,
            first_reception=FirstReception(NOON - 40 * hour, NOON - 40 * hour),
        )
    )
    assert look.text == "Receiving · last 12:03"
    assert (
        look.tooltip == f"{look.text} · last notification 12:03:41 · listening since 12:03 · 2 reception gap(s) today"
    )
    stopped = words.chip(state(ReceptionState.STOPPED, not_receiving_since=NOON, gaps=gaps[2:]))
    assert stopped.tooltip == stopped.text


@pytest.mark.parametrize(
    "reception", [ReceptionState.STOPPED, ReceptionState.NO_TOKEN, ReceptionState.TAKEN, ReceptionState.FAILED]
)
def test_a_receiver_that_was_never_set_up_is_no_alarm(words: ReceiverWords, reception: ReceptionState) -> None:
    unused = replace(state(reception), secrets={})
    assert words.chip(unused).tone is TextTone.DIM
    assert not unused.is_down


def test_no_two_colours_share_an_icon_that_means_something_else(words: ReceiverWords) -> None:
    states = [state(ReceptionState.LISTENING, reached_at=NOON), *map(state, ReceptionState)]
    looks = [words.chip(replace(one, secrets=kept)) for one in states for kept in (SET, {})]
    assert {one.tone for one in looks if one.icon == "signal"} == {TextTone.GOOD, TextTone.ACCENT}
    assert {one.icon for one in looks if one.tone is TextTone.BAD} == {"signal-off", "key", "warning", "globe"}


@pytest.mark.parametrize("reception", list(ReceptionState))
def test_the_panel_has_a_heading_and_a_way_out_for_every_state(words: ReceiverWords, reception: ReceptionState) -> None:
    problem = Text("Test", "It is so. Do that.")
    shown = state(reception, not_receiving_since=NOON, problem=problem)
    assert words.title(shown)
    assert "It is so. Do that." in words.explained(shown)
    assert ("since 12:03" in words.explained(shown)) == shown.is_down


def test_an_address_that_does_not_lead_here_is_not_called_unknown_as_well(words: ReceiverWords) -> None:
    reason = Text("Test", "The tunnel is down.")
    shown = state(ReceptionState.UNREACHABLE, server=SERVER, unreachable=reason)
    assert words.title(shown) == "Not reachable from outside"
    assert "The tunnel is down." in words.explained(shown)
    assert words.unproven() not in words.explained(shown)
    assert words.unproven() in words.explained(state(ReceptionState.LISTENING, server=SERVER))


def test_without_a_receiver_the_panel_says_what_it_is_for(words: ReceiverWords) -> None:
    problem = ReceptionState.NO_TOKEN.meaning.text
    unused = replace(state(ReceptionState.NO_TOKEN, problem=problem), secrets={})
    assert words.title(unused) == "The receiver is not set up"
    assert "token" in words.explained(unused)
    assert str(problem) not in words.explained(unused)


@pytest.mark.parametrize("reception", [ReceptionState.NO_TOKEN, ReceptionState.TAKEN, ReceptionState.FAILED])
def test_what_failed_is_told_also_where_no_receiver_was_ever_set_up(
    words: ReceiverWords, reception: ReceptionState
) -> None:
    unused = replace(state(reception, problem=Text("Test", "The keyring is locked.")), secrets={})
    assert words.title(unused) == "The receiver is not set up"
    assert words.explained(unused).endswith("The keyring is locked.")


def test_every_refusal_is_counted_in_words_and_none_where_there_was_none(words: ReceiverWords) -> None:
    counts = dict.fromkeys(Refusal, 0) | {Refusal.TOKEN: 1200, Refusal.TOO_LARGE: 1}
    assert words.refused(counts) == "1,200 × without the right token\n1 × over 1 MiB"
    assert words.refused({}) == ""
    assert len(words.refused(dict.fromkeys(Refusal, 1)).splitlines()) == len(Refusal)


def test_the_address_comes_from_the_running_server_before_the_settings() -> None:
    assert state(ReceptionState.LISTENING, server=SERVER).address == "http://127.0.0.1:8751/otra"
    assert state(ReceptionState.STOPPED).address == "http://127.0.0.1:8750/visitas"
    at_socket = replace(state(ReceptionState.STOPPED), settings=Settings(receiver_host="unix:/run/desk"))
    assert at_socket.address == "unix:/run/desk:/visitas"


def test_the_tokens_come_from_the_running_server_before_the_keyring() -> None:
    assert state(ReceptionState.STOPPED).has_token
    assert not state(ReceptionState.STOPPED).has_next_token
    assert not state(ReceptionState.NO_TOKEN, server=replace(SERVER, has_token=False)).has_token
    assert state(ReceptionState.LISTENING, server=replace(SERVER, has_next_token=True)).has_next_token


def test_a_long_gap_is_shown_to_the_minute_and_a_short_one_to_the_second() -> None:
    since = NOON - timedelta(hours=1)
    assert gap_times(Gap(since, NOON, GapCause.ASLEEP), formats()) == ("11:03", "12:03")
    short = Gap(NOON - timedelta(seconds=40), NOON, GapCause.STALLED)
    assert gap_times(short, formats()) == ("12:03:01", "12:03:41")


def test_a_gap_that_began_on_another_day_names_both_days() -> None:
    assert gap_times(Gap(NOON - timedelta(days=1), NOON, GapCause.CLOSED), formats()) == (
        "yesterday 12:03",
        "today 12:03",
    )
