"""The queue of calls as a list: whom to call now, whom later, and whom another desk handles."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem

from app.domain.calls.queue import CallGroup
from app.domain.calls.session import CallSession
from app.domain.relay.handling import Holder
from app.ui.appearance.icons import icon
from app.ui.appearance.theme import CELL_PADDING, Theme, line_height, scaled
from app.ui.context.site_clock import SiteClock
from app.ui.widgets.two_lines import paint_ground, row_height, write

_WIDTH, _TITLE, _ICON = 288, 28, 14
_LONG = timedelta(hours=1)
"""Who waits longer is marked."""


class Entry(NamedTuple):
    """A line: a recipient, or the title of those below it."""

    group: CallGroup | None
    text: str
    below: str = ""
    beside: str = ""
    is_long: bool = False
    """Whether he waits for long."""
    is_held: bool = False
    """Whether another desk handles him."""
    is_current: bool = False


Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class _Lines(QAbstractListModel):
    """The lines of the queue."""

    entries: Sequence[Entry] = ()

    def show(self, entries: Sequence[Entry]) -> None:
        """Replace the lines."""
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return how many lines there are."""
        return len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the texts of a line, for assistive technology; the delegate paints them."""
        entry = self.entries[index.row()]
        is_text = role == Qt.ItemDataRole.DisplayRole
        return " · ".join(filter(None, [entry.text, entry.below, entry.beside])) if is_text else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that recipients can be chosen."""
        is_title = self.entries[index.row()].group is None
        return Qt.ItemFlag.NoItemFlags if is_title else Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class CallList(QListView):
    """Lists the recipients of a session; a click or Enter chooses one."""

    chosen = Signal(object)
    """The `CallGroup` to show."""

    def __init__(self, clock: SiteClock, theme: Theme, holder: Callable[[CallGroup], Holder | None]) -> None:
        """Make it; `holder` returns who handles a recipient at another desk."""
        super().__init__()
        self._clock, self._holder = clock, holder
        self._lines = _Lines(self)
        self.setModel(self._lines)
        self.setAccessibleName(self.tr("Queue of calls"))
        self.setProperty("lines", True)
        self.setItemDelegate(_Delegate(self, theme))
        self.setFixedWidth(scaled(_WIDTH))
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self.choose)

    def show_session(self, session: CallSession) -> None:
        """List the recipients; what did not change stays."""
        entries = [
            *self._titled(self.tr("Now · {count}"), self.tr("waiting"), [self._ready(one) for one in session.ready]),
            *self._titled(self.tr("Call again · {count}"), self.tr("at"), [self._later(one) for one in session.later]),
            *self._titled(
                self.tr("At another desk · {count} · skipped"), "", [self._held(one) for one in session.held]
            ),
        ]
        entries = [one._replace(is_current=one.group is not None and one.group is session.current) for one in entries]
        if entries == self.entries:
            return
        at, row = self.verticalScrollBar().value(), self.currentIndex().row()
        kept = self.entries[row].group if self.hasFocus() and row >= 0 else None
        was = next((one.group.subjects for one in self.entries if one.is_current and one.group), None)
        was_seen = self.viewport().rect().intersects(self.visualRect(self.currentIndex()))
        self._lines.show(entries)
        current = next((row for row, one in enumerate(entries) if one.is_current), -1)
        if kept is not None:  # the keyboard's place stays while times pass
            same = (nth for nth, one in enumerate(entries) if one.group and one.group.subjects == kept.subjects)
            current = next(same, current)
        self.setCurrentIndex(self._lines.index(current))
        if session.current is not None and session.current.subjects == was:  # who looks through the queue stays there
            self.verticalScrollBar().setValue(at)
            if was_seen:
                self.scrollTo(self.currentIndex())

    @property
    def entries(self) -> Sequence[Entry]:
        """The lines."""
        return self._lines.entries

    @Slot()
    def choose(self) -> None:
        """Choose the recipient in the current line."""
        row = self.currentIndex().row()
        if row >= 0 and self.entries[row].group is not None:
            self.chosen.emit(self.entries[row].group)

    def _titled(self, title: str, beside: str, entries: Sequence[Entry]) -> list[Entry]:
        title = title.format(count=len(entries)).upper()
        return [Entry(None, title, beside=beside), *entries] if entries else []

    def _ready(self, group: CallGroup) -> Entry:
        formats, case, at = self._clock.formats, group.cases[0], group.remind_at
        failed_at = datetime.fromisoformat(case.since) if case.since else None
        since = formats.at_site(at) if at is not None else failed_at
        text = self.tr("Failed {time}") if case.failed_at else self.tr("Carrier {time}")
        said = text.format(time=f"{failed_at:%H:%M}") if failed_at is not None else ""
        waiting, is_long = "", False
        if case.day != formats.today and at is None:
            waiting = formats.day(case.day.isoformat())
        elif since is not None:
            waits = max(formats.at_site(self._clock.now()) - since, timedelta())
            waiting, is_long = formats.minutes(int(waits.total_seconds() // 60)), waits >= _LONG
        owner = next(filter(None, (one.follow_up and one.follow_up.assigned_to for one in group.cases)), "")
        place = self.tr("assigned to {who}").format(who=owner) if owner else case.locality
        below = " · ".join(filter(None, [said, place]))
        return Entry(group, self._name(group), below, waiting, is_long)

    def _later(self, group: CallGroup) -> Entry:
        formats, kept = self._clock.formats, [one.follow_up for one in group.cases if one.remind_at is not None]
        reason = next((formats.reason(one.reason) for one in kept if one is not None and one.reason), "")
        called = f"{formats.at_site(group.called_at):%H:%M}" if group.called_at is not None else ""
        at = formats.minute(group.remind_at) if group.remind_at is not None else ""
        return Entry(group, self._name(group), " ".join(filter(None, [reason, called])), at)

    def _held(self, group: CallGroup) -> Entry:
        formats, holder = self._clock.formats, self._holder(group)
        said = self.tr("{who} · since {time}")
        said = said.format(who=holder.name, time=formats.minute(holder.since)) if holder is not None else ""
        return Entry(group, self._name(group), said, is_held=True)

    def _name(self, group: CallGroup) -> str:
        return " / ".join(group.recipients) or ", ".join(group.numbers)


class _Delegate(QStyledItemDelegate):
    """Paints a line of the queue."""

    def __init__(self, view: CallList, theme: Theme) -> None:
        super().__init__(view)
        self._list, self._theme = view, theme
        self._lock = icon("lock", theme.dim)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a line."""
        return QSize(0, line_height(_TITLE) if self._list.entries[index.row()].group is None else row_height() + 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a title, or a recipient with what is waited for."""
        entry, theme, rect = self._list.entries[index.row()], self._theme, option.rect
        if entry.group is None:
            painter.fillRect(rect, QColor(theme.bg))
            painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), QColor(theme.line))
            self._write_title(painter, rect, entry)
            return
        paint_ground(painter, option, theme, is_chosen=entry.is_current)
        name = theme.dim if entry.is_held else theme.text
        beside = theme.warning.foreground if entry.is_long else theme.text
        room = rect.adjusted(0, 0, -scaled(_ICON) - CELL_PADDING if entry.is_held else 0, 0)
        write(painter, room, 0, (entry.text, name, not entry.is_held), (entry.beside, beside, entry.is_long))
        write(painter, room, 1, (entry.below, theme.dim, False))
        if entry.is_held:
            side = scaled(_ICON)
            at = QRect(rect.right() - CELL_PADDING - side, rect.center().y() - side // 2, side, side)
            self._lock.paint(painter, at)

    def _write_title(self, painter: QPainter, rect: QRect, entry: Entry) -> None:
        room = rect.adjusted(CELL_PADDING, 0, -CELL_PADDING, 0)
        painter.save()
        font = painter.font()
        font.setPixelSize(scaled(11))
        painter.setFont(font)
        painter.setPen(QColor(self._theme.dim))
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, entry.beside)
        font.setWeight(font.Weight.DemiBold)
        painter.setFont(font)
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, entry.text)
        painter.restore()
