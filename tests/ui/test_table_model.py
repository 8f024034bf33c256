"""A table's rows: indexes stay valid, and only shown rows are read."""

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.board.signs import Sign
from app.domain.column import Cell
from app.domain.contract.statuses import State
from app.domain.errors import StoreUnusableError
from app.domain.texts import Text
from app.domain.views.columns import COLUMNS, Table
from app.ui.appearance.icons import CellRole, TextTone
from app.ui.cells.table_model import RowsModel
from tests.ui.conftest import Shelf, formats


def model(shelf: Shelf, table: Table, ids: list[int]) -> RowsModel:
    made = RowsModel(COLUMNS[table], lambda some: shelf.cells(table, some), str)
    made.formats = formats()
    made.show_ids(ids)
    return made


def cell(rows: RowsModel, row: int, key: str, role: int = Qt.ItemDataRole.DisplayRole) -> object:
    return rows.data(rows.index(row, rows.position(key)), role)


@pytest.mark.parametrize(("table", "key"), [(Table.SHIPMENTS, "recipient_address"), (Table.VISITS, "address")])
def test_an_address_reads_with_its_complement_which_is_dim(
    qapp: QApplication, shelf: Shelf, table: Table, key: str
) -> None:
    rows = model(shelf, table, [10])
    whole = f"{key} 10 0, complement 10 0"
    for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
        assert cell(rows, 0, key, role) == whole
    assert whole in str(cell(rows, 0, key, Qt.ItemDataRole.ToolTipRole))
    assert cell(rows, 0, key, CellRole.FIRST) == len(f"{key} 10 0")
    assert cell(rows, 0, "complement") == "complement 10 0"
    assert cell(rows, 0, "complement", CellRole.FIRST) is None
    assert rows.text(0, key) == whole


def test_new_rows_are_inserted_and_what_points_to_a_row_goes_on_pointing_to_it(
    qapp: QApplication, qtbot: QtBot, shelf: Shelf
) -> None:
    rows = model(shelf, Table.VISITS, [30, 20, 10])
    tester = QAbstractItemModelTester(rows, QAbstractItemModelTester.FailureReportingMode.Fatal)
    pointer = QPersistentModelIndex(rows.index(1, 0))
    with qtbot.assertNotEmitted(rows.modelReset), qtbot.waitSignals([rows.rowsInserted] * 3):
        assert not rows.show_ids([50, 40, 30, 25, 20, 10, 5])
    assert list(rows.ids) == [50, 40, 30, 25, 20, 10, 5]
    assert rows.ids[pointer.row()] == 20
    assert rows.rows_of([20, 5, 99]) == [4, 6]
    del tester


SCATTERED = [one for pair in zip(range(20, 0, -1), range(100, 120), strict=True) for one in pair]


@pytest.mark.parametrize("ids", [[1, 2, 3], [20, 10], [], [77], SCATTERED])
def test_another_list_is_shown_anew(qapp: QApplication, qtbot: QtBot, shelf: Shelf, ids: list[int]) -> None:
    rows = model(shelf, Table.VISITS, list(range(20, 0, -1)))
    with qtbot.waitSignal(rows.modelReset):
        assert rows.show_ids(ids)
    assert list(rows.ids) == ids
    assert rows.rows_of(ids[:1]) == ([0] if ids else [])


def test_the_same_rows_are_read_again_in_place(qapp: QApplication, qtbot: QtBot, shelf: Shelf) -> None:
    rows = model(shelf, Table.VISITS, [3, 2, 1])
    assert cell(rows, 0, "driver") == "driver 3 0"
    shelf.changes[3] = 1
    with qtbot.assertNotEmitted(rows.modelReset), qtbot.waitSignal(rows.dataChanged):
        assert not rows.show_ids([3, 2, 1])
    assert cell(rows, 0, "driver") == "driver 3 1"


def test_a_row_that_is_forgotten_is_read_again_and_no_other(qapp: QApplication, shelf: Shelf) -> None:
    rows = model(shelf, Table.VISITS, [3, 2, 1])
    assert cell(rows, 1, "driver") == "driver 2 0"
    shelf.changes = {1: 1, 2: 1, 3: 1}
    shelf.read.clear()
    rows.forget([2, 77])
    assert [cell(rows, row, "driver") for row in range(3)] == ["driver 3 0", "driver 2 1", "driver 1 0"]
    assert shelf.read == [(Table.VISITS, (2,))]


def test_rows_are_found_by_what_they_hold_among_those_that_were_looked_at(qapp: QApplication, shelf: Shelf) -> None:
    rows = model(shelf, Table.NOTIFICATIONS, list(range(1000)))
    assert rows.kept_with("visit_id", {3, 900}) == []
    cell(rows, 0, "visit_id")
    assert rows.kept_with("visit_id", {3, 900}) == [3]


def test_signs_are_shown_and_announced_gravest_first_and_not_in_the_text_of_the_cell(
    qapp: QApplication, shelf: Shelf
) -> None:
    rows = model(shelf, Table.SHIPMENTS, [1, 2])
    shelf.extras[1] = (State.DELIVERED, None, "concluido_despues contradiccion en_dos_planillas", None, 1)
    assert cell(rows, 0, "shown_status", CellRole.STATE) == State.DELIVERED
    assert cell(rows, 0, "shown_status", CellRole.MARK) == Sign.CONTRADICTION
    assert cell(rows, 0, "shown_status", Qt.ItemDataRole.AccessibleTextRole) == "shown_status 1 0"
    said = str(cell(rows, 0, "shown_status", Qt.ItemDataRole.AccessibleDescriptionRole))
    places = [said.index(name) for name in ("Contradiction: ", "In two manifests: ", "Decided later: ")]
    assert places == sorted(places)
    tip = str(cell(rows, 0, "shown_status", Qt.ItemDataRole.ToolTipRole))
    assert tip.count("<p>") == 4
    assert "What carrier, drivers and manifests say of it does not agree" in tip
    for row, key in ((1, "shown_status"), (0, "number")):
        assert cell(rows, row, key, CellRole.MARK) is None
        assert not cell(rows, row, key, Qt.ItemDataRole.AccessibleDescriptionRole)


@pytest.mark.parametrize(("table", "key", "signs", "why"), [
    (Table.SHIPMENTS, "recipient", "planilla_no_vigente", "Not counted: its manifest is not in force."),
    (Table.SHIPMENTS, "recipient", "trasladado", "Not counted: it is listed elsewhere now."),
    (Table.SHIPMENTS, "recipient", "en_dos_planillas", "Not counted here: another row of the same number is."),
    (Table.MANIFESTS, "number", None, "Not counted: this manifest is not in force."),
])  # fmt: skip
def test_a_row_that_no_figure_counts_is_dim_and_says_why_in_every_cell(
    qapp: QApplication, shelf: Shelf, table: Table, key: str, signs: str | None, why: str
) -> None:
    rows = model(shelf, table, [1, 2])
    shelf.extras[1] = (None, None, signs, None, 0)
    assert [cell(rows, row, key, CellRole.DIMMED) for row in range(2)] == [True, False]
    assert why in str(cell(rows, 0, key, Qt.ItemDataRole.ToolTipRole))
    assert cell(rows, 0, key, Qt.ItemDataRole.AccessibleDescriptionRole) == why
    assert "Not counted" not in str(cell(rows, 1, key, Qt.ItemDataRole.ToolTipRole))


@pytest.mark.parametrize(("table", "key"), [(Table.SHIPMENTS, "date"), (Table.VISITS, "timestamp")])
def test_failures_of_today_are_shown_and_announced_as_new_until_seen(
    qapp: QApplication, shelf: Shelf, table: Table, key: str
) -> None:
    place = [column.key for column in COLUMNS[table]].index(key)
    days = {1: "2026-11-20", 2: "2026-11-20", 3: "2026-11-19", 4: "2026-11-20"}
    failed, delivered = ((one, None, None, 1, 1) for one in (State.EXCEPTION, State.DELIVERED))
    shelf.extras = {1: failed, 3: failed, 4: delivered}

    def cells(ids: object) -> dict[int, tuple[str | int | float | None, ...]]:
        found = shelf.cells(table, [1, 2, 3, 4])
        return {one: (*row[:place], days[one], *row[place + 1 :]) for one, row in found.items()}

    rows = RowsModel(COLUMNS[table], cells, str)
    rows.formats = formats()
    rows.show_ids([1, 2, 3, 4])
    assert [cell(rows, row, "note", CellRole.NEW) for row in range(4)] == [True, False, False, False]
    assert [rows.is_unseen(row) for row in range(4)] == [True, False, True, True]
    said = [cell(rows, row, "note", Qt.ItemDataRole.AccessibleDescriptionRole) for row in range(4)]
    assert said == ["New.", "", "", ""]


def test_what_was_set_aside_is_a_pill_and_what_was_applied_is_none(qapp: QApplication, shelf: Shelf) -> None:
    place = [column.key for column in COLUMNS[Table.NOTIFICATIONS]].index("outcome")

    def cells(ids: object) -> dict[int, tuple[str | int | float | None, ...]]:
        found = shelf.cells(Table.NOTIFICATIONS, [1, 2])
        said = {1: "quarantined", 2: "stored"}
        return {one: (*row[:place], said[one], *row[place + 1 :]) for one, row in found.items()}

    rows = RowsModel(COLUMNS[Table.NOTIFICATIONS], cells, str)
    rows.formats = formats()
    rows.show_ids([1, 2])
    assert cell(rows, 0, "outcome", CellRole.STATE) == "warning"
    assert cell(rows, 0, "outcome") == "Set aside"
    assert cell(rows, 1, "outcome", CellRole.STATE) is None
    assert cell(rows, 1, "outcome") == "Applied"


@pytest.mark.parametrize(("key", "value", "tone"), [
    ("check_in_distance", 100.1, TextTone.WARN),
    ("check_in_distance", 100, None),
    ("check_in_distance", None, None),
    ("dwell", -1, TextTone.WARN),
    ("dwell", 0, None),
])  # fmt: skip
def test_what_is_odd_about_a_visit_stands_out(
    qapp: QApplication, shelf: Shelf, key: str, value: float | None, tone: TextTone | None
) -> None:
    place = [column.key for column in COLUMNS[Table.VISITS]].index(key)

    def cells(ids: object) -> dict[int, tuple[str | int | float | None, ...]]:
        row = shelf.cells(Table.VISITS, [1])[1]
        return {1: (*row[:place], value, *row[place + 1 :])}

    rows = RowsModel(COLUMNS[Table.VISITS], cells, str)
    rows.formats = formats()
    rows.show_ids([1])
    assert cell(rows, 0, key, CellRole.TONE) == tone


def test_of_several_numbers_one_is_shown_whole_and_all_are_read_out(qapp: QApplication, shelf: Shelf) -> None:
    place = [column.key for column in COLUMNS[Table.VISITS]].index("shipments")

    def cells(ids: object) -> dict[int, tuple[str | int | float | None, ...]]:
        row = shelf.cells(Table.VISITS, [1])[1]
        return {1: (*row[:place], "700001, 700002, 700003", *row[place + 1 :])}

    rows = RowsModel(COLUMNS[Table.VISITS], cells, str)
    rows.formats = formats()
    rows.show_ids([1])
    assert cell(rows, 0, "shipments") == "700001 +2"
    for role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
        assert "700001, 700002, 700003" in str(cell(rows, 0, "shipments", role))
    assert rows.text(0, "shipments") == "700001, 700002, 700003"


def test_unreadable_cells_are_empty_reported_once_and_read_again_later(
    qapp: QApplication, qtbot: QtBot, shelf: Shelf
) -> None:
    failures: list[object] = []
    broken = True

    def cells(ids: Sequence[int]) -> dict[int, tuple[Cell, ...]]:
        if broken:
            raise StoreUnusableError(Text("Error", "damaged"))
        return shelf.cells(Table.VISITS, ids)

    rows = RowsModel(COLUMNS[Table.VISITS], cells, str)
    rows.formats = formats()
    rows.failed.connect(failures.append)
    rows.show_ids(list(range(500)))
    assert [cell(rows, row, "driver") for row in range(500)] == [None] * 500
    with qtbot.waitSignal(rows.dataChanged):
        pass
    assert cell(rows, 0, "driver") is None
    assert len(failures) == 1
    broken = False
    qtbot.waitUntil(lambda: cell(rows, 0, "driver") == "driver 0 0")
    broken = True
    rows.reread()
    assert cell(rows, 0, "driver") is None
    assert len(failures) == 2


def test_a_status_is_in_the_windows_words_and_as_it_was_sent_in_the_tool_tip(shelf: Shelf) -> None:
    cells = shelf.cells(Table.MANIFESTS, [1])[1]
    place = next(nth for nth, one in enumerate(COLUMNS[Table.MANIFESTS]) if one.key == "status")
    cancelled = (*cells[:place], "ANU", *cells[place + 1 :])
    model = RowsModel(COLUMNS[Table.MANIFESTS], lambda ids: dict.fromkeys(ids, cancelled), str)
    model.formats = formats()
    model.show_ids([1])
    assert cell(model, 0, "status") == "Cancelled"
    assert cell(model, 0, "status", Qt.ItemDataRole.ToolTipRole) == "<p>Cancelled</p><p>«ANU»</p>"
