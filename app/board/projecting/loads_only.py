"""Decide rows that have no visit and one listing, as most have, and cache the results."""

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime

from app.board.projecting.decisions import read_history
from app.domain.board.facts import Listing
from app.domain.board.parcel import Parcel
from app.domain.board.row import Row
from app.domain.contract.statuses import is_in_force
from app.domain.days import Day
from app.facts.loads.load_history import Entry
from app.facts.site_rules import site_rules


class UnvisitedRows:
    """Decides such rows of one day; equal histories give equal rows.

    Args:
        db: to read the site's rules.
        day: carrier and date.
        loads: request times of its good loads, as stored.
    """

    def __init__(self, db: sqlite3.Connection, day: Day, loads: Iterable[str]) -> None:
        self._day = day
        self._site = site_rules(db).board
        self._loads = [datetime.fromisoformat(at) for at in loads]
        self._known: dict[tuple[object, ...], Row] = {}

    def row(self, history: Sequence[Entry], manifest_status: str | None, *, is_listed: bool, is_odd: bool) -> Row:
        """Return the decided row for a history.

        Args:
            history: of the listing.
            manifest_status: `estado` of its manifest.
            is_listed: whether the last load lists it.
            is_odd: whether it holds odd data.
        """
        happened = (tuple(history), manifest_status, is_listed, is_odd)
        known = self._known.get(happened)
        if known is None:
            seen = read_history((one.at, one.kind, one.status_id, one.status, one.not_yet_at) for one in history)
            listing = Listing(
                0, self._day.carrier, self._day.date, 0, 0, is_in_force(manifest_status) is not False, is_listed,
                is_odd, self._loads, *seen,
            )  # fmt: skip
            known = self._known[happened] = Parcel([listing], [], self._site).rows().rows[0]
        return known
