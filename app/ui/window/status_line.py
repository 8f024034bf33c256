"""The line at the bottom of the window, and what it and the views count."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QStatusBar

from app.board.reading.reader import Reader
from app.domain.column import Cell
from app.domain.days import Scope
from app.domain.places.countries import city_of
from app.domain.texts import Say, Text
from app.domain.views.columns import CARRIER, Table
from app.domain.views.queries import RowQuery, View
from app.ui.appearance.formats import UNKNOWN
from app.ui.context.window_context import Feature, WindowContext
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs
from app.ui.views.empty_reasons import EmptySituations
from app.ui.views.saved_views import SavedViews
from app.ui.views.views_panel import ViewsPanel
from app.ui.widgets.labels import ElidedLabel, plain_label

_MESSAGE_MS = 10_000
_BETWEEN = 8
"""Pixels between labels, at least."""
_RECEIVED = (Table.VISITS, Table.NOTIFICATIONS)
"""Tables of what the receiver got: a day without a load has a count of these."""
_SOON_MS = 120
"""Counting a day beside the first rows would delay their reading and painting by 8 ms."""


class StatusLine(QStatusBar):
    """Shows counts and a temporary message at the left, the site's time zone at the right."""

    def __init__(self, zone: str, say: Say) -> None:
        super().__init__()
        self.counted = plain_label()
        """How many rows are shown and selected, in words."""
        self.message = ElidedLabel(tone="dim")
        self.zone = plain_label(self.tr("{city} time").format(city=city_of(zone, say)), tone="dim")
        self.zone.setToolTip(zone)
        self._totals = ""
        self._beside: QLabel | None = None
        self._clearing = QTimer(self, singleShot=True, interval=_MESSAGE_MS)
        self._clearing.timeout.connect(self._clear)
        for label in (self.counted, self.zone):
            label.setWordWrap(False)
        self.addWidget(self.counted)
        self.addWidget(self.message, 1)
        self.addPermanentWidget(self.zone)
        self.setSizeGripEnabled(False)
        self.setContentsMargins(12, 0, 16, 0)

    def show_count(self, text: str) -> None:
        """Show how many rows are shown and selected."""
        self.counted.setText(text)
        self._fold()

    def show_message(self, text: str) -> None:
        """Show a message for 10 seconds; an empty one clears the last one."""
        self.message.show_text(text or self._totals)
        self._clearing.start()
        self._fold()

    def show_totals(self, text: str) -> None:
        """Show how many rows each carrier has while there is no message; empty where one alone is shown."""
        if self.message.text() in ("", self._totals):
            self.message.show_text(text)
        self._totals = text
        self._fold()

    @Slot()
    def _clear(self) -> None:
        self.message.show_text(self._totals)
        self._fold()

    def show_beside_zone(self, label: QLabel) -> None:
        """Show a label that has no room elsewhere, until it gets another parent."""
        self.removeWidget(self.zone)
        for one in (label, self.zone):
            self.addPermanentWidget(one)
            one.show()
        self._beside = label
        self._fold()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the zone only where there is room."""
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        """Leave the zone's room to a count or a message that would be cut, or would widen the window."""
        labels = [self.counted, self.message, self.zone]
        if self._beside is not None and self._beside.parent() is self:
            labels.append(self._beside)
        needed = sum(label.sizeHint().width() + _BETWEEN for label in labels)
        self.zone.setVisible(needed <= self.contentsRect().width())
        if (layout := self.layout()) is not None:
            layout.activate()  # a count is never painted with the room of the one before


_SUMMED = ("declared_value", "pieces")
_MOST_SUMMED = 5000
"""Rows whose values are summed though none is selected: of 100,000 a click on a title took three times as long."""


class RowCounter(Feature):
    """Counts the table in front; values and pieces are summed in the query thread, for the tables that have them."""

    def __init__(self, context: WindowContext, line: StatusLine, tabs: TableTabs, situations: EmptySituations) -> None:
        super().__init__(context)
        self._line = line
        self._tabs = tabs
        tabs.currentChanged.connect(self.count)
        tabs.count_changed.connect(self.count)
        situations.changed.connect(self.count)
        for page in tabs.pages.values():
            page.selection_settled.connect(self.count)

    @Slot()
    def count(self) -> None:
        """Count the rows that are shown and selected now."""
        page = self._tabs.front
        if self._is_covered or page is None:
            self._line.show_count("" if self._is_covered else self._tabs.count_text)
            return
        if page.shows_a_part:
            return  # the rest of its rows is on its way
        known = self._context.day.known
        counts = [count if page.table in _RECEIVED else known(count) for count in (len(page.model.ids), page.total)]
        if counts == [None, None]:
            self._line.show_count(self.tr("Nothing loaded yet"))
            return
        here, total = (UNKNOWN if count is None else self._context.formats.locale.toString(count) for count in counts)
        shown = self.tr("{shown} of {total}").format(shown=here, total=total)
        selected = page.view.selected_ids() if page.isVisibleTo(page.window()) else []
        gone = self.tr("%Ln no longer match", "", page.unmatched) if page.unmatched else ""
        text = " · ".join(filter(None, [shown, gone, self.tr("%Ln selected", "", len(selected)) if selected else ""]))
        keys = [key for key in _SUMMED if page.model.has(key)]
        summed = selected or (list(page.model.ids) if len(page.model.ids) <= _MOST_SUMMED else [])
        if not summed or not keys:
            self._line.show_count(text)
            return
        if not self._line.counted.text().startswith(text):
            self._line.show_count(text)
        asked = self._context.queries.ask("sum", lambda rows: (page, text, summed, rows.sums(page.table, summed, keys)))
        asked.succeeded.connect(self._show_sum)

    @property
    def _is_covered(self) -> bool:
        """Whether another page has the place of the tables."""
        return not self._tabs.isVisibleTo(self._context.window)

    @Slot(object)
    def _show_sum(self, summed: tuple[TablePage, str, list[int], list[float]]) -> None:
        page, text, ids, (value, *pieces) = summed
        selected = page.view.selected_ids()
        if not self._is_covered and page is self._tabs.front and ids == (selected or list(page.model.ids)):
            said = [self.tr("%Ln piece(s)", "", round(one)) for one in pieces if one and selected]
            declared = self.tr("{amount} declared").format(amount=page.model.formats.money(value))
            self._line.show_count(" · ".join([text, *([declared] if value else []), *said]))


@dataclass(frozen=True)
class _Counted:
    """The counts of a day; `nothing_missing` says why no notification of it counts as missing, if so."""

    day: Scope
    counts: dict[View, int]
    nothing_missing: Text | None
    totals: Sequence[tuple[Cell, int]]
    """The rows of each carrier, if several are shown."""


class ViewCounts(Feature):
    """Has the views counted in the query thread, and shows the counts."""

    counted = Signal(object, object)
    """A `Scope`, and how many of its rows each `View` holds."""

    def __init__(self, context: WindowContext, panel: ViewsPanel, saved: SavedViews, line: StatusLine) -> None:
        super().__init__(context)
        self._panel = panel
        self._line = line
        self._saved = saved
        self.pause = QTimer(self, singleShot=True, interval=_SOON_MS)
        self.pause.timeout.connect(self.refresh)

    def refresh_soon(self) -> None:
        """Count once the first rows are shown."""
        self.pause.start()

    @Slot()
    def refresh(self) -> None:
        """Count now."""
        self.pause.stop()
        day, today = self._context.day.shown_day, self._context.clock.today()
        self._saved.ask_for_counts()

        def count(rows: Reader) -> _Counted:
            query, most = RowQuery(Table.SHIPMENTS, day), len(day.carriers)
            totals = rows.value_counts(query, CARRIER.key, today, most) if most > 1 else ()
            return _Counted(day, rows.view_counts(day, today), rows.nothing_missing(day), totals)

        asked = self._context.queries.ask("counts", count)
        asked.succeeded.connect(self._show)

    @Slot(object)
    def _show(self, counted: _Counted) -> None:
        day, counts = counted.day, counted.counts
        if day == self._context.day.shown_day:
            known = self._context.day.known
            shown = {view: known(count) for view, count in counts.items()}
            if counted.nothing_missing is not None:
                shown[View.MISSED] = counts[View.MISSED] or None
            self._panel.show_counts(shown)
            totals = self._by_carrier(counted)
            self._panel.show_carriers(totals)
            said = self._context.formats.count
            texts = (f"{day.short(one)} {said(count or 0, is_known=count is not None)}" for one, count in totals)
            self._line.show_totals(self.tr("Whole day: {totals}").format(totals=" · ".join(texts)) if totals else "")
            self.counted.emit(day, counts)

    def _by_carrier(self, counted: _Counted) -> list[tuple[str, int | None]]:
        """Return how many shipments each of several carriers has; None where it never answered for the day."""
        carriers, found = counted.day.carriers, dict(counted.totals)
        answered = {state.day.carrier for state in self._context.day.states}
        if len(carriers) <= 1:
            return []
        return [(one, found.get(one, 0 if one in answered else None)) for one in carriers]
