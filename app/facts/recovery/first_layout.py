"""Import a store of the first layout, which held facts and derived data in one file, once.

Files of all its versions are read without migrating them; columns that an older one lacks are left out.
"""

import json
import logging
import sqlite3
from collections import defaultdict
from pathlib import Path

from app.domain.days import CarrierAnswer, Day, HistoryKind
from app.facts.file.generations import FIRST_LAYOUT, first_layout_file
from app.facts.loads.day_facts import IncompleteDayError
from app.facts.loads.load_history import Change, packed
from app.facts.loads.manifest_contents import ManifestContent
from app.facts.recovery.backups import backups, find_problem
from app.facts.recovery.readable_rows import ReadableFile, Row
from app.facts.recovery.salvage import DAYS, Days, ReadDay, salvage

_DAY = "SELECT id, answer, answered_at, loaded_at FROM day WHERE carrier = ? AND date = ?"
_TIMES = """
    SELECT first_loaded_at FROM day WHERE id = ?1 UNION SELECT loaded_at FROM day WHERE id = ?1
    UNION SELECT history.at FROM shipment_history AS history JOIN shipment ON shipment.id = history.shipment_id
    WHERE shipment.day_id = ?1
    UNION SELECT changed_at FROM shipment WHERE day_id = ?1
    UNION SELECT gone_at FROM manifest WHERE day_id = ?1 AND gone_at IS NOT NULL
"""
_GOOD_LOADS = " UNION SELECT at FROM good_load WHERE day_id = ?1"
_SHIPMENTS = """
    SELECT manifest.key, shipment.number, shipment.occurrence, shipment.position, shipment.first_seen_at,
           shipment.changed_at, shipment.status_id, shipment.status, document.raw, shipment.id
    FROM shipment JOIN manifest ON manifest.id = shipment.manifest_id
    LEFT JOIN {} AS document ON document.id = shipment.id
    WHERE shipment.day_id = ? ORDER BY shipment.position, shipment.id
"""
_HISTORY = "SELECT at, kind, status_id, status FROM shipment_history WHERE shipment_id = ? ORDER BY id"
_SKIPPED = "SELECT number, manifest, reason, fields FROM skipped WHERE day_id = ? ORDER BY id"
_KINDS = {HistoryKind.STATUS, HistoryKind.GONE, HistoryKind.LISTED_AGAIN}
_HEARD_SINCE = """
    UPDATE site SET heard_since = (
        SELECT min(at) FROM (
            SELECT at FROM heartbeat UNION ALL SELECT since FROM gap WHERE cause <> 'damage'
            UNION ALL SELECT received_at FROM notification
        )
    ) WHERE heard_since IS NULL
"""
_ALL_SEEN = "UPDATE site SET all_seen_at = max(all_seen_at, coalesce((SELECT max(received_at) FROM notification), ''))"

_log = logging.getLogger(__name__)


def import_into(db: sqlite3.Connection, path: Path) -> None:
    """Import all facts of the first layout's file; of a damaged one, those of its newest undamaged backup first.

    Args:
        db: of the facts, outside a transaction; existing facts stay.
        path: of the store.

    Raises:
        OSError, sqlite3.DatabaseError: disk full, or not permitted.
    """
    file = first_layout_file(path)
    if file is None:
        return
    if find_problem(file) is not None:
        copies = (one for one in backups(path.with_name(FIRST_LAYOUT)) if find_problem(one) is None)
        for copy in [*copies][:1]:
            salvage(db, copy, days_of=_days_source)
    salvage(db, file, days_of=_days_source)
    db.execute(_HEARD_SINCE)
    _log.info("Imported the data of %s into %s", file.name, path.name)


def _days_source(old: ReadableFile, db: sqlite3.Connection) -> Days:
    """Return how to read the file's days; fill in what its version lacks: read marks, ports of heartbeats."""
    if not old.columns("seen"):
        db.execute(_ALL_SEEN)
    if "port" not in old.columns("heartbeat"):
        db.execute("UPDATE OR REPLACE heartbeat SET port = 0 WHERE port = 1")
    return DAYS if old.columns("load") else ("SELECT carrier, date FROM day WHERE date <> 'loading'", _read_day)


def _read_day(old: ReadableFile, day: Day) -> ReadDay:
    """Return the loads of a day, reconstructed from its history, and the JSON of its manifests."""
    row = old.row(_DAY, (day.carrier, day.date.isoformat()))
    if row is None:
        raise IncompleteDayError(day)
    day_id, answer, answered_at, loaded_at = row
    loads, words = ([], []) if loaded_at is None else _good_loads(old, day_id)
    if loads and loads[-1][0] == answered_at:
        answered = (answered_at, answer, *loads.pop()[2:])
    else:
        answered = (answered_at, answer, None, None)
    return [*loads, answered], words


def _good_loads(old: ReadableFile, day_id: int) -> tuple[list[Row], list[tuple[str, bytes]]]:
    """Return the good loads of a day, and the JSON of its manifests."""
    good_loads = _GOOD_LOADS if old.columns("good_load") else ""
    times = [at for (at,) in old.rows(f"{_TIMES}{good_loads} ORDER BY 1", (day_id,))]
    lines: dict[str, list[tuple[object, ...]]] = defaultdict(list)
    first_listed: dict[str, str] = {}
    words: dict[str, dict[tuple[str, int], str]] = defaultdict(dict)
    documents = "document" if old.columns("document") else "shipment_document"
    for key, number, nth, position, first, changed, status_id, status, raw, row_id in old.rows(
        _SHIPMENTS.format(documents), (day_id,)
    ):
        if raw is None:
            raise IncompleteDayError(number)
        words[key][number, nth] = raw
        first_listed[key] = min(first_listed.get(key, first), first)
        history = list(old.rows(_HISTORY, (row_id,)))
        listed = next(((one[2], one[3]) for one in history if one[1] == HistoryKind.LISTED), (status_id, status))
        lines[first].append((Change.LISTED, key, number, nth, position, *listed))
        for at, kind, *said in history:
            if kind in _KINDS:
                lines[at].append((kind, key, number, nth, None, *(() if kind == HistoryKind.GONE else said)))
        if changed not in {first, *(one[0] for one in history)}:
            lines[changed].append((Change.WORDS, key, number, nth, None, status_id, status))
    manifests = list(old.rows("SELECT key, position, gone_at, raw FROM manifest WHERE day_id = ?", (day_id,)))
    skipped = list(old.rows(_SKIPPED, (day_id,)))
    loads: list[Row] = []
    for at in times:
        heads = [
            (Change.MANIFEST, key, position)
            for key, position, gone_at, _ in manifests
            if first_listed.get(key, times[0]) <= at and (gone_at is None or at < gone_at)
        ]
        changes = packed(json.dumps(one) for one in [*heads, *lines[at]])
        is_last = at == times[-1]
        loads.append((at, CarrierAnswer.MANIFESTS, changes, json.dumps(skipped) if is_last and skipped else None))
    return loads, [(key, ManifestContent(raw, words[key]).packed()) for key, *_, raw in manifests]
