"""`despacho follow-up` saves a follow-up as the window does; `export follow-ups` exports it."""

import getpass
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.domain.calls.reasons import BUILT_IN, USUAL_REASONS, CallReason
from app.store.follow_ups import FollowUps
from app.store.writer import Writer
from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import Despacho
from tests.cli.wire import DATE, OPERATOR, body, manifest

COLUMNS = [
    "fecha",
    "codigoCarrier",
    "numero",
    "motivo",
    "proximo_paso",
    "nota",
    "llamada",
    "atendido",
    "por",
    "en",
    "a_cargo",
]
FAILED = {**OPERATOR, "numero": "0045", "idEstadoEnvio": "4", "estadoEnvio": "Excepción"}
OPEN = {**OPERATOR, "numero": "0046", "idEstadoEnvio": "2", "estadoEnvio": "En Reparto"}
OF_DAY = ("--date", DATE)
EXPORT = ("export", "follow-ups", *OF_DAY, "--format", "json")


@pytest.fixture(scope="module")
def fetched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which one shipment has failed, and another one is listed by two carriers."""
    despacho = Despacho(tmp_path_factory.mktemp("fetched") / "data")
    with ScriptedCarrier(*[says(200, body(manifest(FAILED, OPEN))), says(200, body(manifest(OPEN)))]) as server:
        asking = despacho.asking(server.url)
        for carrier in ("ACME", "OTRA"):
            assert asking.run("fetch", "--carrier", carrier, *OF_DAY).code == 0
    return despacho.folder


@pytest.fixture
def failed(fetched: Path, despacho: Despacho) -> Despacho:
    """A copy of it."""
    shutil.copytree(fetched, despacho.folder)
    return despacho


def test_a_saved_follow_up_is_exported(failed: Despacho) -> None:
    began = datetime.now(UTC).isoformat()
    noted = failed.run(
        "follow-up", " 0045 ", *OF_DAY, "--carrier", "ACME", "--reason", "absent", "--next-step", "retry",
        "--note", "=llamar mañana ", "--called", "--by", "ana",
    )  # fmt: skip
    assert (noted.code, noted.text, noted.said) == (0, f"Saved for shipment 0045 of ACME on {DATE}.\n", "")
    assert failed.run("follow-up", "0045", *OF_DAY, "--acknowledge").code == 0
    first, second = failed.run(*EXPORT).json
    assert list(first) == COLUMNS
    said = {"fecha": DATE, "codigoCarrier": "ACME", "numero": "0045", "motivo": "absent", "proximo_paso": "retry"}
    for one in (first, second):
        assert one.items() >= {**said, "nota": "=llamar mañana"}.items()
        assert one["llamada"] == first["en"] > began[:19]
    assert (first["atendido"], first["por"]) == (None, "ana")
    assert (second["atendido"], second["por"]) == (second["en"], getpass.getuser())
    spoken, other = failed.run_each(
        ("export", "follow-ups", *OF_DAY, "--delimiter", "comma"), (*EXPORT, "--carrier", "OTRA")
    )
    assert f"{DATE},ACME,0045,Recipient absent,Try again,'=llamar mañana," in spoken.text
    assert other.json == []


def test_a_case_is_assigned_and_exported_with_its_shipment(failed: Despacho) -> None:
    shipments = ("export", "shipments", *OF_DAY, "--carrier", "ACME", "--format", "json")
    for name, assigned in (("Ana Díaz", "Ana Díaz"), (" ", None)):
        assert failed.run("follow-up", "0045", *OF_DAY, "--assign", name).code == 0
        entry, rows = failed.run(*EXPORT).json[-1], failed.run(*shipments).json
        assert (entry["a_cargo"], [row["a_cargo"] for row in rows]) == (assigned, [assigned, None])
    assert failed.run("follow-up", "0045", *OF_DAY, "--assign", "x" * 201).code == 2


def test_an_empty_note_removes_the_note(failed: Despacho) -> None:
    for note in ("a", ""):
        assert failed.run("follow-up", "0045", *OF_DAY, "--note", note).code == 0
    assert [one["nota"] for one in failed.run(*EXPORT).json] == ["a", None]


def test_a_reason_of_the_site_is_given_by_its_name_and_exported_by_its_key(failed: Despacho) -> None:
    site = USUAL_REASONS.changed_to([CallReason("perro", "Perro bravo"), *BUILT_IN])
    with Writer(failed.folder / "facts.sqlite") as writer:
        FollowUps(writer, lambda _kept: None, lambda: "ana").save_reasons(site, USUAL_REASONS)
    of_day = (*OF_DAY, "--carrier", "ACME")
    assert failed.run("follow-up", "0045", *of_day, "--reason", "perro BRAVO").code == 0
    assert [one["motivo"] for one in failed.run(*EXPORT).json] == ["perro"]
    assert ",0045,Perro bravo," in failed.run("export", "follow-ups", *OF_DAY, "--delimiter", "comma").text


def test_the_key_of_a_reason_wins_over_the_name_of_another_and_two_of_one_name_are_refused(failed: Despacho) -> None:
    renamed = {"absent": "Refused", "address": "Sin acceso", "danger": "SIN ACCESO"}
    site = USUAL_REASONS.changed_to([replace(one, name=renamed.get(one.key, "")) for one in BUILT_IN])
    with Writer(failed.folder / "facts.sqlite") as writer:
        FollowUps(writer, lambda _kept: None, lambda: "ana").save_reasons(site, USUAL_REASONS)
    by_key, by_name = failed.run_each(
        ("follow-up", "0045", *OF_DAY, "--reason", "REFUSED"), ("follow-up", "0045", *OF_DAY, "--reason", "sin acceso")
    )
    assert (by_key.code, by_name.code, by_name.out) == (0, 2, b"")
    assert "“sin acceso” is the name of several reasons: address, danger. Name one of these." in by_name.said
    assert [one["motivo"] for one in failed.run(*EXPORT).json] == ["refused"]


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        (("0045", *OF_DAY), 2, "Say what to save"),
        (
            ("0046", *OF_DAY, "--called"),
            2,
            f"Several carriers list 0046 on {DATE}: ACME, OTRA. Name one: --carrier CODE",
        ),
        (("0046", *OF_DAY, "--carrier", "ACME", "--acknowledge"), 2, f"0046 has not failed on {DATE}"),
        (("0045", *OF_DAY, "--note", "a" * 2001), 2, "at most 2,000 characters"),
        (
            ("0045", *OF_DAY, "--reason", "lost"),
            2,
            "“lost” is no reason of this site. There are: no_answer, rescheduled, absent",
        ),
        ((" ", *OF_DAY, "--called"), 2, "is not a shipment number"),
        (("0045", "--date", "2026-06-16", "--called"), 3, "No shipment 0045 of 2026-06-16 is in the data folder"),
        (("45", *OF_DAY, "--called"), 3, f"despacho fetch --carrier CODE --date {DATE}"),
        (("0045", *OF_DAY, "--carrier", "acme", "--called"), 3, "Did you mean ACME?"),
    ],
)
def test_a_refused_follow_up_is_reported_and_changes_nothing(
    failed: Despacho, given: tuple[str, ...], code: int, said: str
) -> None:
    ended = failed.run("follow-up", *given)
    assert (ended.code, ended.out) == (code, b"")
    assert said in ended.said
    assert "Traceback" not in ended.said
    assert failed.run(*EXPORT).json == []


@pytest.mark.parametrize("name", ["x" * 201, "ana\nluis", "ana\x1b[0m"])
def test_a_name_that_is_long_or_no_plain_line_is_refused(failed: Despacho, name: str) -> None:
    refused = failed.run("follow-up", "0045", *OF_DAY, "--called", "--by", name)
    assert (refused.code, "is not a name of one line" in refused.said) == (2, True), refused.said
