"""Notifications of visits: the contract's envelope, and a received body on its way to the store."""

import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any, NoReturn, TypeVar
from zoneinfo import ZoneInfo

from app.domain.contract.deviations import Deviation, Source, What, deviation
from app.domain.contract.fields import notification_deviations
from app.domain.contract.json_documents import DEEPEST, is_too_deep
from app.domain.contract.object_contract import RepeatingObject
from app.domain.contract.outcomes import Outcome, QuarantineReason
from app.domain.contract.shortened import Shortened
from app.domain.contract.stamps import Stamp, read_stamp
from app.domain.contract.storable_text import read_text, storable
from app.domain.contract.wire_types import (
    AfterValidator,
    BeforeValidator,
    Field,
    Identifiers,
    IntegerId,
    LenientObject,
    OptionalIdentifier,
    OptionalStampText,
    OptionalText,
    OptionalVisitStatus,
    SpelledVisitStatus,
    StrictInt,
    ValidationError,
    WireModel,
    stamp_text,
)
from app.domain.places.geography import Place, distance_m

CODINGS = ("identity", "gzip", "x-gzip", "deflate")
"""The values of `Content-Encoding` with which a body may be compressed, or is not."""

_LARGEST_ID = 2**63 - 1  # of an integer in SQLite


class QuarantinedError(ValueError):
    """The body is not a notification; `reason` says why."""

    def __init__(self, reason: QuarantineReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


def _timestamp(value: object) -> str:
    text = stamp_text(value)
    if text is None or read_stamp(text) is None:
        raise ValueError
    return text


def _status(value: str) -> str:
    if not value.strip():
        raise ValueError(value)
    return storable(value)


_Model = TypeVar("_Model", bound="StatusChange")


class Person(WireModel):
    """A driver or a route: `id` and name; either may be absent."""

    id: OptionalIdentifier = None
    name: OptionalText = Field(alias="nombre", default=None)


class Contact(WireModel):
    """The person to call about a visit."""

    name: OptionalText = Field(alias="nombre", default=None)
    phone: OptionalIdentifier = Field(alias="telefono", default=None)
    email: OptionalText = None


class Position(WireModel):
    """A position in decimal degrees, as text (contract)."""

    latitude: OptionalText = Field(alias="latitud", default=None)
    longitude: OptionalText = Field(alias="longitud", default=None)

    @property
    def place(self) -> Place | None:
        """The position as numbers; None if it is absent, not numeric, out of range, or 0,0."""
        return Place.read(self.latitude, self.longitude)


class Check(Position):
    """A check-in or check-out: time (ISO 8601 without offset, to the second) and position."""

    at: OptionalStampText = Field(alias="fecha_hora", default=None)

    @property
    def moment(self) -> datetime | None:
        """The time: UTC if the text has an offset, else naive; None if it cannot be read."""
        stamp = read_stamp(self.at or "")
        return None if stamp is None else stamp.moment_utc or stamp.wall


class Photos(WireModel):
    """Addresses of photos. `identity` (dni) shows an identity card: it is opened on click only, and never saved."""

    identity: OptionalText = Field(alias="dni", default=None)
    evidence: OptionalText = Field(alias="evidencia", default=None)


class VisitChange(WireModel, extra="ignore"):
    """The change itself, from the envelope's `data`; id and new status are required."""

    id: Annotated[StrictInt, Field(ge=-_LARGEST_ID, le=_LARGEST_ID), IntegerId] = Field(alias="visita_id")
    status: Annotated[str, AfterValidator(_status), SpelledVisitStatus] = Field(alias="estado_nuevo", strict=True)
    previous_status: OptionalVisitStatus = Field(alias="estado_anterior", default=None)


class Visit(VisitChange, extra="allow"):
    """All of `data`. An optional field that cannot be read counts as absent."""

    tracking_id: OptionalIdentifier = None
    title: OptionalText = Field(alias="titulo", default=None)
    address: OptionalText = Field(alias="direccion", default=None)
    tracking_numbers: Identifiers = Field(alias="numero_seguimientos", default=())
    driver: Annotated[Person, LenientObject] = Field(alias="conductor", default_factory=Person)
    route: Annotated[Person, LenientObject] = Field(alias="ruta", default_factory=Person)
    contact: Annotated[Contact, LenientObject] = Field(alias="contacto", default_factory=Contact)
    location: Annotated[Position, LenientObject] = Field(alias="ubicacion", default_factory=Position)
    check_in: Annotated[Check, LenientObject] = Field(default_factory=Check)
    check_out: Annotated[Check, LenientObject] = Field(default_factory=Check)
    photos: Annotated[Photos, LenientObject] = Field(alias="fotos", default_factory=Photos)

    @property
    def check_in_distance_m(self) -> float | None:
        """Metres from the address to the check-in; None if one of the two is not known."""
        return _apart(self.location, self.check_in)

    @property
    def check_out_distance_m(self) -> float | None:
        """Metres from the address to the check-out; None if one of the two is not known."""
        return _apart(self.location, self.check_out)

    @property
    def dwell_s(self) -> int | None:
        """Seconds from check-in to check-out, negative if the check-out is earlier; None if one is not known."""
        began, ended = self.check_in.moment, self.check_out.moment
        if began is None or ended is None or (began.tzinfo is None) != (ended.tzinfo is None):
            return None
        return (ended - began) // timedelta(seconds=1)


class StatusChange(WireModel, extra="ignore"):
    """The required part of a `visita_estado_cambio` message: a body that has it is a notification."""

    event: OptionalIdentifier = None
    timestamp: Annotated[str, BeforeValidator(_timestamp)]
    visit: VisitChange = Field(alias="data")

    @property
    def stamp(self) -> Stamp:
        """The parsed timestamp; `timestamp` is the text as sent, or what `stamp_text` makes of another value."""
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


class Notification(StatusChange, extra="allow"):
    """The whole envelope of a `visita_estado_cambio` message; further fields are kept."""

    visit: Visit = Field(alias="data")


def _ordered(wall: datetime) -> str:
    return wall.isoformat(timespec="microseconds")


def read_notification(body: bytes) -> Notification:
    """Return the notification in a body.

    Raises:
        QuarantinedError: the body is no notification; `reason` says why.
    """
    return _read(read_text(body)[0], Notification)[0]


def _read(text: str, model: type[_Model]) -> tuple[_Model, dict[str, Any]]:
    """Return the part of a notification that the model has, and the JSON object that it was read from."""
    document = _document(text)
    if not isinstance(document, dict) or not isinstance(document.get("data"), dict):
        raise QuarantinedError(QuarantineReason.NOT_AN_OBJECT)
    try:
        return model.model_validate(document), document
    except ValidationError as error:
        places = {problem["loc"] for problem in error.errors(include_url=False, include_context=False)}
        found = [reason for place, reason in _REASONS.items() if place in places]
        raise QuarantinedError(found[0] if found else QuarantineReason.NOT_AN_OBJECT) from error


_REASONS = {
    ("data", "visita_id"): QuarantineReason.NO_VISIT,
    ("timestamp",): QuarantineReason.NO_TIMESTAMP,
    ("data", "estado_nuevo"): QuarantineReason.NO_STATUS,
}


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


def _integer(digits: str) -> int | Decimal:
    return int(digits) if len(digits.lstrip("-")) < 20 else Decimal(digits)  # noqa: PLR2004 - Python refuses very long ones


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
            change, document = _read(text, StatusChange)
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


Keep = Callable[[Received], "Future[Outcome]"]
"""Passes a body to the store without waiting. The future ends when it is on disk, or with a `StoreError`.

Raises `OverloadedError` at once if too many are waiting. A body whose future is cancelled in time is not saved.
"""
