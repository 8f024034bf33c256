"""The list of alerts under the bell."""

from math import ceil

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QHideEvent, QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.domain.reception.alerts import AlertGroup
from app.ui.alerts.alerts import HELP, HELP_ON_ALERTS, AlertLine, Alerts, AlertWords
from app.ui.appearance.icons import icon_pixmap
from app.ui.appearance.shown_texts import elided, lay_out
from app.ui.appearance.theme import Theme, scaled, with_even_figures
from app.ui.widgets.fitted_dialog import Popover
from app.ui.widgets.labels import plain_label, tool_tip
from app.ui.widgets.layouts import in_column, in_row

_GROUP = Qt.ItemDataRole.UserRole + 1
_LINE = Qt.ItemDataRole.UserRole + 2
_NEW = Qt.ItemDataRole.UserRole + 3
_WIDTH, _ROW = 440, 56
_ROWS = 8
"""How many lines are visible without scrolling."""
_MARGIN = 8
_ICON = 18
_TALLEST = 400
_EDGE, _BESIDE_ICON = 16, 12


class AlertsPanel(Popover):
    """Opens under the bell, and closes as soon as the user works elsewhere; then what it showed counts as read."""

    chosen = Signal(object)
    """The alerts of a line (`AlertGroup`) that were chosen."""
    settings_asked = Signal()
    help_asked = Signal(object)
    """The `HelpPlace` that explains the line that is marked; alerts as such where there is none."""

    def __init__(self, alerts: Alerts, words: AlertWords, theme: Theme, bell: QWidget, parent: QWidget) -> None:
        super().__init__(bell, parent)
        self.setWindowTitle(self.tr("Alerts"))
        self._alerts = alerts
        self._words = words
        self._bell = bell
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Alerts"))
        self.list.setProperty("lines", True)
        self._delegate = _AlertDelegate(theme, self.list)
        self.list.setItemDelegate(self._delegate)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.empty = plain_label(
            self.tr("Nothing yet. Failed visits and problems with the reception are listed here."), tone="dim"
        )
        self.help = QPushButton(self.tr("Help"), flat=True, autoDefault=False)
        self.settings = QPushButton(self.tr("Settings…"), flat=True, autoDefault=False)
        self._lay_out()
        self.list.itemClicked.connect(self._choose)
        self.list.itemActivated.connect(self._choose)
        self.help.clicked.connect(self._ask_for_help)
        self.settings.clicked.connect(self._ask_for_settings)
        alerts.changed.connect(self._follow)

    def _lay_out(self) -> None:
        title = plain_label(self.windowTitle(), heading="title", wraps=False)
        head = in_row((title, 1), margins=(16, 10, 10, 6))
        self.empty.setContentsMargins(16, 12, 16, 20)
        foot = in_row(self.help, 1, self.settings, margins=(10, 4, 10, 8))
        in_column(head, self.empty, (self.list, 1), foot, on=self, margins=1, spacing=0)

    def open_under_bell(self) -> None:
        """Show the alerts, the latest first, and give the list the keyboard; close it if it is open."""
        if self.isVisible():
            self.hide()
            return
        self._fill()
        self._place()
        self.show_active(self.list if self.list.count() else self.settings)

    def hideEvent(self, event: QHideEvent) -> None:
        """Mark what was shown as read."""
        super().hideEvent(event)
        self._alerts.mark_read()

    def _place(self) -> None:
        screen = self._bell.screen().availableGeometry()
        self.setFixedWidth(min(scaled(_WIDTH), screen.width() - 2 * _MARGIN))
        self._delegate.width = self.width() - 2 - self.list.verticalScrollBar().sizeHint().width()
        self.list.scheduleDelayedItemsLayout()
        self.list.setFixedHeight(scaled(_ROW) + 2)
        room = screen.height() - 2 * _MARGIN - self.sizeHint().height()
        heights = [self.list.sizeHintForRow(row) for row in range(min(self.list.count(), _ROWS))]
        while len(heights) > 1 and sum(heights) > room + scaled(_ROW):
            heights.pop()
        self.list.setFixedHeight((sum(heights) or scaled(_ROW)) + 2)
        self.adjustSize()
        anchor = self._bell.mapToGlobal(QPoint(self._bell.width() - self.width(), self._bell.height() + 4))
        rightmost, lowest = screen.right() - self.width() - _MARGIN, screen.bottom() - self.height() - _MARGIN
        self.move(max(screen.left() + _MARGIN, min(anchor.x(), rightmost)), max(screen.top(), min(anchor.y(), lowest)))

    @Slot()
    def _follow(self) -> None:
        if self.isVisible():
            was_empty = not self.list.count()
            self._fill()
            self._place()
            if was_empty and self.focusWidget() is self.settings:  # where it is while there are none
                self.list.setFocus()

    def _fill(self) -> None:
        row = self.list.currentRow()
        first = self.list.item(row).data(_GROUP)[0] if row >= 0 else None
        lines = self._alerts.lines()
        self.list.clear()
        for group, is_new in lines:
            line = self._words.line(group)
            item = QListWidgetItem(line.title, self.list)
            item.setData(_GROUP, group)
            item.setData(_LINE, line)
            item.setData(_NEW, is_new)
            said = [line.title, line.about, line.when, self.tr("unread") if is_new else ""]
            item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, said)))
            item.setToolTip(tool_tip(line.title) + tool_tip(line.about))
            if group[0] == first:
                self.list.setCurrentItem(item)
        if lines and self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        self.list.setVisible(bool(lines))
        self.empty.setVisible(not lines)

    @Slot(QListWidgetItem)
    def _choose(self, item: QListWidgetItem) -> None:
        if not self.isVisible():  # some platforms activate an item by the click that was handled before
            return
        group: AlertGroup = item.data(_GROUP)
        self.hide()
        self.chosen.emit(group)

    @Slot()
    def _ask_for_help(self) -> None:
        group: AlertGroup | None = self.list.currentIndex().data(_GROUP)  # None while there are no alerts
        self.hide()
        self.help_asked.emit(HELP_ON_ALERTS if group is None else HELP[group[-1].kind])

    @Slot()
    def _ask_for_settings(self) -> None:
        self.hide()
        self.settings_asked.emit()


class _AlertDelegate(QStyledItemDelegate):
    """Paints icon, title, a text below it and the time at the right; unread ones bold, with a dot."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.width = _WIDTH
        """The least width of a line, which may get its height before the list has its own."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of the title and the lines of the text below it."""
        line: AlertLine = index.data(_LINE)
        room = self.width - 2 * _EDGE - scaled(_ICON) - _BESIDE_ICON
        lines = ceil(lay_out(line.about, option.font, room).boundingRect().height())
        return QSize(option.rect.width(), scaled(_ROW) + max(min(lines, _TALLEST) - option.fontMetrics.height(), 0))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a line."""
        line: AlertLine = index.data(_LINE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option)
        content = option.rect.adjusted(_EDGE, 8, -_EDGE, -8)
        ratio = painter.device().devicePixelRatioF()
        image = icon_pixmap(line.icon, self._theme.text_color(line.tone), scaled(_ICON), ratio)
        painter.drawPixmap(content.left(), content.top() + 1, image)
        texts = content.adjusted(scaled(_ICON) + _BESIDE_ICON, 0, 0, 0)
        first = texts.adjusted(0, 0, 0, scaled(_ROW) - option.rect.height())
        is_new = bool(index.data(_NEW))
        when = self._paint_when(painter, option, first, line.when, is_new=is_new)
        half = first.height() // 2
        title = QRect(texts.left(), texts.top(), texts.width() - when, half)
        font = QFont(option.font)
        font.setWeight(QFont.Weight.DemiBold if is_new else QFont.Weight.Normal)
        self._write(painter, title, line.title, font, self._theme.text)
        painter.setPen(QColor(self._theme.dim))
        about = lay_out(line.about, option.font, texts.width())
        spare = max(texts.height() - half - about.boundingRect().height(), 0)
        painter.setClipRect(texts)
        about.draw(painter, QPointF(texts.left(), texts.top() + half + spare / 2))
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        theme, state = self._theme, option.state
        is_current = bool(state & QStyle.StateFlag.State_Selected)
        back = theme.selection if is_current else theme.hover if state & QStyle.StateFlag.State_MouseOver else ""
        is_focused = is_current and bool(state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QColor(theme.accent) if is_focused else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(back) if back else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(option.rect.adjusted(6, 1, -6, -1), 6, 6)

    def _paint_when(
        self, painter: QPainter, option: QStyleOptionViewItem, rect: QRect, when: str, *, is_new: bool
    ) -> int:
        """Paint the time and the dot of an unread line; return the width that this takes from the title."""
        figures = with_even_figures(option.font)
        room = ceil(QFontMetricsF(figures).horizontalAdvance(when))
        self._write(
            painter,
            QRect(rect.right() - room, rect.top(), room + 1, rect.height() // 2),
            when,
            figures,
            self._theme.dim,
        )
        if not is_new:
            return room + 12
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.accent))
        painter.drawEllipse(QRect(rect.right() - room - 14, rect.top() + rect.height() // 4 - 4, 8, 8))
        return room + 26

    @staticmethod
    def _write(painter: QPainter, rect: QRect, text: str, font: QFont, color: str) -> None:
        painter.setFont(font)
        painter.setPen(QColor(color))
        shown = elided(text, painter.fontMetrics(), rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
