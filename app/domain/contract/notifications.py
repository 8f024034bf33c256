"""A visit's notification: the envelope as the contract gives it, how it was received, and what became of it."""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any, NoReturn, TypeVar
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictInt, ValidationError

from app.domain.contract.deviations import Deviation, Source, What, deviation
from app.domain.contract.fields import notification_deviations
from app.domain.contract.outcomes import Outcome, QuarantineReason
from app.domain.contract.stamps import Stamp, read_stamp
from app.domain.contract.storable_text import storable
from app.domain.contract.wire_types import (
    Identifiers,
    IntegerId,
    LenientObject,
    OptionalIdentifier,
    OptionalText,
    OptionalVisitStatus,
    SpelledVisitStatus,
    is_deeper,
)
from app.domain.geography import Place, distance_m

_FROZEN = ConfigDict(frozen=True, extra="allow", hide_input_in_errors=True)
_CHANGE = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)
_DEEPEST = 100
_LARGEST_ID = 2**63 - 1  # of an integer in SQLite


class QuarantinedError(ValueError):
    """A body is not a notification; `reason` says why."""

    def __init__(self, reason: QuarantineReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


def _timestamp(value: str) -> str:
    if read_stamp(value) is None:
        raise ValueError(value)
    return value


def _status(value: str) -> str:
    if not value.strip():
        raise ValueError(value)
    return storable(value)


_Model = TypeVar("_Model", bound="StatusChange")


class Person(BaseModel):
    """A driver or a route: `id` and name, either of which may be absent."""

    model_config = _FROZEN
    id: OptionalText = None
    name: OptionalText = Field(alias="nombre", default=None)


class Contact(BaseModel):
    """Whoever is to be called about a visit."""

    model_config = _FROZEN
    name: OptionalText = Field(alias="nombre", default=None)
    phone: OptionalText = Field(alias="telefono", default=None)
    email: OptionalText = None


class Position(BaseModel):
    """Where something is: decimal degrees as text (contract)."""

    model_config = _FROZEN
    latitude: OptionalText = Field(alias="latitud", default=None)
    longitude: OptionalText = Field(alias="longitud", default=None)

    @property
    def place(self) -> Place | None:
        """The same as numbers; None where there is nothing to measure by: absent, no numbers, off the globe, 0,0."""
        return Place.read(self.latitude, self.longitude)


class Check(Position):
    """A check-in or check-out: when (ISO 8601 without offset, seconds) and where."""

    at: OptionalText = Field(alias="fecha_hora", default=None)

    @property
    def moment(self) -> datetime | None:
        """The time as a number, UTC where it says its offset and without a zone where not; None where it is none."""
        stamp = read_stamp(self.at or "")
        return None if stamp is None else stamp.moment_utc or stamp.wall


class Photos(BaseModel):
    """Addresses of pictures. `identity` (dni) is of an identity card: opened on click only, and never kept."""

    model_config = _FROZEN
    identity: OptionalText = Field(alias="dni", default=None)
    evidence: OptionalText = Field(alias="evidencia", default=None)


class VisitChange(BaseModel):
    """What `data` of the envelope says of the change itself; id and new status are required."""

    model_config = _CHANGE
    id: Annotated[StrictInt, Field(ge=-_LARGEST_ID, le=_LARGEST_ID), IntegerId] = Field(alias="visita_id")
    status: Annotated[str, AfterValidator(_status), SpelledVisitStatus] = Field(alias="estado_nuevo", strict=True)
    previous_status: OptionalVisitStatus = Field(alias="estado_anterior", default=None)


class Visit(VisitChange):
    """All of `data`. Of what is not required, what is odd is as good as absent."""

    model_config = _FROZEN
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
        """Metres from the address to the check-in; None where one of the two is not known."""
        return _apart(self.location, self.check_in)

    @property
    def check_out_distance_m(self) -> float | None:
        """Metres from the address to the check-out; None where one of the two is not known."""
        return _apart(self.location, self.check_out)

    @property
    def dwell_s(self) -> int | None:
        """Seconds from check-in to check-out, below 0 where the check-out came first; None where one is not known."""
        began, ended = self.check_in.moment, self.check_out.moment
        if began is None or ended is None or (began.tzinfo is None) != (ended.tzinfo is None):
            return None
        return (ended - began) // timedelta(seconds=1)


class StatusChange(BaseModel):
    """What a `visita_estado_cambio` message is kept by: a body that has this is a notification."""

    model_config = _CHANGE
    event: OptionalIdentifier = None
    timestamp: Annotated[str, AfterValidator(_timestamp)] = Field(strict=True)
    visit: VisitChange = Field(alias="data")

    @property
    def stamp(self) -> Stamp:
        """The timestamp as it reads; `timestamp` is the text as it was sent."""
        stamp = read_stamp(self.timestamp)
        if stamp is None:
            raise AssertionError
        return stamp

    @property
    def moment_utc(self) -> datetime | None:
        """The moment, UTC, where the timestamp says its own offset; None where the sender's zone says it."""
        return self.stamp.moment_utc

    def at_in(self, zone: ZoneInfo) -> str:
        """Return the timestamp by the clock of the sender's zone, to the microsecond: it orders as a text."""
        return _ordered(self.stamp.wall_in(zone))

    @property
    def key_time(self) -> str:
        """With the visit's id it is the key: one stamp is one key, with and without microseconds or `T`.

        One that says its offset is a moment, in UTC with `Z`, so that no setting makes another key of it.
        """
        moment = self.moment_utc
        return self.at if moment is None else _ordered(moment.replace(tzinfo=None)) + "Z"

    @property
    def at(self) -> str:
        """The same as the timestamp shows it, whatever its offset is."""
        return _ordered(self.stamp.wall)


class Notification(StatusChange):
    """The whole envelope of such a message; further fields are kept."""

    model_config = _FROZEN
    visit: Visit = Field(alias="data")


def _ordered(wall: datetime) -> str:
    return wall.isoformat(timespec="microseconds")


def read_notification(body: bytes) -> Notification:
    """Read a body.

    Raises:
        QuarantinedError: it is no notification; `reason` says why.
    """
    return _read(body, Notification)[0]


def _read(body: bytes, model: type[_Model]) -> tuple[_Model, dict[str, Any]]:
    """Return a notification, as much of it as the model has, and the JSON object that it was read from."""
    document = _document(body)
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
    """Return one text for all bodies of one key that say the same.

    Spaces, the order of fields and the spelling of the timestamp, which the key has, do not count. A kept body that
    cannot be read any more, because the file is damaged within it, says the same as no other one.
    """
    try:
        document = _document(body)
    except QuarantinedError:
        return repr(body)
    if isinstance(document, dict):
        document = {name: value for name, value in document.items() if name != "timestamp"}
    return json.dumps(document, sort_keys=True, separators=(",", ":"), default=lambda number: [str(number)])


def _document(body: bytes) -> object:
    try:
        document = (_CAREFULLY if _UNSTORABLE.search(body) else _PLAINLY).decode(body.decode("utf-8-sig"))
    except QuarantinedError:
        raise
    except RecursionError as error:
        raise QuarantinedError(QuarantineReason.TOO_DEEP) from error
    except ValueError as error:
        raise QuarantinedError(QuarantineReason.NOT_JSON) from error
    may_be_deep = body.count(b"{") + body.count(b"[") > _DEEPEST
    if may_be_deep and is_deeper(document, _DEEPEST):
        raise QuarantinedError(QuarantineReason.TOO_DEEP)
    return document


def _integer(digits: str) -> int | Decimal:
    return int(digits) if len(digits.lstrip("-")) < 20 else Decimal(digits)  # noqa: PLR2004 - Python refuses to read very long ones


def _decimal(digits: str) -> Decimal | str:
    try:
        return Decimal(digits)
    except ArithmeticError:  # an exponent beyond all bounds is JSON too
        return digits


def _refuse_constant(_name: str) -> NoReturn:
    raise QuarantinedError(QuarantineReason.NOT_JSON)  # NaN and Infinity, which Python reads though JSON has none


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise QuarantinedError(QuarantineReason.REPEATED_KEY)
    return found


def _storable_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its members, with their texts as they can be stored."""
    return _object([(storable(name), storable(value) if isinstance(value, str) else value) for name, value in pairs])


_PLAINLY, _CAREFULLY = (
    json.JSONDecoder(
        parse_float=_decimal, parse_int=_integer, parse_constant=_refuse_constant, object_pairs_hook=make_object
    )
    for make_object in (_object, _storable_object)
)
_UNSTORABLE = re.compile(rb"\\u(?:[dD][89a-fA-F]|0000)")
"""How alone JSON brings a text that `storable` changes, or a whole pair of surrogates, which is no harm."""


def _apart(here: Position, there: Position) -> float | None:
    one, other = here.place, there.place
    return None if one is None or other is None else round(distance_m(one, other), 1)


@dataclass(frozen=True)
class Received:
    """A body that came with the right token, read or not, on its way to the store.

    Args:
        body: exactly as it came.
        received_at: UTC.
        headers: names and values in their order, without those that hold a secret.
        path: where it came to, if that is not the receiver's own path.
        change: what the body is kept by; None where it is quarantined. The rest is read where it is derived.
        reason: why it is quarantined; None where it is not.
        deviations: how it differs from the contract; of what is quarantined that is not looked for.
    """

    body: bytes = field(repr=False)
    received_at: datetime
    headers: tuple[tuple[str, str], ...] = ()
    path: str | None = None
    change: StatusChange | None = field(default=None, repr=False)
    reason: QuarantineReason | None = None
    deviations: tuple[Deviation, ...] = ()

    @classmethod
    def read(
        cls, body: bytes, received_at: datetime, headers: tuple[tuple[str, str], ...] = (), path: str | None = None
    ) -> "Received":
        """Read a body; what is no notification says why."""
        try:
            change, document = _read(body, StatusChange)
            found = *_deviations_around(body, headers), *notification_deviations(document)
            return cls(body, received_at, headers, path, change=change, deviations=found)
        except QuarantinedError as error:
            return cls(body, received_at, headers, path, reason=error.reason)


def _deviations_around(body: bytes, headers: tuple[tuple[str, str], ...]) -> Iterator[Deviation]:
    """Give how the media type differs from the contract's, and whether a byte order mark begins the body."""
    if body.startswith(BOM_UTF8):
        yield deviation(Source.NOTIFICATION, "body", What.OTHER_ENCODING, "UTF-8 with a byte order mark", is_shown=True)
    for name, value in headers:
        if name.casefold() == "content-type" and value.partition(";")[0].strip().casefold() != "application/json":
            yield deviation(Source.NOTIFICATION, "header.Content-Type", What.OTHER_TYPE, value, is_shown=True)


Keep = Callable[[Received], "Future[Outcome]"]
"""Hands a body to the store without waiting. The future ends once it is on disk, or with a `StoreError`.

Raises `OverloadedError` at once where too many are waiting. A future that is cancelled before its turn is not stored.
"""
