"""The fields of the notification contract, and how a notification as sent differs from it."""

from collections.abc import Iterator, Mapping
from typing import Any

from app.domain.contract.deviations import Deviation, Source, What, deviation
from app.domain.contract.field_checks import (
    ID,
    INTEGER,
    NESTED,
    PRIVATE,
    PRIVATE_ID,
    Field,
    ObjectContract,
    check_event,
    check_numbers,
    check_previous_status,
    check_stamp,
    check_visit_status,
)
from app.domain.contract.wire_values import text_or_nothing
from app.domain.places.coordinates import is_plain_degrees, is_plain_position, read_degrees

_ENVELOPE: Mapping[str, Field] = {"event": Field(check_event), "timestamp": Field(check_stamp), "data": NESTED}
_PERSON: Mapping[str, Field] = {"id": INTEGER, "nombre": PRIVATE}
_POSITION: Mapping[str, Field] = {"latitud": PRIVATE, "longitud": PRIVATE}
_VISIT: Mapping[str, Field] = {
    "visita_id": INTEGER,
    "tracking_id": ID,
    "titulo": PRIVATE,
    "direccion": PRIVATE,
    "estado_anterior": Field(check_previous_status),
    "estado_nuevo": Field(check_visit_status),
    "numero_seguimientos": Field(check_numbers),
    **dict.fromkeys(("conductor", "ruta", "contacto", "ubicacion", "check_in", "check_out", "fotos"), NESTED),
}
_WITHIN_VISIT: Mapping[str, Mapping[str, Field]] = {
    "conductor": _PERSON,
    "ruta": _PERSON,
    "contacto": {"nombre": PRIVATE, "telefono": PRIVATE_ID, "email": PRIVATE},
    "ubicacion": _POSITION,
    "check_in": {**_POSITION, "fecha_hora": Field(check_stamp)},
    "check_out": {**_POSITION, "fecha_hora": Field(check_stamp)},
    "fotos": {"dni": PRIVATE, "evidencia": PRIVATE},
}
_ENVELOPES = ObjectContract(Source.NOTIFICATION, "", _ENVELOPE)
_VISITS = ObjectContract(Source.NOTIFICATION, "data.", _VISIT)
_PARTS_OF_VISIT = {
    name: ObjectContract(Source.NOTIFICATION, f"data.{name}.", fields) for name, fields in _WITHIN_VISIT.items()
}


def notification_deviations(document: Mapping[str, Any]) -> list[Deviation]:
    """Return how a readable notification differs from the contract."""
    visit = document["data"]
    found = _ENVELOPES.deviations(document) + _VISITS.deviations(visit)
    for name, contract in _PARTS_OF_VISIT.items():
        part = visit.get(name)
        if isinstance(part, dict):
            found += contract.deviations(part)
            if ("latitud" in part or "longitud" in part) and not is_plain_position(*map(part.get, _POSITION)):
                found += _position_deviations(f"data.{name}.", part)
    return found


def _position_deviations(place: str, part: Mapping[str, Any]) -> Iterator[Deviation]:
    """Yield how the coordinates of a part of a visit are written in another way, or cannot be read."""
    sent = {name: text_or_nothing(part.get(name)) for name in _POSITION}
    texts = [text for text in sent.values() if text is not None]
    if not texts:
        return
    what = What.ODD_VALUE if read_degrees(*sent.values()) is None else What.OTHER_SPELLING
    for name, text in sent.items():
        if text is not None and not (what is What.OTHER_SPELLING and is_plain_degrees(text)):
            yield deviation(Source.NOTIFICATION, f"{place}{name}", what, text)
