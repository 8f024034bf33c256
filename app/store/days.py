"""A day's answer becomes the cached day, and what changed is kept."""

import sqlite3
from datetime import datetime

from app.domain.days import Answer, Day, HistoryKind, LoadSummary, Skipped
from app.store.schema import STORED_COLUMNS
from app.store.staging import StagedAnswer
from app.store.visits import match_shipments
from app.store.writer import Writer

_COLUMNS = ", ".join(STORED_COLUMNS)
_COPIED = ", ".join(f"{name} = staged.{name}" for name in STORED_COLUMNS)


def save_day(writer: Writer, day: Day, staged: StagedAnswer, loaded_at: datetime) -> LoadSummary:
    """Replace what the cache holds of one carrier's day by what the service answered, in one transaction.

    Args:
        writer: of the file.
        day: carrier code and date; the date is the `fecha` that was asked for, not `fechaCreacion`.
        staged: all of the answer; it holds at least one manifest.
        loaded_at: UTC; becomes the time of every status that differs from the last load's.

    Returns:
        Counts of shipments new, changed and gone. A shipment no longer listed stays, marked as gone; one that is
        listed and could not be read this time stays as it was.

    Raises:
        StoreBusyError: another process held the write lock for 5 s. Nothing was changed.
    """
    at = loaded_at.isoformat()
    skipped = tuple(staged.skipped)

    def swap(db: sqlite3.Connection) -> tuple[int, int, int]:
        staged.check(db)
        return _swap(db, day, skipped, at)

    new, changed, gone = writer.write(swap)
    return LoadSummary(day, staged.manifests, staged.shipments, new, changed, gone, skipped)


def note_answer(writer: Writer, day: Day, answer: Answer, answered_at: datetime) -> bool:
    """Keep that the carrier had nothing for this day; whatever an earlier load brought stays as it was.

    Returns:
        Whether there is such an earlier load.
    """

    def note(db: sqlite3.Connection) -> bool:
        row = db.execute(
            "INSERT INTO day (carrier, date, answer, answered_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (carrier, date) DO UPDATE SET answer = excluded.answer, answered_at = excluded.answered_at"
            " RETURNING loaded_at",
            (day.carrier, day.date.isoformat(), answer, answered_at.isoformat()),
        ).fetchone()
        return row[0] is not None

    return writer.write(note)


def _swap(db: sqlite3.Connection, day: Day, skipped: tuple[Skipped, ...], at: str) -> tuple[int, int, int]:
    day_id = db.execute(
        "INSERT INTO day (carrier, date, answer, answered_at, loaded_at, first_loaded_at)"
        " VALUES (:carrier, :date, :answer, :at, :at, :at)"
        " ON CONFLICT (carrier, date) DO UPDATE SET answer = excluded.answer, answered_at = excluded.answered_at,"
        " loaded_at = excluded.loaded_at, first_loaded_at = coalesce(first_loaded_at, excluded.first_loaded_at)"
        " RETURNING id",
        {"carrier": day.carrier, "date": day.date.isoformat(), "answer": Answer.MANIFESTS, "at": at},
    ).fetchone()[0]
    _swap_skipped(db, day_id, skipped)
    _swap_manifests(db, day_id, at)
    new = _match(db, day_id)
    _note_history(db, at)
    changed = _update_changed(db, at)
    _insert_new(db, day_id, at)
    gone = _mark_gone(db, day_id, at)
    _write_documents(db)
    _count_copies(db, day_id)
    match_shipments(db, "matched")
    return new, changed, gone


def _swap_skipped(db: sqlite3.Connection, day_id: int, skipped: tuple[Skipped, ...]) -> None:
    db.execute("DELETE FROM skipped WHERE day_id = ?", (day_id,))
    db.executemany(
        "INSERT INTO skipped (day_id, number, manifest, reason, fields) VALUES (?, ?, ?, ?, ?)",
        [(day_id, one.number, one.manifest, one.reason, one.fields) for one in skipped],
    )


def _swap_manifests(db: sqlite3.Connection, day_id: int, at: str) -> None:
    db.execute(
        "INSERT INTO manifest (day_id, key, position, number, status, carrier_code, created_at, raw)"
        " SELECT ?, key, position, number, status, carrier_code, created_at, raw FROM staged_manifest WHERE true"
        " ORDER BY position"
        " ON CONFLICT (day_id, key) DO UPDATE SET position = excluded.position, number = excluded.number,"
        " status = excluded.status, carrier_code = excluded.carrier_code, created_at = excluded.created_at,"
        " raw = excluded.raw, gone_at = NULL",
        (day_id,),
    )
    db.execute(
        "UPDATE manifest SET gone_at = ? WHERE day_id = ? AND gone_at IS NULL"
        " AND key NOT IN (SELECT key FROM staged_manifest)",
        (at, day_id),
    )


def _match(db: sqlite3.Connection, day_id: int) -> int:
    """Find the cached row of each staged shipment, and choose the id of each new one; return how many are new.

    First by manifest and number; then, for what is left, by number alone: that one moved to another manifest.
    """
    db.execute("DROP TABLE IF EXISTS temp.matched")
    db.execute(
        """
        CREATE TEMP TABLE matched AS
        SELECT numbered.position, numbered.number, numbered.occurrence, manifest.id AS manifest_id,
               shipment.id AS id, false AS is_new
        FROM (
            SELECT staged.position, head.key, staged.number,
                   row_number() OVER (PARTITION BY head.key, staged.number ORDER BY staged.position) AS occurrence
            FROM staged_shipment AS staged JOIN staged_manifest AS head ON head.position = staged.manifest_position
        ) AS numbered
        JOIN manifest ON manifest.day_id = ? AND manifest.key = numbered.key
        LEFT JOIN shipment ON shipment.manifest_id = manifest.id AND shipment.number = numbered.number
                          AND shipment.occurrence = numbered.occurrence
        """,
        (day_id,),
    )
    db.execute("CREATE UNIQUE INDEX temp.matched_position ON matched (position)")
    db.execute("CREATE INDEX temp.matched_id ON matched (id)")
    db.execute(
        """
        UPDATE matched SET id = moved.id
        FROM (
            SELECT here.position, there.id
            FROM (SELECT position, number, row_number() OVER (PARTITION BY number ORDER BY position) AS nth
                  FROM matched WHERE id IS NULL) AS here
            JOIN (SELECT id, number, row_number() OVER (PARTITION BY number ORDER BY id) AS nth
                  FROM shipment WHERE day_id = ? AND gone_at IS NULL
                  AND id NOT IN (SELECT id FROM matched WHERE id IS NOT NULL)) AS there
            ON there.number = here.number AND there.nth = here.nth
        ) AS moved
        WHERE matched.position = moved.position
        """,
        (day_id,),
    )
    return db.execute(
        """
        UPDATE matched SET id = fresh.id, is_new = true
        FROM (SELECT position, (SELECT coalesce(max(id), 0) FROM shipment) + row_number() OVER (ORDER BY position) AS id
              FROM matched WHERE id IS NULL) AS fresh
        WHERE matched.position = fresh.position
        """
    ).rowcount


def _note_history(db: sqlite3.Connection, at: str) -> None:
    """Write what this load shows for the first time; reads the rows before they are updated."""
    db.execute(
        f"""
        INSERT INTO shipment_history (shipment_id, at, kind, status_id, status, manifest)
        SELECT matched.id, :at, kind.name, staged.status_id, staged.status, manifest.key
        FROM matched
        JOIN staged_shipment AS staged ON staged.position = matched.position
        JOIN manifest ON manifest.id = matched.manifest_id
        LEFT JOIN shipment ON shipment.id = matched.id
        JOIN (SELECT '{HistoryKind.LISTED}' AS name UNION ALL SELECT '{HistoryKind.LISTED_AGAIN}'
              UNION ALL SELECT '{HistoryKind.MOVED}' UNION ALL SELECT '{HistoryKind.STATUS}') AS kind
        WHERE CASE kind.name
            WHEN '{HistoryKind.LISTED}' THEN matched.is_new
            WHEN '{HistoryKind.LISTED_AGAIN}' THEN shipment.gone_at IS NOT NULL
            WHEN '{HistoryKind.MOVED}' THEN shipment.manifest_id <> matched.manifest_id
            WHEN '{HistoryKind.STATUS}' THEN NOT matched.is_new
                 AND (shipment.status_id IS NOT staged.status_id OR shipment.status IS NOT staged.status)
            END
        ORDER BY matched.position
        """,  # noqa: S608 - names of an enumeration
        {"at": at},
    )


def _update_changed(db: sqlite3.Connection, at: str) -> int:
    changed = db.execute(
        f"""
        UPDATE shipment SET {_COPIED}, manifest_id = matched.manifest_id, occurrence = matched.occurrence,
               digest = staged.digest, changed_at = :at, gone_at = NULL
        FROM matched JOIN staged_shipment AS staged ON staged.position = matched.position
        WHERE shipment.id = matched.id AND NOT matched.is_new
              AND (shipment.digest <> staged.digest OR shipment.manifest_id <> matched.manifest_id
                   OR shipment.gone_at IS NOT NULL)
        """,  # noqa: S608 - names of our own columns
        {"at": at},
    ).rowcount
    db.execute(
        "UPDATE shipment SET position = matched.position FROM matched"
        " WHERE shipment.id = matched.id AND shipment.position <> matched.position"
    )
    return changed


def _insert_new(db: sqlite3.Connection, day_id: int, at: str) -> None:
    db.execute(
        f"""
        INSERT INTO shipment (id, day_id, manifest_id, position, occurrence, digest, first_seen_at, changed_at,
                              {_COLUMNS})
        SELECT matched.id, :day, matched.manifest_id, matched.position, matched.occurrence, staged.digest, :at, :at,
               {", ".join(f"staged.{name}" for name in STORED_COLUMNS)}
        FROM matched JOIN staged_shipment AS staged ON staged.position = matched.position
        WHERE matched.is_new ORDER BY matched.position
        """,  # noqa: S608 - names of our own columns
        {"day": day_id, "at": at},
    )


def _mark_gone(db: sqlite3.Connection, day_id: int, at: str) -> int:
    gone = db.execute(
        "UPDATE shipment SET gone_at = :at WHERE day_id = :day AND gone_at IS NULL"
        " AND id NOT IN (SELECT id FROM matched)"
        " AND number NOT IN (SELECT number FROM skipped WHERE day_id = :day AND number IS NOT NULL)"
        " AND NOT EXISTS (SELECT 1 FROM skipped JOIN manifest ON manifest.id = shipment.manifest_id"
        "   WHERE skipped.day_id = :day AND skipped.number IS NULL"
        "   AND (skipped.manifest IS NULL OR (skipped.manifest = manifest.key AND skipped.fields = :list)))",
        {"day": day_id, "at": at, "list": "envios"},  # a list that could not be read may hold each one of them
    ).rowcount
    db.execute(
        "INSERT INTO shipment_history (shipment_id, at, kind, status_id, status)"
        " SELECT id, :at, :kind, status_id, status FROM shipment WHERE day_id = :day AND gone_at = :at",
        {"day": day_id, "at": at, "kind": HistoryKind.GONE},
    )
    return gone


def _write_documents(db: sqlite3.Connection) -> None:
    """Write text and raw form of what is new or changed; what did not change is left alone, index and all."""
    for table, column in (("shipment_document", "raw"), ("shipment_text", "folded")):
        db.execute(
            f"""
            INSERT INTO {table} (id, {column})
            SELECT matched.id, staged.{column} FROM matched JOIN staged_shipment AS staged
                   ON staged.position = matched.position
            WHERE matched.is_new
            """  # noqa: S608 - our own names
        )
        db.execute(
            f"""
            UPDATE {table} SET {column} = staged.{column}
            FROM matched JOIN staged_shipment AS staged ON staged.position = matched.position
            WHERE {table}.id = matched.id AND NOT matched.is_new AND {table}.{column} <> staged.{column}
            """  # noqa: S608 - our own names
        )


def _count_copies(db: sqlite3.Connection, day_id: int) -> None:
    db.execute(
        """
        UPDATE shipment SET copies = counted.copies
        FROM (SELECT number, count(*) AS copies FROM shipment WHERE day_id = :day AND gone_at IS NULL GROUP BY number)
             AS counted
        WHERE shipment.day_id = :day AND shipment.number = counted.number AND shipment.copies <> counted.copies
        """,
        {"day": day_id},
    )
