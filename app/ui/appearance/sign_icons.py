"""The icon beside a status: that of the row's gravest sign, in the colour of its gravity."""

from dataclasses import dataclass
from functools import lru_cache

from app.domain.board.signs import Sign
from app.domain.views.sign_texts import signs_of
from app.ui.appearance.roles import TextTone


@dataclass(frozen=True)
class Mark:
    """The name of an icon and its tone; faint for signs that only inform."""

    icon: str
    tone: TextTone


MARKS = {
    Sign.CONTRADICTION: Mark("differ", TextTone.WARN),
    Sign.POSSIBLY_MISSED: Mark("help", TextTone.MISSED),
    Sign.AMBIGUOUS: Mark("split", TextTone.WARN),
    Sign.CLOCK: Mark("clock-alert", TextTone.WARN),
    Sign.OTHER_DAY: Mark("calendar", TextTone.WARN),
    Sign.ODD_DATA: Mark("warning", TextTone.WARN),
    Sign.MOVED: Mark("move", TextTone.FAINT),
    Sign.GONE: Mark("eye-off", TextTone.FAINT),
    Sign.NOT_IN_FORCE: Mark("ban", TextTone.FAINT),
    Sign.LISTED_AGAIN: Mark("forward", TextTone.FAINT),
    Sign.DELIVERED_BEFORE: Mark("check", TextTone.FAINT),
    Sign.TWO_CARRIERS: Mark("copy", TextTone.FAINT),
    Sign.TWO_MANIFESTS: Mark("copy", TextTone.FAINT),
    Sign.AHEAD: Mark("clock", TextTone.FAINT),
    Sign.DECIDED_LATER: Mark("clock", TextTone.FAINT),
}


@lru_cache(maxsize=1024)
def mark_of(signs: str | None) -> str | None:
    """Return the gravest sign of a row, as a value of `Sign`; None if it has none."""
    found = signs_of(signs) if signs else ()
    return found[0].value if found else None
