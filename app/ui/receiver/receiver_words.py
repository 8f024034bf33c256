"""How the state of the receiver, and of sharing, reads in the chip, the panel and the notices."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from PySide6.QtCore import QObject

from app.domain.reception.gaps import Gap
from app.domain.reception.reception_state import NOT_LISTENING, TOKEN_REFUSED, ReceptionState
from app.domain.reception.refusals import Refusal, WrongTokenCount
from app.domain.relay.relay_status import OtherDesks
from app.domain.texts import Say
from app.ui.appearance.formats import Formats
from app.ui.appearance.icons import TextTone
from app.ui.receiver.shown_receiver import ShownReceiver
from app.ui.widgets.chip import ChipLook

_SHORT = timedelta(minutes=2)
_LOOKS: Final[Mapping[ReceptionState, tuple[str, TextTone]]] = {
    ReceptionState.STARTING: ("clock", TextTone.DIM),
    ReceptionState.LISTENING: ("signal", TextTone.GOOD),
    ReceptionState.UNPROVEN: ("signal", TextTone.ACCENT),
    ReceptionState.UNREACHABLE: ("globe", TextTone.BAD),
    ReceptionState.REFUSED: ("key", TextTone.BAD),
    ReceptionState.ELSEWHERE: ("signal", TextTone.ACCENT),
    ReceptionState.NOT_SET_UP: ("signal-off", TextTone.DIM),
    ReceptionState.NO_TOKEN: ("key", TextTone.BAD),
    ReceptionState.STOPPED: ("signal-off", TextTone.BAD),
    ReceptionState.TAKEN: ("warning", TextTone.BAD),
    ReceptionState.STALLED: ("signal-off", TextTone.BAD),
    ReceptionState.NOT_SAVING: ("signal-off", TextTone.BAD),
    ReceptionState.FAILED: ("signal-off", TextTone.BAD),
}
"""Icon and tone of the chip."""


class OtherDesksWords(QObject):
    """Writes the state of sharing; a QObject, so that its sentences are translated."""

    def __init__(self, say: Say, formats: Callable[[], Formats], parent: QObject | None = None) -> None:
        """Use the user's language, and the formats of today."""
        super().__init__(parent)
        self._say = say
        self._formats = formats

    def chip(self, state: ShownReceiver) -> ChipLook | None:
        """Return the look of the chip if the other desks matter more than the receiver here; else None."""
        others, desk = state.others, state.relies_on
        if others is None or not (others.is_away or desk):
            return None
        since = (self.tr("since {time}").format(time=self._formats().since(others.since)),) if others.since else ()
        if others.is_away:
            tone = TextTone.BAD if desk else TextTone.WARN
            return ChipLook("signal-off", tone, (self.tr("Without the other desks"), *since), self.tr("Cut off"))
        if others.is_silent:
            silent = self.tr("{desk} does not report").format(desk=desk)
            return ChipLook("signal-off", TextTone.BAD, (silent, *since), self.tr("No reports"))
        if others.status.waiting:
            left = self.tr("%Ln to go", "", others.status.waiting)
            return ChipLook("clock", TextTone.DIM, (self.tr("Catching up"), left))
        receives = self.tr("{desk} receives").format(desk=desk)
        return ChipLook("signal", TextTone.GOOD, (receives, self.last_notification(state)), self.tr("Receiving"))

    def last_notification(self, state: ShownReceiver) -> str:
        """Return when the last one came, to this desk or to another, as short as the bar needs it."""
        at = state.listening.last_saved_at
        return self.tr("nothing yet") if at is None else self.tr("last {time}").format(time=self._formats().minute(at))

    def title(self, state: ShownReceiver) -> str:
        """Return the panel's heading for a desk that relies on another one's receiver."""
        look = self.chip(state)
        if state.is_cut_off and look is not None:
            return look.parts[0]
        return self.tr("The receiver on {desk} receives for this desk").format(desk=state.relies_on)

    def explained(self, state: ShownReceiver) -> str:
        """Return what that means, and what to do about it."""
        return self.problem(state) or self.tr(
            "What it receives is on this desk within a second. Here no receiver needs to be set up."
        )

    def problem(self, state: ShownReceiver) -> str:
        """Return since when nothing comes from the other desks, and why; empty: it does, or is not waited for."""
        others = state.others
        if others is None or others.problem is None or not (others.is_away or state.relies_on):
            return ""
        said = self._say(others.problem)
        if others.since is None:
            return said
        text = self.tr("Nothing has come from the other desks since {time}. {problem}")
        if others.is_silent:
            text = self.tr("Notifications may have been missed since {time}. {problem}")
        elif others.is_held_up:
            text = self.tr("Nothing of this desk has reached the others since {time}. {problem}")
        return text.format(time=self._formats().since(others.since), problem=said)

    def warnings(self, state: ShownReceiver) -> dict[str, str]:
        """Return what else must be known of sharing with them: sentences, each by what it is about.

        That stays the same while a sentence's figures change.
        """
        warnings = [] if state.others is None else state.others.status.warnings
        return {f"{one.source} {one.values.get('desk', '')}": self._say(one) for one in warnings}

    def sharing(self, state: ShownReceiver) -> str:
        """Return how sharing goes; empty where nothing is shared, or where the problem says so."""
        return self._say(state.others.status.text) if state.others is not None and not self.problem(state) else ""

    def heard_until(self, others: OtherDesks | None) -> str:
        """Return which other desks receive, and until when each heard; empty where none does."""
        instant = self._formats().instant
        heard = self.tr("{desk}, until {time}")
        return "\n".join(
            heard.format(desk=desk, time=instant(until)) for desk, until in (others.receivers if others else ())
        )


class ReceiverWords(QObject):
    """Writes the receiver's state; a QObject, so that its sentences are translated."""

    def __init__(self, say: Say, formats: Callable[[], Formats], parent: QObject | None = None) -> None:
        """Use the user's language, and the formats of today."""
        super().__init__(parent)
        self._say = say
        self._formats = formats
        self.other_desks = OtherDesksWords(say, formats, self)

    def chip(self, state: ShownReceiver) -> ChipLook:
        """Return the look of the chip; if the receiver was never set up, no state is an alarm."""
        return replace(self._chip(state), more=tuple(self._more(state)))

    def _more(self, state: ShownReceiver) -> Iterator[str]:
        """Return when the last notification came, since when it listens, and today's number of gaps."""
        listening, formats = state.listening, self._formats()
        if listening.last_saved_at is not None:
            yield self.tr("last notification {time}").format(time=formats.instant(listening.last_saved_at))
        if listening.reception.is_listening and listening.server is not None:
            yield self.tr("listening since {time}").format(time=formats.since(listening.server.since))
        gaps = sum(map(formats.is_today, (gap.until for gap in listening.missed)))
        if gaps:
            yield self.tr("%Ln reception gap(s) today", "", gaps)

    def _chip(self, state: ShownReceiver) -> ChipLook:
        meaning = state.reception.meaning
        of_desks = self.other_desks.chip(state) if meaning.gap is None else None
        if of_desks is not None:
            return of_desks
        head = self._head(state)
        parts: tuple[str, ...] = (head,)
        since = self.refused_since(state) if state.reception is ReceptionState.REFUSED else self.down_since(state)
        if state.reception is ReceptionState.LISTENING:
            parts = (head, self.other_desks.last_notification(state))
        elif since and NOT_LISTENING in (meaning.chip, meaning.title):
            parts = (self.tr("Not listening since {time}").format(time=since),)
        elif since:
            parts = (head, self.tr("since {time}").format(time=since))
        short = self._say(meaning.short) if meaning.short is not None else head
        formats, at = self._formats(), state.listening.last_saved_at
        is_of_today = state.reception is ReceptionState.LISTENING and at is not None and formats.is_today(at)
        figure = f"{formats.at_site(at):%H:%M}" if at is not None and is_of_today else ""
        return ChipLook(*_LOOKS[state.reception], parts, short, figure=figure)

    def _head(self, state: ShownReceiver) -> str:
        """Return the state in the words of the chip."""
        if state.reception is ReceptionState.TAKEN and state.is_at_socket:
            return self.tr("Socket taken")
        meaning = state.reception.meaning
        return self._say((meaning.chip or meaning.title).filled(port=state.settings.receiver_port))

    def down_since(self, state: ShownReceiver) -> str:
        """Return since when the receiver is down, to the minute; empty if it is not, or never ran."""
        at = state.listening.not_receiving_since
        return self._formats().since(at) if at else ""

    def refused_since(self, state: ShownReceiver) -> str:
        """Return since when notifications are refused for their token, to the minute; else empty."""
        at = state.listening.refused_since
        return self._formats().since(at) if at else ""

    def refused_tokens(self, state: ShownReceiver) -> str:
        """Return the text about notifications refused for their token, with what to do; else empty."""
        since = self.refused_since(state)
        return self._say(TOKEN_REFUSED.filled(since=since)) if since else ""

    def title(self, state: ShownReceiver) -> str:
        """Return the panel's heading."""
        if state.relies_on:
            return self.other_desks.title(state)
        if state.reception is ReceptionState.TAKEN and state.is_at_socket:
            return self.tr("The socket is taken")
        return self._say(state.reception.meaning.title.filled(port=state.settings.receiver_port))

    def explained(self, state: ShownReceiver) -> str:
        """Return what the state means, and what to do about it."""
        listening = state.listening
        if state.relies_on:
            return self.other_desks.explained(state)
        said = list(filter(None, [self.other_desks.problem(state)]))
        if state.is_unused:
            how = self.tr(
                "With it, what a driver closes is on the desk within a second. It needs the token that you agreed on "
                "with the provider, and an https address that leads here: enter them in the settings. Until then the "
                "desk shows the carrier's word, and marks no row as possibly missed."
            )
            said.append(how)
            if listening.problem is not None and listening.problem != listening.reception.meaning.text:
                said.append(self._say(listening.problem))
            return " ".join(said)
        if listening.reception.is_listening and listening.server is not None:
            since = self._formats().since(listening.server.since)
            said.append(self.tr("Since {time}.").format(time=since))
        if state.is_down and listening.not_receiving_since is not None:
            said.append(
                self.tr("No notifications have been received since {time}.").format(time=self.down_since(state))
            )
        if state.is_down:
            said.append(self.tr("What the drivers close meanwhile shows only with the next load."))
        said += self._problems(state)
        if state.reception is ReceptionState.UNPROVEN:
            said.append(self.unproven())
        if listening.first_reception.first_kept_at is None:
            said.append(self.nothing_yet())
        return " ".join(said)

    def _problems(self, state: ShownReceiver) -> Iterator[str]:
        listening = state.listening
        if listening.refused_since is not None:
            yield self.refused_tokens(state)
        if listening.unreachable is not None:
            yield self.tr("The public address does not lead here:")
            yield self._say(listening.unreachable)
        if listening.problem is not None:
            yield self._say(listening.problem)
        yield from (self._say(one.weakness) for one in state.secrets.values() if one.weakness is not None)

    def nothing_yet(self) -> str:
        """Return the text for a receiver that never got a notification."""
        return self.tr(
            "No notification has arrived yet: the desk shows the carrier's word, and marks no row as possibly missed."
        )

    def unproven(self) -> str:
        """Return what would prove that the provider reaches the receiver."""
        return self.tr(
            "Whether the provider reaches this computer is not known: test it from outside, or wait for a notification."
        )

    def refused(self, counts: Mapping[Refusal, int]) -> str:
        """Return what was refused, a line for each kind; empty if nothing was."""
        words = {
            Refusal.TOKEN: self.tr("without the right token"),
            Refusal.PATH: self.tr("to another path, without the token"),
            Refusal.METHOD: self.tr("not sent by POST"),
            Refusal.TOO_LARGE: self.tr("over 1 MiB"),
            Refusal.ENCODED: self.tr("compressed, and not by gzip or deflate"),
            Refusal.MALFORMED: self.tr("malformed, or sent too slowly"),
            Refusal.NOT_NOW: self.tr("could not be kept then; the provider tries again"),
        }
        number = self._formats().number
        return "\n".join(f"{number(counts[kind])} × {text}" for kind, text in words.items() if counts.get(kind))

    def wrong_tokens(self, counts: Sequence[WrongTokenCount]) -> str:
        """Return where requests without the right token came from, a line for each source and hour."""
        formats, others = self._formats(), self.tr("others")
        return "\n".join(
            f"{formats.minute(one.hour)}: {formats.number(one.count)} × {one.source or others}" for one in counts
        )


def gap_times(gap: Gap, formats: Formats) -> tuple[str, str]:
    """Return when a gap began and ended, to the minute unless it was short."""
    is_short = gap.until - gap.since < _SHORT
    since = formats.since(gap.since, to_the_second=is_short)
    is_of_before = not formats.is_today(gap.since)  # then a time alone, today's, would be read as of that day
    return since, formats.since(gap.until, to_the_second=is_short, names_today=is_of_before)
