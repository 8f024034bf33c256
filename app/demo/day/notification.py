"""What is notified of a visit that has closed: the contract's envelope, with some of what it leaves open."""

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
"""Makes one visit's `data` odd."""

_ODD_ONE_IN = 6
_UNLISTED_ONE_IN = 40


@dataclass(frozen=True)
class Envelope:
    """One notification: which visit it is of, and the body as it goes out."""

    visit: int
    body: bytes


def envelopes(closing: Closing) -> Iterator[Envelope]:
    """Yield what goes out when a visit closes: its own envelope, and now and then one of a visit besides.

    Every sixth is odd, in each of the ways of `ODDITIES` in turn. The visit besides brings a number that is in no
    manifest; of the visits that have a shipment each is notified so that it can be found.
    """
    data = _data(closing.visit, closing.at)
    turn, rest = divmod(closing.turn, _ODD_ONE_IN)
    if rest == 0:
        ODDITIES[turn % len(ODDITIES)](data)
    yield _envelope(data, closing.at)
    if closing.turn % _UNLISTED_ONE_IN == _UNLISTED_ONE_IN // 2:
        number = str(unlisted(int(closing.visit.numbers[0])))
        besides = replace(closing.visit, id=unlisted(closing.visit.id), numbers=(number,))
        yield _envelope(_data(besides, closing.at), closing.at)


def _envelope(data: Fields, at: datetime) -> Envelope:
    fields = {"event": "visita_estado_cambio", "timestamp": _text(at, "microseconds"), "data": data}
    return Envelope(cast("int", data["visita_id"]), json.dumps(fields, ensure_ascii=False).encode())


def _data(visit: Visit, at: datetime) -> Fields:
    """Return the visit with all its fields, in the contract's order."""
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
            "dni": f"{photos}/dni.jpg" if visit.delivered else None,  # nobody was there to show one
            "evidencia": f"{photos}/evidencia.jpg",
        },
    }


def _position(place: Coordinates) -> Fields:
    return {"latitud": f"{place.latitude:.6f}", "longitud": f"{place.longitude:.6f}"}


def _check(at: datetime, place: Coordinates) -> Fields:
    return {"fecha_hora": _text(at, "seconds"), **_position(place)}


def _text(at: datetime, precision: str) -> str:
    """Write a time of the site without its offset, with all digits also where they are zeros."""
    return at.replace(tzinfo=None).isoformat(timespec=precision)


def by_tracking_id(data: Fields) -> None:
    """Name the shipment in `tracking_id` alone, where it is a single one."""
    numbers = cast("list[str]", data["numero_seguimientos"])
    if len(numbers) == 1:
        data |= {"tracking_id": numbers[0], "numero_seguimientos": []}


def out_before_in(data: Fields) -> None:
    """Let the check-out be before the check-in: the driver's clock was set right in between."""
    data["check_in"], data["check_out"] = data["check_out"], data["check_in"]


def at_zero(data: Fields) -> None:
    """Give 0,0 as the address's place: it is not known."""
    data["ubicacion"] = {"latitud": "0", "longitud": "0"}


def without_place(data: Fields) -> None:
    """Leave the coordinates empty."""
    data["ubicacion"] = {"latitud": "", "longitud": ""}


def without_check_in(data: Fields) -> None:
    """Give no check-in, and no place with the check-out."""
    data["check_in"] = None
    cast("Fields", data["check_out"]).update(latitud=None, longitud=None)


def without_photos(data: Fields) -> None:
    """Leave out the photos."""
    del data["fotos"]


def without_contact(data: Fields) -> None:
    """Give nobody to call."""
    data["contacto"] = None


def without_names(data: Fields) -> None:
    """Give driver and route by their numbers alone."""
    for key in ("conductor", "ruta"):
        del cast("Fields", data[key])["nombre"]


def without_much(data: Fields) -> None:
    """Leave out all that tells nothing of which visit it is, and to what it changed."""
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
"""What the contract does not exclude ("which fields may be absent or null: not shown")."""
