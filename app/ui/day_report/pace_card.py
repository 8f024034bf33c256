"""The card of today's pace: what will stay open, and which drivers have closed no visit for long."""

from datetime import datetime, timedelta
from typing import Final

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from app.domain.days import Day
from app.domain.pace.day_pace import DayCourse, PastPace, pace_of
from app.qt_threads.query_thread import QueryThread
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import Theme
from app.ui.day_report.pace_table import PaceTable
from app.ui.day_report.pace_words import PaceWords
from app.ui.ports.report_ports import ReportPorts, ReportRows
from app.ui.widgets.labels import card, plain_label

_LOOK_AGAIN_MS: Final = 20_000
"""How often silence is measured again while nothing arrives."""
_PAST_AGE = timedelta(minutes=10)
"""How long what past days tell is used before it is read again."""


class PaceCard(QWidget):
    """Shows the pace of today; hidden for any other day."""

    driver_asked = Signal(object)
    """The `DriverKey` whose visits are asked for."""
    pace_shown = Signal()

    def __init__(self, ports: ReportPorts, query_thread: QueryThread[ReportRows], theme: Theme) -> None:
        super().__init__()
        self._ports, self._query_thread = ports, query_thread
        self._formats: Formats | None = None
        self._day: Day | None = None
        self._course: DayCourse | None = None
        self._past: tuple[Day, datetime, PastPace] | None = None
        """What past days told of a day, and when it was read."""
        self.words = PaceWords(ports.say, self)
        self.left_open = plain_label(heading="title")
        self.behind_it = plain_label(tone="dim")
        self.caption = plain_label(self.words.caption(), tone="dim")
        self.table = PaceTable(self.words, theme)
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
        if day.date != self._ports.today():
            self.hide()
            return
        now = self._ports.now()
        known = self._past if self._past is not None and self._past[0] == day else None
        if known is not None and abs(now - known[1]) > _PAST_AGE:
            known = None

        def read(rows: ReportRows) -> tuple[DayCourse, tuple[Day, datetime, PastPace]]:
            return rows.course(day), known or (day, now, rows.past_pace(day))

        self._query_thread.ask("pace", read).succeeded.connect(self._show)

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
        if course.day.date != self._ports.today():  # midnight has passed
            self.hide()
            return
        pace = pace_of(course, past[2], self._ports.now())
        self.left_open.setText(self.words.left_open(pace.left_open, formats))
        self.behind_it.setText(self.words.behind_it(pace.left_open, formats))
        self.table.show_drivers(pace.drivers, formats)
        self.table.setVisible(bool(pace.drivers))
        self.caption.setVisible(bool(pace.drivers))
        self.show()
        self.pace_shown.emit()
