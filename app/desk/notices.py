"""What the line under the top bar says: about the day on the desk, about the receiver, about a failure."""

from enum import Enum, IntEnum
from typing import NamedTuple

from PySide6.QtCore import QObject

from app.domain.days import Answer, DayState
from app.domain.errors import AppError, NoManifestError
from app.domain.listening import Hearing


class Remedy(Enum):
    """What a notice offers."""

    LOAD = "load"
    SHOW_SKIPPED = "show_skipped"
    SHOW_MISSED = "show_missed"
    START_RECEIVER = "start_receiver"
    SET_UP_RECEIVER = "set_up_receiver"
    SHOW_REPORT = "show_report"
    SHOW_UNMATCHED = "show_unmatched"


class Topic(IntEnum):
    """What a notice is about. Of two equally grave ones, the first in this order is shown."""

    FAILURE = 0
    RECEIVER = 1
    GAP = 2
    DAY = 3
    NUMBERS = 8
    SIGNS = 9


class Gravity(IntEnum):
    """How much a notice matters; the worst is shown first."""

    ERROR = 0
    WARNING = 1
    INFO = 2


class Notice(NamedTuple):
    """A sentence, how grave it is, what its button says and does, if it has one, and whether it can be closed."""

    gravity: Gravity
    text: str
    button: str = ""
    remedy: Remedy | None = None
    can_close: bool = False


class Silence(NamedTuple):
    """A time without ears, in words.

    Args:
        more: how many further ones there were, all shorter.
        is_made_up_for: whether the day was loaded after it.
        missed: how many of the day's visits may have missed their notice; None while they are counted.
    """

    since: str
    until: str
    cause: str
    more: int
    is_made_up_for: bool
    missed: int | None


class Notices(QObject):
    """Words the notices; a QObject, so that its sentences are translated."""

    def about(self, state: DayState | None, problem: AppError | None, problem_text: str, age: str) -> Notice | None:
        """Return what must be known of a day that is shown; None where all is well, or nothing is shown.

        Args:
            state: of the day.
            problem: why its last load failed.
            problem_text: the same in words.
            age: how old what is shown is, in words.
        """
        if state is None or state.loaded_at is None:
            return None
        if problem is not None and not isinstance(problem, NoManifestError):
            text = self.tr("{problem} You see the day as {age}.").format(problem=problem_text, age=age)
            return Notice(Gravity.ERROR, text, self.tr("Try again"), Remedy.LOAD)
        if state.answer is not Answer.MANIFESTS:
            text = self.tr("The carrier now lists nothing for this day. You see it as {age}.").format(age=age)
            return Notice(Gravity.WARNING, text, self.tr("Ask again"), Remedy.LOAD)
        if state.skipped:
            text = self.tr("%Ln shipment(s) could not be read and are missing here.", "", len(state.skipped))
            return Notice(Gravity.WARNING, text, self.tr("Which ones?"), Remedy.SHOW_SKIPPED)
        return None

    def about_failure(self, text: str) -> Notice:
        """Return what is said of something that failed, until the user closes it."""
        return Notice(Gravity.ERROR, text, can_close=True)

    def about_deafness(self, hearing: Hearing, since: str, problem: str) -> Notice:
        """Return what is said while nobody listens though somebody should.

        Args:
            hearing: what the receiver does instead.
            since: since when nobody listens, in words; empty where nobody ever did.
            problem: what is wrong and what to do; may be empty.
        """
        text = self.tr("Notifications are not being received.")
        if since:
            text = self.tr("Notifications have not been received since {time}.").format(time=since)
        if problem:
            text = f"{text} {problem}"
        if hearing is Hearing.NO_TOKEN:
            return Notice(Gravity.ERROR, text, self.tr("Enter the token"), Remedy.SET_UP_RECEIVER)
        button = self.tr("Start the receiver") if hearing is Hearing.OFF else self.tr("Try again")
        return Notice(Gravity.ERROR, text, button, Remedy.START_RECEIVER)

    def about_silence(self, silence: Silence) -> Notice:
        """Return what is said of a time without ears that is over; the user may close it."""
        said = [self._when(silence)]
        if silence.more:
            said.append(self.tr("And %Ln shorter gap(s).", "", silence.more))
        missed = silence.missed
        if not silence.is_made_up_for:
            said.append(self.tr("Until the day is loaded again, visits may lack their notification."))
            return Notice(Gravity.WARNING, " ".join(said), self.tr("Load now"), Remedy.LOAD, can_close=True)
        if missed:
            said.append(self.tr("The day was loaded again: %Ln of its shipment(s) have no notification.", "", missed))
            button = self.tr("Show the %Ln", "", missed)
            return Notice(Gravity.WARNING, " ".join(said), button, Remedy.SHOW_MISSED, can_close=True)
        again = self.tr("The day was loaded again.")
        said.append(again if missed is None else self.tr("The day was loaded again: no visit lacks its notification."))
        return Notice(Gravity.INFO, " ".join(said), can_close=True)

    def about_unused(self) -> Notice:
        """Return what is said once of the signs in a day's rows where nobody ever listened; the user may close it."""
        text = self.tr(
            "A ? beside a status: the carrier says so, and nobody ever listened here for what the drivers say."
        )
        return Notice(Gravity.INFO, text, self.tr("Set up the receiver"), Remedy.SET_UP_RECEIVER, can_close=True)

    def _when(self, silence: Silence) -> str:
        text = self.tr("Not listening from {since} to {until} ({cause}).")
        return text.format(since=silence.since, until=silence.until, cause=silence.cause)
