"""A day's real file, with and without a backup in the middle of it."""

import json
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from app.domain.follow_ups import FollowUpEdit
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.facts.file.generations import newest_file
from app.facts.file.opening import FILE_NAME
from app.facts.recovery.backups import back_up
from app.follow_ups.edits import save_edit
from app.store.writer import Writer
from tests.temporary_store import Store, envio

SHIPMENTS = 600
BEFORE = range(1, 301)
"""The visits that are notified before the backup."""
SINCE = range(301, 601)
"""The visits that are notified after it."""


def body(visit: int) -> bytes:
    """Return a notification; each has one visit of its own."""
    data = {
        "visita_id": visit,
        "estado_nuevo": "completada",
        "numero_seguimientos": [f"N{visit:05}"],
        "nota": "x" * 600,
    }
    return json.dumps({"timestamp": "2026-11-20T12:00:05.000000", "data": data}).encode()


@dataclass(frozen=True)
class Day:
    """A data folder."""

    folder: Path

    @property
    def path(self) -> Path:
        return self.folder / FILE_NAME

    @classmethod
    def made(cls, folder: Path) -> "Day":
        """Make a day with a backup in the middle; a copy of it is what a test damages."""
        day = cls(folder)
        with Writer(day.path) as writer:
            store = Store(writer)
            store.load({9001: [envio(f"N{nth:05}", destinatario=f"Ana {nth}" * 20) for nth in range(1, SHIPMENTS + 1)]})
            day._tell(store, BEFORE)
            back_up(day.path, datetime.now(UTC))
            day._tell(store, SINCE)
        return day

    def copied(self, folder: Path, *, with_backup: bool) -> "Day":
        """Return a copy, as its writer left it."""
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder, folder)
        if not with_backup:
            shutil.rmtree(folder / "backups", ignore_errors=True)
        return Day(folder)

    def kept(self) -> set[int]:
        """Return the visits that the store has now, each with its notification."""
        return self.visits_in(newest_file(self.path))

    @staticmethod
    def visits_in(file: Path) -> set[int]:
        """Return the visits that have a notification in a file of facts."""
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as db:
            return {row[0] for row in db.execute("SELECT visit_id FROM notification WHERE visit_id IS NOT NULL")}

    def follow_ups(self) -> int:
        """Return how many follow-ups the store has."""
        with closing(sqlite3.connect(f"{newest_file(self.path).as_uri()}?mode=ro", uri=True)) as db:
            return int(db.execute("SELECT count(*) FROM follow_up").fetchone()[0])

    def problem(self) -> str | None:
        """Return what a thorough check finds wrong with the store now."""
        with closing(sqlite3.connect(f"{newest_file(self.path).as_uri()}?mode=ro", uri=True)) as db:
            found = db.execute("PRAGMA integrity_check").fetchall()
            found += db.execute("PRAGMA foreign_key_check").fetchall()
        return None if found == [("ok",)] else str(found)

    @staticmethod
    def readable(file: Path, most: int = max(SINCE)) -> set[int]:
        """Return the visits whose notifications can be read out of a damaged file one by one, as they were sent."""
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as db, suppress(sqlite3.DatabaseError):
            db.execute("PRAGMA writable_schema = ON")
            return {visit for visit in (_read(db, one) for one in range(1, most + 1)) if visit is not None}
        return set()

    def _tell(self, store: Store, visits: Iterable[int]) -> None:
        store.post(*map(body, visits))
        subjects = [Subject(Table.VISITS, one) for one in list(visits)[::30]]
        store.writer.write(
            lambda db: save_edit(db, subjects, FollowUpEdit(note="llamar"), datetime.now(UTC), "eva"), with_board=True
        )


def _read(db: sqlite3.Connection, row_id: int) -> int | None:
    try:
        row = db.execute("SELECT body FROM notification WHERE id = ?", (row_id,)).fetchone()
        visit = int(json.loads(row[0])["data"]["visita_id"]) if row else None
        return visit if visit is not None and row[0] == body(visit) else None
    except (sqlite3.DatabaseError, ValueError, TypeError, KeyError):
        return None
