"""The end of a shift in words: its message, and what taking over another one did."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

from PySide6.QtCore import QObject

from app.domain.contract.statuses import State
from app.domain.days import Day, Scope
from app.domain.follow_ups import NEXT_STEP_TEXTS, NextStep
from app.domain.handover.summary import BothWrote, TakenOver
from app.domain.texts import Say
from app.domain.views.report import OUTCOME_NAMES, PARCELS, DayReport, OpenCase, ShiftCases
from app.ui.appearance.formats import UNKNOWN, Formats

_MOST = 40
"""Cases that a list of the message names; the window lists all."""
_MOST_LINES = 8
_LONGEST_NOTE = 120
_ALWAYS = (State.DELIVERED, State.EXCEPTION, State.ON_ITS_WAY)


class ShiftWords(QObject):
    """Words a shift. The message holds names and phone numbers, which the user sends on purpose."""

    def __init__(self, say: Say, parent: QObject) -> None:
        super().__init__(parent)
        self._say = say

    def title(self, day: Day | Scope, formats: Formats) -> str:
        """Return carriers and date."""
        return " · ".join(filter(None, [day.named, formats.long_date(day.date)]))

    def message(self, report: DayReport, cases: ShiftCases, now: datetime, formats: Formats) -> str:
        """Return the text for a chat or a mail: its hour, counts, whom to call, what was promised, what is open."""
        number, tally = formats.number, report.figures.tally
        count = partial(formats.count, is_known=report.is_loaded)
        counts = [f"{self._say(PARCELS)}: {count(tally.total)}"]
        for outcome, name in OUTCOME_NAMES.items():
            if tally.count(outcome) or outcome in _ALWAYS:
                counts.append(f"{self._say(name)}: {count(tally.count(outcome))}")
        earlier = sum(one.is_to_attend and one.day.date != report.day.date for one in cases.all)
        is_known = report.is_loaded or report.to_attend > 0
        to_attend = [self.tr("%Ln shipment(s)", "", report.to_attend) if is_known else UNKNOWN]
        if report.to_attend_visits:
            to_attend.append(self.tr("%Ln visit(s) without a shipment", "", report.to_attend_visits))
        left = [self.tr("To attend: {count}").format(count=" + ".join(to_attend))]
        if earlier:
            left.append(self.tr("Of earlier days: {count}").format(count=number(earlier)))
        if report.overdue:
            left.append(self.tr("Overdue: {count}").format(count=number(report.overdue)))
        if report.due_today:
            left.append(self.tr("Due today: {count}").format(count=number(report.due_today)))
        at = self.tr("at {time}").format(time=f"{formats.at_site(now):%H:%M}")
        head = f"{self.tr('End of shift')} {self.title(report.day, formats)} · {at}"
        parts = [
            f"{head}\n{', '.join(counts)}\n{', '.join(left)}",
            self._listed(self.tr("Shipments to call about"), cases.to_call, report.day, formats),
            self._listed(self.tr("Promised"), cases.promised, report.day, formats),
            self._listed(self.tr("Also to attend"), cases.others, report.day, formats),
        ]
        return "\n\n".join(filter(None, parts))

    def _listed(self, title: str, cases: Sequence[OpenCase], day: Day | Scope, formats: Formats) -> str:
        if not cases:
            return ""
        lines = [f"{title} ({len(cases)})", *(self._case(one, day, formats) for one in cases[:_MOST])]
        if len(cases) > _MOST:
            lines.append(self.tr("and %Ln more", "", len(cases) - _MOST))
        return "\n".join(lines)

    def _case(self, case: OpenCase, day: Day | Scope, formats: Formats) -> str:
        done = case.follow_up
        failed_at = formats.wall(formats.sent(case.failed_at)) if case.failed_at else None
        said = [
            case.number,
            self.tr("failed {time}").format(time=f"{failed_at:%H:%M}") if failed_at is not None else "",
            formats.day(case.day.date.isoformat()) if case.day.date != day.date else "",
            case.recipient or "",
            formats.shown_phone(case.phone) if case.phone else "",
        ]
        if done is not None:
            is_reminded = done.remind_at is not None and done.next_step is NextStep.CALL
            step = self._say(NEXT_STEP_TEXTS[done.next_step]) if done.next_step and not is_reminded else ""
            said += [
                " → ".join(filter(None, [formats.reason(done.reason) if done.reason else "", step])),
                self.tr("call again {time}").format(time=formats.minute(done.remind_at)) if done.remind_at else "",
                self.tr("assigned to {name}").format(name=done.assigned_to) if done.assigned_to else "",
                self.tr("“{note}”").format(note=in_one_line(done.note)) if done.note else "",
            ]
        return "- " + ", ".join(filter(None, said))

    def taken_over(self, taken: TakenOver, reasons: Mapping[str, str], formats: Formats) -> list[str]:
        """Return what merging a file did, in lines; those that belong to the one before are indented.

        `reasons` are what the other desk calls its own, by their keys.
        """
        number = formats.number
        said = [
            self.tr("%Ln case(s) taken over", "", taken.new) if taken.new else self.tr("Nothing in the file was new.")
        ]
        if taken.known:
            said.append(self.tr("%Ln case(s) were known here already.", "", taken.known))
        if taken.both:
            said.append(self.tr("Both desks wrote about %Ln case(s); the later word decides:", "", len(taken.both)))
            said += self._first([self._both(one, formats) for one in taken.both])
        if taken.of_future:
            text = self.tr(
                "%Ln entry(ies) from the future (up to {minutes} min): a clock is wrong", "", taken.of_future
            )
            said.append(text.format(minutes=number(taken.ahead // timedelta(minutes=1))))
        if taken.unknown_visits:
            visits = taken.unknown_visits
            said.append(self.tr("%Ln case(s) kept for visits whose notification did not come here", "", visits))
        if taken.unknown:
            unknown = ", ".join(taken.unknown[:_MOST_LINES])
            said.append(self.tr("Kept, though this version does not know it: {what}").format(what=unknown))
        known = formats.reasons.keys & reasons.keys()
        names = [(reasons[key], formats.reason(key)) for key in sorted(known) if reasons[key] != formats.reason(key)]
        if names:
            text = self.tr("“{theirs}” is “{ours}”")
            said.append(self.tr("Reasons that have another name here:"))
            said += self._first([text.format(theirs=theirs, ours=ours) for theirs, ours in names])
        if taken.unloaded:
            unloaded = sum(count for _, count in taken.unloaded)
            said.append(self.tr("%Ln case(s) kept until their shipments are loaded here:", "", unloaded))
            said += self._first([f"{self.title(day, formats)} ({number(count)})" for day, count in taken.unloaded])
        return said

    def _first(self, lines: Sequence[str]) -> list[str]:
        more = len(lines) - _MOST_LINES
        shown = [*lines[:_MOST_LINES], *([self.tr("and %Ln more", "", more)] if more > 0 else [])]
        return [f"    {line}" for line in shown]

    def _both(self, one: BothWrote, formats: Formats) -> str:
        case = one.case.number or self.tr("Visit {number}").format(number=one.case.visit_id)
        text = self.tr("{case}: of {who}, {desk}, {time}")
        desk = in_one_line(one.desk) or self.tr("this desk")
        who = in_one_line(one.by) or self.tr("unknown")
        return text.format(case=case, who=who, desk=desk, time=formats.minute(one.at))


def in_one_line(text: str) -> str:
    """Return a text in one line, shortened if it is long."""
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_NOTE else f"{text[: _LONGEST_NOTE - 1]}…"
