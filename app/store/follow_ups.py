"""What the user does about rows, kept in the file: follow-ups, taken back or not, and what was looked at."""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from app.domain.follow_ups import FollowUpEdit
from app.domain.views.details import Subject
from app.facts.changed_rows import ChangedRows
from app.facts.follow_up_history import rows_of_edit, save_edit, undo_edit
from app.facts.read_marks import mark_seen
from app.store.writer import Writer


@dataclass(frozen=True)
class FollowUps:
    """Keeps them, from any thread but the main one.

    Args:
        on_kept: told which rows look otherwise now.
        user: who makes them.
    """

    writer: Writer
    on_kept: Callable[[ChangedRows], None]
    user: str

    def save(self, subjects: Sequence[Subject], edit: FollowUpEdit, at: datetime) -> int:
        """Change the follow-ups of these rows, and return the edit's number; 0: nothing was changed.

        `at` is when the user asked for it, UTC, which may be long before it could be written.

        Raises:
            StoreError: nothing was changed.
        """

        def work(db: sqlite3.Connection) -> tuple[int, ChangedRows]:
            number = save_edit(db, subjects, edit, at, self.user)
            return number, rows_of_edit(db, number)

        number, kept = self.writer.write(work, with_board=True)
        self.on_kept(kept)
        return number

    def undo_edit(self, edit: int) -> int:
        """Take an edit back, where it is still the latest one of its follow-up.

        Returns:
            How many follow-ups it was taken back of; 0: there was a later one of each.

        Raises:
            StoreError: nothing was changed.
        """
        gone, kept = self.writer.write(partial(undo_edit, edit=edit), with_board=True)
        self.on_kept(kept)
        return gone

    def mark_seen(self, subjects: Sequence[Subject] | None, at: datetime) -> None:
        """Take note that the news of these rows were looked at; None: all that had come by a time, UTC.

        Raises:
            StoreError: nothing was changed.
        """
        kept = self.writer.write(partial(mark_seen, subjects=subjects, at=at), with_board=True)
        if kept.visits:
            self.on_kept(kept)
