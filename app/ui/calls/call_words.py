"""The calls in words."""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from app.domain.calls.queue import CallCase, CallGroup
from app.domain.calls.session import CallSession
from app.domain.contract.statuses import State
from app.domain.follow_ups import NEXT_STEP_TEXTS
from app.domain.texts import Say
from app.domain.views.details import ShipmentDetail, VisitDetail
from app.ui.appearance.formats import Formats
from app.ui.widgets.empty_state import Emptiness
from app.ui.widgets.labels import begun


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
        """Return when and with whom a case failed."""
        failed = self.tr("failed {time}").format(time=formats.sent_at(case.failed_at)) if case.failed_at else ""
        day = "" if case.day == formats.today else formats.day(case.day.isoformat())
        no_shipment = "" if case.carrier else self.tr("no shipment")
        return begun(" · ".join(filter(None, [day, failed, case.driver, no_shipment])))

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
