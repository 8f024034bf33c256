"""Save what the user does about rows: follow-ups, their undoing, the site's reasons, and read marks."""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from app.domain.calls.reasons import Reasons
from app.domain.follow_ups import FollowUpEdit
from app.domain.views.details import Subject
from app.facts.call_reasons import save_reasons
from app.facts.changed_rows import ChangedRows
from app.facts.follow_up_history import rows_of_edit, save_edit, undo_edit
from app.facts.read_marks import mark_seen
from app.store.writer import Writer


@dataclass(frozen=True)
class FollowUps:
    """Saves follow-ups and read marks. Every method blocks: call it outside the main thread.

    Args:
        writer: of the store.
        on_changed: called with the changed rows, in the caller's thread.
        user: the user's name.
    """

    writer: Writer
    on_changed: Callable[[ChangedRows], None]
    user: str

    def save(self, subjects: Sequence[Subject], edit: FollowUpEdit, at: datetime) -> int:
        """Apply an edit to the follow-ups of these rows, and return its number for `undo_edit`; 0: nothing changed.

        Args:
            subjects: the rows.
            edit: the fields to change.
            at: when the user asked for it, UTC; the write may have had to wait.

        Raises:
            StoreError: nothing was changed.
        """

        def work(db: sqlite3.Connection) -> tuple[int, ChangedRows]:
            number = save_edit(db, subjects, edit, at, self.user)
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
        undo = partial(undo_edit, edit=edit, at=datetime.now(UTC), by=self.user)
        removed, changed = self.writer.write(undo, with_board=True)
        self.on_changed(changed)
        return removed

    def save_reasons(self, reasons: Reasons, before: Reasons) -> None:
        """Save what the user changed in the reasons that the site offers.

        Args:
            reasons: those that the user wants.
            before: those that the user was shown.

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
