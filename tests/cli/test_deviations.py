"""Deviations from the contract in exports and `doctor`; carrier codes in another case."""

import csv
import io
import json
from datetime import UTC, datetime

import openpyxl

from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import Despacho
from tests.cli.wire import DATE, OPERATOR, body, manifest

COLUMNS = ["fuente", "donde", "que", "ejemplo", "desde", "hasta", "veces"]
ODD = {**OPERATOR, "numero": " 0045", "idEstadoEnvio": 2, "telefonoDest": 3065550117, "prioridad": "Ana Peña"}


def fetch(despacho: Despacho, carrier: str = "ACME", *shipments: dict[str, object]) -> tuple[int, str]:
    with ScriptedCarrier(says(200, body(manifest(*(shipments or (ODD,)))))) as server:
        ended = despacho.asking(server.url).run("fetch", "--carrier", carrier, "--date", DATE)
    return ended.code, ended.said


def test_deviations_are_exported_as_codes_and_as_texts(despacho: Despacho) -> None:
    there = despacho.knowing(DESPACHO_TIME_ZONE="UTC")  # which the site keeps from its first use on
    assert fetch(there) == (0, "")
    today = datetime.now(UTC).date().isoformat()
    coded, spoken, rows, _, before = there.run_each(
        ("export", "deviations", "--date", today, "--headers", "api", "--delimiter", "comma"),
        ("export", "deviations", "--date", today, "--headers", "ui", "--delimiter", "comma"),
        ("export", "deviations", "--date", today, "--format", "json"),
        ("export", "deviations", "--date", today, "--output", str(despacho.folder / "d.xlsx")),
        ("export", "deviations", "--date", "2026-01-01", "--format", "json"),
    )
    lines = list(csv.DictReader(io.StringIO(coded.text.removeprefix("\ufeff"))))
    assert list(lines[0]) == COLUMNS
    found = {(one["fuente"], one["donde"], one["que"], one["ejemplo"], one["veces"]) for one in lines}
    assert found >= {
        ("manifest", "envios.numero", "other_spelling", '" 0045"', "1"),
        ("manifest", "envios.idEstadoEnvio", "other_type", "2", "1"),
        ("manifest", "envios.telefonoDest", "other_type", "number", "1"),
        ("manifest", "envios.prioridad", "unknown_field", "text, 8 characters", "1"),
    }
    assert "Field that the contract does not list" in spoken.text
    assert "Manifests" in spoken.text
    assert [list(row) for row in rows.json] == [COLUMNS] * len(lines)
    assert rows.json[0]["desde"].endswith("Z")
    assert openpyxl.load_workbook(despacho.folder / "d.xlsx").active.max_row == len(lines) + 1
    assert before.json == []
    assert "Peña" not in coded.text + spoken.text + rows.text


def test_doctor_counts_the_kinds_of_deviations_and_says_where_to_look(despacho: Despacho) -> None:
    fetch(despacho)
    checks = json.loads(despacho.run("doctor", "--json").out)["checks"]
    (check,) = [one for one in checks if one["check"] == "deviations"]
    assert check["ok"]
    assert "kinds of data outside the contract" in check["message"]
    assert "despacho export deviations" in check["message"]


def test_a_known_code_is_suggested_if_only_case_and_blanks_differ(despacho: Despacho) -> None:
    assert fetch(despacho, "ANDINA-BOG") == (0, "")
    assert fetch(despacho, "andina-bog") == (0, "Did you mean ANDINA-BOG?\n")
    assert fetch(despacho, "ANDINA -BOG") == (0, "Did you mean ANDINA-BOG?\n")
    assert fetch(despacho, "ANDINA-BOG") == (0, "")
    assert fetch(despacho, "ANDINA-MED") == (0, "")
