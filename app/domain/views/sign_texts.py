"""Texts of the signs: a short name, and a sentence that says what a sign means and what to do."""

from dataclasses import dataclass
from functools import lru_cache

from app.domain.board.row import Reason
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
        Text("Sign", "What carrier, drivers and manifests say of it does not agree. Find out which is right."),
    ),
    Sign.POSSIBLY_MISSED: SignText(
        Text("Sign", "Missed notification?"),
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
    Sign.DELIVERED_BEFORE: SignText(
        Text("Sign", "Delivered before"),
        Text("Sign", "An earlier day already delivered it: it is counted there, and not here."),
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

REASON_TEXTS = {
    Reason.TWO_VISITS: Text("Reason", "An earlier visit delivered it, and the newest one failed. Ask both drivers."),
    Reason.DELIVERED_BEFORE: Text(
        "Reason", "It was delivered on an earlier day, and this day says something else. Ask where the parcel is."
    ),
    Reason.DELIVERED_AGAIN: Text("Reason", "A visit delivered it on a later day too. Ask which delivery is right."),
    Reason.NEWER_ELSEWHERE: Text(
        "Reason", "Another list has shown another status since. Load this day again, and ask the carrier."
    ),
    Reason.TWO_ROWS: Text("Reason", "Another row of this number and day says something else. Ask the carrier."),
    Reason.NO_LONGER_LISTED: Text(
        "Reason", "The carrier no longer lists it, and it is not delivered. Ask the carrier what became of it."
    ),
    Reason.DAY_END: Text(
        "Reason", "It ended the day as {outcome}, and the first load after it says otherwise. Ask the carrier."
    ),
    Reason.NAMED_NO_MORE: Text(
        "Reason", "A later message of its visit names other parcels. Ask the driver which ones are meant."
    ),
    Reason.NEVER_SHOWN: Text(
        "Reason", "No load before the later day that lists it showed it. What it was on this day is not known."
    ),
    Reason.LOOK_ALIKE: Text(
        "Reason", "A visit without a parcel names a number that is written almost like this one. Look at the visit."
    ),
}
"""Why a row is in doubt, beside the sentence of what decides it."""

_OF_ODD_DATA = (Reason.NAMED_NO_MORE, Reason.NEVER_SHOWN, Reason.LOOK_ALIKE)
SIGN_OF_REASON = {one: Sign.ODD_DATA if one in _OF_ODD_DATA else Sign.CONTRADICTION for one in Reason}

_UNCOUNTED = {
    Sign.DELIVERED_BEFORE: Text("Sign", "Not counted: an earlier day delivered it."),
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
        (text_of_sign for sign, text_of_sign in _UNCOUNTED.items() if sign in signs_of(text)), _COUNTED_ELSEWHERE
    )
