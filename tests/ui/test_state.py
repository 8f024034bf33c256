import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QDate, QDateTime, QSettings, QTime

from app.domain.days import Day
from app.domain.views.columns import Table
from app.domain.views.queries import SavedView, View
from app.ui.context.window_state import WindowState, read_views

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
    for key in (
        "columns/shipments",
        "carriers",
        "palette",
        "export/shipments",
        "alerts/told",
        "gap/closed",
        "views",
        "drops/closed",
    ):
        file.setValue(key, text)
    file.sync()
    state = WindowState(path)
    assert state.columns("shipments") == []
    assert state.carriers() == []
    assert state.last_done() == []
    assert state.export_columns("shipments") == (False, [])
    assert state.alert_marks is None
    assert state.closed_gap == ""
    assert state.closed_drop(Day("ANDINA", date(2026, 11, 20))) == ""
    assert state.saved_views == []


def test_what_was_kept_comes_back(tmp_path: Path) -> None:
    state = WindowState(tmp_path / "window.ini")
    state.keep_columns("shipments", [("number", 120, True), ("note", 0, False)])
    state.keep_carrier("ANDINA")
    state.alert_marks = (3, 4, "2026-11-20T10:00:00+00:00")
    state.closed_gap = "2026-11-20T10:00:00+00:00"
    again = WindowState(tmp_path / "window.ini")
    assert again.columns("shipments") == [("number", 120, True), ("note", 0, False)]
    assert again.carriers() == ["ANDINA"]
    assert again.alert_marks == (3, 4, "2026-11-20T10:00:00+00:00")
    assert again.closed_gap == "2026-11-20T10:00:00+00:00"


def test_what_was_closed_of_a_day_is_of_that_day_alone_and_the_oldest_goes(tmp_path: Path) -> None:
    state = WindowState(tmp_path / "window.ini")
    days = [Day("ANDINA", date(2026, 11, 1) + timedelta(days=nth)) for nth in range(21)]
    for day in days:
        state.keep_closed_drop(day, "2026-11-20T10:00:00+00:00")
    state.keep_closed_drop(days[20], "2026-11-20T11:00:00+00:00")
    again = WindowState(tmp_path / "window.ini")
    assert again.closed_drop(days[20]) == "2026-11-20T11:00:00+00:00"
    assert again.closed_drop(days[1]) == "2026-11-20T10:00:00+00:00"
    assert again.closed_drop(days[0]) == again.closed_drop(Day("OTHER", days[1].date)) == ""


@pytest.mark.parametrize("name", ["Variant(2)", "@Variant(2)", "a @DateTime(", "@ByteArray(", "@"])
def test_a_text_that_looks_like_an_object_throws_nothing_away(tmp_path: Path, name: str) -> None:
    view = SavedView(name, Table.SHIPMENTS, View.ALL, name, (), ())
    state = WindowState(tmp_path / "window.ini")
    state.saved_views = [view]
    state.folder = name
    state.keep_layout("window", QByteArray(name.encode()))
    del state  # only then it is in the file
    assert (tmp_path / "window.ini").exists()
    again = WindowState(tmp_path / "window.ini")
    assert again.saved_views == [view]
    assert again.folder == name
    assert again.layout("window") == QByteArray(name.encode())


@pytest.mark.parametrize(
    "value", [{"a": 1}, ["a", {"a": 1}], QDate(2026, 11, 20), QDateTime(QDate(2026, 11, 20), QTime(1, 2))], ids=str
)
def test_a_file_with_an_object_is_set_aside_and_logged(
    tmp_path: Path, value: object, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "window.ini"
    file = QSettings(str(path), QSettings.Format.IniFormat)
    file.setValue("map/streets", value)
    file.sync()
    kept = path.read_bytes()
    assert not WindowState(path).shows_streets
    assert (tmp_path / "window.damaged").read_bytes() == kept
    assert "window.damaged" in caplog.text


@pytest.mark.parametrize(
    "text", ["map = @Variant(", 'map="@Variant(', "map=a,@Variant(", 'map=a, "@Variant(', "map=\n@Variant("]
)
def test_an_object_is_found_wherever_qt_would_read_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "window.ini"
    path.write_text(f"[General]\n{text}\\0\\0\\0\\x9\\xf1\\xfc)\n")
    WindowState(path)
    assert not path.exists()


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
