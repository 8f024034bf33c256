"""The panel under the chip: the receiver's state, its counts, and what can be done about it."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QDialog,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.domain.reception.gaps import Gap
from app.domain.reception.reception_state import ReceptionState
from app.domain.texts import Say
from app.ui.appearance.formats import Formats
from app.ui.appearance.icons import icon_pixmap
from app.ui.appearance.theme import row_height, scaled
from app.ui.cells.row_table import list_rows
from app.ui.context.window_context import WindowContext
from app.ui.receiver.probe_card import ProbeCard
from app.ui.receiver.receiver_words import ReceiverWords
from app.ui.receiver.shown_receiver import ShownReceiver
from app.ui.widgets.detail_parts import ValueLines
from app.ui.widgets.fitted_dialog import Question, move_into_screen
from app.ui.widgets.flow_layout import PlainArea
from app.ui.widgets.labels import card, plain_label
from app.ui.widgets.layouts import in_column, in_row

_ROWS = 5
"""How many rows are visible without scrolling."""
_ICON = 24
_WIDTH = 1000
_NARROW = 760
_MARGIN = 8
_FRAME = 48
"""About the size of the window manager's frame."""


class GapsTable(QTableWidget):
    """Lists begin, end, duration and cause of each gap; read-only."""

    def __init__(self, say: Say) -> None:
        super().__init__(0, 4)
        self._say = say
        self._shown: tuple[object, ...] | None = None
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

    def show_gaps(self, gaps: Sequence[Gap], outage: Gap | None, formats: Formats) -> None:
        """Show the gaps, newest first, below the one that lasts; the cursor stays as long as they are the same."""
        if self._shown == (gaps, outage, formats.today):
            return
        self._shown = (gaps, outage, formats.today)
        rows = gaps if outage is None else (outage, *gaps)
        self.setRowCount(len(rows))
        for row, gap in enumerate(rows):
            lasted = formats.seconds((gap.until - gap.since).total_seconds())
            times = formats.instant(gap.since), formats.instant(gap.until)
            if gap is outage:
                times, lasted = (times[0], self.tr("not over yet")), ""
            cause = self._say(gap.text)
            if gap.heard_by:
                heard = self.tr("{cause}; nothing was missed: the receiver on {desk} heard")
                cause = heard.format(cause=cause, desk=gap.heard_by)
            for column, text in enumerate((*times, lasted, cause)):
                self.setItem(row, column, QTableWidgetItem(text))
        self.updateGeometry()


class _Content(QWidget):
    """The scrolled content; it reports when it may need another height."""

    outgrown = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("scrolled")  # the style sheet refers to it by this name

    def event(self, event: QEvent) -> bool:
        """Report that the layout changed."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.outgrown.emit()
        return super().event(event)


class ReceiverPanel(QDialog):
    """Shows the state while it is open; not modal. It reports what the user wants, and runs only the tests itself."""

    restart_asked = Signal()
    stop_asked = Signal()
    settings_asked = Signal()
    steps_asked = Signal()
    quarantined_asked = Signal()

    def __init__(self, context: WindowContext, words: ReceiverWords, chip: QWidget) -> None:
        super().__init__(context.window)
        self._chip = chip
        self._words = words
        self._theme = theme = context.theme
        self._probed: tuple[datetime | None, str] = (None, "")
        self.setWindowTitle(self.tr("Receiver"))
        self._icon = QLabel()
        self.title = plain_label(heading="title")
        self.text = plain_label(tone="dim")
        self.warning = plain_label(tone="warn")
        self.address = ValueLines(theme)
        self.taken_in = ValueLines(theme)
        self.probes = ProbeCard(context)
        self.gaps = GapsTable(context.say)
        self.no_gaps = plain_label(self.tr("None was recorded."), tone="dim")
        self.restart = QPushButton(autoDefault=False)
        self.stop = QPushButton(self.tr("Stop…"), autoDefault=False)
        self.steps = QPushButton(self.tr("Show the steps"), autoDefault=False)
        self.settings = QPushButton(self.tr("Settings…"), autoDefault=False)
        self.close_button = QPushButton(self.tr("Close"), autoDefault=False)
        self.quarantined = QPushButton(self.tr("Look at them"), flat=True, autoDefault=False)
        self._add_facts()
        self._lay_out()
        self.restart.clicked.connect(self.restart_asked)
        self.stop.clicked.connect(self._ask_to_stop)
        self.settings.clicked.connect(self.settings_asked)
        self.steps.clicked.connect(self.reject)
        self.steps.clicked.connect(self.steps_asked)
        self.close_button.clicked.connect(self.reject)
        self.probes.settings_asked.connect(self.settings_asked)
        self.quarantined.clicked.connect(self.quarantined_asked)

    @Slot()
    def _ask_to_stop(self) -> None:
        """Say what is missed while the receiver is stopped, and stop it if that is meant."""
        missed = self.tr("Visits that are closed until you start it again are not heard. The time is listed as a gap.")
        stop, stay = (self.tr("Stop"), self.stop_asked.emit), (self.tr("Go on receiving"), None)
        Question(self, self.tr("Stop receiving notifications?"), missed, stop, stay).open()

    def _add_facts(self) -> None:
        self.address.add("url", self.tr("Local"), can_copy=True)
        self.address.add("public_url", self.tr("Public"), can_copy=True)
        self.address.add("token", self.tr("Token"))
        self.address.add("next_token", self.tr("Next token"))
        self.address.add("sharing", self.tr("Other desks"))
        self.taken_in.add("last", self.tr("Last"))
        self.taken_in.add("others", self.tr("Also received by"))
        self.taken_in.add("kept", self.tr("Kept"))
        self.taken_in.add("refused", self.tr("Turned away"))
        self.taken_in.add("sources", self.tr("Wrong tokens"))
        self.taken_in.add("quarantined", self.tr("Set aside"), beside=self.quarantined)

    def _lay_out(self) -> None:
        said = in_column(self.title, self.text, self.warning, spacing=4)
        head = in_row((self._icon, 0, Qt.AlignmentFlag.AlignTop), (said, 1), spacing=12)
        address = card(self.tr("Address and token"), _around(self.address))
        taken_in = card(self.tr("Notifications"), _around(self.taken_in))
        gaps = card(self.tr("Reception gaps"), _around(self.no_gaps, self.gaps))
        left, right = in_column(address, taken_in, 1, spacing=12), in_column(self.probes, gaps, 1, spacing=12)
        self._columns = columns = in_row((left, 2), (right, 3), spacing=12)
        content = _Content()
        content.outgrown.connect(self._grow)
        self._layout = in_column(head, (columns, 1), on=content, margins=(20, 16, 20, 12), spacing=16)
        self._area = PlainArea()
        self._area.setWidget(content)
        buttons = self.restart, self.stop, 1, self.steps, self.settings, self.close_button
        self._row = in_row(*buttons, margins=(20, 4, 20, 16), spacing=8)
        in_column((self._area, 1), self._row, on=self, margins=0, spacing=0)

    def showEvent(self, event: QShowEvent) -> None:
        """Open under the chip, in the size of the content."""
        super().showEvent(event)
        if event.spontaneous():
            return
        self.probes.forget()
        self.close_button.setFocus()
        screen = self._chip.screen().availableGeometry()
        width = min(scaled(_WIDTH), screen.width() - 2 * _MARGIN)
        self.resize(width, self._wanted_height(width))
        anchor = self._chip.mapToGlobal(QPoint(self._chip.width() - width, self._chip.height() + _MARGIN))
        lowest = screen.bottom() - self.height() - _FRAME
        rightmost = screen.right() - width - _MARGIN
        self.move(max(screen.left() + _MARGIN, min(anchor.x(), rightmost)), max(screen.top(), min(anchor.y(), lowest)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the cards as the width allows."""
        self._arrange(event.size().width())
        super().resizeEvent(event)

    def _arrange(self, width: int) -> None:
        """Put the cards below each other where addresses would be broken beside each other."""
        way = QBoxLayout.Direction
        self._columns.setDirection(way.TopToBottom if width < scaled(_NARROW) else way.LeftToRight)

    def _wanted_height(self, width: int) -> int:
        self._arrange(width)
        wanted = self._layout.totalHeightForWidth(width) + self._row.sizeHint().height()
        return min(wanted, self.screen().availableGeometry().height() - _FRAME)

    @Slot()
    def _grow(self) -> None:
        self.resize(self.width(), max(self.height(), self._wanted_height(self.width())))
        move_into_screen(self)

    def show_state(self, state: ShownReceiver, formats: Formats, *, is_busy: bool) -> None:
        """Show the state; `is_busy` if the receiver is being started or stopped."""
        listening, settings, server = state.listening, state.settings, state.listening.server
        look = self._words.chip(state)
        color = self._theme.text_color(look.tone)
        self._icon.setPixmap(icon_pixmap(look.icon, color, scaled(_ICON), self.devicePixelRatioF()))
        self.title.setText(self._words.title(state))
        self.text.setText(self._words.explained(state))
        self.warning.setText(self._warning(state))
        self.warning.setVisible(bool(self.warning.text()))
        self.address.show_fact("url", state.address)
        self.address.show_fact("public_url", settings.public_address)
        self.address.show_fact("token", *self._token(state))
        self.address.show_fact("next_token", self.tr("✓ accepted as well") if state.has_next_token else "", "good")
        self.address.show_fact("sharing", self._words.other_desks.sharing(state))
        self.taken_in.show_fact("others", self._words.other_desks.heard_until(state.others))
        last = formats.instant(listening.last_saved_at) if listening.last_saved_at else self.tr("none yet")
        self.taken_in.show_fact("last", last)
        kept = self.tr("%Ln since the receiver was started", "", server.kept) if server is not None else ""
        self.taken_in.show_fact("kept", kept)
        self.taken_in.show_fact("refused", self._words.refused(server.refused) if server is not None else "", "warn")
        sources = self._words.wrong_tokens(server.wrong_tokens) if server is not None else ""
        self.taken_in.show_fact("sources", sources, "warn")
        aside = self.tr("%Ln could not be read", "", listening.quarantined) if listening.quarantined else ""
        self.taken_in.show_fact("quarantined", aside, "warn")
        has_gaps = bool(listening.gaps or state.outage)
        self.gaps.show_gaps(listening.gaps, state.outage, formats)
        self.gaps.setVisible(has_gaps)
        self.no_gaps.setVisible(not has_gaps)
        self.steps.setVisible(not (state.has_received or state.relies_on))
        self.probes.enable(listens=server is not None, public_url=settings.public_url)
        opened = (server.since if server is not None else None, settings.public_address)
        if opened != self._probed:  # the results of the tests no longer hold
            self._probed = opened
            self.probes.forget()
        self._show_buttons(state, is_busy=is_busy)

    def _show_buttons(self, state: ShownReceiver, *, is_busy: bool) -> None:
        runs = state.listening.server is not None
        self.restart.setText(self.tr("Restart") if runs else self.tr("Start"))
        self.restart.setEnabled(not is_busy)
        reception = state.listening.reception
        may_end = runs or (reception.is_down and reception is not ReceptionState.STOPPED)  # it is retried
        self.stop.setEnabled(may_end and not is_busy)

    def _token(self, state: ShownReceiver) -> tuple[str, str]:
        if state.has_token:
            return self.tr("✓ set"), "good"
        return self.tr("Not set"), "warn" if state.is_down else "dim"

    def _warning(self, state: ShownReceiver) -> str:
        server = state.listening.server
        if server is None or server.last_other_path is None:
            return ""
        text = self.tr(
            "Notifications come to {path} instead of {own}. They are kept. Have the provider correct the address, or "
            "change the path in the settings."
        )
        return text.format(path=server.last_other_path, own=state.settings.receiver_path)


def _around(*widgets: QWidget) -> QVBoxLayout:
    return in_column(*widgets)
