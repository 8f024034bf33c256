"""What is shown of one recipient: names, phone numbers, addresses, and what failed."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from app.domain.calls.queue import CallCase, CallGroup
from app.domain.calls.session import CallSession
from app.domain.column import Cell
from app.domain.contract.statuses import STATUS_NAMES, State
from app.domain.follow_ups import NEXT_STEP_TEXTS, FollowUpEdit
from app.domain.texts import Say
from app.domain.views.columns import whole_address
from app.domain.views.details import ShipmentDetail, VisitDetail
from app.ui.appearance.formats import Formats
from app.ui.appearance.pills import StatusPill
from app.ui.appearance.theme import Theme, scaled
from app.ui.calls.phone_line import PhoneLine, align
from app.ui.cells.table_model import promise_tone
from app.ui.follow_up.history_lines import HistoryLines
from app.ui.widgets.empty_state import Emptiness
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import WrappingButton, begun, card, lines_grid, plain_label, shortened, tool_tip
from app.ui.widgets.layouts import in_column

_Detail = ShipmentDetail | VisitDetail | None
DetailOf = Callable[[CallCase], _Detail]
_FACT, _MOST_FACTS = 175, 3
"""The least width of a fact, and how many stand in a line."""
_MOST_HELD = 2
"""How many of those at another desk the head names, since a narrow page lists nobody."""
_MOST_CASES = 20
"""How many cases are listed; a recipient with more is most likely a wrong number that many parcels share."""


class Fact(NamedTuple):
    """A title, what is said below it, and what is less important; `is_own` if each shipment says it for itself."""

    title: str
    text: str
    below: str
    is_warned: bool = False
    is_own: bool = False
    below_tone: str = "dim"


class CallWords(QObject):
    """Writes them; a QObject, so that its sentences are translated."""

    def __init__(self, say: Say, parent: QObject) -> None:
        super().__init__(parent)
        self._say = say
        self.history = HistoryLines(say, self)

    def progress(self, session: CallSession, formats: Formats) -> str:
        """Return whom to call now and again, who is called elsewhere, and how many calls were made."""
        shipments = sum(len(one.cases) for one in session.ready)
        said = [self.tr("%Ln to call now", "", len(session.ready)), self.tr("%Ln shipment(s)", "", shipments)]
        if session.later and (at := session.later[0].remind_at) is not None:
            said.append(f"{self.tr('%Ln to call again', '', len(session.later))}: {formats.minute(at)}")
        if session.held:
            names = ", ".join(" / ".join(one.recipients) or one.numbers[0] for one in session.held[:_MOST_HELD])
            said.append(f"{self.tr('%Ln at another desk', '', len(session.held))}: {names}")
        if session.done:
            said.append(self.tr("%Ln done", "", session.done))
        return " · ".join(said)

    def nobody_left(self, session: CallSession, formats: Formats) -> Emptiness:
        """Return what to say when the queue is empty."""
        later: Sequence[CallGroup] = session.later
        text = self.tr("No failed delivery is left to attend.")
        if later and later[0].remind_at is not None:
            text = self.tr("The next call is promised for {time}; it comes back by then.")
            text = text.format(time=formats.minute(later[0].remind_at))
        elif session.earlier_days and not session.with_earlier_days:
            text = self.tr("Those of earlier days are listed once you tick them above.")
        elif session.left_open:
            text = self.tr("What stays to attend comes back when you open the calls again.")
        return Emptiness("phone", self.tr("Nobody is left to call"), text)

    def facts(self, case: CallCase, detail: _Detail, formats: Formats) -> list[Fact]:
        """Return what is known about a case: what one says or is asked on the phone."""
        cells: Mapping[str, Cell] = detail.cells if detail is not None else {}
        facts = [
            self._failed(case, detail, formats),
            Fact(self.tr("Driver"), case.driver or "", self._route(case, cells)),
            self._attempts(detail, formats),
            Fact(self.tr("Sender"), case.sender or "", ""),
            Fact(
                self.tr("Declared value"),
                formats.money(case.value) if case.value else "",
                self._promise(cells, formats),
                is_own=True,
                below_tone=promise_tone(cells.get("promised_date"), State.EXCEPTION, formats.today) or "dim",
            ),
            Fact(self.tr("Content"), self._parcel(case), case.carrier, is_own=True),
        ]
        return [one for one in facts if one.text or one.below]

    def _failed(self, case: CallCase, detail: _Detail, formats: Formats) -> Fact:
        """Return when, and how far from the address, a case failed, and how long the driver was there."""
        wall = formats.wall(formats.sent(case.failed_at)) if case.failed_at else None
        at = f"{wall:%H:%M}" if wall is not None else case.failed_at
        if at is None and case.since:
            at = self.tr("{time}, says the carrier").format(time=f"{datetime.fromisoformat(case.since):%H:%M}")
        far = self.tr("{distance} from the address").format(distance=formats.metres(case.distance or 0))
        day = "" if case.day == formats.today else formats.day(case.day.isoformat())
        dwell = detail.cells["dwell"] if isinstance(detail, VisitDetail) else None
        if isinstance(detail, ShipmentDetail):
            dwell = next((one.dwell_s for one in detail.visits if one.leads), None)
        is_known = isinstance(dwell, int | float) and dwell >= 0
        site = self.tr("{time} on site").format(time=formats.seconds(dwell)) if dwell is not None and is_known else ""
        text = begun(" · ".join(filter(None, [day, at, far if case.distance is not None else ""])))
        return Fact(self.tr("Failed"), text, site, is_warned=formats.is_far(case.distance or 0))

    def _route(self, case: CallCase, cells: Mapping[str, Cell]) -> str:
        """Return the driver's route, and when the driver last closed a visit."""
        last = self.tr("last visit {time}").format(time=f"{case.last_visit:%H:%M}") if case.last_visit else ""
        return begun(" · ".join(filter(None, [str(cells.get("route") or ""), last])))

    def _attempts(self, detail: _Detail, formats: Formats) -> Fact:
        """Return on how many days the parcel was listed, and what it was on the others."""
        if not isinstance(detail, ShipmentDetail):
            return Fact("", "", "")
        others = detail.attempts
        said = [
            " ".join(filter(None, [formats.day(one.day.date.isoformat()), formats.status(one.status or "")]))
            for one in others
        ]
        return Fact(self.tr("Attempts"), formats.number(len(others) + 1), begun(", ".join(said)))

    def _promise(self, cells: Mapping[str, Cell], formats: Formats) -> str:
        promised = cells.get("promised_date")
        return self.tr("Promised: {day}").format(day=formats.day(str(promised))) if promised else ""

    def _parcel(self, case: CallCase) -> str:
        """Return what the parcel is, for "what is it?"; empty if nothing is known."""
        if not case.carrier:
            return self.tr("no shipment")
        pieces = self.tr("%Ln piece(s)", "", case.pieces) if isinstance(case.pieces, int) else str(case.pieces or "")
        return " · ".join(filter(None, [pieces, shortened(case.content or "", 200)]))

    def noted(self, case: CallCase, formats: Formats, *, is_alone: bool) -> str:
        """Return what is noted about a case; empty if nothing is. One alone has its note in the field."""
        kept = case.follow_up
        if kept is None:
            return ""
        called = self.tr("called {time}").format(time=formats.minute(kept.called_at)) if kept.called_at else ""
        again = self.tr("call again {time}").format(time=formats.minute(kept.remind_at)) if kept.remind_at else ""
        step = self._say(NEXT_STEP_TEXTS[kept.next_step]) if kept.next_step and not again else ""
        reason = formats.reason(kept.reason) if kept.reason else ""
        note = "" if is_alone else " ".join(kept.note.split())
        return begun(" · ".join(filter(None, [called, reason, step, again, note])))

    def closed(self, case: CallCase, detail: _Detail, formats: Formats) -> str:
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

    def call_name(self, reason: str, group: CallGroup, edit: FollowUpEdit, formats: Formats) -> str:
        """Return what came of a call, with whom it was, and when to call again, if so."""
        who = " / ".join(group.recipients) or group.numbers[0]
        text, at = self.tr("call again {time}"), edit.remind_at
        return " · ".join([reason, who, *([text.format(time=formats.minute(at))] if isinstance(at, datetime) else [])])


class FactsBox(QFrame):
    """A card of facts beside each other, as many in a line as there is room for."""

    def __init__(self, facts: Sequence[Fact], *first: QWidget) -> None:
        """Make it; before the facts stands what is `first`."""
        super().__init__()
        self.setProperty("card", True)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 4, 0, 4)
        self._grid.setSpacing(0)
        self._cells = [*first, *map(self._cell, facts)]
        self._columns = 0
        self._arrange(1)

    def _cell(self, fact: Fact) -> QWidget:
        cell = QWidget()
        column = in_column(on=cell, margins=(12, 6, 12, 6), spacing=0)
        for text, heading, tone in (
            (fact.title, "", "dim"),
            (fact.text, "complement", "warn" if fact.is_warned else ""),
            (fact.below, "", fact.below_tone),
        ):
            if text:
                column.addWidget(plain_label(text, heading=heading, tone=tone, selectable=bool(heading)))
        column.addStretch(1)
        return cell

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use as many columns as there is room for."""
        super().resizeEvent(event)
        fitting, most = max(self.width() // scaled(_FACT), 1), _MOST_FACTS
        if len(self._cells) == most + 1:  # no line with one alone
            most = most + 1 if fitting > most else 2
        self._arrange(min(fitting, most))
        self.setMinimumHeight(self._grid.totalHeightForWidth(self.width()))  # before the page has settled

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for nth, cell in enumerate(self._cells):
            self._grid.addWidget(cell, nth // columns, nth % columns)
        for column in range(_MOST_FACTS + 1):
            self._grid.setColumnStretch(column, column < columns)


class RecipientView(QWidget):
    """Shows a recipient; what did not change stays, so that neither focus nor selection is lost."""

    call_asked = Signal(object)
    """The `Phone` is to be dialled."""
    chat_asked = Signal(object)
    """A message to the `Phone` is wanted."""
    row_asked = Signal(object)
    """The `CallCase` is to be shown in its table."""

    def __init__(self, words: CallWords, theme: Theme, detail_of: DetailOf) -> None:
        """Make it; `detail_of` reads the row of a case."""
        super().__init__()
        self._words, self._detail_of = words, detail_of
        self._theme = theme
        self._shown: tuple[CallGroup, tuple[str, ...]] | None = None
        self.phones: list[PhoneLine] = []
        self.history = QWidget()
        """What happened to the cases so far; it stands below what is done with them."""
        columns = (in_column(on=held, margins=0, spacing=8) for held in (self, self.history))
        self._columns = self._column, self._past = tuple(columns)

    def show_group(self, group: CallGroup, closed: Sequence[str], formats: Formats) -> bool:
        """Show a recipient, with sentences about what was closed meanwhile; return whether anything changed."""
        shown = group, tuple(closed)
        if shown == self._shown:
            return False
        self.clear()
        self._shown = shown
        self._column.addWidget(self._head(group, formats))
        for address in _addresses_of(group):
            self._column.addWidget(_line_of(address))
        for text in closed:
            self._column.addWidget(plain_label(text, tone="warn"))
        self._add_phones(group)
        cases, is_alone = group.cases[:_MOST_CASES], len(group.cases) == 1
        details = [self._detail_of(one) for one in cases]
        self._add_cases(cases, details, formats, is_alone=is_alone)
        for case, detail in zip(cases, details, strict=True):
            if detail is not None:
                title = self.tr("History") if is_alone else self.tr("History of {number}").format(number=case.number)
                self._past.addWidget(card(title, lines_grid(self._words.history.of(detail, formats))))
        more = len(group.cases) - _MOST_CASES
        if more > 0:
            self._column.addWidget(plain_label(self.tr("and %Ln more", "", more), tone="dim"))
        for column in self._columns:
            for place in range(column.count()):
                item = column.itemAt(place)
                widget = item.widget() if item is not None else None
                if widget is not None:
                    widget.show()
        return True

    def clear(self) -> None:
        """Show nothing, as where nobody is left."""
        self._shown, self.phones = None, []
        while (item := self._column.takeAt(0) or self._past.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()

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

    def _head(self, group: CallGroup, formats: Formats) -> QWidget:
        """Return the name, the status, and the number if it is one."""
        head = QWidget()
        name = plain_label(" / ".join(group.recipients) or self.tr("Recipient unknown"), heading="recipient")
        name.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        name.line_width = 0
        pill = StatusPill(self._theme)
        pill.show_status(State.EXCEPTION, formats.status(STATUS_NAMES["4"]))
        row, link = FlowLayout(head, name, pill, margin=0, spacing=10), self._link(group.cases[0])
        if len(group.cases) == 1:
            row.addWidget(link)
        else:  # the number and its buttons stand where they do below one
            link.ensurePolished()
            name.setMinimumHeight(link.sizeHint().height())
        return head

    def _add_cases(
        self, cases: Sequence[CallCase], details: Sequence[_Detail], formats: Formats, *, is_alone: bool
    ) -> None:
        """Show what all cases have in common once, and the rest in a row for each, below the same titles."""
        known = [
            {one.title: one for one in self._words.facts(case, detail, formats)}
            for case, detail in zip(cases, details, strict=True)
        ]
        shared = [
            one
            for title, one in known[0].items()
            if is_alone or (not one.is_own and all(other.get(title) == one for other in known))
        ]
        if shared:
            self._column.addWidget(FactsBox(shared))
        titles = dict.fromkeys(title for facts in known for title in facts)
        own = [title for title in titles if title not in {one.title for one in shared}]
        for nth, (case, facts) in enumerate(zip(cases, known, strict=True)):
            if not is_alone:
                rest = [facts.get(title, Fact(title, "", "")) for title in own]
                link = QWidget()
                in_column(self._link(case), on=link, margins=(11, 0, 12, 0))
                self._column.addWidget(FactsBox([one._replace(title="") for one in rest] if nth else rest, link))
            noted = self._words.noted(case, formats, is_alone=is_alone)
            if noted:
                self._column.addWidget(plain_label(noted, selectable=True))

    def _link(self, case: CallCase) -> QWidget:
        link = WrappingButton(case.number)
        link.setFlat(True)
        link.setAutoDefault(False)
        link.setProperty("link", True)
        link.setAccessibleName(self.tr("Show {number} in its table").format(number=case.number))
        link.setToolTip(tool_tip(link.accessibleName()))
        link.clicked.connect(lambda: self.row_asked.emit(case))
        return link


def _parts_of(case: CallCase) -> tuple[str, str, str]:
    """Return the address, its complement, and where that is."""
    where = " · ".join(filter(None, (case.district, case.locality)))
    return whole_address(case.address, None), whole_address("", case.complement), where


def _addresses_of(group: CallGroup) -> list[tuple[str, str, str]]:
    """Return each address once, with the most that is said of where it is."""
    said: dict[tuple[str, str], str] = {}
    for address, complement, where in map(_parts_of, group.cases):
        said[address, complement] = max(said.get((address, complement), ""), where, key=len)
    return [(*door, where) for door, where in said.items()]


def _line_of(address: tuple[str, str, str]) -> QWidget:
    """Return an address with the part without which nobody finds the door in bold."""
    line = QWidget()
    row = FlowLayout(line, margin=0, spacing=8)
    for text, heading, tone in zip(address, ("", "complement", ""), ("", "", "dim"), strict=True):
        if text:
            label = plain_label(text, heading=heading, tone=tone)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.line_width = 0
            row.addWidget(label)
    return line
