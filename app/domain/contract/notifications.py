"""Notifications of visits: the contract's envelope, and a received body on its way to the store."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Final, NamedTuple, NoReturn, Self
from zoneinfo import ZoneInfo

from app.domain.contract.deviations import Deviation, Source, What, deviation
from app.domain.contract.field_checks import RepeatingObject
from app.domain.contract.json_text.json_documents import DEEPEST, is_too_deep
from app.domain.contract.json_text.storable_text import read_text, storable
from app.domain.contract.notification_contract import notification_deviations
from app.domain.contract.outcomes import Outcome, QuarantinedError, QuarantineReason, Shortened
from app.domain.contract.stamps import Stamp, read_stamp
from app.domain.contract.statuses import plain_visit_status
from app.domain.contract.wire_values import (
    identifier,
    identifiers,
    integer_id,
    stamp_text,
    text_or_nothing,
    visit_status_or_nothing,
)
from app.domain.places.geography import Place, distance_m

CODINGS = ("identity", "gzip", "x-gzip", "deflate")
"""The values of `Content-Encoding` with which a body may be compressed, or is not."""

_LARGEST_ID = 2**63 - 1  # of an integer in SQLite


class Person(NamedTuple):
    """A driver or a route."""

    id: str | None
    name: str | None


class Contact(NamedTuple):
    """The person to call about a visit."""

    name: str | None
    phone: str | None
    email: str | None


class Position(NamedTuple):
    """A position in decimal degrees, as text (contract)."""

    latitude: str | None
    longitude: str | None

    @property
    def place(self) -> Place | None:
        """The position as numbers; None if it is absent, not numeric, out of range, or 0,0."""
        return Place.read(self.latitude, self.longitude)


class Check(NamedTuple):
    """A check-in or check-out: time (ISO 8601 without offset, to the second) and position."""

    at: str | None
    position: Position

    @property
    def moment(self) -> datetime | None:
        """The time: UTC if the text has an offset, else naive; None if it cannot be read."""
        stamp = read_stamp(self.at or "")
        return None if stamp is None else stamp.moment_utc or stamp.wall


class Photos(NamedTuple):
    """Addresses of photos. `identity` (dni) shows an identity card: it is opened on click only, and never saved."""

    identity: str | None
    evidence: str | None


class Visit:
    """What the envelope's `data` says beside the change. Each field that cannot be read counts as absent."""

    def __init__(self, sent: Mapping[str, Any]) -> None:
        self.tracking_id = identifier(sent.get("tracking_id"))
        self.title, self.address = text_or_nothing(sent.get("titulo")), text_or_nothing(sent.get("direccion"))
        self.tracking_numbers = identifiers(sent.get("numero_seguimientos", ()))
        self.driver, self.route = (_person(_part(sent, name)) for name in ("conductor", "ruta"))
        contact, photos = _part(sent, "contacto"), _part(sent, "fotos")
        self.contact = Contact(
            text_or_nothing(contact.get("nombre")),
            identifier(contact.get("telefono")),
            text_or_nothing(contact.get("email")),
        )
        self.location = _position(_part(sent, "ubicacion"))
        self.check_in, self.check_out = (_check(_part(sent, name)) for name in ("check_in", "check_out"))
        self.photos = Photos(text_or_nothing(photos.get("dni")), text_or_nothing(photos.get("evidencia")))

    @property
    def check_in_distance_m(self) -> float | None:
        """Metres from the address to the check-in; None if one of the two is not known."""
        return _apart(self.location, self.check_in.position)

    @property
    def check_out_distance_m(self) -> float | None:
        """Metres from the address to the check-out; None if one of the two is not known."""
        return _apart(self.location, self.check_out.position)

    @property
    def dwell_s(self) -> int | None:
        """Seconds from check-in to check-out, negative if the check-out is earlier; None if one is not known."""
        began, ended = self.check_in.moment, self.check_out.moment
        if began is None or ended is None or (began.tzinfo is None) != (ended.tzinfo is None):
            return None
        return (ended - began) // timedelta(seconds=1)


def _part(sent: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = sent.get(name)
    return part if isinstance(part, dict) else {}


def _person(sent: Mapping[str, Any]) -> Person:
    return Person(identifier(sent.get("id")), text_or_nothing(sent.get("nombre")))


def _position(sent: Mapping[str, Any]) -> Position:
    return Position(text_or_nothing(sent.get("latitud")), text_or_nothing(sent.get("longitud")))


def _check(sent: Mapping[str, Any]) -> Check:
    return Check(stamp_text(sent.get("fecha_hora")), _position(sent))


@dataclass(frozen=True)
class StatusChange:
    """The required part of a `visita_estado_cambio` message: a body that has it is a notification.

    Attributes:
        visit_id: `visita_id`.
        timestamp: the text as sent, or what `stamp_text` makes of another value.
        status: `estado_nuevo`.
    """

    visit_id: int
    timestamp: str
    status: str
    previous_status: str | None
    event: str | None

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> Self:
        """Read the change in an envelope whose `data` is an object.

        Raises:
            QuarantinedError: a part is missing or cannot be read.
        """
        data = document["data"]
        visit_id, timestamp, status = (
            integer_id(data.get("visita_id")),
            stamp_text(document.get("timestamp")),
            data.get("estado_nuevo"),
        )
        if type(visit_id) is not int or not -_LARGEST_ID <= visit_id <= _LARGEST_ID:
            raise QuarantinedError(QuarantineReason.NO_VISIT)
        if timestamp is None or read_stamp(timestamp) is None:
            raise QuarantinedError(QuarantineReason.NO_TIMESTAMP)
        status = plain_visit_status(status) if isinstance(status, str) else ""
        if not status.strip():
            raise QuarantinedError(QuarantineReason.NO_STATUS)
        previous, event = visit_status_or_nothing(data.get("estado_anterior")), identifier(document.get("event"))
        return cls(visit_id, timestamp, storable(status), previous, event)

    @property
    def stamp(self) -> Stamp:
        """The parsed timestamp."""
        stamp = read_stamp(self.timestamp)
        if stamp is None:
            raise AssertionError
        return stamp

    @property
    def moment_utc(self) -> datetime | None:
        """The moment, UTC, if the timestamp has an offset; None if it is in the sender's zone."""
        return self.stamp.moment_utc

    def at_in(self, zone: ZoneInfo) -> str:
        """Return the timestamp in the sender's zone, to the microsecond, as text that sorts by time."""
        return _ordered(self.stamp.wall_in(zone))

    @property
    def key_time(self) -> str:
        """The timestamp's part of the key: equal for all spellings of one timestamp.

        A timestamp with an offset is given in UTC with `Z`, so that the key does not depend on settings.
        """
        moment = self.moment_utc
        return self.at if moment is None else _ordered(moment.replace(tzinfo=None)) + "Z"

    @property
    def at(self) -> str:
        """The timestamp as written, without its offset, to the microsecond."""
        return _ordered(self.stamp.wall)


class Notification(NamedTuple):
    """A whole `visita_estado_cambio` message."""

    change: StatusChange
    visit: Visit


def _ordered(wall: datetime) -> str:
    return wall.isoformat(timespec="microseconds")


def read_notification(body: bytes) -> Notification:
    """Return the notification in a body.

    Raises:
        QuarantinedError: the body is no notification; `reason` says why.
    """
    document = _envelope(read_text(body)[0])
    return Notification(StatusChange.read(document), Visit(document["data"]))


def _envelope(text: str) -> dict[str, Any]:
    """Return an object with an object as its `data`."""
    document = _document(text)
    if not isinstance(document, dict) or not isinstance(document.get("data"), dict):
        raise QuarantinedError(QuarantineReason.NOT_AN_OBJECT)
    return document


def content_of(body: bytes) -> str:
    """Return a text that is equal for all bodies of one key with the same content.

    Whitespace, the order of fields and the spelling of the timestamp (part of the key) do not count. A saved body that
    is no longer readable, because the file is damaged, equals no other.
    """
    try:
        document = _document(read_text(body)[0])
    except QuarantinedError:
        return repr(body)
    if isinstance(document, dict):
        document = {name: value for name, value in document.items() if name != "timestamp"}
    return json.dumps(document, sort_keys=True, separators=(",", ":"), default=lambda number: [str(number)])


def _document(text: str) -> object:
    try:
        document = (_CAREFULLY if _UNSTORABLE.search(text) else _PLAINLY).decode(text)
    except QuarantinedError:
        raise
    except RecursionError as error:
        raise QuarantinedError(QuarantineReason.TOO_DEEP) from error
    except ValueError as error:
        raise QuarantinedError(QuarantineReason.NOT_JSON) from error
    may_be_deep = text.count("{") + text.count("[") > DEEPEST
    if may_be_deep and is_too_deep(document):
        raise QuarantinedError(QuarantineReason.TOO_DEEP)
    return document


_MOST_DIGITS: Final = 19  # Python refuses to read very long ones


def _integer(digits: str) -> int | Decimal:
    return int(digits) if len(digits.lstrip("-")) <= _MOST_DIGITS else Decimal(digits)


def _decimal(digits: str) -> Decimal | str:
    try:
        return Decimal(digits)
    except ArithmeticError:  # JSON allows any exponent
        return digits


def _refuse_constant(_name: str) -> NoReturn:
    raise QuarantinedError(QuarantineReason.NOT_JSON)  # NaN and Infinity, which Python reads though JSON has none


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    if any(value != found[name] for name, value in pairs):
        raise QuarantinedError(QuarantineReason.REPEATED_KEY)
    return RepeatingObject(found)


def _storable_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its members, with all texts storable."""
    return _object([(storable(name), storable(value) if isinstance(value, str) else value) for name, value in pairs])


_PLAINLY, _CAREFULLY = (
    json.JSONDecoder(
        parse_float=_decimal, parse_int=_integer, parse_constant=_refuse_constant, object_pairs_hook=make_object
    )
    for make_object in (_object, _storable_object)
)
_UNSTORABLE = re.compile(r"\\u(?:[dD][89a-fA-F]|0000)")
"""The only escapes that lead to a text that `storable` changes; a complete surrogate pair matches too, harmlessly."""


def _apart(here: Position, there: Position) -> float | None:
    one, other = here.place, there.place
    return None if one is None or other is None else round(distance_m(one, other), 1)


@dataclass(frozen=True)
class Received:
    """A body with the right token, on its way to the store.

    Args:
        body: the bytes as received.
        received_at: time of arrival, UTC.
        headers: names and values in order, without those that hold a secret.
        path: the request path, if it is not the receiver's own.
        change: the required part of the notification; None if it is quarantined. The rest is read when rows are
            derived.
        reason: why it is quarantined; None if it is not.
        deviations: deviations from the contract; not determined for a quarantined body.
        shortened: what `body` is the beginning of; None: it is whole.
    """

    body: bytes = field(repr=False)
    received_at: datetime
    headers: tuple[tuple[str, str], ...] = ()
    path: str | None = None
    change: StatusChange | None = field(default=None, repr=False)
    reason: QuarantineReason | None = None
    deviations: tuple[Deviation, ...] = ()
    shortened: Shortened | None = None

    @property
    def outcome(self) -> Outcome:
        """The outcome of a body that is no copy."""
        return Outcome.STORED if self.change is not None and self.reason is None else Outcome.QUARANTINED

    @classmethod
    def read(
        cls, body: bytes, received_at: datetime, headers: tuple[tuple[str, str], ...] = (), path: str | None = None
    ) -> "Received":
        """Read a body; one that is no notification gets a `reason`."""
        try:
            text, encoding = read_text(body)
            document = _envelope(text)
            change = StatusChange.read(document)
            found = *_deviations_around(encoding, headers), *notification_deviations(document)
            return cls(body, received_at, headers, path, change=change, deviations=found)
        except QuarantinedError as error:
            return cls(body, received_at, headers, path, reason=error.reason)


def _deviations_around(encoding: str, headers: tuple[tuple[str, str], ...]) -> Iterator[Deviation]:
    """Yield deviations outside the JSON: the media type, and how the body is encoded."""
    if encoding:
        yield deviation(Source.NOTIFICATION, "body", What.OTHER_ENCODING, encoding, is_shown=True)
    for name, value in headers:
        if name.casefold() == "content-encoding" and value.strip().lower() not in CODINGS:
            said = value or "an empty Content-Encoding"
            yield deviation(Source.NOTIFICATION, "header.Content-Encoding", What.OTHER_ENCODING, said, is_shown=True)
        if name.casefold() == "content-type" and value.partition(";")[0].strip().casefold() != "application/json":
            yield deviation(Source.NOTIFICATION, "header.Content-Type", What.OTHER_TYPE, value, is_shown=True)


class Saving(NamedTuple):
    """A body on its way to the disk.

    Attributes:
        batch: ends when all bodies of one transaction are on disk, with what became of each: its outcome, or the bug
            that it caused; or ends with a `StoreError`. If it is cancelled in time, none of them is saved.
        position: of the body in the batch.
    """

    batch: "Future[list[Outcome | Exception]]"
    position: int

    def result(self, timeout: float | None = None) -> Outcome:
        """Wait until the body is on disk, and return its outcome, or raise what prevented that."""
        outcome = self.batch.result(timeout)[self.position]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


Keep = Callable[[Received], Saving]
"""Passes a body to the store without waiting. Raises `OverloadedError` at once if too many are waiting."""
