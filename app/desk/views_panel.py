"""The list at the left: views with their counts, a click away."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.desk.theme import Theme
from app.domain.queries import VIEW_TITLES, View
from app.domain.statuses import State
from app.domain.texts import Say

_VIEW = Qt.ItemDataRole.UserRole + 1
_COUNT = Qt.ItemDataRole.UserRole + 2
_ITEM = 29
_HEADING = 34

_DAY = (View.ALL, View.ON_ITS_WAY, View.DELIVERED, View.EXCEPTIONS, View.PICKUP, View.OTHER)
_NEWS = (View.CONFLICTS, View.MISSED, View.AT_RISK, View.NO_VISIT, View.NO_SHIPMENT)
_ATTENTION = (*_NEWS, View.CHANGED, View.REPEATED, View.GONE)
_SHOWN_WHEN_EMPTY = (*_DAY[:5], *_NEWS)  # the counts of these change live: none may push the others about
_STATES = {
    View.ON_ITS_WAY: State.ON_ITS_WAY,
    View.DELIVERED: State.DELIVERED,
    View.EXCEPTIONS: State.EXCEPTION,
    View.PICKUP: State.PICKUP,
}


class ViewsPanel(QListWidget):
    """Views under headings. Those that rarely hold anything appear once they do."""

    view_chosen = Signal(object)

    def __init__(self, say: Say, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Views"))
        self.setProperty("bar", "side")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_ViewDelegate(theme, self))
        self.setMouseTracking(True)
        self.setMinimumWidth(160)
        self._items: dict[View, QListWidgetItem] = {}
        for heading, views in ((self.tr("Day"), _DAY), (self.tr("Attention"), _ATTENTION)):
            title = QListWidgetItem(heading.upper(), self)
            title.setFlags(Qt.ItemFlag.NoItemFlags)
            for view in views:
                item = QListWidgetItem(say(VIEW_TITLES[view]), self)
                item.setData(_VIEW, view)
                self._items[view] = item
        self.show_counts({})
        self.choose(View.ALL)
        self.currentItemChanged.connect(self._choose)
        self.itemClicked.connect(self._choose)  # also the one that is marked: its table may not be in front
        self.itemActivated.connect(self._choose)

    def sizeHint(self) -> QSize:
        """Return a width that holds the longest view and its count."""
        longest = max(self.fontMetrics().horizontalAdvance(item.text()) for item in self._items.values())
        return QSize(longest + 84, 400)

    def show_counts(self, counts: dict[View, int]) -> None:
        """Show how many rows each view holds."""
        for view, item in self._items.items():
            count = counts.get(view, 0)
            item.setData(_COUNT, count)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{item.text()} {count}")
            item.setHidden(count == 0 and view not in _SHOWN_WHEN_EMPTY and item is not self.currentItem())

    def count_of(self, view: View) -> int:
        """Return the count that a view shows."""
        return int(self._items[view].data(_COUNT))

    def choose(self, view: View) -> None:
        """Choose a view, as a click on it does."""
        self.setCurrentItem(self._items[view])

    def show_view(self, view: View) -> None:
        """Mark a view as the one that the table in front shows."""
        with QSignalBlocker(self):
            self.choose(view)

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.data(_VIEW) is not None:
            self.view_chosen.emit(View(item.data(_VIEW)))


class _ViewDelegate(QStyledItemDelegate):
    """A name at the left, its count at the right in the colour of what it means; headings small and dim."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of a view or a heading."""
        return QSize(option.rect.width(), _ITEM if index.data(_VIEW) is not None else _HEADING)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a view or a heading."""
        painter.save()
        view = index.data(_VIEW)
        text = option.rect.adjusted(16, 0, -16, 0)
        if view is None:
            self._paint_heading(painter, option, text.adjusted(0, 8, 0, 0), str(index.data()))
        else:
            self._paint_view(painter, option, text, index)
        painter.restore()

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, rect: QRect, title: str) -> None:
        font = QFont(option.font)
        font.setPixelSize(11)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.dim))
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, title)

    def _paint_view(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        rect: QRect,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme = self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = option.rect.adjusted(8, 1, -8, -1)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        back = theme.selection if chosen else theme.hover if option.state & QStyle.StateFlag.State_MouseOver else ""
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QColor(theme.accent) if focused else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(back) if back else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 6, 6)
        count = int(index.data(_COUNT) or 0)
        figure = option.fontMetrics.horizontalAdvance(f"{count}") + 8
        font = QFont(option.font)
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        room = rect.adjusted(0, 0, -figure, 0)
        name = option.fontMetrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, name)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(self._count_color(View(index.data(_VIEW)), count)))
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, f"{count}")

    def _count_color(self, view: View, count: int) -> str:
        if not count or view in (View.ALL, View.OTHER, View.NO_VISIT):
            return self._theme.dim
        if view in _STATES:
            return self._theme.states[_STATES[view]].foreground
        return (self._theme.missed if view is View.MISSED else self._theme.warning).foreground
