import json
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from app.desk.kept_views import read_views
from app.desk.state import WindowState

DAMAGED = [
    "",
    "garbage",
    '[["number", Infinity, true]]',
    '[["number", 99999999999999999999, true]]',
    '[Infinity, 1, ""]',
    f'[{10**23}, {10**23}, ""]',
    '[1, 1, "yesterday"]',
    "[" * 100_000,
    "{}",
    "null",
    "[[1, 2]]",
]


@pytest.mark.parametrize("text", DAMAGED, ids=lambda text: text[:20])
def test_what_is_damaged_counts_as_not_there(text: str, tmp_path: Path) -> None:
    path = tmp_path / "window.ini"
    file = QSettings(str(path), QSettings.Format.IniFormat)
    for key in ("columns/shipments", "carriers", "palette", "export/shipments", "alerts/told", "gap/closed", "views"):
        file.setValue(key, text)
    file.sync()
    state = WindowState(path)
    assert state.columns("shipments") == []
    assert state.carriers() == []
    assert state.last_done() == []
    assert state.export_columns("shipments") == (False, [])
    assert state.alerts_told() is None
    assert state.closed_gap() == ""
    assert state.saved_views() == []


def test_what_was_kept_comes_back(tmp_path: Path) -> None:
    state = WindowState(tmp_path / "window.ini")
    state.keep_columns("shipments", [("number", 120, True), ("note", 0, False)])
    state.keep_carrier("ANDINA")
    state.keep_alerts_told(3, 4, "2026-11-20T10:00:00+00:00")
    state.keep_closed_gap("2026-11-20T10:00:00+00:00")
    again = WindowState(tmp_path / "window.ini")
    assert again.columns("shipments") == [("number", 120, True), ("note", 0, False)]
    assert again.carriers() == ["ANDINA"]
    assert again.alerts_told() == (3, 4, "2026-11-20T10:00:00+00:00")
    assert again.closed_gap() == "2026-11-20T10:00:00+00:00"


@pytest.mark.parametrize(
    "change",
    [
        {"filters": [["number", 10**23, False]]},
        {"filters": [["number", "1", False]] * 3000},
        {"search": "a " * 150},
    ],
    ids=["a huge number", "thousands of filters", "too many words"],
)
def test_a_view_that_no_table_could_show_is_left_out(change: dict[str, object]) -> None:
    good = {"name": "Mine", "table": "shipments", "view": "all", "search": "a", "filters": [], "sort": []}
    assert [view.name for view in read_views(json.dumps([good]))] == ["Mine"]
    assert read_views(json.dumps([good | change])) == []


def test_half_a_character_in_a_view_is_made_one_that_can_be_searched_for() -> None:
    kept = {"name": "Mine", "table": "shipments", "view": "all", "search": "\ud800", "filters": [], "sort": []}
    assert read_views(json.dumps([kept]))[0].search == "\N{REPLACEMENT CHARACTER}"
