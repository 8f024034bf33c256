"""The card of today's pace: what will stay open, and which drivers have closed no visit for long."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from app.domain.column import Kind
from app.domain.days import Day
from app.domain.pace.day_pace import DayCourse, PastPace, pace_of
from app.domain.pace.forecast import NO_FORECAST_TEXTS, Forecast, NoForecast
from app.domain.pace.silence import SILENCE_TEXTS, DriverPace, Silence
from app.domain.texts import Say
from app.ui.appearance.formats import UNKNOWN, Formats
from app.ui.appearance.icons import CellRole, TextTone
from app.ui.appearance.theme import CELL_PADDING, Theme, row_height, scaled
from app.ui.cells.delegates import TableDelegate
from app.ui.context.window_context import WindowContext
from app.ui.day_report.groups_table import LinesTable
from app.ui.ports.rows import Rows
from app.ui.widgets.labels import card, plain_label, tool_tip

_Index = QModelIndex | QPersistentModelIndex
_NAME, _SILENT, _LAST, _TODAY, _USUALLY = range(5)
_LEAST_NAME = 140
_PILL = 40
"""What a pill takes beside its text."""
_ROWS = 4
_SCROLL_BAR = 12
_LOOK_AGAIN_MS: Final = 20_000
"""How often silence is measured again while nothing arrives."""
_PAST_AGE = timedelta(minutes=10)
"""How long what past days tell is used before it is read again."""


class PaceWords(QObject):
    """Words the pace; a QObject, so that its sentences are translated."""

    def __init__(self, say: Say, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._say = say

    def left_open(self, left: Forecast | NoForecast, formats: Formats) -> str:
        """Return how many parcels will stay open, with the range, in one line."""
        if isinstance(left, NoForecast):
            return self.tr("What will stay open: unknown")
        if left.least == left.most:
            return self.tr("%Ln parcel(s) will stay open at this pace", "", left.expected)
        return self.tr("%Ln parcel(s) will stay open at this pace, {least} to {most}", "", left.expected).format(
            least=formats.number(left.least), most=formats.number(left.most)
        )

    def behind_it(self, left: Forecast | NoForecast, formats: Formats) -> str:
        """Return what the forecast rests on, or why there is none."""
        if isinstance(left, NoForecast):
            return self._say(NO_FORECAST_TEXTS[left])
        return self.tr(
            "On %Ln past day(s) of this kind, the same forecast at this time of day was off by {off_by} parcels or less"
            " nine times of ten. The last visit is usually closed at {ends}.",
            "",
            left.days,
        ).format(off_by=formats.number(left.off_by), ends=f"{left.ends_at // 60:02}:{left.ends_at % 60:02}")

    def caption(self) -> str:
        """Return what the list of drivers cannot tell."""
        return self.tr(
            "Open parcels have no driver until their visit is closed: a silent driver may be on a break, without"
            " signal, or done."
        )

    def titles(self) -> tuple[str, ...]:
        """Return the titles of the list of drivers."""
        return (
            self.tr("Driver"),
            self.tr("No visit for"),
            self.tr("Last visit"),
            self.tr("Today every"),
            self.tr("Usually every"),
        )

    def name(self, pace: DriverPace) -> str:
        """Return a driver's name, with the id where another id has the same name."""
        driver = pace.driver
        if driver.name and driver.id and pace.shares_name:
            return f"{driver.name} ({driver.id})"
        return driver.name or driver.id or ""

    def silent(self, pace: DriverPace, formats: Formats) -> str:
        """Return how long a driver has closed no visit; unknown if that cannot be told."""
        if pace.silence in (Silence.USUAL, Silence.LONG):
            return self.duration(pace.silent, formats)
        return self.tr("unknown")

    def judged(self, pace: DriverPace, formats: Formats) -> str:
        """Return what is known of a driver's silence in a sentence, for the tooltip and screen readers."""
        said = self.tr("{driver}: last visit at {time}, {silent} ago. Compared with the own pace: {judged}.").format(
            driver=self.name(pace),
            time=formats.minute(pace.last),
            silent=self.duration(pace.silent, formats),
            judged=self._say(SILENCE_TEXTS[pace.silence]),
        )
        return said + " " + self.tr("%Ln visit(s) closed today.", "", pace.visits)

    def duration(self, length: timedelta | None, formats: Formats) -> str:
        """Return a duration to the minute; a dash if it is not known."""
        if length is None:
            return UNKNOWN
        return formats.minutes(int(length.total_seconds() // 60))


class PaceModel(QAbstractTableModel):
    """A line for each driver."""

    def __init__(self, words: PaceWords, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._formats: Formats | None = None
        self.drivers: Sequence[DriverPace] = ()

    def show_drivers(self, drivers: Sequence[DriverPace], formats: Formats) -> None:
        """Show these drivers; if they are the same in the same order, update them in place."""
        is_same = [one.driver.key for one in drivers] == [one.driver.key for one in self.drivers]
        if not is_same:
            self.beginResetModel()
        self.drivers, self._formats = drivers, formats
        if not is_same:
            self.endResetModel()
        elif drivers:
            self.dataChanged.emit(self.index(0, 0), self.index(len(drivers) - 1, _USUALLY))

    def rowCount(self, parent: _Index | None = None) -> int:
        """Return how many drivers there are."""
        return 0 if parent is not None and parent.isValid() else len(self.drivers)

    def columnCount(self, parent: _Index | None = None) -> int:
        """Return how many columns there are."""
        return 0 if parent is not None and parent.isValid() else _USUALLY + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section < _LAST else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return self._words.titles()[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the data of a cell for a role."""
        if not index.isValid() or self._formats is None:
            return None
        pace, column, formats = self.drivers[index.row()], index.column(), self._formats
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(pace, column, formats)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tool_tip(self._words.judged(pace, formats))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._words.judged(pace, formats) if column == _SILENT else None
        return self._look(pace, column).get(role)

    def _look(self, pace: DriverPace, column: int) -> dict[int, object]:
        """Return the cell's look for the delegate."""
        look: dict[int, object] = {CellRole.KIND: Kind.TEXT if column < _LAST else Kind.NUMBER}
        if column == _SILENT and pace.silence is Silence.LONG:
            look[CellRole.STATE] = "warning"
        elif column == _SILENT and pace.silence is not Silence.USUAL:
            look[CellRole.TONE] = TextTone.DIM
        return look

    def _text(self, pace: DriverPace, column: int, formats: Formats) -> str:
        words = self._words
        texts = (
            words.name(pace),
            words.silent(pace, formats),
            formats.minute(pace.last),
            words.duration(pace.today, formats),
            words.duration(pace.usually, formats),
        )
        return texts[column]


class PaceTable(LinesTable):
    """Shows the drivers; a click or Enter asks for the visits of one."""

    driver_asked = Signal(object)
    """The `DriverKey`."""

    def __init__(self, words: PaceWords, theme: Theme) -> None:
        super().__init__()
        self.pace = PaceModel(words, self)
        self.setModel(self.pace)
        self.setItemDelegate(TableDelegate(theme, self))
        self.setAccessibleName(self.tr("Pace of the drivers"))
        self.line_chosen.connect(self._ask)
        advance = self.fontMetrics().horizontalAdvance
        self._figures = [max(advance(title), advance("00 h 00 min")) + 2 * CELL_PADDING for title in words.titles()[1:]]
        self._figures[0] += scaled(_PILL)
        self._least_name = scaled(_LEAST_NAME)
        self.whole_width = sum(self._figures) + self._least_name + _SCROLL_BAR

    def sizeHint(self) -> QSize:
        """Return the height of the first lines."""
        lines = min(max(len(self.pace.drivers), 1), _ROWS)
        return QSize(scaled(520), self.horizontalHeader().sizeHint().height() + lines * row_height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the same height: the page scrolls if it has no room."""
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def show_drivers(self, drivers: Sequence[DriverPace], formats: Formats) -> None:
        """Show these drivers; the cursor stays on its driver."""
        current, scrolled = self.currentIndex(), self.verticalScrollBar().value()
        key = self.pace.drivers[current.row()].driver.key if current.isValid() else None
        self.pace.show_drivers(drivers, formats)
        row = next((row for row, one in enumerate(drivers) if one.driver.key == key), -1)
        if row >= 0 and not self.currentIndex().isValid():
            self.setCurrentIndex(self.pace.index(row, _NAME))
        self.verticalScrollBar().setValue(scrolled)
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the figures the width that they need, and the rest to the names."""
        super().resizeEvent(event)
        name = max(self.viewport().width() - sum(self._figures), self._least_name)
        for column, wanted in enumerate((name, *self._figures)):
            self.horizontalHeader().resizeSection(column, wanted)

    @Slot(int)
    def _ask(self, row: int) -> None:
        self.driver_asked.emit(self.pace.drivers[row].driver)


class PaceCard(QWidget):
    """Shows the pace of today; hidden for any other day."""

    driver_asked = Signal(object)
    """The `DriverKey` whose visits are asked for."""
    pace_shown = Signal()

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        self._context = context
        self._formats: Formats | None = None
        self._day: Day | None = None
        self._course: DayCourse | None = None
        self._past: tuple[Day, datetime, PastPace] | None = None
        """What past days told of a day, and when it was read."""
        self.words = PaceWords(context.say, self)
        self.left_open = plain_label(heading="title")
        self.behind_it = plain_label(tone="dim")
        self.caption = plain_label(self.words.caption(), tone="dim")
        self.table = PaceTable(self.words, context.theme)
        self.table.driver_asked.connect(self.driver_asked)
        self._clock = QTimer(self, interval=_LOOK_AGAIN_MS)
        self._clock.timeout.connect(self._look_again)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(8)
        self._texts = QWidget()
        texts = QVBoxLayout(self._texts)
        texts.setContentsMargins(0, 0, 0, 0)
        texts.setSpacing(6)
        for label in (self.left_open, self.behind_it, self.caption):
            texts.addWidget(label)
        texts.addStretch()
        self._card: QFrame = card(self.tr("Pace"), self._grid)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._card)
        self.arrange(columns=1)
        self.hide()

    def arrange(self, *, columns: int) -> None:
        """Put the texts beside the drivers, or above them."""
        self._grid.addWidget(self._texts, 0, 0)
        self._grid.addWidget(self.table, *((0, 1) if columns == 2 else (1, 0)))
        self._grid.setColumnStretch(0, 5)
        self._grid.setColumnStretch(1, 7 if columns == 2 else 0)

    def use_formats(self, formats: Formats) -> None:
        """Show the pace in these formats."""
        self._formats = formats
        self._look_again()

    def read(self, day: Day) -> None:
        """Read the course of a day, and past days if they were not read lately; only for today."""
        if day != self._day:
            self._day, self._course = day, None
            self.hide()
        if day.date != self._context.clock.today():
            self.hide()
            return
        now = self._context.clock.now()
        known = self._past if self._past is not None and self._past[0] == day else None
        if known is not None and abs(now - known[1]) > _PAST_AGE:
            known = None

        def read(rows: Rows) -> tuple[DayCourse, tuple[Day, datetime, PastPace]]:
            return rows.course(day), known or (day, now, rows.past_pace(day))

        self._context.queries.ask("pace", read).succeeded.connect(self._show)

    def showEvent(self, event: QShowEvent) -> None:
        """Measure again while it is visible."""
        super().showEvent(event)
        self._clock.start()
        self._look_again()

    def hideEvent(self, event: QHideEvent) -> None:
        """Measure no more."""
        super().hideEvent(event)
        self._clock.stop()

    @Slot(object)
    def _show(self, found: tuple[DayCourse, tuple[Day, datetime, PastPace]]) -> None:
        course, past = found
        if course.day == self._day:
            self._course, self._past = course, past
            self._look_again()

    @Slot()
    def _look_again(self) -> None:
        """Measure the pace at this moment, from what was read last."""
        course, past, formats = self._course, self._past, self._formats
        if course is None or past is None or formats is None:
            return
        if course.day.date != self._context.clock.today():  # midnight has passed
            self.hide()
            return
        pace = pace_of(course, past[2], self._context.clock.now())
        self.left_open.setText(self.words.left_open(pace.left_open, formats))
        self.behind_it.setText(self.words.behind_it(pace.left_open, formats))
        self.table.show_drivers(pace.drivers, formats)
        self.table.setVisible(bool(pace.drivers))
        self.caption.setVisible(bool(pace.drivers))
        self.show()
        self.pace_shown.emit()
