import csv
import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from app.domain.views.columns import SHIPMENT_COLUMNS
from app.i18n import Catalog
from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import Despacho
from tests.cli.wire import BARE, DATE, OPERATOR, SELLER, good_day

EXPORT = ("export", "shipments", "--date", DATE)
NAMES = [
    "fecha",
    "idPlanillaReparto",
    "estadoPlanilla",
    "codigoCarrier",
    "fechaCreacion",
    "numero",
    "numeroExterno",
    "idEstadoEnvio",
    "estadoEnvio",
    "idPoblacionDestino",
    "nombrePoblacionDestino",
    "remitente",
    "idTipoDocumentoRem",
    "documentoRem",
    "telefonoRem",
    "direccionRem",
    "emailRem",
    "destinatario",
    "idTipoDocumentoDest",
    "documentoDest",
    "telefonoDest",
    "direccionDest",
    "emailDest",
    "valorDeclarado",
    "proveedor",
    "promesaEntrega",
    "numeroPedido",
    "SellerId",
    "parcelNumber",
    "parcelId",
    "skus",
    "peso",
    "alto",
    "ancho",
    "largo",
    "estado",
    "conflicto",
    "vigente",
    "visita_id",
    "estado_nuevo",
    "visita_timestamp",
    "senales",
    "resultado_dia",
    "complementoDirDest",
    "complementoDirRem",
    "nombreFormaEntrega",
    "totalPiezas",
    "diceContener",
    "fechaRegistroEnvio",
    "a_cargo",
]
"""The documented columns of shipments, in order."""

NOTHING = dict.fromkeys(NAMES) | {"senales": ""}
DAY = {"fecha": DATE, "estadoPlanilla": "VIG", "codigoCarrier": "ACME", "fechaCreacion": "2026-06-15T05:42:10"}
FLAGS = {"conflicto": False, "vigente": True}
SENT_AS_THEY_ARE = {
    key: value for key, value in OPERATOR.items() if key in NAMES and key not in ("peso", "dinamicouno")
}


def rows(text: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def table(content: bytes, delimiter: str = ",") -> list[dict[str, str]]:
    head, *others = rows(content.decode("utf-8-sig"), delimiter)
    return [dict(zip(head, row, strict=True)) for row in others]


def test_json_is_the_contracts_array_with_skus_and_what_was_sent(loaded: Despacho) -> None:
    ended = loaded.run(*EXPORT, "--format", "json", "--headers", "ui")
    assert (ended.code, ended.said) == (0, "")
    operator, seller, bare = ended.json
    for row in ended.json:
        assert list(row) == [*NAMES, "crudo"]
    assert operator == {
        **NOTHING,
        **DAY,
        **FLAGS,
        **SENT_AS_THEY_ARE,
        "idPlanillaReparto": 9001,
        "proveedor": "operador",
        "promesaEntrega": "2026-06-15",
        "numeroPedido": "OC-0004517",
        "peso": 3.78,
        "estado": "En Reparto",
        "resultado_dia": "abierto",
        "skus": [{"skuDesc": "Olla", "weight": "2.80"}, {"skuDesc": "Cafetera", "weight": "0.98"}],
        "crudo": OPERATOR,
    }
    assert seller == {
        **NOTHING,
        **DAY,
        **FLAGS,
        "idPlanillaReparto": 9001,
        "numero": "0046",
        "idEstadoEnvio": "24",
        "estadoEnvio": "Listo para Retirar",
        "destinatario": "María José Ibáñez",
        "valorDeclarado": 219900.5,
        "proveedor": "marketplace",
        "SellerId": "SEL-10482",
        "parcelNumber": "PN0451290",
        "parcelId": "0000451290-1",
        "totalPiezas": 2,
        "peso": 0.95,
        "alto": 12,
        "ancho": 21,
        "largo": 33,
        "estado": "Listo para Retirar",
        "resultado_dia": "retiro",
        "skus": SELLER["dinamicouno"]["skus"],
        "crudo": SELLER,
    }
    assert bare == {
        **NOTHING,
        **DAY,
        **FLAGS,
        "idPlanillaReparto": 9002,
        "numero": "0047",
        "idEstadoEnvio": "3",
        "valorDeclarado": "45.000",
        "estado": "Entregado",
        "senales": "dato_raro",
        "resultado_dia": "entregado",
        "skus": [],
        "crudo": BARE,
    }
    assert {(type(row["conflicto"]), type(row["vigente"])) for row in ended.json} == {(bool, bool)}


def test_csv_opens_in_a_spreadsheet_and_runs_no_formula(loaded: Despacho) -> None:
    ended = loaded.run(*EXPORT, "--headers", "api", "--delimiter", "comma")
    assert (ended.code, ended.said) == (0, "")
    assert ended.out.startswith(b"\xef\xbb\xbf" + ",".join(NAMES).encode() + b"\r\n")
    assert ended.out.endswith(b"\r\n")
    operator, seller, bare = table(ended.out)
    assert list(operator) == NAMES
    wanted = {
        "numero": "0045",
        "numeroExterno": "'=1+1",
        "idPoblacionDestino": "05001000",
        "documentoDest": "0190045",
        "telefonoDest": "'+57 306 555 0117",
        "direccionRem": 'Bodega 11; "El Ciprés", Funza',
        "direccionDest": "Carrera 15 # 127-36\nApto 501",
        "emailDest": "'@buzon.example",
        "valorDeclarado": "282400",
        "skus": "2",
        "peso": "3.78",
        "alto": "",
        "conflicto": "false",
        "vigente": "true",
        "visita_id": "",
        "complementoDirDest": "'=Torre 3\nApto 402, portería azul",
        "totalPiezas": "2 de 3",
    }
    assert {key: operator[key] for key in wanted} == wanted
    assert (seller["numeroExterno"], seller["valorDeclarado"], seller["alto"], seller["skus"]) == (
        "",
        "219900.5",
        "12",
        "1",
    )
    assert (bare["valorDeclarado"], bare["skus"], bare["peso"], bare["estado"]) == ("45.000", "0", "", "Entregado")
    assert b'"Bodega 11; ""El Cipr\xc3\xa9s"", Funza"' in ended.out


@pytest.mark.parametrize("language", ["en", "es"])
def test_headers_default_to_the_users_language(loaded: Despacho, language: str) -> None:
    say = Catalog.load(language).say
    speaking = loaded.knowing(DESPACHO_LANGUAGE=language)
    head = rows(speaking.run(*EXPORT, "--delimiter", "semicolon").out.decode("utf-8-sig"), ";")[0]
    assert head == [say(column.title) for column in SHIPMENT_COLUMNS if column.is_exported]
    assert head[0] == {"en": "Date", "es": "Fecha"}[language]


def test_a_workbook_keeps_texts_texts_and_numbers_numbers(loaded: Despacho, tmp_path: Path) -> None:
    path = tmp_path / "día.XLSX"
    ended = loaded.run(*EXPORT, "--output", str(path), "--headers", "api")
    assert (ended.code, ended.out, ended.said) == (0, b"", "")
    sheet: Any = openpyxl.load_workbook(path).active
    head, operator, seller, bare = ([cell.value for cell in row] for row in sheet.iter_rows())
    assert head == NAMES
    found = dict(zip(head, operator, strict=True))
    wanted = {
        "numero": "0045",
        "numeroExterno": "=1+1",
        "idPoblacionDestino": "05001000",
        "valorDeclarado": 282400,
        "peso": 3.78,
        "skus": 2,
        "vigente": True,
        "conflicto": False,
        "emailDest": "@buzon.example",
        "alto": None,
    }
    assert {key: found[key] for key in wanted} == wanted
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n", "b", "d"}
    assert not sheet._hyperlinks
    assert (seller[head.index("alto")], bare[head.index("valorDeclarado")]) == (12, "45.000")


def test_the_format_follows_the_ending_unless_it_is_named(loaded: Despacho, tmp_path: Path) -> None:
    starts = {
        "day.csv": b"\xef\xbb\xbf",
        "day.json": b"[\n",
        "day": b"\xef\xbb\xbf",
    }
    for name, start in starts.items():
        assert loaded.run(*EXPORT, "--output", str(tmp_path / name)).code == 0
        assert (tmp_path / name).read_bytes().startswith(start)
    assert loaded.run(*EXPORT, "--output", str(tmp_path / "day.csv"), "--format", "json").code == 0
    assert (tmp_path / "day.csv").read_bytes() == (tmp_path / "day.json").read_bytes()
    assert loaded.run(*EXPORT, "--format", "xlsx").out.startswith(b"PK")
    assert {path.name for path in tmp_path.iterdir()} == set(starts)


def test_the_delimiter_is_the_given_one_else_the_machines(loaded: Despacho) -> None:
    semicolon, auto, machines = loaded.run_each(
        [*EXPORT, "--delimiter", "semicolon"], [*EXPORT, "--delimiter", "auto"], EXPORT
    )
    assert table(semicolon.out, ";") == table(auto.out)  # the language of the machine here writes decimal points
    assert machines == auto


def test_a_day_that_is_not_cached_is_a_header_and_a_hint(loaded: Despacho) -> None:
    nothing = loaded.run("export", "shipments", "--date", "2026-06-16", "--headers", "api", "--delimiter", "comma")
    assert (nothing.code, nothing.out) == (0, b"\xef\xbb\xbf" + ",".join(NAMES).encode() + b"\r\n")
    assert nothing.said == (
        f"Nothing of 2026-06-16 is in the data folder {loaded.folder}. "
        "To load it: despacho fetch --carrier CODE --date 2026-06-16\n"
    )
    other = loaded.run(*EXPORT, "--carrier", "OTHER", "--format", "json")
    assert (other.code, other.json) == (0, [])
    assert f"despacho fetch --carrier OTHER --date {DATE}" in other.said


def test_an_export_has_one_carrier_or_all_of_a_date(despacho: Despacho) -> None:
    with ScriptedCarrier(says(200, good_day())) as carrier:
        for code in ("B", "A"):
            assert despacho.asking(carrier.url).run("fetch", "--carrier", code, "--date", DATE).code == 0
    everything = despacho.run(*EXPORT, "--format", "json").json
    one = despacho.run(*EXPORT, "--format", "json", "--carrier", " B ").json
    assert [row["numero"] for row in everything] == 2 * [row["numero"] for row in one]
    assert [row["numero"] for row in one] == ["0045", "0046", "0047"]


def test_an_export_asks_no_server_and_needs_no_credentials(despacho: Despacho) -> None:
    with ScriptedCarrier(says(200, good_day())) as carrier:
        despacho.knowing(DESPACHO_BASE_URL=carrier.url).run(*EXPORT)
    assert carrier.requests == []
