"""The panel at the left with the views and their counts."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QFont, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QMenu, QWidget

from app.domain.contract.statuses import State
from app.domain.texts import Say
from app.domain.views.columns import CARRIER, Table
from app.domain.views.queries import EARLIER_VIEWS, VIEW_MEANINGS, VIEW_TITLES, SavedView, ValueFilter, View
from app.ui.appearance.formats import UNKNOWN
from app.ui.appearance.theme import Theme, scaled
from app.ui.views.view_delegate import MORE, ViewDelegate, ViewLook, ViewRole
from app.ui.widgets.labels import tool_tip

_DAY = (
    View.ALL, View.ON_ITS_WAY, View.DELIVERED, View.EXCEPTIONS, View.PICKUP, View.OTHER, View.DELIVERED_LATER,
)  # fmt: skip
_NEWS = (
    View.TO_ATTEND,
    View.MINE,
    View.OVERDUE,
    View.DUE_TODAY,
    View.EARLIER,
    View.EARLIER_VISITS,
    View.NO_VISIT,
    View.NO_SHIPMENT,
    View.FAR_AWAY,
)
_DOUBTS = (View.MISSED, View.CONFLICTS, View.AMBIGUOUS, View.DOUBTFUL)
_RARE = (
    View.TO_ATTEND_VISITS, View.ONE_SPOT, View.BACKWARDS, View.CHANGED, View.REPEATED, View.NOT_IN_FORCE, View.GONE,
)  # fmt: skip
_OF_NO_DAY = (*_DAY[:6], *_NEWS[:5], View.NO_VISIT, View.FAR_AWAY)  # shown while nothing of the day is known
_ALWAYS_SHOWN = (*_DAY[:5], View.TO_ATTEND)
"""Their counts change live all day, and must not move the others."""
_FOLDED_AT_ZERO = tuple(view for view in (*_NEWS[1:], *_DOUBTS[:2]) if view not in (View.MINE, *EARLIER_VIEWS))
"""Behind one entry while they are known to be empty; all others are hidden then."""

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
_SAVED, _CARRIER = ViewLook("bookmark"), ViewLook("truck")
_FOLDED, _UNFOLDED = (ViewLook(name, says_count=True) for name in ("chevron-right", "chevron-down"))
_RAIL_FIRST = (View.ALL, View.TO_ATTEND, View.MINE, View.OVERDUE)
_LOW, _CELLS = 600, 8
"""Below this height of the window, in pixels, so many views are in a rail, and the others in a menu."""
_RAIL = 52  # pixels of the panel
_FOLD: Final = "fold"
"""In place of a view, of the entry that unfolds others."""


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
        self._widest = self.maximumWidth()
        self._headings: list[QListWidgetItem] = []
        self._measured: tuple[QFont, int] | None = None
        """The font in which the views were measured, and their width."""
        self._items: dict[View, QListWidgetItem] = {}
        self._own: list[QListWidgetItem] = []
        self._of_carriers: list[QListWidgetItem] = []
        self._add_views(self.tr("Day"), say, _DAY)
        self._add_views(self.tr("Attention"), say, (*_NEWS, *_RARE))
        self._add_views(self.tr("Doubts"), say, _DOUBTS)
        self._fold = QListWidgetItem(self)
        self._fold.setData(ViewRole.VIEW, _FOLD)
        self._is_folded, self._is_low, self._is_no_day, self._counts_kept = True, False, False, 0
        self._rest: Sequence[QListWidgetItem] = ()
        """What that entry stands for."""
        self._view: View | SavedView | None = None
        """The one that the table in front shows."""
        self._carriers_heading = self._add_heading(self.tr("Carriers"))
        self._own_heading = self._add_heading(self.tr("My views"))
        self._show_headings()
        self.show_counts({})
        self.show_view(View.ALL)
        self.currentItemChanged.connect(self._choose)
        self.itemClicked.connect(self._choose)  # also the marked one, whose table may not be in front
        self.itemActivated.connect(self._choose)
        self.itemClicked.connect(self._fold_or_unfold)
        self.itemClicked.connect(self.scrollToItem)  # one that is partly in sight; Qt scrolls for keys only

    def _add_heading(self, text: str) -> QListWidgetItem:
        heading = QListWidgetItem(text.upper(), self)
        heading.setFlags(Qt.ItemFlag.NoItemFlags)
        self._headings.append(heading)
        return heading

    @property
    def is_rail(self) -> bool:
        """Whether each view is an icon over its count."""
        return self._delegate.is_rail

    @property
    def _is_short(self) -> bool:
        """Whether it shows a few views only."""
        return self.is_rail and self._is_low

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many views in a rail as the height of the window lets."""
        super().resizeEvent(event)
        was_low, self._is_low = self._is_low, self.window().height() < scaled(_LOW)
        if was_low is not self._is_low:
            self._show_what_holds_something()

    def use_rail(self, *, is_rail: bool) -> None:
        """Show icons over their counts in a narrow rail, or whole names under headings."""
        self._delegate.is_rail = is_rail
        self.setMaximumWidth(scaled(_RAIL) if is_rail else self._widest)
        off, as_needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setVerticalScrollBarPolicy(off if is_rail else as_needed)
        self._show_headings()
        self.doItemsLayout()
        self.scrollToItem(self.currentItem())

    def _show_headings(self) -> None:
        for heading in self._headings:
            heading.setHidden(self.is_rail)
        for heading, items in ((self._carriers_heading, self._of_carriers), (self._own_heading, self._own)):
            heading.setHidden(self.is_rail or not items)
        self._show_what_holds_something()

    def _add_views(self, title: str, say: Say, views: Sequence[View]) -> None:
        self._add_heading(title)
        for view in views:
            item = self._items[view] = QListWidgetItem(say(VIEW_TITLES[view]), self)
            item.setData(ViewRole.VIEW, view)
            item.setData(ViewRole.LOOK, VIEW_LOOKS[view])
            meaning = say(VIEW_MEANINGS[view])
            item.setToolTip(tool_tip(f"{item.text()}: {meaning}"))
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, meaning)

    def sizeHint(self) -> QSize:
        """Return a width for every view beside the scroll bar; the rare ones have room for a small count alone."""
        if self.is_rail:
            return QSize(self.maximumWidth(), 400)
        self.ensurePolished()
        if self._measured is None or self._measured[0] != self.font():  # each layout asks for it
            font = self.font()
            usual = dict.fromkeys((*_ALWAYS_SHOWN, *_FOLDED_AT_ZERO), ())
            widths = (
                self._delegate.width_of(item.text(), font, *usual.get(view, ("",)))
                for view, item in self._items.items()
            )
            self._measured = font, max(widths)
        return QSize(self._measured[1] + self.verticalScrollBar().sizeHint().width(), 400)

    def minimumSizeHint(self) -> QSize:
        """Return a width that cuts no name: what opens beside the views may squeeze them."""
        return QSize(self.sizeHint().width(), super().minimumSizeHint().height())

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
        self._is_no_day = bool(counts) and counts.get(View.ALL) is None
        self._counts_kept -= 1
        if self._counts_kept < 0:  # else none moves away from the pointer
            self._show_what_holds_something()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Keep the views in their places for some counts: a pointer that rests must not hide what came."""
        super().mouseMoveEvent(event)
        self._counts_kept = 5

    def leaveEvent(self, event: QEvent) -> None:
        """Show the views that got something meanwhile."""
        super().leaveEvent(event)
        self._counts_kept = 0
        self._show_what_holds_something()

    def _show_what_holds_something(self) -> None:
        marked, others = self.currentItem(), [*self._of_carriers, *self._own]
        before = [item.isHidden() for item in self._items.values()]
        is_seen = self.currentRow() >= 0 and self.visualItemRect(marked).intersects(self.viewport().rect())
        empty = [self._items[view] for view in _FOLDED_AT_ZERO if self._items[view].data(ViewRole.COUNT) == 0]
        kept = _OF_NO_DAY if self._is_no_day else (*_ALWAYS_SHOWN, *_FOLDED_AT_ZERO)
        shown = []
        for view, item in self._items.items():
            is_kept = view in kept and not (self._is_folded and item in empty)
            is_unknown = view in (View.OTHER, View.MINE) and item.data(ViewRole.COUNT) is None
            if item.data(ViewRole.COUNT) or is_kept or is_unknown or item is marked:
                shown.append(item)
        shown += others
        self._headings[2].setHidden(self.is_rail or self._is_no_day)
        cells = shown
        if self._is_short:
            first = [marked, *(self._items[view] for view in _RAIL_FIRST)]
            cells = sorted(shown, key=lambda one: first.index(one) if one in first else len(first))[:_CELLS]
        for item in (*self._items.values(), *others):
            item.setHidden(item not in cells)
        self._rest = [item for item in (*shown, *empty) if item not in cells] if self._is_short else empty
        self._fold.setHidden(not self._rest)
        at_zero = self.tr("%Ln view(s) at zero", "", len(self._rest))
        self._fold.setText(self.tr("More views") if self._is_short else at_zero)
        self._fold.setData(ViewRole.LOOK, MORE if self._is_short else _FOLDED if self._is_folded else _UNFOLDED)
        _show_count(self._fold, len(self._rest))
        if not self._is_short:
            self._fold.setData(Qt.ItemDataRole.AccessibleTextRole, at_zero)
        if is_seen and before != [item.isHidden() for item in self._items.values()]:
            self.doItemsLayout()  # else the scroll bar ends where the list ended before
            self.scrollToItem(marked)

    def show_carriers(self, totals: Sequence[tuple[str, int | None]]) -> None:
        """Show how many shipments each carrier has, None: not known; a click shows them alone. Without any: nothing."""
        if [name for name, _ in totals] != [item.text() for item in self._of_carriers]:
            marked = self._view
            with QSignalBlocker(self):
                for old in self._of_carriers:
                    self.takeItem(self.row(old))
                self._of_carriers = [self._carrier_item(name) for name, _ in totals]
            self._show_headings()
            self.show_view(marked)
        for item, (_, count) in zip(self._of_carriers, totals, strict=True):
            _show_count(item, count)

    def _carrier_item(self, name: str) -> QListWidgetItem:
        item = QListWidgetItem(name)
        item.setData(ViewRole.VIEW, SavedView(name, Table.SHIPMENTS, filters=(ValueFilter(CARRIER.key, name),)))
        item.setData(ViewRole.LOOK, _CARRIER)
        item.setToolTip(tool_tip(name))
        self.insertItem(self.row(self._own_heading), item)
        return item

    def show_saved(self, views: Sequence[SavedView]) -> None:
        """Show the user's own views in this order; known counts stay."""
        counts = {item.text(): item.data(ViewRole.COUNT) for item in self._own}
        marked = self._view
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
        self._show_headings()
        self.show_view(marked)

    def show_saved_counts(self, counts: Mapping[str, int | None]) -> None:
        """Show the counts of the user's own views by name; None if unknown."""
        for item in self._own:
            if item.text() in counts:
                _show_count(item, counts[item.text()])

    def choose(self, view: View | SavedView) -> None:
        """Choose a view, as a click on it does."""
        self.setCurrentRow(self._row_of(view))

    def show_view(self, view: View | SavedView | None) -> None:
        """Mark the view that the table in front shows; None marks none."""
        before, self._view = self.currentItem(), view
        with QSignalBlocker(self):
            self.setCurrentRow(self._row_of(view))
        if before is not self.currentItem():
            self._show_what_holds_something()

    def _row_of(self, view: View | SavedView | None) -> int:
        if isinstance(view, SavedView):
            others = (*self._own, *self._of_carriers)
            return next((self.row(item) for item in others if item.text() == view.name), -1)
        return self.row(self._items[view]) if view is not None else -1

    def _choose(self, item: QListWidgetItem | None) -> None:
        view = _view_of(item)
        self._view = view or self._view
        if isinstance(view, SavedView):
            self.saved_chosen.emit(view)
        elif view is not None:
            self.view_chosen.emit(view)

    @Slot(QListWidgetItem)
    def _fold_or_unfold(self, item: QListWidgetItem) -> None:
        if item is not self._fold:
            return
        if self._is_short:
            self._offer_rest()
        else:
            self._is_folded = not self._is_folded
        self.show_view(self._view)

    def _offer_rest(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for item in self._rest:
            count = item.data(ViewRole.COUNT)
            said = UNKNOWN if count is None else self.locale().toString(count)
            action = menu.addAction(f"{item.text().replace('&', '&&')}\t{said}")
            action.triggered.connect(partial(self._choose_of_rest, _view_of(item)))
        menu.popup(self.viewport().mapToGlobal(self.visualItemRect(self._fold).topRight()))

    def _choose_of_rest(self, view: View | SavedView | None) -> None:
        if view is not None:
            self.choose(view)
        self._show_what_holds_something()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take the focus without choosing a view, as Qt would if none is marked."""
        with QSignalBlocker(self):
            super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete the current one of the user's own views by key."""
        item = self.currentItem()
        view = _view_of(item)
        if event.key() == Qt.Key.Key_Delete and isinstance(view, SavedView) and item in self._own:
            self.delete_asked.emit(view)
        elif item is self._fold and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._fold_or_unfold(item)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of one of the user's own views."""
        by_keyboard = event.reason() is QContextMenuEvent.Reason.Keyboard
        item = self.currentItem() if by_keyboard else self.itemAt(event.pos())
        view = _view_of(item)
        if item is not None and isinstance(view, SavedView) and item in self._own:
            at = self.visualItemRect(item).center() if by_keyboard else event.pos()
            self.saved_menu_asked.emit(view, self.viewport().mapToGlobal(at))


def _view_of(item: QListWidgetItem | None) -> View | SavedView | None:
    data = item.data(ViewRole.VIEW) if item is not None else None
    return data if data is None or isinstance(data, SavedView) else View(data) if data != _FOLD else None


def _show_count(item: QListWidgetItem, count: int | None) -> None:
    item.setData(ViewRole.COUNT, count)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{item.text()} {UNKNOWN if count is None else count}")
