"""Hand over and take over the follow-ups of a shift, each in one transaction."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from app.board.board_file import board_for_reading
from app.domain.days import Day
from app.domain.handover.document import Handover
from app.domain.handover.entry import Case, Entry
from app.domain.handover.summary import TakenOver
from app.facts.call_reasons import keep_names
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.handover.hand_over import HandedOver, hand_over, identity, mark_handed_over
from app.facts.handover.merge_cases import Edits
from app.facts.handover.take_over import check_entries, take_over
from app.store.writer import Writer

CLOCKS_DIFFER = timedelta(minutes=2)
"""By how much the clocks of two desks may differ before that is said."""

_RECENT = timedelta(days=14)
"""Cases that were written about in this time are handed over, however old: the next desk may lack the last word."""

_SLICE = 500
"""About how many entries are saved in one transaction."""


@dataclass(frozen=True)
class Handovers:
    """Exchanges follow-ups with other desks. Every method blocks: call it outside the main thread.

    Args:
        writer: of the store.
        on_taken_over: called in the caller's thread after follow-ups were saved.
    """

    writer: Writer
    on_taken_over: Callable[[], None]

    def identity(self) -> str:
        """Return the identity of the store; it changes when the store is restored."""
        return self.writer.read(identity).result()

    def hand_over(self, day: Day, now: datetime, desk: str) -> HandedOver:
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
                save = partial(take_over, entries=entries, now=now, latest=now + CLOCKS_DIFFER, edits=edits)
                taken = taken.plus(self.writer.write(save, with_board=True))
        finally:
            if taken.new:
                self.on_taken_over()
        return taken


def _slices(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Divide entries into slices of whole cases."""
    cases: dict[Case, list[Entry]] = {}
    for entry in entries:
        cases.setdefault(entry.case, []).append(entry)
    found: list[Entry] = []
    for of_case in cases.values():
        found += of_case
        if len(found) >= _SLICE:
            yield found
            found = []
    if found:
        yield found
