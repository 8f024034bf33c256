"""What the export dialog offers, before anything is written."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from app.domain.views.columns import SHIPMENT_COLUMNS, Table, is_offered
from app.domain.views.exports import Format
from app.domain.views.queries import RowQuery, View
from app.files.file_names import name_problem
from app.ui.export.export_dialog import ExportDialog
from app.ui.export.rows_to_export import ShownRows
from app.ui.widgets.system import file_name
from tests.ui.conftest import DAY, window_context, window_state

Offer = Callable[..., ExportDialog]

OFFERED = tuple(one for one in SHIPMENT_COLUMNS if is_offered(one, ()))
SHOWN = ShownRows(
    query=RowQuery(Table.SHIPMENTS, DAY, View.EXCEPTIONS),
    ids=(3, 1),
    selected=(),
    columns=(SHIPMENT_COLUMNS[5], SHIPMENT_COLUMNS[0]),
    total=40,
    narrowed=(("View", "Exceptions"), ("List", "<b>7</b>, " * 900)),
    order="Number ↑",
    whole_order="as the carrier listed them",
    titles={column.key: str(column.title) for column in SHIPMENT_COLUMNS},
)


@pytest.fixture
def offer(window: QWidget, dressed: QApplication, tmp_path: Path) -> Offer:
    """Return what opens the dialog, each time with the state that the last one left."""

    def open_dialog(shown: ShownRows = SHOWN, separator: str = ",") -> ExportDialog:
        context = window_context(window, state=window_state(tmp_path))
        dialog = ExportDialog(context, shown, ("Export", "today"), separator)
        dialog.show()
        return dialog

    return open_dialog


def said(dialog: ExportDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))


def test_it_begins_with_what_is_seen_and_waits_for_the_rows_of_the_whole_day(offer: Offer) -> None:
    dialog = offer()
    assert (dialog.is_whole, [column.key for column in dialog.chosen_columns()]) == (False, ["number", "date"])
    assert dialog.go.isEnabled()
    dialog.whole.setChecked(True)
    dialog.every.setChecked(True)
    assert (dialog.chosen_columns(), dialog.go.isEnabled()) == (OFFERED, False)
    dialog.show_whole(41)
    assert dialog.go.isEnabled()
    assert "41" in dialog.whole.text()


def test_the_filters_are_named_as_plain_text_and_a_long_list_is_cut(offer: Offer) -> None:
    dialog = offer()
    (named,) = (label for label in dialog.findChildren(QLabel) if "View: Exceptions" in label.text())
    assert named.textFormat() is Qt.TextFormat.PlainText
    assert len(named.text()) < 120


def test_the_separator_of_a_csv_is_said(offer: Offer) -> None:
    assert "With commas between the cells" in said(offer())
    assert "With semicolons between the cells" in said(offer(separator=";"))


def test_where_a_filter_leaves_nothing_the_whole_day_is_offered(offer: Offer) -> None:
    dialog = offer(replace(SHOWN, ids=()))
    assert (dialog.is_whole, dialog.seen.isEnabled()) == (True, False)


def test_without_a_column_there_is_nothing_to_export(offer: Offer) -> None:
    dialog = offer()
    dialog.chosen.setChecked(True)
    for row in range(2):
        dialog.columns.list.item(row).setCheckState(Qt.CheckState.Unchecked)
    assert not dialog.go.isEnabled()
    dialog.on_screen.setChecked(True)
    assert dialog.go.isEnabled()


def test_a_column_that_is_dragged_is_exported_where_it_was_dropped(offer: Offer) -> None:
    dialog = offer()
    dialog.chosen.setChecked(True)
    model = dialog.columns.list.model()
    parent = dialog.columns.list.rootIndex()
    assert model.moveRow(parent, 1, parent, 0)
    assert [column.key for column in dialog.chosen_columns()] == ["date", "number"]


def test_a_choice_is_kept_until_as_on_the_screen_puts_it_back(offer: Offer) -> None:
    first = offer()
    first.chosen.setChecked(True)
    first.columns.list.item(0).setCheckState(Qt.CheckState.Unchecked)
    first.csv.setChecked(True)
    first.keep_choice()
    dialog = offer()
    dialog.every.setChecked(True)
    assert dialog.chosen_columns() == OFFERED
    again = offer()
    assert (again.form, [column.key for column in again.chosen_columns()]) == (Format.CSV, ["date"])
    again.columns.reset.click()
    assert [column.key for column in again.chosen_columns()] == ["number", "date"]


def test_a_file_gets_a_name_that_every_system_takes() -> None:
    assert file_name(("Envíos", "A/B: 1", "", "2026-11-20"), ".xlsx") == "Envíos A_B_ 1 2026-11-20.xlsx"
    assert file_name(("Day", "ANDINA-BOG + SOA (+2)"), "") == "Day ANDINA-BOG + SOA (+2)"
    for words in (("\U00020000" * 200, "CON ", "2026-11-20"), ("a?", "b.")):
        name = file_name(words, ".csv")
        assert name_problem(PureWindowsPath("C:\\", name)) is None
        assert name_problem(PurePosixPath("/", name)) is None
