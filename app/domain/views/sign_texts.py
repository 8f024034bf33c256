"""Texts of the signs: a short name, and a sentence that says what a sign means and what to do."""

from dataclasses import dataclass
from functools import lru_cache

from app.domain.board.signs import Sign
from app.domain.texts import Say, Text


@dataclass(frozen=True)
class SignText:
    """Name and explanation of a sign."""

    name: Text
    meaning: Text


SIGN_TEXTS = {
    Sign.CONTRADICTION: SignText(
        Text("Sign", "Contradiction"),
        Text("Sign", "Carrier and driver say different things of the parcel. Find out which is right."),
    ),
    Sign.POSSIBLY_MISSED: SignText(
        Text("Sign", "Possibly missed"),
        Text("Sign", "The carrier says so and no notification of it came. Look for a reception gap at that time."),
    ),
    Sign.AMBIGUOUS: SignText(
        Text("Sign", "Ambiguous match"),
        Text("Sign", "A visit names a number that parcels of different recipients carry. Ask the driver which one."),
    ),
    Sign.CLOCK: SignText(
        Text("Sign", "Clock"),
        Text(
            "Sign", "The time that the provider wrote does not fit the time of arrival or the order of the messages."
            " Check when the visit took place.",
        ),
    ),
    Sign.OTHER_DAY: SignText(
        Text("Sign", "Visit of another day"),
        Text("Sign", "A visit took place before any day that lists the parcel: it decides nothing. Look at the visit."),
    ),
    Sign.ODD_DATA: SignText(
        Text("Sign", "Odd data"),
        Text("Sign", "Something that was sent contradicts itself or cannot be read. Look at what was sent."),
    ),
    Sign.MOVED: SignText(
        Text("Sign", "Moved"), Text("Sign", "It is listed elsewhere now: follow it there.")
    ),
    Sign.GONE: SignText(
        Text("Sign", "No longer listed"),
        Text("Sign", "The last load of the day did not list it any more. Ask the carrier what became of it."),
    ),
    Sign.NOT_IN_FORCE: SignText(
        Text("Sign", "Not in force"), Text("Sign", "Nothing is to be done for its manifest.")
    ),
    Sign.LISTED_AGAIN: SignText(
        Text("Sign", "Listed again"), Text("Sign", "A later day lists it: this row says how it ended here.")
    ),
    Sign.TWO_CARRIERS: SignText(
        Text("Sign", "With two carriers"),
        Text("Sign", "Another carrier lists the same number on this day: a visit counts for both."),
    ),
    Sign.TWO_MANIFESTS: SignText(
        Text("Sign", "In two manifests"),
        Text("Sign", "Another manifest in force lists the same number on this day: it is counted once."),
    ),
    Sign.AHEAD: SignText(
        Text("Sign", "Ahead of the carrier"),
        Text("Sign", "The visit is newer than what the carrier says: the next loads will tell."),
    ),
    Sign.DECIDED_LATER: SignText(
        Text("Sign", "Decided later"), Text("Sign", "What the row says happened on a later day than the listing's.")
    ),
}  # fmt: skip
"""Doubts first, the gravest first; then the signs that inform, first those that lead to another row."""

_UNCOUNTED = {
    Sign.NOT_IN_FORCE: Text("Sign", "Not counted: its manifest is not in force."),
    Sign.MOVED: Text("Sign", "Not counted: it is listed elsewhere now."),
}
_COUNTED_ELSEWHERE = Text("Sign", "Not counted here: another row of the same number is.")
MANIFEST_UNCOUNTED = Text("Sign", "Not counted: this manifest is not in force.")


@lru_cache(maxsize=1024)
def signs_of(text: str) -> tuple[Sign, ...]:
    """Return the signs in a text of `as_text`, in the order of `SIGN_TEXTS`."""
    found = text.split()
    return tuple(sign for sign in SIGN_TEXTS if sign.value in found)


def sign_names(text: str, say: Say) -> str:
    """Return the names of the signs in a text of `as_text`; any other text unchanged."""
    return ", ".join(say(SIGN_TEXTS[sign].name) for sign in signs_of(text)) or text


def why_uncounted(text: str) -> Text:
    """Return why a shipment with these signs is not counted in the figures of the day."""
    return next(
        (_UNCOUNTED[sign] for sign in (Sign.NOT_IN_FORCE, Sign.MOVED) if sign in signs_of(text)), _COUNTED_ELSEWHERE
    )
