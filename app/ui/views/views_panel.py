"""The panel at the left with the views and their counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QContextMenuEvent, QFocusEvent, QFont, QFontMetrics, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.domain.contract.statuses import State
from app.domain.texts import Say
from app.domain.views.queries import EARLIER_VIEWS, VIEW_MEANINGS, VIEW_TITLES, SavedView, View
from app.ui.appearance.formats import UNKNOWN
from app.ui.appearance.icons import icon_pixmap
from app.ui.appearance.shown_texts import elided
from app.ui.appearance.theme import Theme, Tone, line_height, scaled
from app.ui.widgets.labels import tool_tip

_ITEM = 26
_HEADING = 28
_SIDE = 16
_ICON = 14
_ICON_GAP = 10
_FIGURE_GAP = 8
_FIGURE = "000"
"""A count for which the width is reserved."""
_PILL = 18
_PILL_SIDE = 8
_Index = QModelIndex | QPersistentModelIndex


class ViewRole(IntEnum):
    """Item data roles of the views panel; an item without `VIEW` is a heading."""

    VIEW = Qt.ItemDataRole.UserRole + 1
    """A `View` or a `SavedView`."""
    COUNT = Qt.ItemDataRole.UserRole + 2
    """How many rows it has; None if that is not known."""
    LOOK = Qt.ItemDataRole.UserRole + 3
    """A `ViewLook`."""


@dataclass(frozen=True)
class ViewLook:
    """The name of an icon, and the `Theme.tone` of a count above 0; `is_filled` makes the count stand out."""

    icon: str
    tone: str = ""
    is_filled: bool = False


class ViewDelegate(QStyledItemDelegate):
    """Paints views, and headings in a small dim font."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = scaled(_ICON)
        self._pixmap = lru_cache(maxsize=128)(self._render_icon)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the height of a view or a heading."""
        return QSize(option.rect.width(), line_height(_ITEM if index.data(ViewRole.VIEW) is not None else _HEADING))

    def width_of(self, name: str, font: QFont) -> int:
        """Return the width that does not cut a view's name."""
        count = QFontMetrics(_figure_font(font, is_bold=True)).horizontalAdvance(_FIGURE) + _PILL_SIDE
        text = QFontMetrics(font).horizontalAdvance(name)
        return 2 * _SIDE + self._icon + _ICON_GAP + text + _FIGURE_GAP + count

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint a view or a heading."""
        painter.save()
        room = option.rect.adjusted(_SIDE, 0, -_SIDE, 0)
        if index.data(ViewRole.VIEW) is None:
            self._paint_heading(painter, option, room.adjusted(0, 8, 0, 0), str(index.data()))
        else:
            self._paint_view(painter, option, room, index)
        painter.restore()

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, title: str) -> None:
        font = QFont(option.font)
        font.setPixelSize(scaled(11))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.dim))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, title)

    def _paint_view(self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, index: _Index) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_back(painter, option)
        look: ViewLook = index.data(ViewRole.LOOK)
        count = index.data(ViewRole.COUNT)
        tone = self._theme.tone(look.tone) if look.tone and count else Tone(self._theme.dim, "")
        ratio = painter.device().devicePixelRatioF()
        at = QPointF(room.left(), room.top() + (room.height() - self._icon) // 2)
        painter.drawPixmap(at, self._pixmap(look.icon, tone.foreground, ratio))
        locale = option.widget.locale()  # the option's does not group digits
        said = UNKNOWN if count is None else locale.toString(count)
        figure = self._paint_count(painter, option, room, said, tone, look)
        painter.setFont(QFont(option.font))
        painter.setPen(QColor(self._theme.text))
        name_room = room.adjusted(self._icon + _ICON_GAP, 0, -figure - _FIGURE_GAP, 0)
        name = elided(str(index.data()), option.fontMetrics, name_room.width())
        painter.drawText(name_room, Qt.AlignmentFlag.AlignVCenter, name)

    def _paint_back(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        theme = self._theme
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        back = theme.selection if chosen else theme.hover if option.state & QStyle.StateFlag.State_MouseOver else ""
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QColor(theme.accent) if focused else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(back) if back else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(option.rect.adjusted(8, 1, -8, -1), 6, 6)

    def _paint_count(
        self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, count: str, tone: Tone, look: ViewLook
    ) -> int:
        """Paint the count at the right, and return its width."""
        font = _figure_font(option.font, is_bold=look.is_filled)
        width = QFontMetrics(font).horizontalAdvance(count)
        is_pill = look.is_filled and bool(tone.background)
        if is_pill:
            left, high = room.right() + 1 - width - _PILL_SIDE, line_height(_PILL)
            pill = QRectF(left, room.center().y() + 1 - high / 2, width + 2 * _PILL_SIDE, high)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tone.foreground))
            painter.drawRoundedRect(pill, high / 2, high / 2)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.surface if is_pill else tone.foreground))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)
        return width + _PILL_SIDE if is_pill else width

    def _render_icon(self, name: str, color: str, ratio: float) -> QPixmap:
        return icon_pixmap(name, color, self._icon, ratio)


def _figure_font(font: QFont, *, is_bold: bool) -> QFont:
    figure = QFont(font)
    figure.setWeight(QFont.Weight.Bold if is_bold else QFont.Weight.DemiBold)
    return figure


_DAY = (
    View.ALL, View.ON_ITS_WAY, View.DELIVERED, View.EXCEPTIONS, View.PICKUP, View.OTHER, View.DELIVERED_LATER,
)  # fmt: skip
_NEWS = (
    View.TO_ATTEND,
    View.MINE,
    View.EARLIER,
    View.EARLIER_VISITS,
    View.OVERDUE,
    View.DUE_TODAY,
    View.NO_VISIT,
    View.NO_SHIPMENT,
    View.FAR_AWAY,
)
_DOUBTS = (View.CONFLICTS, View.MISSED, View.AMBIGUOUS, View.DOUBTFUL)
_RARE = (
    View.TO_ATTEND_VISITS, View.ONE_SPOT, View.BACKWARDS, View.CHANGED, View.REPEATED, View.NOT_IN_FORCE, View.GONE,
)  # fmt: skip
_SHOWN_WHEN_EMPTY = tuple(view for view in (*_DAY[:5], *_NEWS, *_DOUBTS[:2]) if view not in (View.MINE, *EARLIER_VIEWS))
"""Always shown, since their counts change live and must not move the others; those of earlier days rarely change."""

VIEW_LOOKS = {
    View.ALL: ViewLook("list"),
    View.ON_ITS_WAY: ViewLook("truck"),
    View.DELIVERED: ViewLook("check"),
    View.EXCEPTIONS: ViewLook("circle-x"),
    View.PICKUP: ViewLook("store"),
    View.OTHER: ViewLook("package"),
    View.TO_ATTEND: ViewLook("alert", State.EXCEPTION, is_filled=True),
    View.MINE: ViewLook("user"),
    View.EARLIER: ViewLook("calendar"),
    View.EARLIER_VISITS: ViewLook("calendar"),
    View.TO_ATTEND_VISITS: ViewLook("alert", State.EXCEPTION, is_filled=True),
    View.DELIVERED_LATER: ViewLook("check"),
    View.CONFLICTS: ViewLook("differ"),
    View.MISSED: ViewLook("help"),
    View.AMBIGUOUS: ViewLook("split"),
    View.DOUBTFUL: ViewLook("warning"),
    View.NOT_IN_FORCE: ViewLook("ban"),
    View.OVERDUE: ViewLook("clock-alert", State.EXCEPTION),
    View.DUE_TODAY: ViewLook("clock"),
    View.NO_VISIT: ViewLook("user-x"),
    View.NO_SHIPMENT: ViewLook("unlink"),
    View.FAR_AWAY: ViewLook("map-pin"),
    View.ONE_SPOT: ViewLook("target"),
    View.BACKWARDS: ViewLook("rewind"),
    View.CHANGED: ViewLook("refresh"),
    View.REPEATED: ViewLook("copy"),
    View.GONE: ViewLook("eye-off"),
}
_SAVED = ViewLook("bookmark")


class ViewsPanel(QListWidget):
    """Lists views under headings, the user's own last. Rarely used ones are shown only while they are not empty.

    The view of the table in front is marked, if it is one of these.
    """

    view_chosen = Signal(object)
    """A `View`."""
    saved_chosen = Signal(object)
    """A `SavedView`."""
    saved_menu_asked = Signal(object, QPoint)
    """The menu of a `SavedView` is wanted, at a point of the screen."""
    delete_asked = Signal(object)
    """A `SavedView`."""

    def __init__(self, say: Say, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Views"))
        self.setProperty("bar", "side")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)  # by item, the last one stays half hidden
        self._delegate = ViewDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setMinimumWidth(scaled(160))
        self._measured: tuple[QFont, int] | None = None
        """The font in which the views were measured, and their width."""
        self._items: dict[View, QListWidgetItem] = {}
        self._own: list[QListWidgetItem] = []
        self._add_heading(self.tr("Day"))
        self._add_views(say, _DAY)
        self._add_heading(self.tr("Attention"))
        self._add_views(say, (*_NEWS, *_RARE))
        self._add_heading(self.tr("Doubts"))
        self._add_views(say, _DOUBTS)
        self._own_heading = self._add_heading(self.tr("My views"))
        self._own_heading.setHidden(True)
        self.show_counts({})
        self.show_view(View.ALL)
        self.currentItemChanged.connect(self._choose)
        self.itemClicked.connect(self._choose)  # also the marked one, whose table may not be in front
        self.itemActivated.connect(self._choose)
        self.itemClicked.connect(self.scrollToItem)  # one that is partly in sight; Qt scrolls for keys only

    def _add_heading(self, text: str) -> QListWidgetItem:
        heading = QListWidgetItem(text.upper(), self)
        heading.setFlags(Qt.ItemFlag.NoItemFlags)
        return heading

    def _add_views(self, say: Say, views: Sequence[View]) -> None:
        for view in views:
            item = self._items[view] = QListWidgetItem(say(VIEW_TITLES[view]), self)
            item.setData(ViewRole.VIEW, view)
            item.setData(ViewRole.LOOK, VIEW_LOOKS[view])
            meaning = say(VIEW_MEANINGS[view])
            item.setToolTip(tool_tip(f"{item.text()}: {meaning}"))
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, meaning)

    def sizeHint(self) -> QSize:
        """Return a width for every view and its count, hidden ones included, beside the scroll bar."""
        self.ensurePolished()
        if self._measured is None or self._measured[0] != self.font():  # each layout asks for it
            font = self.font()
            self._measured = font, max(self._delegate.width_of(item.text(), font) for item in self._items.values())
        return QSize(self._measured[1] + self.verticalScrollBar().sizeHint().width(), 400)

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QListWidget.ScrollHint = QListWidget.ScrollHint.EnsureVisible,
    ) -> None:
        """Scroll to a view; to the first one with its heading."""
        if index.row() == 1:
            self.scrollToTop()
        else:
            super().scrollTo(index, hint)

    def show_counts(self, counts: Mapping[View, int | None]) -> None:
        """Show the count of each view; None, or none at all, if it is not known."""
        for view, item in self._items.items():
            _show_count(item, counts.get(view))
        self._show_what_holds_something()

    def _show_what_holds_something(self) -> None:
        marked, before = self.currentItem(), [item.isHidden() for item in self._items.values()]
        is_seen = self.currentRow() >= 0 and self.visualItemRect(marked).intersects(self.viewport().rect())
        for view, item in self._items.items():
            is_empty = not item.data(ViewRole.COUNT)
            item.setHidden(is_empty and view not in _SHOWN_WHEN_EMPTY and item is not marked)
        if is_seen and before != [item.isHidden() for item in self._items.values()]:
            self.doItemsLayout()  # else the scroll bar ends where the list ended before
            self.scrollToItem(marked)

    def count_of(self, view: View) -> int:
        """Return the count of a view, or 0 if it is not known."""
        return int(self._items[view].data(ViewRole.COUNT) or 0)

    def show_saved(self, views: Sequence[SavedView]) -> None:
        """Show the user's own views in this order; known counts stay."""
        counts = {item.text(): item.data(ViewRole.COUNT) for item in self._own}
        marked = self._marked()
        with QSignalBlocker(self):
            for old in self._own:
                self.takeItem(self.row(old))
            self._own = []
            for view in views:
                item = QListWidgetItem(view.name, self)
                item.setData(ViewRole.VIEW, view)
                item.setData(ViewRole.LOOK, _SAVED)
                item.setToolTip(tool_tip(view.name))
                _show_count(item, counts.get(view.name))
                self._own.append(item)
        self._own_heading.setHidden(not views)
        self._mark(marked)

    def show_saved_counts(self, counts: Mapping[str, int | None]) -> None:
        """Show the counts of the user's own views by name; None if unknown."""
        for item in self._own:
            if item.text() in counts:
                _show_count(item, counts[item.text()])

    def saved_counts(self) -> dict[str, int | None]:
        """Return the counts of the user's own views, in their order."""
        return {item.text(): item.data(ViewRole.COUNT) for item in self._own}

    def choose(self, view: View | SavedView) -> None:
        """Choose a view, as a click on it does."""
        self.setCurrentRow(self._row_of(view))

    def show_view(self, view: View | SavedView | None) -> None:
        """Mark the view that the table in front shows; None marks none."""
        self._mark(view)

    def _mark(self, view: View | SavedView | None) -> None:
        before = self.currentItem()
        with QSignalBlocker(self):
            self.setCurrentRow(self._row_of(view))
        if before is not self.currentItem():
            self._show_what_holds_something()

    def _marked(self) -> View | SavedView | None:
        return _view_of(self.currentItem())

    def _row_of(self, view: View | SavedView | None) -> int:
        if isinstance(view, SavedView):
            return next((self.row(item) for item in self._own if item.text() == view.name), -1)
        return self.row(self._items[view]) if view is not None else -1

    def _choose(self, item: QListWidgetItem | None) -> None:
        view = _view_of(item)
        if isinstance(view, SavedView):
            self.saved_chosen.emit(view)
        elif view is not None:
            self.view_chosen.emit(view)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take the focus without choosing a view, as Qt would if none is marked."""
        with QSignalBlocker(self):
            super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete the current one of the user's own views by key."""
        view = self._marked()
        if event.key() == Qt.Key.Key_Delete and isinstance(view, SavedView):
            self.delete_asked.emit(view)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of one of the user's own views."""
        by_keyboard = event.reason() is QContextMenuEvent.Reason.Keyboard
        item = self.currentItem() if by_keyboard else self.itemAt(event.pos())
        view = _view_of(item)
        if item is not None and isinstance(view, SavedView):
            at = self.visualItemRect(item).center() if by_keyboard else event.pos()
            self.saved_menu_asked.emit(view, self.viewport().mapToGlobal(at))


def _view_of(item: QListWidgetItem | None) -> View | SavedView | None:
    data = item.data(ViewRole.VIEW) if item is not None else None
    return data if data is None or isinstance(data, SavedView) else View(data)


def _show_count(item: QListWidgetItem, count: int | None) -> None:
    item.setData(ViewRole.COUNT, count)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{item.text()} {UNKNOWN if count is None else count}")
