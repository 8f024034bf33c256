"""Make one history of the loads that several desks made of a day, as if one of them had made all.

The loads of all desks stand in `shared_load`; the day's `load` and `content` follow from them, in the order in which
the carrier was asked. If one comes between those that are known, all of them are compared again.
"""

import json
import logging
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from app.domain.days import CarrierAnswer, Day, Skipped
from app.facts.file.database import identity
from app.facts.journal import Kind, append_entries, day_key
from app.facts.loads.comparison import LONGEST_MANIFEST
from app.facts.loads.day_facts import DAMAGE_ERRORS, StoredDay, contents_of, save_contents
from app.facts.loads.load_history import DayLoads, packed, read_lines, save_load
from app.facts.sharing.answers import WholeAnswer
from app.facts.sharing.relay_state import note_set_aside
from app.facts.sharing.shared_loads import MOST_AFTER, Key, SharedLoad, in_order, packed_of, save_own, usable_loads

_log = logging.getLogger(__name__)

_MOST_OF_DESK = 256 * 1024 * 1024
"""Bytes of the last answers of one desk for a day, under however many identities."""
_UNSHARED = f"""
    SELECT DISTINCT carrier, date FROM load
    WHERE origin IS NULL AND NOT (changes IS NULL AND answer = '{CarrierAnswer.MANIFESTS}')
"""
_UNMERGED = """
    SELECT DISTINCT carrier, date FROM shared_load AS s WHERE NOT EXISTS (
        SELECT 1 FROM load WHERE load.origin = s.origin AND load.origin_id = s.number
    )
"""
_LOADS = """
    SELECT id, asked_at, answer, changes, skipped, origin, origin_id FROM load
    WHERE carrier = ? AND date = ? ORDER BY id
"""
_SEEN = "SELECT max(id) FROM load WHERE carrier = ? AND date = ?"


class BrokenLoadError(ValueError):
    """What a desk told of a load cannot be read."""

    def __init__(self, load: SharedLoad) -> None:
        super().__init__(*load.key)
        self.key, self.desk = load.key, load.desk


class BrokenLoadsError(ValueError):
    """Several cannot be read. All are named at once: each time the others are compared again."""

    def __init__(self, broken: Sequence[BrokenLoadError]) -> None:
        super().__init__(len(broken))
        self.broken = broken


class _Merged(NamedTuple):
    """A load as it is saved."""

    load: SharedLoad
    changes: bytes | None
    skipped: Sequence[Skipped]


@dataclass
class MergedDay:
    """What to save for a day.

    Attributes:
        day: carrier and date.
        seen: the last load that it takes into account.
        own: loads of this store that become shared ones.
        adopted: which of them the rows of `load` are, by their ids.
        is_anew: whether all loads are written again.
        loads: those to write.
        contents: the packed JSON of manifests to write, by key.
        broken: loads of other desks that are set aside, each with the desk's name.
    """

    day: Day
    seen: tuple[Any, ...]
    own: list[SharedLoad] = field(default_factory=list)
    adopted: dict[int, Key] = field(default_factory=dict)
    is_anew: bool = False
    loads: list[_Merged] = field(default_factory=list)
    contents: dict[str, bytes] = field(default_factory=dict)
    broken: Mapping[Key, str] = field(default_factory=dict)

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to save."""
        return bool(self.own or self.adopted or self.loads or self.is_anew or self.broken)

    def save(self, db: sqlite3.Connection) -> bool:
        """Save it in the caller's transaction; return False if the day was loaded or merged since it was made.

        Loads that other desks told of meanwhile are merged the next time.
        """
        key = (self.day.carrier, self.day.date.isoformat())
        if db.execute(_SEEN, key).fetchone() != self.seen:
            return False
        for (origin, number), desk in self.broken.items():
            db.execute("DELETE FROM shared_load WHERE origin = ? AND number = ?", (origin, number))
            note_set_aside(db, desk, 1, "load")
        save_own(db, self.day, self.own)
        sql = "UPDATE load SET origin = ?, origin_id = ? WHERE id = ?"
        db.executemany(sql, [(*shared, row_id) for row_id, shared in self.adopted.items()])
        if self.is_anew:
            db.execute("DELETE FROM load WHERE carrier = ? AND date = ?", key)
            db.execute("DELETE FROM content WHERE carrier = ? AND date = ?", key)
        for load, changes, skipped in self.loads:
            save_load(db, self.day, load.asked_at, load.answer, changes, skipped, load.key)
        save_contents(db, self.day, self.contents.items())
        if self.loads:
            append_entries(db, Kind.DAY, [day_key(self.day)])
        return True


def unshared_days(db: sqlite3.Connection) -> list[Day]:
    """Return the days with loads of this store that are not shared yet."""
    return [Day(carrier, date.fromisoformat(day)) for carrier, day in db.execute(_UNSHARED)]


def unmerged_days(db: sqlite3.Connection) -> list[Day]:
    """Return the days with loads that other desks told of and that are not merged, or wait for one before them."""
    return [Day(carrier, date.fromisoformat(day)) for carrier, day in db.execute(_UNMERGED)]


def merge_day(db: sqlite3.Connection, day: Day) -> MergedDay | None:
    """Return what to save for a day; None: its loads are damaged.

    Call it in a transaction that only reads, and save in another one, as this may take long.
    """
    broken: dict[Key, str] = {}
    while True:
        try:
            merged = _Merging(db, day, broken).run()
        except (BrokenLoadError, BrokenLoadsError) as error:
            found = [error] if isinstance(error, BrokenLoadError) else error.broken
            first = found[0]
            text = "Loads that are set aside: %d, the first of the desk %r: %s %s: %.200r"
            _log.warning(text, len(found), first.desk, *first.key, first.__cause__)
            broken |= {one.key: one.desk for one in found}
        except DAMAGE_ERRORS as error:
            _log.warning("The stored data of the day %s of %s is damaged: %r", day.date, day.carrier, error)
            return None
        else:
            merged.broken = {key: desk for key, desk in broken.items() if desk}
            return merged


class _Merging:
    def __init__(self, db: sqlite3.Connection, day: Day, broken: Mapping[Key, str]) -> None:
        self._db, self._day, self._broken = db, day, broken
        key = (day.carrier, day.date.isoformat())
        self._merged = MergedDay(day, db.execute(_SEEN, key).fetchone())
        self._rows = db.execute(_LOADS, key).fetchall()
        self._identity = identity(db)

    def run(self) -> MergedDay:
        merged = self._merged
        shared = usable_loads(self._db, self._day, self._broken)
        is_doubtful = self._share_own([one for one in shared if one.origin == self._identity])
        loads = in_order([*shared, *merged.own])
        known = [merged.adopted.get(row_id, (origin, number)) for row_id, *_, origin, number in self._rows]
        if known == [one.key for one in loads[: len(known)]] and not is_doubtful:
            stored = StoredDay.read(self._db, self._day)
            self._compare(loads, loads[len(known) :], stored)
        elif loads:
            merged.is_anew = True
            self._compare(loads, loads, StoredDay())
        return merged

    def _share_own(self, before: list[SharedLoad]) -> bool:
        """Add this store's loads that are not shared yet; return whether they say less than what was loaded.

        Of several loads only the last one's JSON is there; of one with rows that could not be read the order is not
        known for sure. The other desks know no more.
        """
        if all(row[5] is not None for row in self._rows):
            return False
        last: int | None = None  # also where a load before is broken: the next answer is told whole
        whole, since_whole = WholeAnswer(), 0
        if any(origin == self._identity for origin, _ in self._broken):
            before = []
        for one in before[_last_whole(before) :]:
            if one.has_manifests:
                last, whole = one.number, self._followed(whole, one, is_checked=True)
                since_whole = 0 if one.after is None else since_whole + 1
        loads, contents = DayLoads(), contents_of(self._db, self._day)
        is_doubtful = sum(row[5] is None for row in self._rows) > 1
        for row_id, at, said, changes, skipped, origin, _ in self._rows:
            lines = None if changes is None else read_lines(changes)
            loads.add(row_id, at, CarrierAnswer(said), lines, json.loads(skipped or "[]"))
            is_mark = changes is None and loads.answer is CarrierAnswer.MANIFESTS  # of a day that could not be salvaged
            if origin is not None or is_mark:
                continue
            answer = b""
            if loads.answer is CarrierAnswer.MANIFESTS:
                now = WholeAnswer.of(StoredDay(loads, contents))
                if last is None or since_whole >= MOST_AFTER or not whole.has_room_for(now):
                    last, whole, since_whole = None, WholeAnswer(), -1
                answer = now.packed_after(whole)
                is_doubtful |= bool(now.skipped) or _has_moved_rows(loads)
                whole = (WholeAnswer() if last is None else whole).followed_by(answer, is_checked=True)
            load = SharedLoad(self._identity, row_id, at, loads.answer, last if answer else None, answer)
            self._merged.own.append(load)
            self._merged.adopted[row_id] = load.key
            if answer:
                last, since_whole = row_id, since_whole + 1
        return is_doubtful

    def _followed(self, before: WholeAnswer, load: SharedLoad, *, is_checked: bool) -> WholeAnswer:
        with _breaking(load):
            return (WholeAnswer() if load.after is None else before).followed_by(
                packed_of(self._db, load), is_checked=is_checked
            )

    def _compare(self, loads: Sequence[SharedLoad], new: Sequence[SharedLoad], stored: StoredDay) -> None:
        """Compare the new ones of all loads, which are their last ones, with what the stored day says before them."""
        keys = {one.key for one in new}
        answers: dict[str, WholeAnswer] = {}
        desks = {one.origin: one.desk for one in loads}
        changed: set[str] = set()
        broken: list[BrokenLoadError] = []
        lacking: set[str] = set()  # origins whose answers follow from a broken one
        for load in _with_those_before(loads, new):
            if load.has_manifests and load.after is None:
                lacking.discard(load.origin)
            elif load.has_manifests and load.origin in lacking:
                continue
            try:
                if load.has_manifests:
                    is_checked = load.key not in keys or not load.desk
                    answer = self._followed(answers.get(load.origin, WholeAnswer()), load, is_checked=is_checked)
                    answers[load.origin] = answer
                    of_desk = sum(one.size for origin, one in answers.items() if desks[origin] == load.desk)
                    if load.desk and of_desk > _MOST_OF_DESK:
                        raise BrokenLoadError(load)  # noqa: TRY301 - as what `_breaking` raises
                if load.key in keys:
                    with _breaking(load):
                        changed |= self._add(load, answers.get(load.origin) if load.has_manifests else None, stored)
            except BrokenLoadError as error:
                broken.append(error)
                lacking.add(load.origin)
                answers.pop(load.origin, None)
        if broken:
            raise BrokenLoadsError(broken)
        self._merged.contents = {key: stored.content(key).packed() for key in changed}

    def _add(self, load: SharedLoad, answer: WholeAnswer | None, stored: StoredDay) -> set[str]:
        """Compare a load with the day before it; return the keys of the manifests whose content changes."""
        lists = load.answer is CarrierAnswer.MANIFESTS or stored.loads.is_second_without
        lines: list[str] = []
        changed: set[str] = set()
        if lists:
            answer = answer or WholeAnswer()
            found = answer.compared_with(stored)
            lines = found.lines
            stored.replace_contents(found.contents)
            changed = set(found.contents)
        skipped = answer.skipped if answer is not None else ()
        parsed = (json.loads(line) for line in lines) if lists else None
        stored.loads.add(0, load.asked_at, load.answer, parsed, skipped)
        self._merged.loads.append(_Merged(load, packed(lines) if lists else None, skipped))
        return changed


@contextmanager
def _breaking(load: SharedLoad) -> Iterator[None]:
    """Raise what a load causes as `BrokenLoadError`: of another desk's any bug, so that it is set aside alone."""
    try:
        yield
    except DAMAGE_ERRORS as error:
        raise BrokenLoadError(load) from error
    except Exception as error:
        if not load.desk or isinstance(error, sqlite3.Error):
            raise
        raise BrokenLoadError(load) from error


def _last_whole(loads: Sequence[SharedLoad]) -> int:
    """Return the place of the last answer that is told whole, from which the later ones of a desk follow."""
    return max((place for place, one in enumerate(loads) if one.has_manifests and one.after is None), default=0)


def _with_those_before(loads: Sequence[SharedLoad], new: Sequence[SharedLoad]) -> list[SharedLoad]:
    """Return the new loads, and of their desks those before them from which their answers follow."""
    keys = {one.key for one in new}
    begins: dict[str, int] = {}  # number of each desk's last whole answer, up to its first new one
    complete: set[str] = set()
    for one in loads:
        if one.origin in complete:
            continue
        if one.after is None and one.has_manifests:
            begins[one.origin] = one.number
        begins.setdefault(one.origin, one.number)
        if one.key in keys:
            complete.add(one.origin)
    return [one for one in loads if one.origin in complete and one.number >= begins[one.origin]]


def _has_moved_rows(loads: DayLoads) -> bool:
    """Whether a shipment stands outside its manifest's place: the answer had a manifest twice."""
    return any(
        listing.position // LONGEST_MANIFEST != loads.positions.get(key)
        for (key, _, _), listing in loads.listings.items()
        if listing.gone_at is None
    )
