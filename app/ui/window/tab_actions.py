"""The buttons beside the tabs: what is done with the day as a whole."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QSize, Slot
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QToolButton, QWidget

from app.domain.days import Day
from app.domain.views.queries import View
from app.ui.appearance.icons import icon
from app.ui.appearance.theme import Theme
from app.ui.tables.table_tabs import TableTabs
from app.ui.widgets.labels import restyle

_SPACING, _MARGIN = 8, 8
_CALLED = (View.TO_ATTEND, View.TO_ATTEND_VISITS)


class TabActions(QWidget):
    """Shows its buttons with their texts or, where there is little room, some by their icons alone, or not at all.

    The menu has all of them.
    """

    def __init__(self, tabs: TableTabs, theme: Theme) -> None:
        super().__init__(tabs)
        self._tabs = tabs
        self._icons = [icon("phone", color) for color in (theme.text, theme.on_fill)]
        self.call = QPushButton(self._icons[0], self.tr("Call"))
        self.export = QPushButton(icon("download", theme.text), self.tr("Export"))
        self.end_shift = QPushButton(icon("log-out", theme.text), self.tr("End shift"))
        self.of_export = QMenu(self.tr("Export"), self)
        """What the button for exports offers."""
        self.detail = QToolButton()
        """Shows and hides the detail."""
        self._buttons = (self.call, self.export, self.end_shift)
        self._texts = [button.text() for button in self._buttons]
        for button, text in zip(self._buttons, self._texts, strict=True):
            button.setAccessibleName(text)
            button.setToolTip(text)
        self.export.setMenu(self.of_export)
        row = QHBoxLayout(self)
        row.setContentsMargins(_MARGIN, 4, _MARGIN, 4)
        row.setSpacing(_SPACING)
        for widget in (*self._buttons, self.detail):
            row.addWidget(widget)
        tabs.row.addWidget(self)
        tabs.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fold what the new width has no room for."""
        if event.type() == QEvent.Type.Resize:
            self._fold()
        return super().eventFilter(watched, event)

    def minimumSizeHint(self) -> QSize:
        """Return the size of the button that is never folded."""
        return QSize(self.detail.sizeHint().width() + 2 * _MARGIN, self.sizeHint().height())

    @Slot(object, object)
    def show_counts(self, _day: Day, counts: Mapping[View, int]) -> None:
        """Say how many are to be called about."""
        count = sum(counts.get(view, 0) for view in _CALLED)
        self._texts[0] = self.tr("Call ({count})").format(count=count) if count else self.tr("Call")
        self._fold()

    def show_loaded(self, *, is_loaded: bool) -> None:
        """Make calling the main action once a day is loaded."""
        restyle(self.call, "primary", is_loaded)
        self.call.setIcon(self._icons[is_loaded])

    def _fold(self) -> None:
        room = self._tabs.width() - self._tabs.tabBar().sizeHint().width() - self.minimumSizeHint().width()
        with_text = len(self._buttons)
        while self._width(with_text) > room and with_text:
            with_text -= 1
        for button in self._buttons:
            room -= button.sizeHint().width() + _SPACING
            button.setVisible(room >= 0)

    def _width(self, with_text: int) -> int:
        """Give the first buttons their texts, and return the width that all of them need."""
        for nth, (button, text) in enumerate(zip(self._buttons, self._texts, strict=True)):
            button.setText(text if nth < with_text else "")
            restyle(button, "folded", nth >= with_text)
        return sum(button.sizeHint().width() + _SPACING for button in self._buttons)
