"""The palette: a field, and below it the commands and places that match what is typed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.domain.folding import fold
from app.ui.appearance.shown_texts import elided
from app.ui.appearance.theme import line_height, scaled
from app.ui.widgets.fitted_dialog import place, scaled_room
from app.ui.widgets.layouts import in_column

GROUP = "group"
"""The property of an action with the title of its group."""
KEYS = "keys"
"""The property of an action with its keys, if the table handles these itself."""
_ENTRY = Qt.ItemDataRole.UserRole + 1
_ROW = 34
_MOST_ROWS = 11
_AROUND = 80
"""The height of what is above and below the list, with room for it."""
_WIDTH = 600
_BESIDE_SELECTED = 0.72
"""Opacity of the text beside a title in the selected row."""
_OF_LIST = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True)
class Shortcut:
    """An action with its group, and its keys in the system's notation."""

    group: str
    text: str
    keys: str


@dataclass(frozen=True)
class PaletteEntry:
    """A command or a place.

    Args:
        group: its kind; with the title it identifies the entry among those used last.
        keys: its shortcut in the system's notation.
        can: whether it is available now.
    """

    title: str
    group: str
    act: Callable[[], object]
    keys: str = ""
    can: bool = True

    @property
    def name(self) -> str:
        """Identifies the entry among those used last."""
        return f"{self.group}: {self.title}"


class Palette(QDialog):
    """Arrows select, Enter runs, Escape or a click elsewhere closes. The entries used last come first.

    `typed` returns further entries for a text, such as a day; `recent` are the names of those used last, the latest
    first.
    """

    chosen = Signal(object)
    """An `PaletteEntry`; the palette is already closed."""

    def __init__(
        self,
        entries: Sequence[PaletteEntry],
        typed: Callable[[str], Sequence[PaletteEntry]],
        recent: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self.setWindowTitle(self.tr("Palette"))
        self._typed = typed
        ranks = {name: place for place, name in enumerate(recent)}
        self._entries = sorted(entries, key=lambda one: ranks.get(one.name, len(ranks)))
        self._words = {one.name: fold(f"{one.title} {one.group} {one.keys}") for one in entries}
        self.field = QLineEdit(placeholderText=self.tr("Do something, or go to a view, a carrier, a day…"))
        self.field.setAccessibleName(self.tr("Palette"))
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("What can be done"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the field keeps the keyboard
        self.list.setItemDelegate(_EntryDelegate(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        frame = QFrame()
        frame.setProperty("card", True)
        in_column(self.field, self.list, on=frame, margins=8, spacing=8)
        column = in_column(frame, on=self, margins=0)
        self.field.textChanged.connect(self._show_found)
        self.field.returnPressed.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        self.list.currentItemChanged.connect(self._say_current)
        frame.setFixedWidth(scaled_room(self, _WIDTH).width())
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)  # its height follows the number of matches
        self._show_found("")

    def open_over(self, window: QWidget) -> None:
        """Open over the upper middle of a window."""
        self.adjustSize()
        place(self, window.mapToGlobal(QPoint((window.width() - self.width()) // 2, 96)))
        self.show()
        self.activateWindow()
        self.field.setFocus()

    def eventFilter(self, watched: QWidget, event: QEvent) -> bool:  # type: ignore[override]  # a QObject elsewhere
        """Pass the arrow keys to the list."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if key in _OF_LIST:
                step = _MOST_ROWS - 1 if key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown) else 1
                self._step(-step if key in (Qt.Key.Key_Up, Qt.Key.Key_PageUp) else step)
                return True
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Close when the user works elsewhere."""
        if event.type() == QEvent.Type.WindowDeactivate and self.isVisible():
            self.reject()
        return super().event(event)

    def shown(self) -> list[str]:
        """Return the listed titles."""
        return [self._entry(row).title for row in range(self.list.count())]

    def _entry(self, row: int) -> PaletteEntry:
        entry: PaletteEntry = self.list.item(row).data(_ENTRY)
        return entry

    def _step(self, rows: int) -> None:
        """Move some rows up or down, skipping unavailable entries; a single step wraps around."""
        usable = [row for row in range(self.list.count()) if self._entry(row).can]
        if not usable:
            return
        here = usable.index(self.list.currentRow()) if self.list.currentRow() in usable else -1
        there = here + rows
        there = there % len(usable) if abs(rows) == 1 else min(max(there, 0), len(usable) - 1)
        self.list.setCurrentRow(usable[there])

    @Slot(str)
    def _show_found(self, text: str) -> None:
        wanted = fold(text).split()
        found = [one for one in self._entries if all(word in self._words[one.name] for word in wanted)]
        if wanted:
            found.sort(key=lambda one: _rank(fold(one.title), " ".join(wanted)))  # stable: last used ones stay first
        self.list.clear()
        for one in [*self._typed(text), *found]:
            self._list_one(one)
        if not self.list.count():
            nothing = PaletteEntry(self.tr("Nothing matches."), "", lambda: None, can=False)
            self._list_one(nothing)
        beside = self.parentWidget() or self  # it may be on no screen yet
        row = line_height(_ROW)
        fitting = (beside.screen().availableGeometry().height() - scaled(_AROUND)) // row
        self.list.setFixedHeight(min(self.list.count(), _MOST_ROWS, fitting) * row + 2)
        self._step(1)

    def _list_one(self, entry: PaletteEntry) -> None:
        item = QListWidgetItem(entry.title, self.list)
        item.setData(_ENTRY, entry)
        said = ", ".join(filter(None, (entry.title, entry.group, entry.keys)))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
        if not entry.can:
            item.setFlags(Qt.ItemFlag.NoItemFlags)

    @Slot()
    def _choose(self) -> None:
        row = self.list.currentRow()
        if row >= 0 and self._entry(row).can:
            entry = self._entry(row)
            self.accept()
            self.chosen.emit(entry)

    @Slot()
    def _say_current(self) -> None:
        """Tell screen readers what Enter would do, since the keyboard stays in the field."""
        row = self.list.currentRow()
        said = self.list.item(row).data(Qt.ItemDataRole.AccessibleTextRole) if row >= 0 else ""
        self.field.setAccessibleDescription(str(said))


def _rank(title: str, wanted: str) -> int:
    if title.startswith(wanted):
        return 0
    return 1 if f" {wanted}" in title else 2


class _EntryDelegate(QStyledItemDelegate):
    """Paints title and group at the left, the keys at the right."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the size of a row."""
        return QSize(option.rect.width(), line_height(_ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint an entry."""
        entry = index.data(_ENTRY)
        palette = QApplication.palette()  # the list's own palette is dimmed by its style sheet
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_over = bool(option.state & QStyle.StateFlag.State_MouseOver) and entry.can
        if option.state & QStyle.StateFlag.State_Selected or is_over:
            is_chosen = option.state & QStyle.StateFlag.State_Selected
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(
                palette.color(QPalette.ColorRole.Highlight if is_chosen else QPalette.ColorRole.AlternateBase)
            )
            painter.drawRoundedRect(option.rect.adjusted(0, 1, 0, -1), 6, 6)
        text = palette.color(QPalette.ColorRole.Text)
        faint = palette.color(QPalette.ColorRole.PlaceholderText)
        beside = faint
        if option.state & QStyle.StateFlag.State_Selected:  # on its background the faint colour is hard to read
            beside = QColor(text)
            beside.setAlphaF(_BESIDE_SELECTED)
        row = option.rect.adjusted(12, 0, -12, 0)
        metrics = option.fontMetrics
        painter.setPen(beside)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(row, Qt.AlignmentFlag.AlignRight | middle, entry.keys)
        room = row.width() - (metrics.horizontalAdvance(entry.keys) + 24 if entry.keys else 0)
        group = metrics.horizontalAdvance(entry.group) + 12
        title = elided(entry.title, metrics, max(room - group, scaled(120)))
        width = metrics.horizontalAdvance(title)
        painter.drawText(
            QRect(row.left() + width + 12, row.top(), room - width - 12, row.height()), middle, entry.group
        )
        painter.setPen(text if entry.can else faint)
        painter.drawText(QRect(row.left(), row.top(), width + 2, row.height()), middle, title)
        painter.restore()
