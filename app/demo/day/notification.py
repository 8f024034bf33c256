"""Notifications of closed visits: the contract's envelope, with variations that the contract leaves open."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import cast

from app.demo.day.day_schedule import Closing
from app.demo.day.quirks import Fields
from app.demo.day.routes import Visit
from app.demo.world.numbering import unlisted
from app.demo.world.places import Coordinates

Oddity = Callable[[Fields], None]
"""Changes a visit's `data` to an unusual form that the contract allows."""

_ODD_ONE_IN = 6
_UNLISTED_ONE_IN = 40


@dataclass(frozen=True)
class Envelope:
    """One notification: the id of its visit, and the body to send."""

    visit: int
    body: bytes


def envelopes(closing: Closing) -> Iterator[Envelope]:
    """Yield the notifications for a closed visit: its own, and sometimes one of an additional visit.

    Every sixth is odd, by each of `ODDITIES` in turn. The additional visit has a number that is in no manifest; visits
    with a shipment are always notified in a way that can be matched.
    """
    data = _data(closing.visit, closing.at)
    turn, rest = divmod(closing.turn, _ODD_ONE_IN)
    if rest == 0:
        ODDITIES[turn % len(ODDITIES)](data)
    yield _envelope(data, closing.at)
    if closing.turn % _UNLISTED_ONE_IN == _UNLISTED_ONE_IN // 2:
        number = str(unlisted(int(closing.visit.numbers[0])))
        additional = replace(closing.visit, id=unlisted(closing.visit.id), numbers=(number,))
        yield _envelope(_data(additional, closing.at), closing.at)


def _envelope(data: Fields, at: datetime) -> Envelope:
    fields = {"event": "visita_estado_cambio", "timestamp": _text(at, "microseconds"), "data": data}
    return Envelope(cast("int", data["visita_id"]), json.dumps(fields, ensure_ascii=False).encode())


def _data(visit: Visit, at: datetime) -> Fields:
    """Return the visit's `data` with all fields, in the contract's order."""
    photos = f"https://example.com/visitas/{visit.id}"
    recipient, driver = visit.recipient, visit.route.driver
    return {
        "visita_id": visit.id,
        "tracking_id": f"VIS-{visit.id}",
        "titulo": f"Entrega a {recipient.name}",
        "direccion": visit.address.text,
        "estado_anterior": "pendiente",
        "estado_nuevo": "completada" if visit.delivered else "falso_flete",
        "numero_seguimientos": list(visit.numbers),
        "conductor": {"id": driver.id, "nombre": driver.name},
        "ruta": {"id": visit.route.id, "nombre": visit.route.name},
        "contacto": {"nombre": recipient.name, "telefono": recipient.phone, "email": recipient.email or None},
        "ubicacion": _position(visit.address.place),
        "check_in": _check(at - timedelta(minutes=visit.minutes), visit.stood_at),
        "check_out": _check(at, visit.stood_at),
        "fotos": {
            "dni": f"{photos}/dni.jpg" if visit.delivered else None,  # only taken at a delivery
            "evidencia": f"{photos}/evidencia.jpg",
        },
    }


def _position(place: Coordinates) -> Fields:
    return {"latitud": f"{place.latitude:.6f}", "longitud": f"{place.longitude:.6f}"}


def _check(at: datetime, place: Coordinates) -> Fields:
    return {"fecha_hora": _text(at, "seconds"), **_position(place)}


def _text(at: datetime, precision: str) -> str:
    """Return a time of the site without its offset, with all digits even if they are zero."""
    return at.replace(tzinfo=None).isoformat(timespec=precision)


def by_tracking_id(data: Fields) -> None:
    """Move the shipment's number to `tracking_id`, if there is only one."""
    numbers = cast("list[str]", data["numero_seguimientos"])
    if len(numbers) == 1:
        data |= {"tracking_id": numbers[0], "numero_seguimientos": []}


def out_before_in(data: Fields) -> None:
    """Put the check-out before the check-in, as if the driver's clock was corrected in between."""
    data["check_in"], data["check_out"] = data["check_out"], data["check_in"]


def at_zero(data: Fields) -> None:
    """Set the address's position to 0,0, which means not known."""
    data["ubicacion"] = {"latitud": "0", "longitud": "0"}


def without_place(data: Fields) -> None:
    """Empty the coordinates of the address."""
    data["ubicacion"] = {"latitud": "", "longitud": ""}


def without_check_in(data: Fields) -> None:
    """Remove the check-in, and the position of the check-out."""
    data["check_in"] = None
    cast("Fields", data["check_out"]).update(latitud=None, longitud=None)


def without_photos(data: Fields) -> None:
    """Remove the photos."""
    del data["fotos"]


def without_contact(data: Fields) -> None:
    """Set the contact to null."""
    data["contacto"] = None


def without_names(data: Fields) -> None:
    """Remove the names of driver and route."""
    for key in ("conductor", "ruta"):
        del cast("Fields", data[key])["nombre"]


def without_much(data: Fields) -> None:
    """Remove everything except visit id, new status and numbers."""
    for key in data.keys() - {"visita_id", "estado_nuevo", "numero_seguimientos"}:
        del data[key]


ODDITIES: tuple[Oddity, ...] = (
    by_tracking_id,
    out_before_in,
    without_photos,
    at_zero,
    without_contact,
    without_check_in,
    without_place,
    without_names,
    without_much,
)
"""Variations that the contract does not exclude ("which fields may be absent or null: not shown")."""
