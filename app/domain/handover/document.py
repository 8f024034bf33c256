"""The file that one desk hands to the next: a line of JSON, and before it one that signs it; see the manual.

What is signed is the second line as it stands, so that nothing of it is read before the signature was checked.

A reader refuses another `version`. What it does not know of a `state` it keeps.
"""

import hashlib
import hmac
import json
import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final, Self

from app.domain.calls.reasons import LONGEST_NAME
from app.domain.contract.json_text.storable_text import storable
from app.domain.days import Day, Scope
from app.domain.errors import HandoverError, HandoverPhraseError
from app.domain.folding import fold
from app.domain.handover.saved_follow_up import Case, SavedFollowUp
from app.domain.texts import Text

SHORTEST_PHRASE = 10
"""Characters; a shorter one is soon guessed by who has a file."""

_SCRYPT_MEMORY = 64 * 1024 * 1024

NO_PHRASE = Text("Error", "Enter the phrase that the desks of this site share.")
SHORT_PHRASE = Text(
    "Error", "The phrase needs at least {least} characters. Three or four words that do not belong together are good."
).filled(least=SHORTEST_PHRASE)
FORMAT: Final = "despacho-handover"
VERSION: Final = 1
LARGEST_BYTES: Final = 16 * 2**20
"""The largest file that is made or opened: some 40,000 follow-ups."""

_LONGEST = 4000  # characters of a text; a note has half of that
_LONGEST_HEAD = 1000  # bytes
_MOST_ENTRIES = 100_000
SALT_BYTES: Final = 16
_IDENTITY = re.compile(r"[0-9a-f]{32}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
_FIELD = re.compile(r"[a-z_]{1,40}")
_MOST_FIELDS = 100
_MOST_REASONS = 1000
_YEARS = range(1970, 2200)
"""When a file and its entries can have been written: a clock that stopped shows the first one."""
_TIMES_OF_STATE = ("called_at", "acknowledged_at", "remind_at")
_LARGEST_NUMBER = 2**63 - 1

_NO_HANDOVER = Text("Error", "This is not a file that a desk hands over. Choose the one that the other desk made.")
_DAMAGED = Text("Error", "The file is damaged or cut off. Ask the other desk to send it again.")
_CHANGED = Text(
    "Error", "The phrase is right, but the file was changed on its way. Nothing was taken over. Ask for it again."
)
_NEWER = Text("Error", "The file was made by a newer version of Despacho. Install that version here, too.")
_WRONG_PHRASE = Text("Error", "This is not the phrase with which the file was signed.")
TOO_LARGE = Text("Error", "The file is larger than {megabytes} MB. No desk makes such a file.").filled(
    megabytes=LARGEST_BYTES // 2**20
)
_TOO_MANY = Text(
    "Error",
    "There are too many follow-ups for one file: it would be larger than {megabytes} MB. "
    "Give the next desk the PDF and the message instead.",
).filled(megabytes=LARGEST_BYTES // 2**20)


def phrase_of(typed: str) -> str:
    """Return a phrase normalised, so that case, accents and the number of blanks do not count."""
    return " ".join(fold(typed).split())


class Signer:
    """Signs with the key of a phrase and a salt; making it takes about 0.1 s and 32 MB, so that guessing is slow."""

    def __init__(self, phrase: str, salt: bytes) -> None:
        secret = phrase_of(phrase).encode(errors="replace")
        self._key = hashlib.scrypt(secret, salt=salt, n=2**15, r=8, p=1, maxmem=_SCRYPT_MEMORY, dklen=32)

    @property
    def phrase_check(self) -> str:
        """Tells a wrong phrase from a changed file; it helps in guessing no more than the signature does."""
        return self._of(b"phrase")

    def signature(self, content: bytes) -> str:
        """Return the HMAC-SHA256 of a file's second line, in hexadecimal."""
        return self._of(b"content" + content)

    def _of(self, message: bytes) -> str:
        return hmac.digest(self._key, message, "sha256").hex()


@dataclass(frozen=True)
class Handover:
    """What a desk hands over.

    Args:
        origin: the identity of its store.
        desk: its name.
        user: who made it.
        zone: the site's time zone.
        service: the host of the carrier's service; empty if none is set.
        made_at: UTC.
        day: whose end it is.
        entries: the oldest first.
        reasons: the names that the site gave to reasons of these entries, by their keys.
    """

    origin: str
    desk: str
    user: str
    zone: str
    service: str
    made_at: datetime
    day: Day | Scope
    entries: tuple[SavedFollowUp, ...]
    reasons: Mapping[str, str] = field(default_factory=dict)

    @property
    def carriers(self) -> tuple[str, ...]:
        """The carriers of its day and entries."""
        return tuple(sorted({*self.day.carriers, *(one.case.carrier for one in self.entries if one.case.carrier)}))

    @property
    def cases(self) -> int:
        """How many cases it is about."""
        return len({one.case for one in self.entries})

    def signed(self, phrase: str, salt: bytes) -> bytes:
        """Return the file.

        Raises:
            HandoverError: it would be too large.
        """
        content: dict[str, object] = {
            "site": {"zone": self.zone, "service": self.service},
            "desk": {"identity": self.origin, "name": self.desk, "user": self.user},
            "made_at": self.made_at.isoformat(),
            "day": {"carrier": self.day.carriers[0], "carriers": self.day.carriers, "date": self.day.date.isoformat()},
            "entries": [written_entry(one) for one in self.entries],
            "reasons": dict(self.reasons),
        }
        signer, line = Signer(phrase, salt), json.dumps(content, ensure_ascii=False).encode()
        head = {
            "format": FORMAT, "version": VERSION, "salt": salt.hex(),
            "phrase_check": signer.phrase_check, "signature": signer.signature(line),
        }  # fmt: skip
        written = json.dumps(head).encode() + b"\n" + line
        if len(written) > LARGEST_BYTES:
            raise HandoverError(_TOO_MANY)
        return written


@dataclass(frozen=True)
class SignedHandover:
    """A file whose signature was not checked yet."""

    head: Mapping[str, Any]
    content: bytes

    @classmethod
    def read(cls, raw: bytes) -> Self:
        """Read a file's first line.

        Raises:
            HandoverError: it is none, damaged, too large, or of a newer version.
        """
        if len(raw) > LARGEST_BYTES:
            raise HandoverError(TOO_LARGE)
        line, _, content = raw.removeprefix(BOM_UTF8).partition(b"\n")
        head = _read_object(line) if len(line) <= _LONGEST_HEAD else None
        if head is None or head.get("format") != FORMAT:
            raise HandoverError(_DAMAGED if FORMAT.encode() in raw[:_LONGEST_HEAD] else _NO_HANDOVER)
        version = head.get("version")
        if isinstance(version, int) and version > VERSION:
            raise HandoverError(_NEWER)
        if version != VERSION:
            raise HandoverError(_DAMAGED)
        return cls(head, content.rstrip())

    def opened(self, phrase: str) -> Handover:
        """Check the signature, and return what the file holds.

        Raises:
            HandoverPhraseError: it was signed with another phrase.
            HandoverError: it was changed since.
        """
        try:
            salt = bytes.fromhex(_text(self.head["salt"]))
            check, signature = _text(self.head["phrase_check"]), _text(self.head["signature"])
        except (KeyError, ValueError) as error:
            raise HandoverError(_DAMAGED) from error
        if len(salt) != SALT_BYTES or not (check + signature).isascii():
            raise HandoverError(_DAMAGED)
        signer = Signer(phrase, salt)
        if not hmac.compare_digest(signer.phrase_check, check):
            raise HandoverPhraseError(_WRONG_PHRASE)
        if not hmac.compare_digest(signer.signature(self.content), signature):
            raise HandoverError(_CHANGED)
        try:
            return _handover(json.loads(self.content))
        except (KeyError, ValueError, TypeError, RecursionError) as error:
            raise HandoverError(_DAMAGED) from error


def _read_object(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):  # not UTF-8, no JSON, nested too deep, a number too long
        return None
    return found if isinstance(found, dict) else None


def written_entry(entry: SavedFollowUp) -> dict[str, object]:
    """Return an entry as it stands in a file."""
    case = {name: value for name, value in entry.case._asdict().items() if value is not None}
    return case | {
        "saved_at": entry.saved_at,
        "saved_by": entry.saved_by,
        **({"decides_at": entry.decides_at} if entry.decides_at else {}),
        "desk": entry.desk,
        "origin": entry.origin,
        "id": entry.origin_id,
        "edit": entry.edit,
        "state": dict(entry.state),
        "sets": list(entry.sets),
    }


def _handover(content: Mapping[str, Any]) -> Handover:
    site, desk, day, entries = content["site"], content["desk"], content["day"], content["entries"]
    if not isinstance(entries, list) or len(entries) > _MOST_ENTRIES:
        raise ValueError
    made_at = datetime.fromisoformat(_text(content["made_at"]))
    if made_at.tzinfo is None or made_at.year not in _YEARS:
        raise ValueError
    return Handover(
        origin=_shaped(desk["identity"], _IDENTITY),
        desk=_text(desk["name"]),
        user=_text(desk["user"]),
        zone=_text(site["zone"]),
        service=_text(site["service"]),
        made_at=made_at,
        day=Scope(
            tuple(map(_text, _listed(day.get("carriers", [day["carrier"]])))), date.fromisoformat(_text(day["date"]))
        ),
        entries=tuple(read_entry(one) for one in entries),
        reasons=read_reasons(content["reasons"]),
    )


def read_reasons(names: object) -> dict[str, str]:
    """Read the names of reasons; raises as `read_entry`."""
    if not isinstance(names, dict) or len(names) > _MOST_REASONS:
        raise ValueError
    written = {_text(key): " ".join(_text(name).split())[:LONGEST_NAME] for key, name in names.items()}
    return {key: name for key, name in written.items() if name}


def read_entry(one: Mapping[str, Any]) -> SavedFollowUp:
    """Read an entry of a file.

    Raises:
        KeyError, ValueError, TypeError: no version of Despacho wrote it.
    """
    state = one["state"]
    if not isinstance(state, dict) or not all(value is None or type(value) in (str, int) for value in state.values()):
        raise ValueError
    return SavedFollowUp(
        case=_case(one),
        saved_at=_time(one["saved_at"]),
        saved_by=_text(one["saved_by"]),
        decides_at=None if one.get("decides_at") is None else _time(one["decides_at"]),
        desk=_text(one["desk"]),
        origin=_shaped(one["origin"], _IDENTITY),
        origin_id=_number(one["id"]),
        edit=_number(one["edit"]),
        state={_text(name): _value(name, value) for name, value in state.items() if value is not None},
        sets=tuple(_shaped(name, _FIELD) for name in _listed(one["sets"])),
    )


def _listed(value: object) -> list[object]:
    if not isinstance(value, list) or len(value) > _MOST_FIELDS:
        raise ValueError
    return value


def _case(one: Mapping[str, Any]) -> Case:
    carrier = None if one.get("carrier") is None else _text(one["carrier"])
    if "visit_id" in one:
        return Case(carrier, None, None, _number(one["visit_id"]))
    day = date.fromisoformat(_text(one["date"])).isoformat()
    return Case(_text(one["carrier"]), day, _text(one["number"]), None)


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise ValueError
    return storable(value)


def _shaped(value: object, shape: re.Pattern[str]) -> str:
    text = _text(value)
    if not shape.fullmatch(text):
        raise ValueError
    return text


def _time(value: object) -> str:
    text = _shaped(value, _TIME)
    if datetime.fromisoformat(text).year not in _YEARS:  # what is saved later has to have a later time
        raise ValueError
    return text


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= _LARGEST_NUMBER:
        raise ValueError
    return value


def _value(name: str, value: str | int) -> str | int:
    if isinstance(value, int):
        return _number(value)
    return _time(value) if name in _TIMES_OF_STATE else _text(value)
