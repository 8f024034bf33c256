"""Loads and contents are made of days that a file kept before it kept either; used by a migration alone."""

import json
import sqlite3
import zlib

from app.domain.days import Answer, HistoryKind

_DAYS = "SELECT id, carrier, date, answer, answered_at, loaded_at FROM day WHERE date <> 'loading'"
_TIMES = """
    SELECT at FROM good_load WHERE day_id = :day
    UNION SELECT history.at FROM shipment_history AS history JOIN shipment ON shipment.id = history.shipment_id
    WHERE shipment.day_id = :day
    UNION SELECT changed_at FROM shipment WHERE day_id = :day
    UNION SELECT gone_at FROM manifest WHERE day_id = :day AND gone_at IS NOT NULL ORDER BY 1
"""
_SHIPMENTS = """
    SELECT manifest.key, shipment.number, shipment.occurrence, shipment.position, shipment.first_seen_at,
           shipment.changed_at, shipment.status_id, shipment.status, document.raw, shipment.id
    FROM shipment JOIN manifest ON manifest.id = shipment.manifest_id JOIN document ON document.id = shipment.id
    WHERE shipment.day_id = ? ORDER BY shipment.position, shipment.id
"""
_HISTORY = "SELECT at, kind, status_id, status FROM shipment_history WHERE shipment_id = ? ORDER BY id"
_KINDS = {HistoryKind.STATUS, HistoryKind.GONE, HistoryKind.LISTED_AGAIN}


def keep_loads_of_before(db: sqlite3.Connection) -> None:
    """Keep of each day the loads by which it became what it is, as far as that is known, and its words."""
    for day_id, carrier, day, answer, answered_at, loaded_at in db.execute(_DAYS).fetchall():
        last = ""
        if loaded_at is not None:
            last = _keep_good_loads(db, day_id, carrier, day, answer, answered_at)
        if answered_at != last:
            _keep(db, carrier, day, answered_at, answer, None, None)


def _keep_good_loads(
    db: sqlite3.Connection, day_id: int, carrier: str, day: str, answer: str, answered_at: str
) -> str:  # fmt: skip
    """Keep the loads that brought something, and the words; return when the last of these was asked for."""
    times = [at for (at,) in db.execute(_TIMES, {"day": day_id})]
    lines: dict[str, list[tuple[object, ...]]] = {at: [] for at in times}
    begins: dict[str, str] = {}
    words: dict[str, list[str]] = {}
    for key, number, nth, position, first, changed, status_id, status, raw, row_id in db.execute(_SHIPMENTS, (day_id,)):
        words.setdefault(key, []).append(f"{json.dumps(number)}\t{nth}\t{raw}")
        begins[key] = min(begins.get(key, first), first)
        history = db.execute(_HISTORY, (row_id,)).fetchall()
        listed = next(((one[2], one[3]) for one in history if one[1] == HistoryKind.LISTED), (status_id, status))
        lines[first].append((HistoryKind.LISTED, key, number, nth, position, *listed))
        for at, kind, *said in history:
            if kind in _KINDS:
                lines[at].append((kind, key, number, nth, None, *(() if kind == HistoryKind.GONE else said)))
        if changed not in {first, *(one[0] for one in history)}:
            lines[changed].append(("words", key, number, nth, None, status_id, status))
    manifests = db.execute("SELECT key, position, gone_at, raw FROM manifest WHERE day_id = ?", (day_id,)).fetchall()
    skipped = [list(one) for one in db.execute(
        "SELECT number, manifest, reason, fields FROM skipped WHERE day_id = ? ORDER BY id", (day_id,)
    )]  # fmt: skip
    for at in times:
        heads = [
            ("manifest", key, position)
            for key, position, gone_at, _ in manifests
            if begins.get(key, times[0]) <= at and (gone_at is None or at < gone_at)
        ]
        changes = "\n".join(json.dumps(one) for one in [*heads, *lines[at]])
        is_last = at == times[-1]
        said = answer if is_last and at == answered_at else Answer.MANIFESTS
        _keep(db, carrier, day, at, said, changes, json.dumps(skipped) if is_last and skipped else None)
    db.executemany(
        "INSERT INTO content (carrier, date, key, words) VALUES (?, ?, ?, ?)",
        [
            (carrier, day, key, zlib.compress("\n".join([raw, *words.get(key, [])]).encode(), 1))
            for key, _, _, raw in manifests
        ],
    )
    return str(times[-1])


def _keep(
    db: sqlite3.Connection, carrier: str, day: str, at: str, answer: str, changes: str | None, skipped: str | None
) -> None:
    packed = None if changes is None else zlib.compress(changes.encode(), 1)
    db.execute(
        "INSERT INTO load (carrier, date, asked_at, answer, changes, skipped) VALUES (?, ?, ?, ?, ?, ?)",
        (carrier, day, at, answer, packed, skipped),
    )
