"""Notifications that differ from the contract in how they are encoded, or in how they write a value."""

import json
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from app.domain.contract.notifications import Received, read_notification
from tests.wire.section import Case, Reading, Section

_BOGOTA = ZoneInfo("America/Bogota")
_NOON = datetime(2026, 6, 15, 17, tzinfo=UTC)
_ASIDE = "set aside: {}"
_NO_TIME, _NOT_JSON = _ASIDE.format("no_timestamp"), _ASIDE.format("not_json")
_REPEATED = _ASIDE.format("repeated_key")
_NO_NUMBER = "no number was read"
_SENT: dict[str, Any] = {
    "event": "visita_estado_cambio",
    "timestamp": "2026-06-15T11:59:58.123456",
    "data": {"visita_id": 7, "estado_nuevo": "completada", "numero_seguimientos": ["K1", "K2"], "titulo": "Señal"},
}


def written(data: dict[str, Any] | None = None, **envelope: object) -> str:
    """Return a notification with other members in its envelope or in its data."""
    return json.dumps(_SENT | envelope | {"data": _SENT["data"] | (data or {})}, ensure_ascii=False)


def at(kind: str, timestamp: object, before: str = _NO_TIME) -> Case:
    """Return the case of a timestamp."""
    return Case(kind, written(timestamp=timestamp).encode(), before, f"`{json.dumps(timestamp, ensure_ascii=False)}`")


def _php(clock: str, kind_of_zone: int, zone: str) -> dict[str, object]:
    return {"date": f"2026-06-15 {clock}", "timezone_type": kind_of_zone, "timezone": zone}


def numbers(kind: str, sent: object, before: str = _NO_NUMBER) -> Case:
    """Return the case of what stands in `numero_seguimientos`."""
    body = written({"numero_seguimientos": sent}).encode()
    return Case(kind, body, before, f"`{json.dumps(sent, ensure_ascii=False)}`")


def encoded(kind: str, encoding: str, before: str) -> Case:
    """Return the case of an encoding."""
    return Case(kind, written().encode(encoding), before, f"a notification in {encoding}")


def repeated(kind: str, members: str, before: str) -> Case:
    """Return the case of an envelope with more members, as they are written."""
    return Case(kind, f"{written()[:-1]}, {members}}}".encode(), before, f"`{{…, {members}}}`")


def reading(case: Case) -> Reading:
    """Read a notification at its arrival, and again as the board does."""
    received = Received.read(case.sent, _NOON)
    if received.change is None:
        return Reading(_ASIDE.format(received.reason), "the reason, under *rejected*")
    whole = read_notification(case.sent)
    change, visit = whole
    said = [
        f"visit {change.visit_id} {change.status} at {change.at_in(_BOGOTA)}",
        f"numbers {', '.join(visit.tracking_numbers) or '–'}",
        *([visit.title] if visit.title else []),
        *([f"check-in {visit.check_in.moment}"] if visit.check_in.at else []),
    ]
    told = [f"{one.place}: {one.what}, {one.example}" for one in received.deviations]
    return Reading("; ".join(said), "; ".join(told) or "nothing")


NOTIFICATIONS = Section(
    "Notifications",
    "A body is read at its arrival and again when rows are derived from it. Times are of the site, America/Bogota.",
    (
        encoded("UTF-8 with a byte order mark", "utf-8-sig", ""),
        encoded("Latin-1", "latin-1", _NOT_JSON),
        encoded("UTF-16 with a byte order mark", "utf-16", _NOT_JSON),
        encoded("UTF-16 without one", "utf-16-le", _NOT_JSON),
        encoded("UTF-32", "utf-32", _NOT_JSON),
        Case("UTF-8 cut within a letter", written({"titulo": "Se"}).encode().replace(b"Se", b"Se\xc3"), _NOT_JSON),
        at("a date as PHP writes it", _php("11:59:58.123456", 3, "America/Bogota")),
        at("the same with an offset", _php("16:59:58.000000", 1, "+00:00")),
        at("the same with a zone that is none", _php("11:59:58.000000", 2, "COT")),
        at("seconds since 1970", 1781542798),
        at("the same with a fraction", 1781542798.123456),
        at("milliseconds since 1970", 1781542798123),
        at("the same as a text", "1781542798123"),
        at("microseconds since 1970", 1781542798123456),
        at("a clock of 12 hours", "15/06/2026 11:59:58 a. m."),
        at("the same in the afternoon, with blanks that do not break", "15/06/2026, 12:59:58\u202fp.\u00a0m."),
        at("the same in English", "2026-06-15 11:59:58 AM"),
        at("an hour that the clock does not have", "15/06/2026 13:59:58 a. m.", ""),
        at("a day first", "15/06/2026 11:59:58", ""),
        at("an offset", "2026-06-15T16:59:58Z", ""),
        at("an invisible character before it", "\u200e15/06/2026 11:59:58"),
        at("a number that is too small", 17815, ""),
        Case(
            "a check-in in seconds since 1970",
            written({"check_in": {"fecha_hora": 1781542700}}).encode(),
            "it was not read",
            '`"fecha_hora": 1781542700`',
        ),
        numbers("PHP's object for a list", {"0": "K1", "2": "K2"}),
        numbers("PHP's object for an empty list", {}, "told as unreadable"),
        numbers("one text", "K1", ""),
        numbers("one object", {"numero": "K1"}),
        numbers("several in one text", "K1, K2", "one number, `K1, K2`"),
        numbers("several in a text of a list", ["K1,K2"], "one number, `K1,K2`"),
        numbers("objects with the number", [{"numero": "K1", "estado": 3}, {"numero": "K2", "estado": 4}]),
        numbers("objects with one member", [{"code": "K1"}]),
        numbers("objects that do not say which is the number", [{"a": "K1", "b": "K2"}], ""),
        repeated("a name repeated with the same value", '"event": "visita_estado_cambio"', _REPEATED),
        repeated("a name repeated with another value", '"event": "otro"', ""),
    ),
    reading,
)  # fmt: skip
