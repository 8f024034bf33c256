"""Decide rows that have no visit and one listing, as most have, and cache the results."""

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from app.board.projecting.decisions import read_history
from app.domain.board.facts import Listing
from app.domain.board.parcel import Parcel
from app.domain.board.row import Row
from app.domain.contract.statuses import is_in_force
from app.domain.days import Day
from app.facts.loads.load_history import HistoryRow
from app.facts.site_rules import site_rules


class UnvisitedRows:
    """Decides such rows of one day; equal histories give equal rows.

    `loads` are the request times of the day's good loads, as stored; `usual` its `usual_names`.
    """

    def __init__(
        self, db: sqlite3.Connection, day: Day, loads: Iterable[str], usual: Collection[tuple[str, str]]
    ) -> None:
        self._day, self._usual = day, usual
        self._site = site_rules(db).board
        self._loads = [datetime.fromisoformat(at) for at in loads]
        self._known: dict[tuple[object, ...], Row] = {}

    def row(
        self, history: Sequence[HistoryRow], manifest_status: str | None, gone_at: str | None, *, is_odd: bool
    ) -> Row:
        """Return the decided row for a history.

        `gone_at` is since when it is not listed, as stored; None: the last load lists it. `is_odd` if it holds odd
        data.
        """
        happened = (tuple(history), manifest_status, gone_at, is_odd)
        known = self._known.get(happened)
        if known is None:
            entries = [(one.at, one.kind, one.status_id, one.status, one.not_yet_at) for one in history]
            seen = read_history(entries, self._usual)
            listing = Listing(
                0, self._day.carrier, self._day.date, 0, 0, is_in_force(manifest_status) is not False,
                None if gone_at is None else datetime.fromisoformat(gone_at), is_odd, self._loads, *seen,
            )  # fmt: skip
            known = self._known[happened] = Parcel([listing], [], self._site).rows().rows[0]
        return known
