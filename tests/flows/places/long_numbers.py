"""A day whose identifiers have 20 to 40 digits and whose telephone numbers have extensions, as the contract permits."""

import json
from typing import Any

from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.wire import OPERATOR, SELLER, body, manifest
from tests.flows.conftest import NOW, Bench

_SHIPMENTS = 12
_VISIT = 9_100_200_300_400_500_600
"""An integer of the most digits that a visit's id may have."""
_PHONE = "+57 601 555 0142 ext. 1234567"
_IDS = (
    *("numeroExterno", "idPoblacionDestino", "documentoRem", "documentoDest"),
    *("numeroPedido", "SellerId", "parcelNumber", "parcelId"),
)


def a_day_of_long_numbers(bench: Bench) -> None:
    """Open a desk on such a day, with a visit for each shipment and a notification that cannot be read."""
    bench.trust()
    shipments = [_shipment(nth, (OPERATOR, SELLER)[nth % 2]) for nth in range(_SHIPMENTS)]
    with ScriptedCarrier(says(200, body(manifest(*shipments, number=int(_number(0, 18)))))) as carrier:
        bench.change_settings(base_url=carrier.url)
        bench.open()
        bench.receive()
        bench.load()
    for nth in range(_SHIPMENTS):
        _close_visit(bench, nth)
    bench.post(json.dumps({"event": "visita_estado_cambio", "data": {"visita_id": _number(0, 40)}}).encode())
    bench.settle()


def _number(nth: int, digits: int) -> str:
    """Return a number of so many digits, unlike those of other shipments."""
    return (f"{nth + 101}" + "4567890123" * 4)[:digits]


def _number_of(nth: int) -> str:
    return _number(nth, 20 + 2 * nth % 21)


def _shipment(nth: int, wire: dict[str, Any]) -> dict[str, Any]:
    inner = wire["dinamicouno"] if isinstance(wire["dinamicouno"], dict) else json.loads(wire["dinamicouno"])
    further = {"guiaMadre": _number(nth, 40), _number(nth, 30): _number(nth, 35)}
    phones = {"telefonoDest": _PHONE, "telefonoRem": _PHONE}
    return _numbered(nth, wire) | further | phones | {
        "numero": _number_of(nth),
        "dinamicouno": json.dumps(_numbered(nth, inner) | further),
    }  # fmt: skip


def _numbered(nth: int, sent: dict[str, Any]) -> dict[str, Any]:
    return {key: _number(nth, 40 - place) if key in _IDS else value for place, (key, value) in enumerate(sent.items())}


def _close_visit(bench: Bench, nth: int) -> None:
    bench.notify(
        _VISIT + nth,
        "falso_flete" if nth % 3 == 0 else "completada",
        _number_of(nth),
        _number(nth, 39),
        at=f"{7 + nth // 4:02}:{nth:02}:07",
        tracking_id=_number(nth, 40),
        conductor={"id": _VISIT + nth % 3, "nombre": f"Conductora {nth % 3}"},
        ruta={"id": _VISIT + nth % 2, "nombre": f"Ruta Norte {nth % 2}"},
        contacto={"nombre": "Señora Peña", "telefono": _PHONE, "email": "pena@mensajes.example"},
        direccion="Carrera 7 # 72-41, apartamento 501",
        ubicacion={"latitud": 4.65 + nth / 500, "longitud": -74.05},
        check_in={"fecha_hora": f"{NOW.date()}T08:00:00", "latitud": 4.652 + nth / 500, "longitud": -74.051},
    )
