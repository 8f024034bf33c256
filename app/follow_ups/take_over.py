"""Save the follow-ups of another desk's file, each once."""

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime

from app.board.follow_up_sql import SAVED_ORDER, TIME
from app.domain.days import Day
from app.domain.errors import HandoverError
from app.domain.follow_ups import NextStep
from app.domain.handover.saved_follow_up import ELSEWHERE, Case, SavedFollowUp, State
from app.domain.handover.summary import BothWrote, TakenOver
from app.domain.texts import Text
from app.facts.call_reasons import stored_reasons
from app.facts.file.database import identity
from app.follow_ups.edits import empty_state, next_edit
from app.follow_ups.merge_cases import Edits, merge_case, merge_visits, save_row, where

_ODD = Text("Error", "The file holds what no version of Despacho writes. Nothing was taken over.")
_UNLOADED = """
    SELECT NOT EXISTS (
        SELECT 1 FROM day d CROSS JOIN shipment s ON s.number = :number AND +s.day_id = d.id
        WHERE d.carrier = :carrier AND d.date = :date
    )
"""
_UNKNOWN_VISIT = "SELECT NOT EXISTS (SELECT 1 FROM visit WHERE id = :visit_id)"


def check_entries(db: sqlite3.Connection, entries: Sequence[SavedFollowUp]) -> None:
    """Check that entries can be saved.

    Raises:
        HandoverError: one cannot.
    """
    kinds = db.execute("SELECT name, type FROM pragma_table_info('follow_up')")
    types = {name: int if kind == "INTEGER" else str for name, kind in kinds}
    if any(type(value) is not types.get(name, type(value)) for one in entries for name, value in one.state.items()):
        raise HandoverError(_ODD)


class EntrySaver:
    """Saves entries of other desks, each once.

    Args:
        db: of the facts, with the board attached.
        edits: of the file; those of the saved entries are added.
        names_failures: whether the other desks name failures as this one does, since they have the same facts.
    """

    def __init__(self, db: sqlite3.Connection, edits: Edits, *, names_failures: bool = False) -> None:
        self._db = db
        self._names_failures = names_failures
        self._identity = identity(db)
        self._empty = empty_state(db)
        compared = [name for name in self._empty if name != "failures"]  # which differ from desk to desk
        self._is_same = " AND ".join(
            [f"{TIME} = :time", "f.saved_at = :saved_at", "f.saved_by = :saved_by"]
            + [f"f.{name} IS :{name}" for name in compared]
        )
        self._edits = edits
        self._known_codes = {"failure": stored_reasons(db).keys, "next_step": frozenset(NextStep)}
        self._unknown: set[str] = set()

    def save_file(self, entries: Sequence[SavedFollowUp], now: datetime, latest: datetime) -> TakenOver:
        """Save the entries that are not known yet, in the caller's transaction; saving them again changes nothing.

        They are all of some of the file's cases, checked; one that is later than `latest` (UTC) is of the future.
        """
        cases: dict[Case, list[SavedFollowUp]] = {}
        for entry in entries:
            cases.setdefault(entry.case, []).append(entry)
        known_here = {case: self._count(case) for case in cases}
        new: dict[Case, int] = dict.fromkeys(cases, 0)
        for entry in sorted(entries, key=lambda one: one.order):
            new[entry.case] += self.save(entry)
        for case, count in new.items():
            if count:
                merge_case(self._db, case, where(case), self._edits)
        both = [case for case, count in new.items() if count and known_here[case] > len(cases[case]) - count]
        both += [case for case in merge_visits(self._db, self._edits) if case not in both]
        times = [datetime.fromisoformat(one.time) for one in entries]
        future = [at for at in times if at > latest]
        return TakenOver(
            new=sum(map(bool, new.values())),
            known=sum(not count for count in new.values()),
            both=tuple(map(self._both, both)),
            unloaded=self._unloaded(list(cases)),
            unknown_visits=sum(self._is_missing(_UNKNOWN_VISIT, case) for case in cases if not case.is_of_shipment),
            of_future=len(future),
            ahead=max(future) - now if future else TakenOver.ahead,
            unknown=tuple(sorted(self._unknown)),
        )

    def _count(self, case: Case) -> int:
        (count,) = self._db.execute(f"SELECT count(*) FROM follow_up f WHERE {where(case)}", case._asdict()).fetchone()
        return int(count)

    def save(self, entry: SavedFollowUp) -> int:
        """Save an entry, and return how many were: 0 if it is known."""
        state = self._empty | {name: value for name, value in entry.state.items() if name in self._empty}
        failures = str(state["failures"] or "")
        if state["acknowledged_at"] and not self._names_failures and not failures.endswith(ELSEWHERE):
            state["failures"] = failures.rstrip("\n") + ELSEWHERE
        unknown = {name: value for name, value in entry.state.items() if name not in self._empty}
        self._note_unknown(entry, unknown)
        values = entry.case._asdict() | state | {
            "saved_at": entry.saved_at, "saved_by": entry.saved_by, "decides_at": entry.decides_at, "time": entry.time,
        }  # fmt: skip
        same = f"SELECT 1 FROM follow_up f WHERE {where(entry.case)} AND {self._is_same}"
        if self._db.execute(same, values).fetchone():
            return 0
        is_own = entry.origin == self._identity  # it was lost here, and comes back
        save_row(self._db, self._empty, values | {
            "edit": self._edit_of(entry), "origin": entry.origin, "origin_id": entry.origin_id,
            "desk": None if is_own else entry.desk, "unknown": json.dumps(unknown) if unknown else None,
            "sets": " ".join(entry.sets),
        })  # fmt: skip
        return 1

    def _edit_of(self, entry: SavedFollowUp) -> int:
        """Return the number of an edit here: entries that were saved together stay together."""
        return self._edits.setdefault((entry.origin, entry.edit), next_edit(self._db))

    def _note_unknown(self, entry: SavedFollowUp, unknown: State) -> None:
        self._unknown.update(unknown)
        for name, codes in self._known_codes.items():
            code = entry.state.get(name)
            if code is not None and code not in codes:
                self._unknown.add(str(code))

    def _both(self, case: Case) -> BothWrote:
        at, by, desk = self._db.execute(
            f"SELECT f.saved_at, f.saved_by, coalesce(f.desk, '') FROM follow_up f"
            f" WHERE {where(case)} ORDER BY {SAVED_ORDER} DESC LIMIT 1",
            case._asdict(),
        ).fetchone()
        return BothWrote(case, datetime.fromisoformat(at), by, desk)

    def _unloaded(self, cases: Sequence[Case]) -> tuple[tuple[Day, int], ...]:
        days = Counter(
            (case.date, case.carrier)
            for case in cases
            if case.date is not None and case.carrier is not None and self._is_missing(_UNLOADED, case)
        )
        return tuple(
            (Day(carrier, date.fromisoformat(day)), count)
            for (day, carrier), count in sorted(days.items(), reverse=True)
        )

    def _is_missing(self, sql: str, case: Case) -> bool:
        return bool(self._db.execute(sql, case._asdict()).fetchone()[0])
