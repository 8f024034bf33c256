import json
from collections.abc import Awaitable
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from app.demo.carrier_server import CarrierServer
from app.demo.world.options import DayOptions
from app.domain.access.credentials import CarrierCredentials
from tests.carrier.scripted_carrier import Conversation, ScriptedCarrier, says
from tests.cli.process import TOKEN, USER, Despacho
from tests.cli.wire import BARE, DATE, OPERATOR, SELLER, body, good_day, manifest

FETCH = ("fetch", "--carrier", "ACME", "--date", DATE)
WEST, EAST = "Etc/GMT+12", "Pacific/Kiritimati"  # never on the same day


def today_in(zone: str) -> date:
    return datetime.now(ZoneInfo(zone)).date()


def test_a_load_prints_one_object_with_exactly_the_promised_keys(despacho: Despacho) -> None:
    with ScriptedCarrier(says(200, good_day())) as carrier:
        ended = despacho.asking(carrier.url).run(*FETCH, "--json")
    assert (ended.code, ended.said) == (0, "")
    assert ended.out.count(b"\n") == 1
    assert ended.json == {
        "carrier": "ACME",
        "date": DATE,
        "manifests": 2,
        "shipments": 3,
        "new": 3,
        "changed": 0,
        "gone": 0,
        "kept": 0,
        "skipped": [{"numero": None, "manifest": "9001", "reason": "it has no numero"}],
    }
    (request,) = carrier.requests
    assert request.line == f"GET /v2/planillas-envios?codigoCarrier=ACME&fecha={DATE} HTTP/1.1"
    assert request.headers["authorization-token"] == TOKEN
    assert request.headers["authorization-user"] == USER


def test_a_second_load_counts_what_is_new_changed_and_gone(despacho: Despacho) -> None:
    delivered = {**SELLER, "idEstadoEnvio": "3", "estadoEnvio": "Entregado"}
    unread = {**BARE, "destinatario": {"no": "text"}}
    second = body(manifest(delivered, {"numero": "0048"}, unread))
    with ScriptedCarrier(says(200, body(manifest(OPERATOR, SELLER))), says(200, second)) as carrier:
        asking = despacho.asking(carrier.url)
        first = asking.run(*FETCH)
        again = asking.run(*FETCH)
    assert (first.code, again.code) == (0, 0)
    assert first.text == f"ACME {DATE}: manifests 1, shipments 2, new 2, changed 0, gone 0\n"
    assert again.text == f"ACME {DATE}: manifests 1, shipments 3, new 2, changed 1, gone 1\n"
    assert again.said == ""
    rows = despacho.run("export", "shipments", "--date", DATE, "--format", "json").json
    assert {row["numero"]: (row["vigente"], row["estado"]) for row in rows} == {
        "0045": (False, "En Reparto"),
        "0046": (True, "Entregado"),
        "0047": (True, "Entregado"),
        "0048": (True, None),
    }


def test_an_empty_list_after_a_good_day_keeps_it_and_says_so(despacho: Despacho) -> None:
    with ScriptedCarrier(says(200, good_day()), says(200, b"[]")) as carrier:
        asking = despacho.asking(carrier.url)
        asking.run(*FETCH)
        before = despacho.run("export", "shipments", "--date", DATE)
        ended = asking.run(*FETCH, "--json")
    assert ended.code == 3
    assert "The carrier lists nothing for this day; its 3 shipments stay as they were.\n" in ended.said
    assert despacho.run("export", "shipments", "--date", DATE) == before


def test_a_404_after_a_good_day_keeps_its_rows_and_the_next_one_marks_them_gone(despacho: Despacho) -> None:
    with ScriptedCarrier(says(200, good_day()), says(404), says(404)) as carrier:
        asking = despacho.asking(carrier.url)
        asking.run(*FETCH)
        first = asking.run(*FETCH, "--json")
        kept = despacho.run("export", "shipments", "--date", DATE, "--format", "json").json
        second = asking.run(*FETCH)
    assert (first.code, first.out, second.code, second.out) == (3, b"", 3, b"")
    assert first.said.startswith("The carrier lists nothing for this day; its 3 shipments stay as they were.\n")
    assert second.said.startswith(
        "The carrier lists nothing for this day any more: its 3 shipments are marked as gone.\n"
    )
    gone = despacho.run("export", "shipments", "--date", DATE, "--format", "json").json
    assert [[row["vigente"] for row in rows] for rows in (kept, gone)] == [[True] * 3, [False] * 3]


def test_a_drop_is_reported_with_its_manifests_and_the_kept_rows_are_counted(
    despacho: Despacho,
) -> None:
    def day(*manifests: tuple[int, int]) -> bytes:
        shipments = {number: [{"numero": f"{number}-{nth}"} for nth in range(count)] for number, count in manifests}
        return json.dumps([{"idPlanillaReparto": key, "envios": value} for key, value in shipments.items()]).encode()

    whole, less = day((5001, 30), (5002, 30)), day((5001, 20), (5002, 28))
    with ScriptedCarrier(says(200, whole), says(200, less), says(200, less)) as carrier:
        asking = despacho.asking(carrier.url)
        assert asking.run(*FETCH).said == ""
        shrunk = asking.run(*FETCH, "--json")
        same = asking.run(*FETCH, "--json")
    assert shrunk.said == "12 of 60 shipments are no longer listed: manifests 5001, 5002\n"
    assert (shrunk.json["gone"], shrunk.json["kept"]) == (12, 12)
    assert (same.said, same.json["gone"], same.json["kept"]) == ("", 0, 12)


def test_a_failed_attempt_is_repeated_without_a_message(despacho: Despacho) -> None:
    with ScriptedCarrier(says(503), says(502), says(200, good_day())) as carrier:
        ended = despacho.asking(carrier.url).run(*FETCH, "--json")
    assert (ended.code, ended.said, ended.json["new"]) == (0, "", 3)
    assert len(carrier.requests) == 3


@pytest.mark.parametrize("zone", [WEST, EAST])
def test_the_day_defaults_to_today_at_the_site(despacho: Despacho, zone: str) -> None:
    before = today_in(zone)
    with ScriptedCarrier(says(200, good_day())) as carrier:
        loaded = despacho.asking(carrier.url, DESPACHO_TIME_ZONE=zone).run("fetch", "--carrier", "ACME", "--json")
    exported = despacho.knowing(DESPACHO_TIME_ZONE=zone).run("export", "shipments", "--format", "json")
    days = {str(before), str(today_in(zone))}
    assert loaded.json["date"] in days
    assert {row["fecha"] for row in exported.json} <= days


def test_a_day_of_the_demo_carrier_can_be_loaded(despacho: Despacho) -> None:
    now = datetime(2026, 6, 15, 10, 0)  # noqa: DTZ001 - the site's time
    with CarrierServer(DayOptions(shipments=40), CarrierCredentials(TOKEN, USER), now=lambda: now) as carrier:
        asking = despacho.asking(carrier.url)
        good = asking.run("fetch", "--carrier", "ANDINA-BOG", "--date", DATE, "--json")
        codes = {
            "VACIA": asking.run("fetch", "--carrier", "VACIA", "--date", DATE).code,
            "400": asking.run("fetch", "--carrier", "a b", "--date", DATE).code,
            "401": asking.knowing(DESPACHO_AUTHORIZATION_USER="other").run("fetch", "--carrier", "X").code,
        }
    assert (good.code, good.json["shipments"]) == (0, 40)
    assert codes == {"VACIA": 3, "400": 5, "401": 4}


def test_messages_are_in_spanish_too(despacho: Despacho) -> None:
    with ScriptedCarrier(says(200, good_day()), says(401)) as carrier:
        asking = despacho.asking(carrier.url, DESPACHO_LANGUAGE="es")
        good, refused = asking.run(*FETCH), asking.run(*FETCH)
    assert good.code == 0
    assert "no trae el campo numero" in good.said
    assert (refused.code, refused.out) == (4, b"")
    assert "La transportadora" in refused.said


def test_each_of_several_carriers_loads_and_fails_alone(despacho: Despacho) -> None:
    def as_asked(conversation: Conversation) -> Awaitable[None]:
        answer = says(404) if "codigoCarrier=NONE" in conversation.line else says(200, good_day())
        return (says(403) if "codigoCarrier=SHUT" in conversation.line else answer)(conversation)

    several = (
        "fetch",
        "--date",
        DATE,
        *(part for code in ("NONE", "ACME", "SHUT", "ACME") for part in ("--carrier", code)),
    )
    with ScriptedCarrier(as_asked) as carrier:
        asking = despacho.asking(carrier.url)
        printed = asking.run(*several)
        ended = asking.run(*several, "--json")
        (alone,) = asking.run("fetch", "--date", DATE, "--carrier", "ACME", "--carrier", "ACME", "--json").json
        failed = asking.run("fetch", "--date", DATE, "--carrier", "NONE", "--carrier", "SHUT", "--json")
    assert (ended.code, failed.code, failed.json) == (4, 4, [])
    assert printed.text == f"ACME {DATE}: manifests 2, shipments 3, new 3, changed 0, gone 0\n"
    assert [one["carrier"] for one in ended.json] == [alone["carrier"]] == ["ACME"]
    assert [line.partition(": ")[0] for line in ended.said.splitlines()] == ["NONE", "SHUT"]


def test_all_are_those_of_the_setting_else_those_in_use(despacho: Despacho) -> None:
    with ScriptedCarrier(says(200, good_day())) as carrier:
        asking = despacho.asking(carrier.url)
        none = asking.run("fetch", "--carrier", "all", "--date", DATE)
        for code in ("FIRST", "ACME"):
            asking.run("fetch", "--carrier", code, "--date", DATE)
        in_use = asking.run("fetch", "--carrier", "all", "--date", DATE, "--json")
        asking.run("settings", "set", "carriers", " ACME, 77.0 ,,ACME")
        set_ones = asking.run("fetch", "--carrier", "all", "--carrier", "LAST", "--date", DATE, "--json")
    assert (none.code, none.out) == (2, b"")
    assert "despacho settings set carriers" in none.said
    assert {one["carrier"] for one in in_use.json} == {"FIRST", "ACME"}
    assert [one["carrier"] for one in set_ones.json] == ["ACME", "77", "LAST"]
