"""An export that cannot be written, or a cache that cannot be read: message, exit code, older export unchanged."""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import Despacho
from tests.cli.wire import DATE, good_day
from tests.database import connected

EXPORT = ("export", "shipments", "--date", DATE)
FETCH = ("fetch", "--carrier", "ACME", "--date", DATE)
KINDS = ("csv", "xlsx", "json")
LEAST_FILE = 1024  # bytes; less than any export here

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="devices and limits of POSIX")


def files_no_longer_than(size: int) -> str:
    """Return a shell command that limits the size of every file of a process, as a full disk would."""
    return f"ulimit -f {size // 512}"


def test_a_missing_output_folder_is_a_usage_error(loaded: Despacho, tmp_path: Path) -> None:
    ended = loaded.run(*EXPORT, "--output", str(tmp_path / "nowhere" / "day.csv"))
    assert (ended.code, ended.out) == (2, b"")
    assert ended.said == f"The folder {tmp_path / 'nowhere'} does not exist. Choose another one, or create it first.\n"
    folder = loaded.run(*EXPORT, "--output", str(tmp_path))
    assert (folder.code, folder.said) == (2, f"{tmp_path} is a folder. Name a file in it.\n")
    assert list(tmp_path.iterdir()) == []


BAD_NAMES = ["what?.csv", "a|b.csv", "CON", "nul.txt", "COM1.csv", "day.csv.", "day.csv "]
IMPOSSIBLE = ["n" * 256, *(BAD_NAMES if sys.platform == "win32" else ())]


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_name_that_no_file_can_have_is_refused_before_the_cache_is_read(
    copied: Despacho, tmp_path: Path, name: str
) -> None:
    (copied.folder / "facts.sqlite").write_bytes(b"no database at all" * 500)
    for table, written in (("shipments", name), ("day", name.replace(".csv", ".xlsx"))):
        ended = copied.run("export", table, "--date", DATE, "--output", str(tmp_path / written))
        assert (ended.code, ended.out, ended.said.count("\n")) == (2, b"", 1)
        assert f"“{written}” " in ended.said
    assert list(tmp_path.iterdir()) == [copied.folder]


@pytest.mark.parametrize("command", ["fetch --carrier ACME", "settings show", "rebuild", ""])
def test_a_data_folder_whose_name_is_too_long_is_refused(despacho: Despacho, command: str) -> None:
    there = despacho.folder.parent
    for language, said in (("en", "The name “nnn"), ("es", "El nombre «nnn")):
        named = despacho.knowing(DESPACHO_DATA_DIR=str(there / ("n" * 256)), DESPACHO_LANGUAGE=language)
        ended = named.knowing(QT_QPA_PLATFORM="offscreen").run(*command.split())
        assert (ended.code, ended.out, ended.said.count("\n")) == (2, b"", 1)
        assert ended.said.startswith(said)
    doctor = named.run("doctor")
    assert (doctor.code, doctor.said) == (2, "")
    assert doctor.text.startswith("✕ settings: El nombre «nnn")
    assert list(there.iterdir()) == []


@on_posix
@pytest.mark.parametrize("kind", KINDS)
def test_a_full_disk_leaves_the_older_export_unchanged(loaded: Despacho, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"day.{kind}"
    path.write_bytes(b"older")
    with connected(loaded.folder / "facts.sqlite") as db:  # the files beside both are there already
        db.execute("SELECT (SELECT count(*) FROM load), (SELECT count(*) FROM day)").fetchone()
        ended = loaded.run(*EXPORT, "--output", str(path), shell=files_no_longer_than(LEAST_FILE))
    assert (ended.code, ended.out) == (6, b"")
    assert ended.said.startswith(f"Writing to {path} failed: ")
    assert path.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [path]


@on_posix
@pytest.mark.parametrize("kind", KINDS)
def test_a_full_device_is_reported(loaded: Despacho, kind: str) -> None:
    ended = loaded.run(*EXPORT, "--format", kind, "--output", "/dev/full")
    assert (ended.code, ended.said.count("\n")) == (6, 1)
    assert "/dev/full" in ended.said


def test_a_damaged_cache_is_reported_and_left_unchanged(copied: Despacho, tmp_path: Path) -> None:
    database = copied.folder / "facts.sqlite"
    older = tmp_path / "day.csv"
    older.write_bytes(b"older")
    for content in (b"no database at all" * 500, database.read_bytes()[:8192] + b"\xff" * 90_000):
        database.write_bytes(content)
        ended = copied.run(*EXPORT, "--output", str(older))
        assert (ended.code, ended.out) == (6, b"")
        assert ended.said.startswith(f"The file {database} is damaged, and there is no copy of it yet.")
        doctor = copied.run("doctor")
        assert f"✕ store: The file {database} is damaged" in doctor.text or "✕ store: The data file" in doctor.text
        assert database.read_bytes() == content
    assert older.read_bytes() == b"older"


def test_a_cache_of_a_newer_version_is_refused_and_left_unchanged(copied: Despacho) -> None:
    database = copied.folder / "facts.sqlite"
    with closing(sqlite3.connect(database)) as db, db:
        columns = "migration_set, name, applied_at"
        db.execute(f"INSERT INTO _sqlite_migrations ({columns}) VALUES ('facts', 'of_tomorrow', '2099-01-01')")
    content = database.read_bytes()
    for command in (EXPORT, FETCH):
        ended = copied.asking("http://127.0.0.1:1").run(*command)
        assert (ended.code, ended.out) == (6, b"")
        assert ended.said.startswith("This data was made by a newer version of Despacho")
    doctor = copied.asking("http://127.0.0.1:1").run("doctor", "--json")
    assert doctor.code == 6
    assert [check["ok"] for check in doctor.json["checks"]] == [True, False, True, False, True, True]
    assert database.read_bytes() == content


@on_posix
def test_a_load_onto_a_full_disk_leaves_the_day_unchanged(copied: Despacho) -> None:
    before = copied.run(*EXPORT)
    noise = Random(1).randbytes(500_000).hex().encode()  # what is kept is compressed
    many = good_day().replace(b'"0047"', b'"0047", "destinatario": "%s"' % noise)
    with ScriptedCarrier(says(200, many)) as carrier:
        limit = (copied.folder / "facts.sqlite").stat().st_size
        ended = copied.asking(carrier.url).run(*FETCH, shell=files_no_longer_than(limit))
    assert (ended.code, ended.out) == (6, b"")
    assert ended.said.count("\n") == 1
    assert str(copied.folder) in ended.said
    assert copied.run(*EXPORT) == before


def test_an_impossible_data_folder_is_reported(despacho: Despacho, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for command, code in ((EXPORT, 6), (("settings", "set", "carrier", "ACME"), 2), (("doctor",), 2)):
        ended = despacho.run(*command, "--data-dir", str(tmp_path / "file"))
        assert ended.code == code
        assert "cannot be read or written" in ended.said + ended.text
    if os.name == "posix":
        nowhere = despacho.asking("http://127.0.0.1:1").run(*FETCH, "--data-dir", "/proc/nowhere")
        assert (nowhere.code, nowhere.said.count("\n")) == (6, 1)
        assert "/proc/nowhere" in nowhere.said
