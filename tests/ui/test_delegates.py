"""Tables are painted as their models say, in the colours of the theme."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, Qt
from PySide6.QtGui import QColor, QHoverEvent, QImage, QPainter, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QStyleOptionViewItem, QTableView
from pytestqt.qtbot import QtBot

from app.domain.board.signs import Sign
from app.domain.column import Kind
from app.domain.contract.statuses import State
from app.ui.appearance.icons import MARKS, CellRole, TextTone
from app.ui.appearance.pills import StatusPill, pill_height
from app.ui.appearance.theme import CELL_PADDING, DARK, LIGHT, Theme, apply_theme, row_height
from app.ui.cells.delegates import TableDelegate

# The offscreen platform warns that it has no window manager to talk to.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
PILLS = [*State, "warning", "missed"]
DISPLAY = int(Qt.ItemDataRole.DisplayRole)
WIDTH = 160


@pytest.fixture
def window(qapp: QApplication) -> Iterator[QApplication]:
    """The program dressed in the light theme, and undressed after the test."""
    apply_theme(qapp, LIGHT)
    yield qapp
    qapp.setStyleSheet("")


Index = QModelIndex | QPersistentModelIndex


class WatchedDelegate(TableDelegate):
    """Notes the cells it paints, by row and column."""

    def __init__(self, theme: Theme, view: QTableView) -> None:
        super().__init__(theme, view)
        self.painted: set[tuple[int, int]] = set()

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        self.painted.add((index.row(), index.column()))
        super().paint(painter, option, index)


def table(qtbot: QtBot, *columns: Mapping[int, object], theme: Theme = LIGHT) -> QTableView:
    """A table of 100 rows that are all alike: what each role says in each column."""
    view = QTableView()
    qtbot.addWidget(view)
    model = QStandardItemModel(100, len(columns), view)
    for row in range(model.rowCount()):
        for column, said in enumerate(columns):
            for role, value in said.items():
                model.setData(model.index(row, column), value, role)
    view.setModel(model)
    view.setShowGrid(False)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.verticalHeader().hide()
    view.verticalHeader().setDefaultSectionSize(row_height())
    view.setItemDelegate(WatchedDelegate(theme, view))
    for column in range(len(columns)):
        view.setColumnWidth(column, WIDTH)
    view.resize(WIDTH * len(columns) + 40, 400)
    return view


def has(image: QImage, color: str) -> bool:
    """Whether a point of the picture has this very colour."""
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return any(image.pixelColor(*point).name() == QColor(color).name() for point in points)


def has_nearly(image: QImage, color: str) -> bool:
    """Whether a point of the picture comes near this colour, as the finest lines of an icon do."""
    wanted = QColor(color)
    points = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return any(
        max(abs(one.red() - wanted.red()), abs(one.green() - wanted.green()), abs(one.blue() - wanted.blue())) < 24
        for one in points
    )


def watched(view: QTableView) -> set[tuple[int, int]]:
    """The cells that were painted since one last cleared them."""
    delegate = view.itemDelegate()
    assert isinstance(delegate, WatchedDelegate)
    return delegate.painted


def picture(view: QTableView, row: int, column: int) -> QImage:
    """One cell as it is on the screen."""
    return view.viewport().grab(view.visualRect(view.model().index(row, column))).toImage()


def inked(image: QImage, background: str) -> list[tuple[int, int]]:
    """The points above the hairline that are not background."""
    return [
        (x, y)
        for x in range(image.width())
        for y in range(image.height() - 1)
        if image.pixelColor(x, y).name() != QColor(background).name()
    ]


@THEMES
def test_a_status_is_a_pill_in_the_colours_of_its_state(qtbot: QtBot, window: QApplication, theme: Theme) -> None:
    apply_theme(window, theme)
    pills = [{DISPLAY: "Estado", CellRole.STATE: key, CellRole.KIND: Kind.STATUS} for key in PILLS]
    view = table(qtbot, *pills, theme=theme)
    for column, key in enumerate(PILLS):
        image = picture(view, 1, column)
        assert image.pixelColor(CELL_PADDING + pill_height() // 2, 8).name().upper() == theme.tone(key).background
        assert has(image, theme.tone(key).foreground)
        assert image.pixelColor(CELL_PADDING - 2, 16).name().upper() == theme.surface


@THEMES
def test_a_complement_is_painted_dim_behind_its_address_which_is_never_cut_for_it(
    qtbot: QtBot, window: QApplication, theme: Theme
) -> None:
    apply_theme(window, theme)
    address, door = "Cra. 100 # 13", ", Torre 3 Apto 402, portería azul"
    whole = {DISPLAY: address + door, CellRole.FIRST: len(address)}
    view = table(qtbot, whole, {DISPLAY: address}, {**whole, CellRole.FIRST: len(address + door)}, theme=theme)
    assert has(picture(view, 1, 0), theme.dim)
    assert not has(picture(view, 1, 1), theme.dim)
    assert not has(picture(view, 1, 2), theme.dim)
    room = picture(view, 1, 0)
    dim = [
        x
        for x in range(room.width())
        for y in range(room.height())
        if room.pixelColor(x, y).name() == theme.dim.lower()
    ]
    assert max(x for x, _ in inked(picture(view, 1, 1), theme.surface)) < min(dim) < max(dim) < WIDTH - CELL_PADDING


def test_a_pill_ends_within_its_column_however_long_its_text(qtbot: QtBot, window: QApplication) -> None:
    long = {DISPLAY: "Devuelto a origen por la transportadora " * 300, CellRole.STATE: "other"}
    view = table(qtbot, long, {DISPLAY: "Entregado", CellRole.STATE: "delivered"})
    for width in (WIDTH, 60, 40):
        view.setColumnWidth(0, width)
        points = inked(picture(view, 1, 0), LIGHT.surface)
        assert max(x for x, _ in points) < view.columnWidth(0) - CELL_PADDING


@THEMES
@pytest.mark.parametrize("sign", MARKS)
def test_a_sign_stands_beside_the_pill_and_is_never_cut(
    qtbot: QtBot, window: QApplication, theme: Theme, sign: Sign
) -> None:
    apply_theme(window, theme)
    plain = {DISPLAY: "Entregado", CellRole.STATE: "delivered"}
    view = table(qtbot, {**plain, CellRole.MARK: sign}, plain, theme=theme)
    view.selectRow(2)
    tone = MARKS[sign].tone
    for width in (WIDTH, 90):
        for column in range(2):
            view.setColumnWidth(column, width)
        pill = max(x for x, _ in inked(picture(view, 1, 1), theme.surface))
        assert pill <= width - CELL_PADDING
        assert has_nearly(picture(view, 1, 0), theme.text_color(tone))
        assert has_nearly(picture(view, 2, 0), theme.selected_text_color(tone))
        ink = max(x for x, _ in inked(picture(view, 1, 0), theme.surface))
        assert ink <= width - CELL_PADDING
        assert ink > pill or width == 90
    hints = [view.sizeHintForIndex(view.model().index(0, column)).width() for column in range(2)]
    assert hints[0] > hints[1] + 14


@THEMES
def test_a_row_that_does_not_count_is_dim_as_a_whole_and_can_be_read(
    qtbot: QtBot, window: QApplication, theme: Theme
) -> None:
    apply_theme(window, theme)
    said = [
        {DISPLAY: "Entregado", CellRole.STATE: "delivered"},
        {DISPLAY: "Cra 15 # 82-40", CellRole.TONE: TextTone.BAD},
    ]
    view = table(qtbot, *({**one, CellRole.DIMMED: True} for one in said), *said, theme=theme)
    for column in range(2):
        assert has_nearly(picture(view, 1, column), theme.dim)
        assert not has_nearly(picture(view, 1, column + 2), theme.dim)
    assert has(picture(view, 1, 0), theme.states[State.OTHER].background)
    assert not has(picture(view, 1, 0), theme.states[State.DELIVERED].background)


def test_a_row_that_changed_just_now_is_still_seen_to_be_selected(qtbot: QtBot, window: QApplication) -> None:
    view = table(qtbot, {DISPLAY: "a", CellRole.FLASH: 1.0}, {DISPLAY: "b", CellRole.FLASH: 1.0})
    view.selectRow(1)
    assert picture(view, 1, 1).pixelColor(WIDTH - 4, 10).name().upper() == LIGHT.selection
    assert picture(view, 1, 0).pixelColor(0, 10).name().upper() == LIGHT.accent


def test_numbers_stand_at_the_right_and_texts_at_the_left(qtbot: QtBot, window: QApplication) -> None:
    view = table(qtbot, {DISPLAY: "120.000", CellRole.KIND: Kind.MONEY}, {DISPLAY: "120", CellRole.KIND: Kind.ID})
    money = [x for x, _ in inked(picture(view, 1, 0), LIGHT.surface)]
    number = [x for x, _ in inked(picture(view, 1, 1), LIGHT.surface)]
    assert WIDTH - CELL_PADDING - 4 <= max(money) < WIDTH - CELL_PADDING + 1
    assert min(money) > WIDTH // 2
    assert CELL_PADDING <= min(number) <= CELL_PADDING + 3


@pytest.mark.parametrize("kind", [Kind.TEXT, Kind.ID, Kind.NUMBER])
def test_a_text_longer_than_its_column_is_cut(qtbot: QtBot, window: QApplication, kind: Kind) -> None:
    view = table(qtbot, {DISPLAY: "Carrera 100 bis A sur # 100-99\n" * 400, CellRole.KIND: kind}, {DISPLAY: "x"})
    points = [x for x, _ in inked(picture(view, 1, 0), LIGHT.surface)]
    assert min(points) >= CELL_PADDING - 1
    assert max(points) <= WIDTH - CELL_PADDING


def test_a_row_has_room_for_large_texts(qtbot: QtBot, window: QApplication, large_texts: None) -> None:
    apply_theme(window, LIGHT)
    said = {DISPLAY: "ÁÑgj", CellRole.KIND: Kind.TEXT}
    view = table(qtbot, said, {**said, CellRole.STATE: State.DELIVERED})
    image, pill = picture(view, 1, 0), picture(view, 1, 1)
    ys = [y for _, y in inked(image, LIGHT.surface)]
    assert max(ys) - min(ys) > 25  # of 27 pixels, with accent and descender
    assert 4 < min(ys) <= max(ys) < image.height() - 5
    green = [y for x, y in inked(pill, LIGHT.surface) if x == CELL_PADDING + 20]
    assert 3 < min(green) <= min(ys)  # the pill is around the text
    assert max(ys) < max(green) < image.height() - 4


def test_a_new_failure_is_marked_in_red_at_its_left(qtbot: QtBot, window: QApplication) -> None:
    plain = {DISPLAY: "Entregado", CellRole.STATE: "delivered"}
    for is_new, expected in ((True, LIGHT.bad_fill), (False, LIGHT.surface)):
        view = table(qtbot, plain | {CellRole.NEW: is_new}, plain | {CellRole.NEW: is_new})
        assert picture(view, 1, 0).pixelColor(0, 10).name().upper() == expected
        assert picture(view, 1, 1).pixelColor(0, 10).name().upper() == LIGHT.surface


def test_an_empty_cell_shows_a_faint_dash_and_an_empty_flag_nothing(qtbot: QtBot, window: QApplication) -> None:
    view = table(qtbot, {DISPLAY: ""}, {CellRole.KIND: Kind.MONEY}, {DISPLAY: "", CellRole.KIND: Kind.FLAG})
    for column in (0, 1):
        image = picture(view, 1, column)
        shades = [image.pixelColor(*point).lightness() for point in inked(image, LIGHT.surface)]
        assert QColor(LIGHT.faint).lightness() <= min(shades) < 200
    assert inked(picture(view, 1, 2), LIGHT.surface) == []


def test_a_share_has_a_bar_as_long_as_it_is_before_its_text(qtbot: QtBot, window: QApplication) -> None:
    view = table(qtbot, *({DISPLAY: f"{one} %", CellRole.KIND: Kind.SHARE, CellRole.FIRST: one} for one in (100, 50)))
    reached = []
    for column in (0, 1):
        image = picture(view, 1, column)
        line = [image.pixelColor(x, image.height() // 2).name().upper() for x in range(image.width())]
        reached.append(line.count(LIGHT.accent))
    assert reached[0] > 20
    assert reached[1] == pytest.approx(reached[0] / 2, abs=1)


def test_a_flag_shows_a_check_before_its_word(qtbot: QtBot, window: QApplication) -> None:
    view = table(qtbot, {DISPLAY: "Sí", CellRole.KIND: Kind.FLAG, CellRole.TONE: "warn"}, {DISPLAY: "Sí"})
    flag, plain = picture(view, 1, 0), picture(view, 1, 1)
    assert max(x for x, _ in inked(flag, LIGHT.surface)) > max(x for x, _ in inked(plain, LIGHT.surface)) + 14
    assert has(flag, LIGHT.warning.foreground)


@THEMES
def test_a_tone_colours_the_text_and_stays_readable_when_selected(
    qtbot: QtBot, window: QApplication, theme: Theme
) -> None:
    apply_theme(window, theme)
    view = table(qtbot, *({DISPLAY: "▇▇▇▇", CellRole.TONE: tone} for tone in TextTone), theme=theme)
    view.selectRow(2)
    for column, tone in enumerate(TextTone):
        assert has(picture(view, 1, column), theme.text_color(tone))
        assert has(picture(view, 2, column), theme.selected_text_color(tone))
        assert picture(view, 2, column).pixelColor(WIDTH - 4, 10).name().upper() == theme.selection


def test_a_row_that_changed_just_now_shines_and_is_marked_at_its_left(qtbot: QtBot, window: QApplication) -> None:
    for strength, expected in ((1.0, LIGHT.accent_bg), (0.0, LIGHT.surface)):
        view = table(qtbot, {DISPLAY: "a", CellRole.FLASH: strength}, {DISPLAY: "b", CellRole.FLASH: strength})
        first, second = picture(view, 1, 0), picture(view, 1, 1)
        assert second.pixelColor(WIDTH - 4, 10).name().upper() == expected
        assert first.pixelColor(0, 10).name().upper() == (LIGHT.accent if strength else LIGHT.surface)
        assert second.pixelColor(0, 10).name().upper() == expected


def test_rows_are_parted_by_hairlines(qtbot: QtBot, window: QApplication) -> None:
    image = picture(table(qtbot, {DISPLAY: "a"}), 1, 0)
    assert image.pixelColor(WIDTH // 2, row_height() - 1).name().upper() == LIGHT.line


def test_the_whole_row_under_the_pointer_is_shown(qtbot: QtBot, window: QApplication) -> None:
    view = table(qtbot, {DISPLAY: "a"}, {DISPLAY: "b"})
    with qtbot.waitExposed(view):
        view.show()

    def hovered() -> list[int]:
        points = ((row, picture(view, row, 1).pixelColor(WIDTH - 4, 10)) for row in range(6))
        return [row for row, point in points if point.name().upper() == LIGHT.hover]

    QTest.mouseMove(view.viewport(), view.visualRect(view.model().index(2, 0)).center())
    qtbot.waitUntil(lambda: hovered() == [2])
    QTest.mouseMove(view.viewport(), view.visualRect(view.model().index(4, 0)).center())
    qtbot.waitUntil(lambda: hovered() == [4])
    nowhere = QPointF(-1, -1)
    QApplication.sendEvent(view.viewport(), QHoverEvent(QEvent.Type.HoverLeave, nowhere, nowhere, QPointF(5, 5)))
    assert hovered() == []


def test_the_row_with_the_keyboard_is_shown_also_where_it_is_not_selected(qtbot: QtBot, window: QApplication) -> None:
    view = table(qtbot, {DISPLAY: "a"}, {DISPLAY: "b"})
    with qtbot.waitExposed(view):
        view.show()
    view.activateWindow()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(view.hasFocus)
    view.selectRow(1)

    def marked() -> list[int]:
        return [row for row in range(6) if picture(view, row, 0).pixelColor(1, 10).name().upper() == LIGHT.accent]

    qtbot.waitUntil(lambda: marked() == [1])
    QApplication.processEvents()
    painted = watched(view)
    painted.clear()
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: painted >= {(row, column) for row in (1, 2) for column in (0, 1)})
    assert marked() == [2]
    assert picture(view, 2, 1).pixelColor(WIDTH // 2, 0).name().upper() == LIGHT.accent
    assert picture(view, 1, 1).pixelColor(WIDTH // 2, 0).name().upper() == LIGHT.selection


def test_scrolling_paints_the_rows_that_come_in_and_no_others(qtbot: QtBot, window: QApplication) -> None:
    view = table(qtbot, *({DISPLAY: "a"} for _ in range(4)))
    view.resize(view.width(), 40 * row_height())
    with qtbot.waitExposed(view):
        view.show()
    painted = watched(view)
    qtbot.waitUntil(lambda: bool(painted) and view.viewport().autoFillBackground())
    QApplication.processEvents()
    painted.clear()
    view.verticalScrollBar().setValue(2 * row_height())
    qtbot.waitUntil(lambda: bool(painted))
    assert len(painted) <= 10 * 4


def test_a_cell_asks_for_the_room_of_its_whole_text(qtbot: QtBot, window: QApplication) -> None:
    view = table(
        qtbot,
        {DISPLAY: "Entregado"},
        {DISPLAY: "Entregado", CellRole.KIND: Kind.FLAG},
        {DISPLAY: "Entregado", CellRole.STATE: "delivered"},
        {DISPLAY: ""},
    )
    hints = [view.sizeHintForIndex(view.model().index(0, column)) for column in range(4)]
    assert {hint.height() for hint in hints} == {row_height()}
    assert all(one.width() < other.width() for one, other in pairwise([hints[3], *hints[:3]]))


def test_a_delegate_changes_its_theme(qtbot: QtBot, window: QApplication) -> None:
    view = table(qtbot, {DISPLAY: "Entregado", CellRole.STATE: "delivered"})
    delegate = view.itemDelegate()
    assert isinstance(delegate, TableDelegate)
    apply_theme(window, DARK)
    delegate.set_theme(DARK)
    assert has(picture(view, 1, 0), DARK.tone("delivered").background)


def test_a_delegate_without_a_table_paints_as_well(qtbot: QtBot, window: QApplication) -> None:
    view = table(qtbot, {DISPLAY: "Entregado", CellRole.STATE: "delivered"})
    alone = TableDelegate(LIGHT)
    view.setItemDelegate(alone)
    alone.set_theme(LIGHT)
    assert has(picture(view, 1, 0), LIGHT.tone("delivered").background)
    view.setItemDelegate(WatchedDelegate(LIGHT, view))


@THEMES
def test_a_pill_of_its_own_looks_like_the_tables(qtbot: QtBot, window: QApplication, theme: Theme) -> None:
    apply_theme(window, theme)
    view = table(qtbot, {DISPLAY: "Entregado", CellRole.STATE: "delivered"}, theme=theme)
    pill = StatusPill(theme)
    qtbot.addWidget(pill)
    pill.show_status(State.DELIVERED, "Entregado")
    pill.resize(pill.sizeHint())
    top = (row_height() - pill_height()) // 2
    cell = picture(view, 1, 0).copy(CELL_PADDING + 12, top + 1, pill.width() - 24, pill_height() - 2)
    own = pill.grab().toImage().copy(12, 1, pill.width() - 24, pill_height() - 2)
    assert own.convertToFormat(QImage.Format.Format_RGB32) == cell.convertToFormat(QImage.Format.Format_RGB32)


def test_a_pill_says_its_text_as_text_and_nothing_without_a_status(qtbot: QtBot, window: QApplication) -> None:
    pill = StatusPill(LIGHT)
    qtbot.addWidget(pill)
    assert pill.textFormat() == Qt.TextFormat.PlainText
    pill.show_status("missed", "<b>Posible aviso perdido</b>")
    assert pill.text() == "<b>Posible aviso perdido</b>"
    assert pill.sizeHint().height() == pill_height()
    assert pill.minimumSizeHint().width() <= pill.sizeHint().width()
    pill.set_theme(DARK)
    assert has(pill.grab().toImage(), DARK.missed.background)
    pill.show_status(None, "x")
    assert pill.text() == ""
    assert pill.sizeHint().width() == 0
    pill.resize(20, pill_height())
    assert not has(pill.grab().toImage(), DARK.missed.background)


@THEMES
def test_what_is_searched_for_is_marked_whatever_its_accents(qtbot: QtBot, window: QApplication, theme: Theme) -> None:
    view = table(qtbot, {DISPLAY: "PÉREZ"}, theme=theme)
    delegate = view.itemDelegate()
    assert isinstance(delegate, TableDelegate)
    for words, is_marked in ((["perez"], True), (["lopez"], False), ([], False)):
        delegate.show_hits(words)
        image = view.viewport().grab().toImage()
        pixels = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(row_height())}
        assert (QColor(theme.match).name() in pixels) is is_marked
