"""The drivers of the day as a table: each a line of name, last visit, success rate and the visits in words."""

from datetime import timedelta

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.domain.days import Day, Scope
from app.domain.pace.lanes import THRESHOLDS, Lane
from app.ui.context.window_context import WindowContext
from app.ui.drivers.day_visits import DayVisits
from app.ui.drivers.driver_lines import DriverLine, DriverWords, Order
from app.ui.widgets.labels import tool_tip

Index = QModelIndex | QPersistentModelIndex
NAME, LAST, FIGURES, HOURS = range(4)


class DriverModel(QAbstractTableModel):
    """Follows `DayVisits`. Its order and the shortest pause are for every list of drivers, and are kept."""

    lines_shown = Signal()

    def __init__(self, context: WindowContext, visits: DayVisits) -> None:
        super().__init__(visits)
        self._context = context
        self.visits = visits
        self.words = DriverWords(self)
        self.lines: list[DriverLine] = []
        self.order = Order.SILENT
        self.views: list[QWidget] = []
        """The lists that show the model: while one is pointed at, no driver changes place."""
        self._day: Day | Scope | None = None
        kept = context.state.shortest_pause
        self.least = timedelta(minutes=kept if kept in THRESHOLDS else THRESHOLDS[1])
        visits.changed.connect(self.refresh)
        visits.aged.connect(self.refresh)

    def show(self, *, order: Order | None = None, least: int | None = None) -> None:
        """Use another order, or another shortest pause in minutes."""
        if order is not None:
            self.order, self._day = order, None
        if least is not None:
            self.least = timedelta(minutes=least)
            self._context.state.shortest_pause = least
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Write the lines as they are now; if they are those of the same drivers, update them in place."""
        read, now = self.visits.read, self._context.clock.now()
        lines = self.words.lines(read, self._context.formats, self.least, now, self.order)
        if read.day == self._day and any(one.isVisible() and one.underMouse() for one in self.views):
            places = {one.lane.key: nth for nth, one in enumerate(self.lines)}
            lines.sort(key=lambda line: places.get(line.lane.key, len(places)))
        self._day = read.day
        is_same = [one.lane.key for one in lines] == [one.lane.key for one in self.lines]
        if not is_same:
            self.beginResetModel()
        self.lines = lines
        if not is_same:
            self.endResetModel()
        elif lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, HOURS))
        self.lines_shown.emit()

    def row_of(self, lane: Lane | None) -> int:
        """Return the row of a driver; -1: none."""
        return next((row for row, one in enumerate(self.lines) if lane is not None and one.lane.key == lane.key), -1)

    def rowCount(self, parent: Index | None = None) -> int:
        """Return how many drivers there are."""
        return 0 if parent is not None and parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index | None = None) -> int:
        """Return how many columns there are."""
        return 0 if parent is not None and parent.isValid() else HOURS + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if (orientation, role, section) == (Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole, FIGURES):
            return tool_tip(self.tr("Of the closed visits, those delivered. The day's figures count parcels."))
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("Driver"), self.tr("Last visit"), self.tr("Success rate"), self.tr("Visits by hour"))[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell says; delegates paint the lines themselves."""
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        line = self.lines[index.row()]
        if index.column() == NAME:
            beside = (line.route, *((line.last, line.figures) if role == Qt.ItemDataRole.AccessibleTextRole else ()))
            return ", ".join(filter(None, (line.name, *beside)))
        if index.column() == LAST:
            return line.last
        if index.column() == FIGURES:
            return line.figures
        return self.words.visits(line.lane, line.lane.pauses(self.least))
