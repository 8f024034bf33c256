"""A small table of the reception gaps."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from app.domain.reception.listening import Gap
from app.domain.texts import Say
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import row_height
from app.ui.cells.row_table import list_rows

_ROWS = 5
"""How many rows are visible without scrolling."""


class GapsTable(QTableWidget):
    """Lists begin, end, duration and cause of each gap; read-only."""

    def __init__(self, say: Say, parent: QWidget | None = None) -> None:
        super().__init__(0, 4, parent)
        self._say = say
        self._shown: tuple[Sequence[Gap], object] | None = None
        self.setAccessibleName(self.tr("Reception gaps"))
        self.setHorizontalHeaderLabels([self.tr("From"), self.tr("To"), self.tr("How long"), self.tr("Cause")])
        list_rows(self)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setDefaultSectionSize(row_height())
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)

    def sizeHint(self) -> QSize:
        """Return the height of the first rows."""
        rows = min(max(self.rowCount(), 1), _ROWS)
        return QSize(super().sizeHint().width(), self.horizontalHeader().sizeHint().height() + rows * row_height() + 2)

    def show_gaps(self, gaps: Sequence[Gap], formats: Formats) -> None:
        """Show the gaps, newest first; the cursor stays as long as they are the same."""
        if self._shown == (gaps, formats.today):
            return
        self._shown = (gaps, formats.today)
        self.setRowCount(len(gaps))
        for row, gap in enumerate(gaps):
            lasted = formats.seconds((gap.until - gap.since).total_seconds())
            times = formats.instant(gap.since), formats.instant(gap.until)
            cause = self._say(gap.text)
            if gap.heard_by:
                heard = self.tr("{cause}; nothing was missed: the receiver on {desk} heard")
                cause = heard.format(cause=cause, desk=gap.heard_by)
            for column, text in enumerate((*times, lasted, cause)):
                self.setItem(row, column, QTableWidgetItem(text))
        self.updateGeometry()
