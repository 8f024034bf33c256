"""What the line under the top bar says about the day on the desk."""

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QObject

from app.domain.days import Answer, DayState
from app.domain.errors import AppError, NoManifestError


class Remedy(Enum):
    """What a notice offers."""

    LOAD = "load"
    SHOW_SKIPPED = "show_skipped"
    NONE = "none"  # the notice is only taken away


@dataclass(frozen=True)
class Notice:
    """A sentence, how grave it is (`warning`, `error`), and what its button says and does."""

    gravity: str
    text: str
    button: str
    remedy: Remedy


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
            return Notice("error", text, self.tr("Try again"), Remedy.LOAD)
        if state.answer is not Answer.MANIFESTS:
            text = self.tr("The carrier now lists nothing for this day. You see it as {age}.").format(age=age)
            return Notice("warning", text, self.tr("Ask again"), Remedy.LOAD)
        if state.skipped:
            text = self.tr("%n shipment(s) could not be read and are missing here.", "", len(state.skipped))
            return Notice("warning", text, self.tr("Which ones?"), Remedy.SHOW_SKIPPED)
        return None
