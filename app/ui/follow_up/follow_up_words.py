"""Follow-ups in words."""

from collections.abc import Iterable
from datetime import datetime

from PySide6.QtCore import QObject

from app.domain.follow_ups import NEXT_STEP_TEXTS, FollowUp, FollowUpEntry
from app.domain.texts import Say
from app.ui.appearance.formats import Formats
from app.ui.widgets.labels import Line

_LONGEST = 300  # characters of a note in a line; its field shows all of it


class FollowUpWords(QObject):
    """Writes the entries of a timeline, each by what it changed."""

    def __init__(self, say: Say, parent: QObject) -> None:
        super().__init__(parent)
        self._say = say

    def lines(self, entries: Iterable[FollowUpEntry], formats: Formats) -> list[tuple[datetime, Line]]:
        """Return a line for what each edit changed (oldest first), with its time in the site's zone.

        If an edit changed the shipments of a visit differently, a line for each change names their numbers.
        """
        edits: dict[int, dict[str, list[FollowUpEntry]]] = {}
        for entry in entries:
            if said := ", ".join(self._changes(entry.before, entry.state, formats)):
                edits.setdefault(entry.edit, {}).setdefault(said, []).append(entry)
        return [
            self._line(said, alike, formats, is_for_all=len(changes) == 1 and len(alike) > 1)
            for changes in edits.values()
            for said, alike in changes.items()
        ]

    def _line(
        self, said: str, entries: list[FollowUpEntry], formats: Formats, *, is_for_all: bool
    ) -> tuple[datetime, Line]:
        entry = entries[0]
        numbers = "" if is_for_all else ", ".join(dict.fromkeys(one.number for one in entries if one.number))
        text = f"{numbers}: {said}" if numbers else said
        who = self.tr("{who} at {desk}").format(who=entry.by, desk=entry.desk) if entry.desk else entry.by
        if who:
            text = self.tr("{who}: {what}").format(who=who, what=text)
        return formats.at_site(entry.at), (formats.instant(entry.at), text, "")

    def _changes(self, before: FollowUp, after: FollowUp, formats: Formats) -> list[str]:
        said = []
        if after.reason != before.reason:
            reason = formats.reason(after.reason) if after.reason else self.tr("none")
            said.append(self.tr("reason {reason}").format(reason=reason))
        if after.next_step != before.next_step:
            step = self._say(NEXT_STEP_TEXTS[after.next_step]) if after.next_step else self.tr("none")
            said.append(self.tr("next step {step}").format(step=step))
        if after.called_at != before.called_at:
            said.append(self.tr("called") if after.called_at else self.tr("not called after all"))
        if after.note != before.note:
            note = after.note if len(after.note) <= _LONGEST else f"{after.note[:_LONGEST]}…"
            said.append(self.tr("note “{note}”").format(note=note) if note else self.tr("note taken away"))
        if after.remind_at is not None and after.remind_at != before.remind_at:
            said.append(self.tr("call again {time}").format(time=formats.minute(after.remind_at)))
        if after.acknowledged_at != before.acknowledged_at:
            said.append(self.tr("acknowledged") if after.acknowledged_at else self.tr("acknowledgement taken back"))
        return said

    def in_one_line(self, follow_up: FollowUp | None, formats: Formats) -> str:
        """Return the reason and the next step in one line; empty if neither is known."""
        if follow_up is None:
            return ""
        return " · ".join(
            filter(
                None,
                [
                    formats.reason(follow_up.reason) if follow_up.reason else "",
                    self._say(NEXT_STEP_TEXTS[follow_up.next_step]) if follow_up.next_step else "",
                    follow_up.note,
                ],
            )
        )
