"""The result of a test: a cause and a sentence."""

from dataclasses import dataclass

from app.domain.reception.probing import Cause
from app.domain.texts import Text


@dataclass(frozen=True)
class Finding:
    """A cause, and a sentence that explains it and says what to do."""

    cause: Cause
    text: Text


class NoAnswerError(Exception):
    """No answer came; the finding says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.cause.value)
        self.finding = finding
