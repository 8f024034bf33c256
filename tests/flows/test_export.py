"""Exports from the window: the dialog, the file, and its content in a spreadsheet."""

import csv
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog

from app.domain.texts import Say
from app.domain.views.columns import SHIPMENT_COLUMNS, Table, is_offered
from app.domain.views.exports import ExportOrder
from app.domain.views.queries import ValueFilter, View
from app.services.app_context import AppContext
from app.services.exporting import window_exports
from app.ui.export.export_dialog import ExportDialog
from tests.flows.conftest import NOW, Bench
from tests.spreadsheets import in_calc

OFFERED = tuple(one for one in SHIPMENT_COLUMNS if is_offered(one, ()))


SITE_NOON = "2026-11-20 10:00:00"  # NOW in Bogotá
VISIT: dict[str, Any] = {
    "conductor": {"id": 3, "nombre": "Ana Peña"},
    "ubicacion": {"latitud": "4.668", "longitud": "-74.054"},
    "check_in": {"fecha_hora": f"{NOW.date()}T09:56:00", "latitud": "4.66", "longitud": "-74.05"},
    "check_out": {"fecha_hora": f"{NOW.date()}T09:59:20", "latitud": "4.66", "longitud": "-74.05"},
}


def ready(bench: Bench, shipments: int = 60) -> Bench:
    bench.carrier(shipments)
    bench.trust()
    bench.open().load()
    return bench


def hold_export(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have exports wait, as a long one takes its time, until they are cancelled."""
    export = window_exports.export_shown

    def held(context: AppContext, order: ExportOrder, report: Callable[[int], None], say: Say) -> int:
        order.cancelled.wait(60)
        return export(context, order, report, say)

    monkeypatch.setattr(window_exports, "export_shown", held)


def press_key(bench: Bench, keys: str) -> None:
    next(action for action in bench.window.actions() if action.shortcut() == QKeySequence(keys)).trigger()


def offered(bench: Bench, *, whole: bool = False) -> ExportDialog:
    """Press the key, choose the whole day if it is wanted, and return the dialog once it knows the rows of the day."""
    press_key(bench, "Ctrl+E")
    dialog = bench.window.exporting.dialog
    assert dialog is not None
    if whole:
        dialog.whole.setChecked(True)
        dialog.every.setChecked(True)
    bench.qtbot.waitUntil(dialog.go.isEnabled)
    return dialog


def name_file(bench: Bench, dialog: ExportDialog, path: Path) -> None:
    dialog.go.click()
    files = bench.the(QFileDialog, dialog)
    files.setOption(QFileDialog.Option.DontUseNativeDialog)
    files.selectFile(str(path))
    files.accept()


def export_to(bench: Bench, name: str, *, whole: bool = False) -> Path:
    dialog = offered(bench, whole=whole)
    (dialog.csv if name.endswith(".csv") else dialog.xlsx).setChecked(True)
    path = bench.folder / name
    with bench.qtbot.waitSignal(bench.window.exporting.exported):
        name_file(bench, dialog, path)
    return path


def test_what_i_see_follows_the_table_behind_the_dialog(bench: Bench) -> None:
    ready(bench)
    dialog = offered(bench)
    assert (dialog.seen.text(), dialog.filters.text()) == ("What I see: 60 rows", "Nothing is filtered out.")
    bench.window.views.choose(View.DELIVERED)
    bench.settle()
    assert dialog.seen.text() == f"What I see: {len(bench.column('number'))} rows"
    assert dialog.filters.text() == "View: Delivered"
    dialog.reject()


def table(path: Path) -> list[dict[str, str]]:
    lines = path.read_bytes().decode("utf-8-sig").splitlines()
    return list(csv.DictReader(lines, delimiter=";" if ";" in lines[0] else ","))


def whole_number(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.skipif(sys.platform == "win32", reason="LibreOffice is at hand where the tests run headless")
def test_the_shown_rows_are_exported_and_a_spreadsheet_has_the_same_totals(bench: Bench, tmp_path: Path) -> None:
    ready(bench)
    page = bench.window.tabs.page
    bench.window.views.choose(View.DELIVERED)
    page.view.filter_asked.emit(ValueFilter("locality", bench.column("locality")[0], exclude=True))
    page.view.columns_header.sort_by(page.model.position("declared_value"))
    bench.settle()
    numbers = bench.column("number")
    values = [page.model.value(row, "declared_value") for row in range(len(numbers))]
    total = sum(value for value in values if isinstance(value, int | float))
    assert 0 < len(numbers) < 60
    path = export_to(bench, "día.xlsx")
    assert bench.window.line.message.text().startswith(f"{len(numbers)} row")
    assert bench.window.line.message.text().endswith(f" exported to {path}")
    assert bench.window.exporting.open_file.isVisible()
    assert bench.window.exporting.open_folder.isVisible()
    assert bench.window.exporting.dialog is None

    sheets = in_calc(path, tmp_path)
    head, *rows = sheets["Shipments"]
    assert [row[head.index("Number")] for row in rows] == numbers
    assert [row[head.index("Recipient")] for row in rows] == bench.column("recipient")
    about = {line[0]: line[1] for line in sheets["Day"]}
    assert (about["Carrier"], about["Date"], about["View"]) == ("ANDINA-BOG", "2026-11-20", "Delivered")
    assert about["Filter"].startswith("Locality ≠ ")
    assert (about["Order"], about["Time zone"], about["Loaded"]) == ("Value ↑", "America/Bogota", SITE_NOON)
    assert about["Program"].startswith("Despacho ")
    seen = {line[0]: line[1:] for line in sheets["Day"]}
    assert [whole_number(one) for one in seen["Rows in this file"][:2]] == [len(numbers), total]
    assert [whole_number(one) for one in seen["Parcels"][2:4]] == [len(numbers), total]
    assert seen["Delivered"][2:4] == seen["Parcels"][2:4]
    (status,) = [line[1:] for line in sheets["Day"] if line[1] == "Entregado"]
    assert [whole_number(one) for one in status[1:3]] == [len(numbers), total]
    assert page.query is not None
    counted = page.query.widened()._replace(filters=(ValueFilter("counts", 1),))
    every = bench.rows.row_ids(counted, NOW.date())
    (declared,) = bench.rows.sums(Table.SHIPMENTS, every, ["declared_value"])
    assert [whole_number(one) for one in seen["Parcels"][:2]] == [len(every), declared]


def test_an_export_of_the_day_has_all_rows_and_columns(bench: Bench) -> None:
    ready(bench)
    bench.window.views.choose(View.EXCEPTIONS)
    bench.settle()
    book = load_workbook(export_to(bench, "day.xlsx", whole=True))
    shipments, day = book.worksheets
    assert (shipments.max_row, shipments.max_column) == (61, len(OFFERED))
    assert ("Filters", "none: the whole day") in [line[:2] for line in day.iter_rows(values_only=True)]
    value = [column.key for column in OFFERED].index("declared_value")
    cells = [row[value] for row in shipments.iter_rows(min_row=2, values_only=True)]
    assert ("Rows in this file", 60, sum(one for one in cells if isinstance(one, int | float))) in [
        line[:3] for line in day.iter_rows(values_only=True)
    ]
    book.close()


def test_exported_visits_name_their_units_and_a_csv_has_only_the_rows(bench: Bench) -> None:
    ready(bench)
    bench.receive()
    number = bench.column("number")[0]
    bench.notify(7, "completada", number, **VISIT)
    window = bench.window
    window.resize(1900, 900)  # else the time on site has no room
    window.tabs.setCurrentWidget(window.tabs.pages[Table.VISITS])
    bench.qtbot.waitUntil(lambda: bool(len(window.tabs.page.model.ids)))
    for whole in (False, True):
        (row,) = table(export_to(bench, f"visits-{whole}.csv", whole=whole))
        assert (row["Status"], row["Driver"], row["Dwell time (s)"]) == ("completada", "Ana Peña", "200")
        assert row["Shipments"] == number
        assert float(row["Distance (m)"]) > 900


def test_rows_that_arrive_while_the_dialog_is_open_are_not_exported(bench: Bench) -> None:
    ready(bench)
    bench.receive()
    window = bench.window
    window.tabs.setCurrentWidget(window.tabs.pages[Table.VISITS])
    for visit in (1, 2):
        bench.notify(visit, "falso_flete")
    bench.qtbot.waitUntil(lambda: len(window.tabs.page.model.ids) == 2)
    dialog = offered(bench)
    dialog.csv.setChecked(True)
    bench.notify(3, "falso_flete")
    bench.notify(2, "completada", at="10:06:00")
    bench.qtbot.waitUntil(lambda: len(window.tabs.page.model.ids) == 3)
    with bench.qtbot.waitSignal(window.exporting.exported):
        name_file(bench, dialog, bench.folder / "two.csv")
    assert {row["Status"] for row in table(bench.folder / "two.csv")} == {"falso_flete", "completada"}
    assert len(table(bench.folder / "two.csv")) == 2


def test_a_failed_export_is_reported_in_the_dialog_and_can_be_repeated(bench: Bench) -> None:
    ready(bench)
    dialog = offered(bench)
    (bench.folder / "day.old.xlsx").write_bytes(b"older")
    name_file(bench, dialog, bench.folder / "day.old")
    assert "is there already" in dialog.error.text()
    assert (bench.folder / "day.old.xlsx").read_bytes() == b"older"
    (bench.folder / "gone").mkdir()
    dialog.go.click()
    files = bench.the(QFileDialog, dialog)
    files.setOption(QFileDialog.Option.DontUseNativeDialog)
    (bench.folder / "gone").rmdir()
    files.fileSelected.emit(str(bench.folder / "gone" / "day.xlsx"))
    bench.qtbot.waitUntil(lambda: "does not exist" in dialog.error.text())
    assert dialog.focusWidget() is dialog.go  # Enter asks again, and does not close
    dialog.go.click()
    bench.the(QFileDialog, dialog).fileSelected.emit(str(bench.folder / ("n" * 256)))
    bench.qtbot.waitUntil(lambda: "is too long" in dialog.error.text())
    assert dialog.go.isEnabled()
    with bench.qtbot.waitSignal(bench.window.exporting.exported):
        name_file(bench, dialog, bench.folder / "day.xlsx")


def test_a_long_export_can_be_cancelled_and_leaves_no_file(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    ready(bench)
    hold_export(monkeypatch)
    dialog = offered(bench, whole=True)
    name_file(bench, dialog, bench.folder / "day.xlsx")
    bench.qtbot.waitUntil(dialog.bar.isVisible)
    assert dialog.progress.text() == "0 of 60 rows"
    bench.window.tabs.page.view.selectRow(3)
    assert bench.window.tabs.page.view.selected_ids() == [bench.row_id(3)]
    dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel).click()
    bench.qtbot.waitUntil(lambda: bench.window.exporting.dialog is None)
    assert bench.window.line.message.text() == "The export was cancelled. No file was written."
    assert not list(bench.folder.glob("*.xlsx"))
    assert not list(bench.folder.glob(".despacho-*"))


def test_closing_the_window_cancels_its_export(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    ready(bench)
    hold_export(monkeypatch)
    dialog = offered(bench, whole=True)
    name_file(bench, dialog, bench.folder / "day.xlsx")
    bench.qtbot.waitUntil(lambda: bench.window.exporting.order is not None)
    order = bench.window.exporting.order
    assert bench.window.close()
    bench.desk.stop()
    assert order is not None
    assert order.cancelled.is_set()
    assert not list(bench.folder.glob("*.xlsx"))


def test_chosen_columns_their_order_and_the_format_are_remembered(bench: Bench) -> None:
    ready(bench)
    dialog = offered(bench)
    dialog.chosen.setChecked(True)
    shown = [key for key, chosen in dialog.columns.choice() if chosen]
    assert dialog.on_screen.text() == f"As on the screen ({len(shown)} + Complement)"
    dialog.columns.list.setCurrentRow(2)
    dialog.columns.list.setFocus()
    QTest.keyClick(dialog.columns.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(dialog.columns.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    dialog.columns.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    wanted = [shown[2], shown[1], *shown[3:]]
    assert [column.key for column in dialog.chosen_columns()] == wanted
    dialog.csv.setChecked(True)
    with bench.qtbot.waitSignal(bench.window.exporting.exported):
        name_file(bench, dialog, bench.folder / "mine.csv")
    titles = list(table(bench.folder / "mine.csv")[0])
    assert titles == [bench.window.tabs.page.model.title(key) for key in wanted]
    whole = offered(bench, whole=True)
    assert whole.chosen_columns() == OFFERED
    with bench.qtbot.waitSignal(bench.window.exporting.exported):
        name_file(bench, whole, bench.folder / "whole.csv")
    assert len(table(bench.folder / "whole.csv")[0]) == len(OFFERED)
    again = offered(bench)
    assert (again.on_screen.isChecked(), again.csv.isChecked()) == (True, True)
    again.chosen.setChecked(True)
    assert [column.key for column in again.chosen_columns()] == wanted
    again.columns.reset.click()
    assert [column.key for column in again.chosen_columns()] == shown


def test_the_workbook_of_the_day_is_saved_from_the_window(bench: Bench) -> None:
    ready(bench)
    actions = bench.window.tab_actions
    assert [one.text() for one in actions.of_export.actions()] == [
        *("Export this table…", "Workbook of the day…", "PDF of the day…", "Print the day…")
    ]
    press_key(bench, "Ctrl+Shift+E")
    bench.qtbot.waitUntil(lambda: bool(bench.window.findChildren(QFileDialog)))
    files = bench.the(QFileDialog)
    assert [Path(one).name for one in files.selectedFiles()] == ["Day ANDINA-BOG 2026-11-20.xlsx"]
    with bench.qtbot.waitSignal(bench.window.printing.saved):
        files.fileSelected.emit(str(bench.folder / "day.xlsx"))
    files.reject()
    book = load_workbook(bench.folder / "day.xlsx")
    assert book.sheetnames[:3] == ["Day", "Shipments", "Visits"]
    assert book["Shipments"].max_row == 61
    assert bench.window.exporting.open_file.isVisible()


def test_from_the_page_of_the_day_the_key_for_exports_saves_the_workbook(bench: Bench) -> None:
    ready(bench)
    bench.window.tabs.show_named("day")
    press_key(bench, "Ctrl+E")
    bench.qtbot.waitUntil(lambda: bool(bench.window.findChildren(QFileDialog)))
    files = bench.the(QFileDialog)
    assert [Path(one).suffix for one in files.selectedFiles()] == [".xlsx"]
    files.reject()
    assert bench.window.exporting.dialog is None


def test_a_cancelled_workbook_leaves_no_file(bench: Bench) -> None:
    ready(bench)
    bench.window.printing.cancel()
    press_key(bench, "Ctrl+Shift+E")
    bench.qtbot.waitUntil(lambda: bool(bench.window.findChildren(QFileDialog)))
    files = bench.the(QFileDialog)
    with bench.qtbot.waitSignal(bench.window.context.signals.failed):
        files.fileSelected.emit(str(bench.folder / "day.xlsx"))
    files.reject()
    assert not list(bench.folder.glob("*.xlsx"))


def test_without_a_day_there_is_nothing_to_export(bench: Bench) -> None:
    bench.change_settings(carrier="")
    bench.open()
    bench.window.exporting.export_shown()
    assert bench.window.exporting.dialog is None
    assert "nothing to export" in bench.window.line.message.text()
