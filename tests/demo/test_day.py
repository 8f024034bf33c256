"""Generated days: the same everywhere, plausible, and with every quirk."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from hashlib import sha256
from itertools import chain
from typing import Any

import pytest
from pydantic import ValidationError

from app.demo.day.day import generate
from app.demo.day.day_schedule import answer
from app.demo.day.quirks import LONG_NAME
from app.demo.world.numbering import random_source_for
from app.demo.world.options import DayOptions
from app.domain.contract.manifests import Manifest, Provider, Shipment
from app.domain.errors import SettingsError
from app.facts.column_names import IDENTIFIER_COLUMNS

DAY = date(2026, 6, 15)
Fields = dict[str, Any]


def manifests_of(carrier: str = "DEMO", day: date = DAY, **options: int) -> list[Fields]:
    plan = generate(carrier, day, DayOptions(**options))
    found: list[Fields] = json.loads(b"".join(answer(plan, plan.closed_at_start)))
    return found


def shipments_of(manifests: list[Fields]) -> list[Fields]:
    return list(chain.from_iterable(manifest["envios"] for manifest in manifests))


@pytest.fixture(scope="module")
def manifests() -> list[Fields]:
    return manifests_of()


@pytest.fixture(scope="module")
def shipments(manifests: list[Fields]) -> list[Fields]:
    return shipments_of(manifests)


def test_another_process_generates_the_same_day() -> None:
    digest = (
        "from hashlib import sha256; from datetime import date; from app.demo.day.day_schedule import answer;"
        "from app.demo.day.day import generate; from app.demo.world.options import DayOptions;"
        "print(sha256(b''.join(answer(generate('DEMO', date(2026, 6, 15), DayOptions()), 100))).hexdigest())"
    )
    here = sha256(b"".join(answer(generate("DEMO", DAY, DayOptions()), 100))).hexdigest()
    for hashes in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hashes}
        ran = subprocess.run(
            [sys.executable, "-c", digest], env=environment, capture_output=True, text=True, check=True
        )
        assert ran.stdout.strip() == here


def test_random_numbers_are_the_same_on_every_machine() -> None:
    rng = random_source_for(1, "DEMO", DAY)
    assert [rng.randrange(1000) for _ in range(4)] == [18, 381, 188, 528]


@pytest.mark.parametrize(
    "other", [{"seed": 2}, {"carrier": "OTRO"}, {"day": date(2026, 6, 14)}], ids=["seed", "carrier", "date"]
)
def test_another_seed_carrier_or_date_is_another_day(shipments: list[Fields], other: Fields) -> None:
    people = {shipment["documentoDest"] for shipment in shipments}
    others = {shipment["documentoDest"] for shipment in shipments_of(manifests_of(**other))}
    assert len(people & others) < len(people) / 20


@pytest.mark.parametrize("wanted", [1, 2, 7, 39, 40, 41, 99, 400, 1234])
def test_a_day_lists_the_requested_number_of_readable_shipments(wanted: int) -> None:
    found = shipments_of(manifests_of(shipments=wanted))
    assert sum("numero" in shipment for shipment in found) == wanted
    assert len(found) == wanted + 1


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("shipments", [40, 400])
def test_all_shipments_but_one_can_be_read(seed: int, shipments: int) -> None:
    unreadable = []
    for manifest in manifests_of(seed=seed, shipments=shipments):
        Manifest.model_validate({key: value for key, value in manifest.items() if key != "envios"})
        for fields in manifest["envios"]:
            try:
                Shipment.model_validate(fields)
            except ValidationError:
                unreadable.append(fields)
    assert [fields.get("numero") for fields in unreadable] == [None]


def test_eight_drivers_share_a_day_of_four_hundred(manifests: list[Fields]) -> None:
    assert [manifest["estado"] for manifest in manifests] == ["VIG"] * 8 + ["ANU"]
    assert all(35 <= len(manifest["envios"]) <= 65 for manifest in manifests[:8])
    numbers = [manifest["idPlanillaReparto"] for manifest in manifests]
    assert numbers == list(range(numbers[0], numbers[0] + 9))
    created = {manifest["fechaCreacion"] for manifest in manifests}
    assert all(re.fullmatch(r"2026-06-1[45]T\d\d:\d\d:\d\d", moment) for moment in created)


def test_manifests_and_shipments_of_two_days_share_no_number() -> None:
    one, other = manifests_of(), manifests_of(day=DAY - timedelta(days=1))
    for key in ("idPlanillaReparto", "numero", "numeroExterno"):
        numbers = [{fields.get(key) for fields in day + shipments_of(day)} - {None} for day in (one, other)]
        assert not numbers[0] & numbers[1]


def test_no_identifier_of_a_shipment_is_one_of_another(shipments: list[Fields]) -> None:
    read = {fields["numero"]: Shipment.model_validate(fields) for fields in shipments if "numero" in fields}
    owners: Counter[str] = Counter()
    for shipment in read.values():
        own = (shipment.cells[key] for key in ("number", *IDENTIFIER_COLUMNS))
        owners.update({str(identifier) for identifier in own if identifier})
    assert set(owners.values()) == {1}


def test_each_visit_closes_all_shipments_of_one_address() -> None:
    plan = generate("DEMO", DAY, DayOptions())
    by_number = {shipment["numero"]: shipment for shipment in shipments_of(manifests_of()) if "numero" in shipment}
    several = [visit for visit in plan.closings if len(visit.numbers) > 1 and set(visit.numbers) <= set(by_number)]
    assert several
    for visit in several:
        addresses = {
            (by_number[number]["destinatario"], by_number[number]["direccionDest"]) for number in visit.numbers
        }
        assert addresses == {(visit.recipient.name, visit.address.text)}
    assert len({visit.id for visit in plan.closings}) == len(plan.closings)
    assert 0.87 < sum(visit.delivered for visit in plan.closings) / len(plan.closings) < 0.97


def test_a_driver_drives_the_same_route_every_day() -> None:
    routes = [
        {visit.route for visit in generate("DEMO", DAY - timedelta(days=ago), DayOptions()).closings} for ago in (0, 1)
    ]
    assert routes[0] == routes[1]


def test_drivers_mostly_check_in_at_the_address() -> None:
    places = [(visit.address.place, visit.stood_at) for visit in generate("DEMO", DAY, DayOptions()).closings]
    far = [server for server, stood in places if abs(server.latitude - stood.latitude) > 0.001]
    assert 0 < len(far) < len(places) / 10


def test_no_contact_of_the_day_is_real(shipments: list[Fields]) -> None:
    for shipment in shipments:
        phone = shipment.get("telefonoDest", "3065550000").removeprefix("+57 ").replace(" ", "")
        assert re.fullmatch(r"30[6-9]555\d{4}", phone)
        assert (shipment["emailDest"] or "None") == "None" or shipment["emailDest"].endswith(".example")
        assert shipment["emailRem"].endswith(".example")


def has(key: str, *values: object) -> Callable[[Fields], bool]:
    return lambda shipment: shipment.get(key) in values


def data_of(shipment: Fields) -> Fields:
    data = shipment["dinamicouno"]
    return data if isinstance(data, dict) else json.loads(data) if data and data.endswith("}") else {}


QUIRKS: dict[str, Callable[[Fields], bool]] = {
    "operator": lambda shipment: data_of(shipment).get("flujo") == "OPL",
    "marketplace": lambda shipment: "SellerId" in data_of(shipment),
    "on its way": has("idEstadoEnvio", "2"),
    "delivered": has("idEstadoEnvio", "3"),
    "exception": has("idEstadoEnvio", "4"),
    "ready for pickup": has("idEstadoEnvio", "24"),
    "a status not listed": has("idEstadoEnvio", "11"),
    "taken over by the carrier": has("idEstadoEnvio", "50"),
    "before the carrier has it": has("idEstadoEnvio", "1"),
    "a complement": lambda shipment: "portería" in str(shipment["complementoDirDest"]),
    "a complement of three lines": lambda shipment: str(shipment["complementoDirDest"]).count("\n") == 2,
    "pieces as people write them": has("totalPiezas", "2 de 3"),
    "a purchase order": lambda shipment: "ordenCompra" in data_of(shipment),
    "a district": lambda shipment: bool(data_of(shipment).get("distritoDest")),
    "provider data as text": lambda shipment: isinstance(shipment["dinamicouno"], str),
    "provider data as an object": lambda shipment: isinstance(shipment["dinamicouno"], dict),
    "provider data null": has("dinamicouno", None),
    "provider data unreadable": lambda shipment: str(shipment["dinamicouno"]).endswith('"OC-'),
    "no SKUs": lambda shipment: data_of(shipment).get("skus") == [],
    "several SKUs": lambda shipment: len(data_of(shipment).get("skus", [])) > 1,
    "SKU's weight as text": lambda shipment: any(
        isinstance(sku.get("weight"), str) for sku in data_of(shipment).get("skus", [])
    ),
    "code `None`": has("codigoProducto", "None"),
    "coordinates `null`": lambda shipment: shipment["latitud"] == shipment["longitud"] == "null",
    "no weight": has("peso", 0),
    "value as a number": lambda shipment: isinstance(shipment.get("valorDeclarado"), int),
    "value as text": lambda shipment: (
        str(shipment.get("valorDeclarado")).isdecimal() and isinstance(shipment["valorDeclarado"], str)
    ),
    "value as people write it": has("valorDeclarado", "1.250.000"),
    "value inside only": lambda shipment: "valorDeclarado" not in shipment and "valorDeclarado" in data_of(shipment),
    "promised today": lambda shipment: data_of(shipment).get("promesaEntrega") == "2026-06-15",
    "promised yesterday": lambda shipment: data_of(shipment).get("promesaEntrega") == "2026-06-14",
    "promised for tomorrow": lambda shipment: data_of(shipment).get("promesaEntrega") == "2026-06-16",
    "no promise": lambda shipment: "skus" in data_of(shipment) and "promesaEntrega" not in data_of(shipment),
    "a code that begins with 0": has("idPoblacionDestino", "05001000"),
    "Bogotá": has("idPoblacionDestino", "11001000"),
    "a document that begins with 0": lambda shipment: shipment["documentoDest"].startswith("00"),
    "accents": lambda shipment: not shipment["destinatario"].isascii(),
    "ñ": lambda shipment: "ñ" in shipment["destinatario"],
    "a long name": has("destinatario", LONG_NAME),
    "a formula": lambda shipment: shipment["destinatario"].startswith("="),
    "HTML": lambda shipment: shipment["destinatario"].startswith("<img"),
    "a foreigner": has("idTipoDocumentoDest", "CE"),
    "a company": has("idTipoDocumentoDest", "NI"),
    "no phone": lambda shipment: "telefonoDest" not in shipment,
    "mail `None`": has("emailDest", "None"),
    "mail null": has("emailDest", None),
    "second dynamic field": lambda shipment: bool(shipment["dinamicodos"]),
}


@pytest.mark.parametrize("quirk", QUIRKS)
@pytest.mark.parametrize("seed", [1, 7])
def test_a_day_shows_every_quirk(quirk: str, seed: int) -> None:
    assert any(QUIRKS[quirk](shipment) for shipment in shipments_of(manifests_of(seed=seed)))


def test_weight_and_dimensions_of_a_shipment_are_always_zero(shipments: list[Fields]) -> None:
    assert {shipment[key] for shipment in shipments for key in ("peso", "alto", "ancho", "largo")} == {0}


def test_an_annulled_manifest_lists_shipments_of_others(manifests: list[Fields]) -> None:
    annulled = [shipment["numero"] for shipment in manifests[-1]["envios"]]
    others = [shipment.get("numero") for shipment in shipments_of(manifests[:-1])]
    assert len(annulled) == 3
    assert [others.count(number) for number in annulled] == [1, 1, 1]


def test_each_flow_has_about_a_third_of_the_day(shipments: list[Fields]) -> None:
    read = [Shipment.model_validate(fields) for fields in shipments if "numero" in fields]
    counts = Counter(shipment.provider_data.provider for shipment in read if shipment.provider_data)
    assert all(100 < counts[flow] < 170 for flow in (*Provider, None)), counts


@pytest.mark.parametrize("shipments", [0, -1, 500_001])
def test_a_day_that_is_too_small_or_too_big_is_refused(shipments: int) -> None:
    with pytest.raises(SettingsError, match=f"not {shipments}"):
        DayOptions(shipments=shipments)


@pytest.mark.parametrize("per_minute", [-1, float("nan"), float("inf")])
def test_an_invalid_pace_is_refused(per_minute: float) -> None:
    with pytest.raises(SettingsError, match="visits per minute"):
        DayOptions(per_minute=per_minute)


def test_no_driver_and_no_route_of_a_carrier_has_the_number_of_anothers() -> None:
    of = [
        {
            one
            for visit in generate(carrier, DAY, DayOptions()).closings
            for one in (visit.route.driver.id, visit.route.id)
        }
        for carrier in ("ANDINA-BOG", "ANDINA-SOA", "ANDINA-CHI")
    ]
    assert len(set.union(*of)) == sum(map(len, of)) > 20
