"""Save what the user does about rows: follow-ups, their undoing, the site's reasons, and read marks."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

from app.board.board_file import board_for_reading
from app.domain.calls.reasons import Reasons
from app.domain.days import Day, Scope
from app.domain.follow_ups import FollowUpEdit
from app.domain.handover.document import Handover
from app.domain.handover.saved_follow_up import Case, SavedFollowUp
from app.domain.handover.summary import TakenOver
from app.domain.views.details import Subject
from app.facts.call_reasons import keep_names, save_reasons
from app.facts.file.database import identity
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.journal import ChangedRows
from app.follow_ups.edits import rows_of_edit, save_edit, undo_edit
from app.follow_ups.hand_over import HandedOver, hand_over, mark_handed_over
from app.follow_ups.merge_cases import Edits
from app.follow_ups.read_marks import mark_seen
from app.follow_ups.take_over import EntrySaver, check_entries
from app.store.writer import Writer

CLOCKS_DIFFER = timedelta(minutes=2)
"""By how much the clocks of two desks may differ before that is said."""

_RECENT = timedelta(days=14)
"""Cases that were written about in this time are handed over, however old: the next desk may lack the last word."""

_SLICE = 500
"""About how many entries are saved in one transaction."""


@dataclass(frozen=True)
class FollowUps:
    """Saves follow-ups and read marks. Every method blocks: call it outside the main thread.

    `on_changed` is called with the changed rows, in the caller's thread; `user` returns the user's name.
    """

    writer: Writer
    on_changed: Callable[[ChangedRows], None]
    user: Callable[[], str]

    def save(self, subjects: Sequence[Subject], edit: FollowUpEdit, at: datetime) -> int:
        """Apply an edit to the follow-ups of these rows, and return its number for `undo_edit`; 0: nothing changed.

        `at` is when the user asked for it, UTC: the write may have had to wait.

        Raises:
            StoreError: nothing was changed.
        """

        def work(db: sqlite3.Connection) -> tuple[int, ChangedRows]:
            number = save_edit(db, subjects, edit, at, self.user())
            return number, rows_of_edit(db, number)

        number, changed = self.writer.write(work, with_board=True)
        self.on_changed(changed)
        return number

    def undo_edit(self, edit: int) -> int:
        """Undo an edit, except in follow-ups that have a later one.

        Returns:
            The number of follow-ups changed; 0: each has a later edit.

        Raises:
            StoreError: nothing was changed.
        """
        undo = partial(undo_edit, edit=edit, at=datetime.now(UTC), by=self.user())
        removed, changed = self.writer.write(undo, with_board=True)
        self.on_changed(changed)
        return removed

    def save_reasons(self, reasons: Reasons, before: Reasons) -> None:
        """Save what the user changed in the reasons that the site offers.

        Raises:
            StoreError: nothing was changed.
        """
        self.writer.write(partial(save_reasons, reasons=reasons, before=before))

    def mark_seen(self, subjects: Sequence[Subject] | None, at: datetime) -> None:
        """Mark the newest notifications of these rows as seen; None: all received until `at` (UTC).

        Raises:
            StoreError: nothing was changed.
        """
        changed = self.writer.write(partial(mark_seen, subjects=subjects, at=at), with_board=True)
        if changed.visits:
            self.on_changed(changed)


@dataclass(frozen=True)
class Handovers:
    """Exchanges follow-ups with other desks. Every method blocks: call it outside the main thread.

    `on_taken_over` is called in the caller's thread after follow-ups were saved.
    """

    writer: Writer
    on_taken_over: Callable[[], None]

    def identity(self) -> str:
        """Return the identity of the store; it changes when the store is restored."""
        return self.writer.read(identity).result()

    def hand_over(self, day: Day | Scope, now: datetime, desk: str) -> HandedOver:
        """Return what the store hands over at the end of a day; see `hand_over`.

        Raises:
            StoreError: nothing was changed.
        """
        path = self.writer.path
        last = self.writer.write(mark_handed_over)
        with store_failures(path), board_for_reading(path, newest_file(path)) as db:  # so that nothing has to wait
            db.execute("BEGIN")
            return hand_over(db, last, day, now - _RECENT, desk)

    def take_over(self, handover: Handover, now: datetime) -> TakenOver:
        """Save what a file holds and is not known here, in several transactions, so that reception need not wait.

        Raises:
            HandoverError: nothing was changed.
            StoreError: some cases may have been saved. Taking the file over again saves the others.
        """
        self.writer.read(partial(check_entries, entries=handover.entries)).result()
        if handover.reasons:
            self.writer.write(partial(keep_names, names=handover.reasons))
        taken, edits = TakenOver(), Edits()
        try:
            for entries in _slices(handover.entries):
                taken = taken.plus(self.writer.write(partial(_take_over, entries, now, edits), with_board=True))
        finally:
            if taken.new:
                self.on_taken_over()
        return taken


def _take_over(entries: Sequence[SavedFollowUp], now: datetime, edits: Edits, db: sqlite3.Connection) -> TakenOver:
    return EntrySaver(db, edits).save_file(entries, now, now + CLOCKS_DIFFER)


def _slices(entries: Sequence[SavedFollowUp]) -> Iterator[list[SavedFollowUp]]:
    """Divide entries into slices of whole cases."""
    cases: dict[Case, list[SavedFollowUp]] = {}
    for entry in entries:
        cases.setdefault(entry.case, []).append(entry)
    found: list[SavedFollowUp] = []
    for of_case in cases.values():
        found += of_case
        if len(found) >= _SLICE:
            yield found
            found = []
    if found:
        yield found
