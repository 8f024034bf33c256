"""The addresses of identity photos in exports: in those of visits, and in others only when they are asked for."""

import json
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.cli.process import Despacho
from tests.cli.test_receive import post, receiving
from tests.cli.wire import DATE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

ADDRESS = "https://fotos.example/carne.jpg"


@pytest.fixture
def exported(despacho: Despacho, tmp_path: Path) -> dict[tuple[str, bool], str]:
    """Receive a notification and one that is set aside; return each export without and with the addresses."""
    data = {"visita_id": 7, "estado_nuevo": "completada", "fotos": {"dni": ADDRESS, "evidencia": "https://x.example/e"}}
    sent = json.dumps({"event": "visita_estado_cambio", "timestamp": f"{DATE}T10:00:00.000000", "data": data}).encode()
    with receiving(despacho) as url:
        post(url, sent)
        post(url, sent.replace(b"completada", b"falso_flete"))
    at_site, files = despacho.knowing(DESPACHO_TIME_ZONE="America/Bogota"), {}
    for table, form in (("notifications", "csv"), ("rejected", "json"), ("visits", "csv"), ("day", "xlsx")):
        for is_asked in (False, True):
            files[table, is_asked] = path = tmp_path / f"{table}-{is_asked}.{form}"
            date = [] if table == "rejected" else ["--date", DATE]  # those of today, when they arrived
            option = ["--identity-photos"] if is_asked else []
            assert at_site.run("export", table, *date, "--output", str(path), *option).code == 0
    return {key: content(path) for key, path in files.items()}


def content(path: Path) -> str:
    if path.suffix != ".xlsx":
        return path.read_text(encoding="utf-8-sig")
    with ZipFile(path) as book:
        return " ".join(book.read(name).decode() for name in book.namelist())


def test_only_the_export_of_visits_has_them_unless_they_are_asked_for(exported: dict[tuple[str, bool], str]) -> None:
    assert {table for (table, is_asked), text in exported.items() if not is_asked and ADDRESS in text} == {"visits"}
    assert {table for (table, is_asked), text in exported.items() if is_asked and ADDRESS in text} == {
        "notifications", "rejected", "visits", "day",
    }  # fmt: skip
    assert exported["visits", False] == exported["visits", True]
    for table in ("notifications", "rejected"):
        assert "[identity photo]" in exported[table, False]
        assert exported[table, False].replace("[identity photo]", ADDRESS) == exported[table, True]
