"""What is shown of one recipient: names, phone numbers, addresses, and what failed."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.calls.queue import CallCase, CallGroup
from app.domain.calls.session import CallSession
from app.domain.contract.statuses import State
from app.domain.follow_ups import NEXT_STEP_TEXTS
from app.domain.texts import Say
from app.domain.views.details import ShipmentDetail, VisitDetail
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import Theme
from app.ui.calls.phone_line import PhoneLine, align
from app.ui.widgets.empty_state import Emptiness
from app.ui.widgets.labels import WrappingButton, begun, plain_label, shortened, tool_tip

_MOST_CASES = 20
"""How many cases are listed; a recipient with more is most likely a wrong number that many parcels share."""


class CallWords(QObject):
    """Writes them; a QObject, so that its sentences are translated."""

    def __init__(self, say: Say, parent: QObject) -> None:
        super().__init__(parent)
        self._say = say

    def progress(self, session: CallSession, formats: Formats) -> str:
        """Return how many calls are left, made and promised."""
        said = [self.tr("%Ln left", "", session.left)]
        if session.done:
            said.append(self.tr("%Ln done", "", session.done))
        later: Sequence[CallGroup] = session.later
        if later and later[0].remind_at is not None:
            text = self.tr("%Ln later, the next {time}", "", len(later))
            said.append(text.format(time=formats.minute(later[0].remind_at)))
        return " · ".join(said)

    def nobody_left(self, session: CallSession, formats: Formats) -> Emptiness:
        """Return what to say when the queue is empty."""
        later: Sequence[CallGroup] = session.later
        text = self.tr("No failed delivery is left to attend.")
        if later and later[0].remind_at is not None:
            text = self.tr("The next call is promised for {time}; it comes back by then.")
            text = text.format(time=formats.minute(later[0].remind_at))
        elif session.left_open:
            text = self.tr("What stays to attend comes back when you open the calls again.")
        return Emptiness("phone", self.tr("Nobody is left to call"), text)

    def case_line(self, case: CallCase, formats: Formats) -> str:
        """Return when, how far from the address and with whom a case failed."""
        failed = self.tr("failed {time}").format(time=formats.sent_at(case.failed_at)) if case.failed_at else ""
        if failed and case.distance is not None:
            far = self.tr("{failed}, {distance} from the address")
            failed = far.format(failed=failed, distance=formats.metres(case.distance))
        day = "" if case.day == formats.today else formats.day(case.day.isoformat())
        no_shipment = "" if case.carrier else self.tr("no shipment")
        return begun(" · ".join(filter(None, [day, failed, case.driver, no_shipment])))

    def parcel_line(self, case: CallCase, formats: Formats) -> str:
        """Return what the parcel is, for "what is it?"; empty if nothing is known."""
        pieces = self.tr("%Ln piece(s)", "", case.pieces) if isinstance(case.pieces, int) else str(case.pieces or "")
        sender = self.tr("from {sender}").format(sender=case.sender) if case.sender else ""
        value = self.tr("declared value {amount}").format(amount=formats.money(case.value)) if case.value else ""
        return begun(" · ".join(filter(None, [shortened(case.content or "", 200), pieces, sender, value])))

    def noted(self, case: CallCase, formats: Formats) -> str:
        """Return what is noted about a case; empty if nothing is."""
        kept = case.follow_up
        if kept is None:
            return ""
        called = self.tr("called {time}").format(time=formats.minute(kept.called_at)) if kept.called_at else ""
        again = self.tr("call again {time}").format(time=formats.minute(kept.remind_at)) if kept.remind_at else ""
        step = self._say(NEXT_STEP_TEXTS[kept.next_step]) if kept.next_step and not again else ""
        reason = formats.reason(kept.reason) if kept.reason else ""
        return begun(" · ".join(filter(None, [called, reason, step, again, " ".join(kept.note.split())])))

    def closed(self, case: CallCase, detail: ShipmentDetail | VisitDetail | None, formats: Formats) -> str:
        """Return how a case was closed meanwhile."""
        kept = detail.follow_up if detail is not None and detail.state is State.EXCEPTION else None
        if kept is not None and kept.acknowledged_at is not None:
            who = kept.acknowledged_by or self.tr("somebody")
            text = self.tr("{number}: acknowledged meanwhile by {who}, {time}")
            return text.format(number=case.number, who=who, time=formats.minute(kept.acknowledged_at))
        cells = detail.cells if detail is not None else {}
        said = str(cells.get("shown_status") or cells.get("status") or "")
        status = formats.status(said) or self.tr("no longer listed")
        return self.tr("{number}: meanwhile {status}").format(number=case.number, status=status)

    def call_name(self, reason: str, count: int) -> str:
        """Return what undo calls a call."""
        return self.tr("call about %Ln row(s): {reason}", "", count).format(reason=reason)


class RecipientView(QWidget):
    """Shows a recipient; what did not change stays, so that neither focus nor selection is lost."""

    call_asked = Signal(object)
    """The `Phone` is to be dialled."""
    chat_asked = Signal(object)
    """A message to the `Phone` is wanted."""
    row_asked = Signal(object)
    """The `CallCase` is to be shown in its table."""

    def __init__(self, words: CallWords, theme: Theme) -> None:
        super().__init__()
        self._words = words
        self._theme = theme
        self._shown: tuple[CallGroup, tuple[str, ...]] | None = None
        self.phones: list[PhoneLine] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)

    def show_group(self, group: CallGroup, closed: Sequence[str], formats: Formats) -> bool:
        """Show a recipient, with sentences about what was closed meanwhile; return whether anything changed."""
        shown = group, tuple(closed)
        if shown == self._shown:
            return False
        self._shown = shown
        self.clear()
        name = " / ".join(group.recipients) or self.tr("Recipient unknown")
        title = plain_label(name, heading="recipient", selectable=True)
        self._column.addWidget(title)
        for text in closed:
            self._column.addWidget(plain_label(text, tone="warn"))
        self._add_phones(group)
        for address in group.addresses:
            self._column.addWidget(plain_label(address, selectable=True))
        for case in group.cases[:_MOST_CASES]:
            self._column.addWidget(self._case(case, formats))
        more = len(group.cases) - _MOST_CASES
        if more > 0:
            self._column.addWidget(plain_label(self.tr("and %Ln more", "", more), tone="dim"))
        for place in range(self._column.count()):
            item = self._column.itemAt(place)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.show()
        return True

    def clear(self) -> None:
        """Show nothing."""
        self.phones = []
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()

    def forget(self) -> None:
        """Show nothing, since nobody is left."""
        self._shown = None
        self.clear()

    def _add_phones(self, group: CallGroup) -> None:
        for phone in group.phones:
            line = PhoneLine(phone, self._theme, is_large=True, is_main=not self.phones)
            line.call_asked.connect(self.call_asked)
            line.chat_asked.connect(self.chat_asked)
            self.phones.append(line)
            self._column.addWidget(line)
            others = group.others_with(phone)
            if others:
                text = self.tr("%Ln other recipient(s) to call have this number: ask who answers.", "", others)
                self._column.addWidget(plain_label(text, tone="warn"))
        align(self.phones)
        if not group.phones:
            text = self.tr("No phone number was sent.")
            if group.written:
                written = " · ".join(self.tr("“{text}”").format(text=one) for one in group.written)
                text = self.tr("This is no phone number that can be called: {text}").format(text=written)
            self._column.addWidget(plain_label(text, tone="warn", selectable=True))

    def _case(self, case: CallCase, formats: Formats) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        link = WrappingButton(case.number)
        link.setFlat(True)
        link.setAutoDefault(False)
        link.setProperty("link", True)
        link.setAccessibleName(self.tr("Show {number} in its table").format(number=case.number))
        link.setToolTip(tool_tip(link.accessibleName()))
        link.clicked.connect(lambda: self.row_asked.emit(case))
        column.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        for text, tone in (
            (self._words.case_line(case, formats), "dim"),
            (self._words.parcel_line(case, formats), ""),
            (self._words.noted(case, formats), ""),
        ):
            if text:
                column.addWidget(plain_label(text, tone=tone, selectable=True))
        return part
