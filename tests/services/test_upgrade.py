"""Today's program opens the data folders that older ones left, and says what they said.

`kept` holds a folder of the first layout and one of each schema since, by the last migration of its file of facts. In
each, the program of that time had loaded a day of the demo carrier, received notifications and noted follow-ups. Beside
it lies what that program then exported.
"""

import json
from datetime import date
from pathlib import Path
from zipfile import ZipFile

import pytest

from app.domain.texts import say_in_english
from app.domain.views.columns import Table
from app.domain.views.exports import Format
from app.export.delimiter import Delimiter
from app.facts.file.opening import FILE_NAME, MIGRATIONS, is_current
from app.services.exporting.export_rows import Headers, day_rows, write_rows
from app.services.open_reader import opened_cache
from app.settings.file import SettingsFile

KEPT = Path(__file__).parent / "kept"
FOLDERS = sorted(KEPT.glob("*.zip"))
LOADED = date(2026, 11, 25)


@pytest.mark.parametrize("kept", FOLDERS, ids=[one.stem for one in FOLDERS])
def test_rows_notifications_follow_ups_and_settings_are_the_same_after_an_upgrade(kept: Path, tmp_path: Path) -> None:
    with ZipFile(kept) as packed:
        packed.extractall(tmp_path)
    database, settings = tmp_path / "data" / FILE_NAME, SettingsFile(tmp_path / "data", {})
    if kept.stem != "first_layout":
        assert not is_current(database)
    with opened_cache(database, settings) as reader:
        for table in (Table.SHIPMENTS, Table.VISITS, Table.FOLLOW_UPS, Table.REJECTED):
            columns, rows = day_rows(reader, table, LOADED, None, Format.JSON, identity_photos=False)
            file = tmp_path / "now.json"
            write_rows(
                rows,
                table,
                columns,
                target=file,
                form=Format.JSON,
                headers=Headers.API,
                delimiter=Delimiter.COMMA,
                say=say_in_english,
                reasons=reader.reasons(),
            )
            before = json.loads((tmp_path / f"{table}.json").read_text(encoding="utf-8"))
            now = json.loads(file.read_text(encoding="utf-8"))
            assert [{key: one[key] for key in old} for one, old in zip(now, before, strict=True)] == before
            assert before, table
    assert is_current(database)
    assert settings.read().carrier == "ANDINA-BOG"


def test_there_is_a_folder_of_every_older_schema() -> None:
    assert {one.stem for one in FOLDERS} >= {"first_layout", *MIGRATIONS[:3]}
