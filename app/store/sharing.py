"""Share facts with other desks: what is to be told, and what was told, each in one transaction."""

import logging
import sqlite3
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from types import MappingProxyType
from typing import TypeVar

from app.domain.days import Day
from app.domain.relay.shared_fact import FactKind, SharedFact, Taken
from app.facts.file.database import identity
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.file.opening import opened_for_reading
from app.facts.sharing.merged_day import merge_day, unmerged_days, unshared_days
from app.facts.sharing.receiver_times import has_listened, note_listening
from app.facts.sharing.relay_state import (
    Author,
    OlderCopyError,
    StreamPosition,
    all_consumed,
    begin_epoch,
    begin_sharing,
    forget_published,
    is_shared,
    note_set_aside,
    passing_over,
    published,
    save_consumed,
    save_published,
)
from app.follow_ups.hand_over import mark_handed_over
from app.follow_ups.merge_cases import Edits, has_visits_to_merge, merge_again
from app.follow_ups.shared_follow_ups import has_new_follow_ups, new_cases
from app.store.exchange import Inbox, Outgoing, UpTo, count_newer, newer_facts, unpublished
from app.store.writer import Writer

_log = logging.getLogger(__name__)

T = TypeVar("T")

_LONG, _RESTS = 1.0, 5
"""A day that takes longer (s) to merge is merged again after so many times that."""
_MOST_NEWER = 10_000
"""Facts kept for a newer version that are tried again at once."""


@dataclass
class SharedFactStore:
    """Shares the facts of a store. Every method blocks: call it outside the main thread, and in one thread at a time.

    But `merge`, which may run in a thread of its own.

    Args:
        writer: of the store.
        desk: the name of this desk.
        on_noted: called in the caller's thread after follow-ups of other desks were saved.
    """

    writer: Writer
    desk: str
    on_noted: Callable[[], None] = lambda: None
    _beginning: Lock = field(default_factory=Lock, init=False)
    _is_begun: bool = field(default=False, init=False)
    _may_begin_anew: bool = field(default=True, init=False)
    _unreadable: set[Day] = field(default_factory=set, init=False)
    _unmerged: set[Day] = field(default_factory=set, init=False)
    _has_visits: bool = field(default=False, init=False)
    _rest_until: dict[Day, float] = field(default_factory=dict, init=False)
    _heard: int = field(default=0, init=False)
    """The id of the last notification that was published, while those up to it are published again."""

    def begin(self) -> None:
        """Prepare for another connection: over each this store gets another identity at most once."""
        self._begin()
        self._may_begin_anew = True

    def identity(self) -> str:
        """Return the identity of the store; it changes when the store is restored."""
        return self.writer.read(identity).result()

    def consumed(self, stream: str) -> StreamPosition | None:
        """Return the last message that was taken of a stream; None: none ever was."""
        return self.writer.read(all_consumed).result().get(stream)

    def newer(self) -> int:
        """Return how many facts are kept that only a newer version can read."""
        return self.writer.read(count_newer).result()

    def outgoing(self, limit: int, kinds: Collection[str] = tuple(FactKind)) -> Outgoing:
        """Return the next facts of some kinds to publish, at most `limit`; none if all are.

        Raises:
            StoreError: some cannot be read.
        """
        self._begin()
        if FactKind.FOLLOW_UP in kinds and self.writer.read(has_new_follow_ups).result():
            self.writer.write(_merge_and_mark, with_board=True)
        if FactKind.LISTENING in kinds and self.writer.read(has_listened).result():
            self.writer.write(note_listening)
        next_facts = partial(unpublished, limit=limit, desk=self.desk)
        if FactKind.NOTIFICATION in kinds and self._heard:
            new = self._read(partial(next_facts, kinds=(FactKind.NOTIFICATION,), after_id=self._heard))
            if new.facts:
                return new
        found = self._read(partial(next_facts, kinds=kinds))
        up_to = found.up_to
        is_again = up_to is not None and up_to.kind is FactKind.NOTIFICATION and up_to.after < self._heard
        if FactKind.NOTIFICATION in kinds and not is_again:
            self._heard = 0
        return found._replace(is_again=is_again)

    def published(self, up_to: UpTo) -> None:
        """Note that the relay has acknowledged facts, by the `up_to` of their `Outgoing`.

        Raises:
            StoreError: nothing was changed; they are published again.
        """
        if up_to.kind is FactKind.NOTIFICATION and 0 < up_to.after == self._heard:
            self._heard = up_to.last
        self.writer.write(lambda db: save_published(db, *up_to))

    def forget_published(self, *, new_first: bool = False) -> None:
        """Have all facts published again: the stream was deleted, purged, or is another one.

        Args:
            new_first: whether notifications that were never published come before them. Not so where some are counted
                as published that the relay did not take.

        Raises:
            StoreError: nothing was changed.
        """
        last = self.writer.read(partial(published, kind=FactKind.NOTIFICATION)).result()
        self._heard = max(self._heard, last) if new_first else 0
        self.writer.write(forget_published)

    def take(
        self,
        facts: Sequence[SharedFact],
        stream: str,
        position: StreamPosition,
        unread: Mapping[str, int] = MappingProxyType({}),
    ) -> Taken:
        """Save facts of other desks, with how far the stream is taken.

        Args:
            facts: in any order; known ones change nothing.
            stream: which one.
            position: of the last message.
            unread: how many other messages no version of Despacho wrote, by the name of the desk.

        Raises:
            StoreError: if nothing was saved, the position is the old one. If only the board or the history of a day
                could not be written, that follows with the next facts.
        """
        self._begin()
        return self._take(facts, stream, position, unread)

    def _begin(self) -> None:
        """Have a proven identity; once in a process, finish what another left, and take what this version can read."""
        with self._beginning:
            if (
                not self.writer.read(partial(Author.read, desk=self.desk)).result().is_proven
            ):  # new, restored or renamed
                self.writer.write(partial(begin_epoch, desk=self.desk))
            if self._is_begun:
                return
            if not self.writer.read(is_shared).result():
                self.writer.write(begin_sharing)
            if self.newer():
                self._take((), "", None, {})
            self._unmerged.update(self.writer.read(unmerged_days).result())
            self._is_begun = True

    def _take(
        self, facts: Sequence[SharedFact], stream: str, position: StreamPosition | None, unread: Mapping[str, int]
    ) -> Taken:
        """Take facts; without a position, those that were kept for a newer version."""

        def work(db: sqlite3.Connection) -> tuple[Taken, Inbox]:
            inbox = Inbox(db, may_begin_anew=self._may_begin_anew)
            with passing_over(db):
                taken = inbox.take(facts if position is not None else newer_facts(db, _MOST_NEWER))
            for desk, count in unread.items():
                note_set_aside(db, desk, count, "unreadable")
            if position is not None:
                save_consumed(db, stream, position)
            return taken, inbox

        try:
            taken, inbox = self.writer.write(work, with_board=True)
        except OlderCopyError:
            _log.warning("This data folder is a copy of another one: from now on it counts as a desk of its own")
            self._may_begin_anew = False
            self.writer.write(partial(begin_epoch, desk=self.desk))
            return self._take(facts, stream, position, unread)
        self.writer.board.apply_soon(inbox.changed.visits)
        self._unmerged.update(inbox.days)
        self._has_visits |= bool(inbox.entries or inbox.days or inbox.changed.visits)
        if inbox.entries:
            self.on_noted()
        return taken

    def merge(self) -> None:
        """Make one history of the loads of each day that has new ones, and merge what was noted about visits.

        It may take long: facts are taken and published meanwhile, from another thread. A day that takes long rests for
        a while, however many loads come.

        Raises:
            StoreError: some cannot be read or written; another call goes on.
        """
        self._begin()
        self._unmerged.update(self.writer.read(unshared_days).result())
        for day in sorted(self._unmerged.copy()):  # as others may come meanwhile
            began = time.monotonic()
            if self._rest_until.get(day, began) > began:
                continue
            self._unmerged.discard(day)
            self._has_visits = True
            try:
                self._merge(day)
            except BaseException:
                self._unmerged.add(day)
                raise
            took = time.monotonic() - began
            self._rest_until[day] = began + (_RESTS * took if took > _LONG else 0)
        if not self._has_visits:
            return
        self._has_visits = False
        if self.writer.read(has_visits_to_merge).result():
            self.writer.board.when_applied().result()  # which visit is of which shipment
            if self.writer.write(partial(merge_again, cases=(), edits=Edits()), with_board=True):
                self.on_noted()

    def _merge(self, day: Day) -> None:
        """Make one history of a day's loads."""
        while day not in self._unreadable:
            merged = self._read(partial(merge_day, day=day))
            if merged is None:
                self._unreadable.add(day)
            elif not merged.is_needed or self.writer.write(merged.save):
                return

    def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Read the facts as they are at one moment, in the caller's thread."""
        with store_failures(self.writer.path), opened_for_reading(newest_file(self.writer.path)) as db:
            db.execute("BEGIN")
            return work(db)


def _merge_and_mark(db: sqlite3.Connection) -> None:
    """Before follow-ups are told: merge their cases as all desks will; from now on undoing removes them no longer."""
    merge_again(db, new_cases(db), Edits())
    mark_handed_over(db)
