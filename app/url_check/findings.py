"""What a test found: a cause and a sentence."""

from dataclasses import dataclass

from app.domain.reception.probing import Cause
from app.domain.texts import Text


@dataclass(frozen=True)
class Finding:
    """A cause, and what to know and to do about it."""

    cause: Cause
    text: Text


class NoAnswerError(Exception):
    """There is no answer to judge; the finding says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.cause.value)
        self.finding = finding
