"""Futures that complete when the board has applied a fact."""

import sqlite3
from concurrent.futures import Future
from dataclasses import dataclass, field

from app.board.applied import has_applied
from app.facts.journal import last_number


@dataclass
class _Waiter:
    """A future and its condition.

    Attributes:
        number: of the journal entry; None: the last one, looked up before the next transaction.
        is_all: whether all pending entries must be applied too.
        day: key of a day that must be shown too; empty: none.
    """

    number: int | None
    is_all: bool
    day: str
    done: "Future[None]" = field(default_factory=Future)


class Waiters:
    """The futures of one `BoardWriter`, used in its thread."""

    def __init__(self) -> None:
        self._waiters: list[_Waiter] = []

    def add(self, done: "Future[None]", number: int | None, day: str = "", *, is_all: bool) -> None:
        """Complete `done` once the entry of this number is applied; parameters as of `_Waiter`."""
        self._waiters.append(_Waiter(number, is_all, day, done))

    def forget_numbers(self) -> None:
        """Wait for the last entry instead: the numbers of restored facts may begin lower."""
        for one in self._waiters:
            one.number = None

    def find_numbers(self, db: sqlite3.Connection) -> None:
        """Look up the last entry for those that wait for it; `db` is the board with the facts attached."""
        for one in self._waiters:
            if one.number is None:
                one.number = last_number(db, "facts")

    def complete(self, db: sqlite3.Connection) -> None:
        """Complete the futures of applied entries."""
        rest: list[_Waiter] = []
        for one in self._waiters:
            if one.number is not None and has_applied(db, one.number, one.day, is_all=one.is_all):
                one.done.set_result(None)
            else:
                rest.append(one)
        self._waiters = rest

    def fail(self, error: Exception) -> bool:
        """Fail all futures; return whether there were any."""
        waiters, self._waiters = self._waiters, []
        for one in waiters:
            fail(one.done, error)
        return bool(waiters)

    def cancel(self) -> None:
        """Cancel all futures."""
        for one in self._waiters:
            one.done.cancel()


def fail(done: "Future[None]", error: BaseException | None) -> None:
    """Fail a future that is not done; no error: leave it as it is."""
    if error is not None and not done.done():
        done.set_exception(error)
