"""The texts of the desks with which facts are shared, and on whose receivers one without its own relies."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.domain.relay.other_desks import OtherDesks
from app.domain.texts import Say
from app.ui.appearance.formats import Formats
from app.ui.appearance.roles import TextTone
from app.ui.receiver.chip_look import ChipLook
from app.ui.receiver.receiver_state import ReceiverState


class OtherDesksWords(QObject):
    """Writes the state of sharing; a QObject, so that its sentences are translated."""

    def __init__(self, say: Say, formats: Callable[[], Formats], parent: QObject | None = None) -> None:
        """Use the user's language, and the formats of today."""
        super().__init__(parent)
        self._say = say
        self._formats = formats

    def chip(self, state: ReceiverState) -> ChipLook | None:
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

    def last_notification(self, state: ReceiverState) -> str:
        """Return when the last one came, to this desk or to another."""
        at = state.listening.last_saved_at
        if at is None:
            return self.tr("nothing yet")
        return self.tr("last notification {time}").format(time=self._formats().instant(at))

    def title(self, state: ReceiverState) -> str:
        """Return the panel's heading for a desk that relies on another one's receiver."""
        look = self.chip(state)
        if state.is_cut_off and look is not None:
            return look.parts[0]
        return self.tr("The receiver on {desk} receives for this desk").format(desk=state.relies_on)

    def explained(self, state: ReceiverState) -> str:
        """Return what that means, and what to do about it."""
        return self.problem(state) or self.tr(
            "What it receives is on this desk within a second. Here no receiver needs to be set up."
        )

    def problem(self, state: ReceiverState) -> str:
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

    def warnings(self, state: ReceiverState) -> dict[str, str]:
        """Return what else must be known of sharing with them: sentences, each by what it is about.

        That stays the same while a sentence's figures change.
        """
        warnings = [] if state.others is None else state.others.status.warnings
        return {f"{one.source} {one.values.get('desk', '')}": self._say(one) for one in warnings}

    def sharing(self, state: ReceiverState) -> str:
        """Return how sharing goes; empty where nothing is shared, or where the problem says so."""
        return self._say(state.others.status.text) if state.others is not None and not self.problem(state) else ""

    def heard_until(self, others: OtherDesks | None) -> str:
        """Return which other desks receive, and until when each heard; empty where none does."""
        instant = self._formats().instant
        heard = self.tr("{desk}, until {time}")
        return "\n".join(
            heard.format(desk=desk, time=instant(until)) for desk, until in (others.receivers if others else ())
        )
