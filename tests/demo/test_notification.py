"""Envelopes follow the contract, with the variations that it permits."""

import json
import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from itertools import chain
from typing import Any

import pytest

from app.demo.day.day import DayPlan, generate
from app.demo.day.day_schedule import Closing
from app.demo.day.notification import envelopes
from app.demo.world.options import DayOptions
from app.domain.contract.notifications import Notification, Visit, read_notification

DAY = date(2026, 6, 15)
Fields = dict[str, Any]

MICROSECONDS = r"2026-06-15T\d\d:\d\d:\d\d\.\d{6}"
SECONDS = r"2026-06-15T\d\d:\d\d:\d\d"
DEGREES = r"-?\d+\.\d{6}"
POSITION = {"latitud": DEGREES, "longitud": DEGREES}
CHECK = {"fecha_hora": SECONDS, **POSITION}
ENVELOPE = {
    "event": "visita_estado_cambio",
    "timestamp": MICROSECONDS,
    "data": {
        "visita_id": int,
        "tracking_id": ".+",
        "titulo": ".+",
        "direccion": ".+",
        "estado_anterior": "pendiente",
        "estado_nuevo": "completada|falso_flete",
        "numero_seguimientos": [r"\d{13}"],
        "conductor": {"id": int, "nombre": ".+"},
        "ruta": {"id": int, "nombre": ".+"},
        "contacto": {"nombre": ".+", "telefono": ".+", "email": ".+"},
        "ubicacion": POSITION,
        "check_in": CHECK,
        "check_out": CHECK,
        "fotos": {"dni": r"https://example\.com/.+", "evidencia": r"https://example\.com/.+"},
    },
}
"""Fields and types of the contract; a text is a pattern for the value."""


def closings_of(plan: DayPlan) -> list[Closing]:
    noon = datetime(2026, 6, 15, 12)  # noqa: DTZ001 - the site's time
    return [Closing(visit, turn, noon + timedelta(seconds=2 * turn)) for turn, visit in enumerate(plan.closings)]


@pytest.fixture(scope="module")
def plan() -> DayPlan:
    return generate("DEMO", DAY, DayOptions())


@pytest.fixture(scope="module")
def bodies(plan: DayPlan) -> list[bytes]:
    return [envelope.body for envelope in chain.from_iterable(map(envelopes, closings_of(plan)))]


@pytest.fixture(scope="module")
def read(bodies: list[bytes]) -> list[Notification]:
    return [read_notification(body) for body in bodies]


def strays(value: object, shape: object, where: str = "") -> list[str]:
    """Yield the places at which a value does not match, with the value."""
    if isinstance(shape, dict) and isinstance(value, dict):
        unknown = [f"{where} further {key}" for key in value.keys() - shape.keys()]
        return unknown + [
            stray for key, inner in shape.items() for stray in strays(value.get(key, "absent"), inner, f"{where}/{key}")
        ]
    if isinstance(shape, list) and isinstance(value, list) and value:
        return [stray for one in value for stray in strays(one, shape[0], where)]
    if isinstance(shape, str) and isinstance(value, str) and re.fullmatch(shape, value, re.DOTALL):
        return []
    return [] if shape is int and type(value) is int else [f"{where} {value!r}"]


def test_most_envelopes_have_each_field_of_the_contract_in_its_shape(bodies: list[bytes]) -> None:
    found = [strays(json.loads(body), ENVELOPE) for body in bodies]
    assert sum(not places for places in found) > 0.6 * len(found)
    allowed = (
        r"/data/(tracking_id|titulo|direccion|estado_anterior|conductor|ruta|contacto|ubicacion|check_in|check_out|fotos)"
        r"(/\w+)? ('absent'|None)|/data/contacto/email None|/data/fotos/dni None|/data/numero_seguimientos \[\]"
        r"|/data/(check_out/(latitud|longitud) None|ubicacion/(latitud|longitud) '0?')"
    )
    assert [place for place in chain.from_iterable(found) if not re.fullmatch(allowed, place)] == []


def test_every_envelope_can_be_read_and_has_a_key_of_its_own(read: list[Notification]) -> None:
    assert len({(one.change.visit_id, one.change.at) for one in read}) == len(read)
    assert {one.change.status for one in read} == {"completada", "falso_flete"}


def test_the_same_closing_gives_the_same_bytes(plan: DayPlan, bodies: list[bytes]) -> None:
    again = generate("DEMO", DAY, DayOptions())
    assert [one.body for one in chain.from_iterable(map(envelopes, closings_of(again)))] == bodies


def test_all_times_have_all_their_digits(plan: DayPlan) -> None:
    whole = Closing(plan.closings[0], 1, datetime(2026, 6, 15, 10, 0, 0))  # noqa: DTZ001 - the site's time
    [envelope] = envelopes(whole)
    fields = json.loads(envelope.body)
    assert fields["timestamp"] == "2026-06-15T10:00:00.000000"
    assert fields["data"]["check_out"]["fecha_hora"] == "2026-06-15T10:00:00"


def test_each_visit_can_be_matched_to_all_of_its_shipments(plan: DayPlan, read: list[Notification]) -> None:
    numbers = {visit.id: set(visit.numbers) for visit in plan.closings}
    for one in read:
        if one.change.visit_id in numbers:
            assert (set(one.visit.tracking_numbers) or {str(one.visit.tracking_id)}) == numbers[one.change.visit_id]
    assert any(len(one.visit.tracking_numbers) > 1 for one in read)


def test_a_visit_says_whether_it_was_delivered(plan: DayPlan, read: list[Notification]) -> None:
    status = {visit.id: "completada" if visit.delivered else "falso_flete" for visit in plan.closings}
    assert all(one.change.status == status[one.change.visit_id] for one in read if one.change.visit_id in status)


def test_some_visits_are_of_a_shipment_whose_manifest_is_listed_later(plan: DayPlan, read: list[Notification]) -> None:
    at_first = {str(parcel.serial) for manifest, _ in plan.listed(0) for parcel in manifest.parcels}
    later = {str(parcel.serial) for manifest in plan.manifests for parcel in manifest.parcels} - at_first
    assert later
    assert any(later.intersection(one.visit.tracking_numbers) for one in read)


ODD: dict[str, Callable[[Fields], bool]] = {
    "by tracking_id": lambda data: data.get("numero_seguimientos") == [] and len(data["tracking_id"]) == 13,
    "out before in": lambda data: (Visit(data).dwell_s or 0) < 0,
    "no photos": lambda data: "titulo" in data and "fotos" not in data,
    "place 0,0": lambda data: data.get("ubicacion") == {"latitud": "0", "longitud": "0"},
    "place empty": lambda data: data.get("ubicacion") == {"latitud": "", "longitud": ""},
    "contact null": lambda data: data.get("contacto", 0) is None,
    "check-in null": lambda data: data.get("check_in", 0) is None,
    "no names": lambda data: data.get("conductor", {"nombre": 0}).keys() == {"id"},
    "nearly nothing": lambda data: data.keys() == {"visita_id", "estado_nuevo", "numero_seguimientos"},
    "mail null": lambda data: bool(data.get("contacto")) and data["contacto"]["email"] is None,
    "no identity document": lambda data: bool(data.get("fotos")) and data["fotos"]["dni"] is None,
    "far from the address": lambda data: (Visit(data).check_in_distance_m or 0) > 200,
    "a formula in the title": lambda data: "=HYPERLINK" in data.get("titulo", ""),
}


@pytest.mark.parametrize("oddity", ODD)
def test_a_day_shows_every_oddity_after_its_start(oddity: str, plan: DayPlan) -> None:
    live = closings_of(plan)[plan.closed_at_start :] if oddity != "a formula in the title" else closings_of(plan)
    bodies = [envelope.body for envelope in chain.from_iterable(map(envelopes, live))]
    found = [body for body in bodies if ODD[oddity](json.loads(body)["data"])]
    assert 0 < len(found) < len(bodies) / 5


def test_some_visits_bring_a_number_that_is_in_no_manifest(plan: DayPlan, read: list[Notification]) -> None:
    visits = {visit.id for visit in plan.closings}
    listed = {str(parcel.serial) for manifest in plan.manifests for parcel in manifest.parcels}
    besides = [one for one in read if one.change.visit_id not in visits]
    assert 2 < len(besides) < len(read) / 20
    for one in besides:
        named = {*one.visit.tracking_numbers, one.visit.tracking_id}
        assert not named & listed
