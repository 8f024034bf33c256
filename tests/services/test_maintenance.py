"""The caretaker: what it does when, whatever fails, and one at a time."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from app.board.board_file import board_problem
from app.credentials.credentials import Credentials, SessionVault
from app.domain.contract.manifests import Manifest, ReceivedManifest
from app.domain.days import Day
from app.domain.errors import AppError, SettingsError, StoreBusyError
from app.domain.reception.recovery import Recovery
from app.domain.texts import Text
from app.facts.file.generations import newest_file
from app.facts.loads.day_answer import DayAnswer
from app.facts.maintenance import MaintenanceTask, last_run, maintenance_lock
from app.facts.recovery.backups import backups, taken_at
from app.facts.recovery.recovery_log import save_recovery
from app.services.app_context import AppContext
from app.services.maintenance import disk_space, maintenance_thread
from app.services.maintenance.maintenance_thread import MaintenanceEvents, MaintenanceThread
from app.store.save_day import save_day
from app.store.writer import Writer
from app.threads import OnceReporter
from tests.database import board_file, connected, wait_until_derived
from tests.systems import not_under_wine
from tests.waiting import wait_until

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)  # in Bogotá
ZONE = "America/Bogota"


@dataclass(frozen=True)
class Place(AppContext):
    """An AppContext whose clock is set by the test."""

    clock: Callable[[], datetime]

    def now(self) -> datetime:
        return self.clock()


class Office:
    """A folder with days in it, and what its caretaker says."""

    def __init__(self, folder: Path) -> None:
        self.now = NOON
        self.seconds = 0.0
        credentials = Credentials({}, SessionVault(), SessionVault())
        self.place = Place(folder, {}, credentials, lambda: self.now)
        self.path = self.place.database
        self.purged: list[datetime] = []
        self.problems: list[Text] = []
        self.disk_problems: list[Text] = []
        self.bugs: list[BaseException] = []
        self.change_settings(time_zone=ZONE)

    def change_settings(self, **settings: object) -> None:
        self.place.settings_file.write(settings)

    def put(self, writer: Writer, *dates: str, came: datetime | None = None) -> None:
        """Load days, each at its own noon unless said otherwise."""
        for one in dates:
            received = DayAnswer(writer.path, Day("A", date.fromisoformat(one)))
            received.take_manifest(ReceivedManifest(0, Manifest(), "{}"))
            save_day(writer, received, came or datetime.fromisoformat(f"{one}T17:00:00+00:00"))

    def days(self, path: Path | None = None) -> list[str]:
        """Return the days of the store, or of a copy of its facts."""
        table, file = ("day", connected(self.path)) if path is None else ("load", closing(sqlite3.connect(path)))
        with file as db:
            return [row[0] for row in db.execute(f"SELECT date FROM {table} ORDER BY date")]

    def copies(self) -> list[datetime | None]:
        """Return when the copies were taken."""
        return [taken_at(self.path, one) for one in backups(self.path, self.now)]

    def last_run(self, writer: Writer, care: MaintenanceTask) -> datetime | None:
        found = writer.read(lambda db: last_run(db, care)).result()
        return found.at if found else None

    def maintenance(self, writer: Writer, reporter: OnceReporter | None = None) -> MaintenanceThread:
        return MaintenanceThread(
            self.place,
            writer,
            MaintenanceEvents(
                on_problem=self.problems.append,
                on_disk_problem=self.disk_problems.append,
                on_bug=self.bugs.append,
                on_purged=lambda: self.purged.append(self.now),
                reporter=reporter or OnceReporter(),
            ),
            lambda: self.seconds,
        )

    @contextmanager
    def caring(self, writer: Writer) -> Iterator[MaintenanceThread]:
        maintenance = self.maintenance(writer)
        maintenance.start()
        try:
            yield maintenance
        finally:
            maintenance.stop()
            assert not self.bugs

    def care(self, writer: Writer, until: Callable[[], bool]) -> None:
        """Have the caretaker work until it is so."""
        with self.caring(writer):
            wait_until(until)


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path / "data")


def test_old_days_go_at_the_start_and_the_rest_is_copied(office: Office) -> None:
    with Writer(office.path) as writer:
        office.put(writer, "2026-08-21", "2026-08-22", "2026-11-20")
        office.care(writer, lambda: bool(backups(office.path)))
        assert office.days() == ["2026-08-22", "2026-11-20"]  # 90 days before the site's day
        assert office.last_run(writer, MaintenanceTask.CHECK) == NOON
        assert office.last_run(writer, MaintenanceTask.REWRITE) is None
        assert office.purged == [NOON]
        (copy,) = backups(office.path)
        assert office.days(copy) == ["2026-08-22", "2026-11-20"]


@pytest.mark.parametrize(("day_ends_at", "in_utc"), [("00:00", 5), ("08:00", 13)])
def test_a_day_goes_after_the_end_of_the_sites_day_and_from_the_copies_too(
    office: Office, day_ends_at: str, in_utc: int
) -> None:
    office.change_settings(time_zone=ZONE, day_ends_at=day_ends_at)
    with Writer(office.path) as writer:
        office.put(writer, "2026-08-22", "2026-11-20")
        with office.caring(writer) as maintenance:
            wait_until(lambda: bool(backups(office.path)))
            (copy,) = backups(office.path)
            office.now = datetime(2026, 11, 21, in_utc - 1, 59, tzinfo=UTC)
            maintenance.look_soon()
            assert office.days() == ["2026-08-22", "2026-11-20"]
            office.now = datetime(2026, 11, 21, in_utc, 1, tzinfo=UTC)
            maintenance.look_soon()
            wait_until(lambda: bool(office.purged))
            assert office.days() == office.days(copy) == ["2026-11-20"]


def test_a_shorter_time_counts_at_once_but_for_what_was_just_loaded(office: Office) -> None:
    with Writer(office.path) as writer:
        office.put(writer, "2026-11-01", "2026-11-20")
        office.put(writer, "2026-01-01", came=NOON - timedelta(hours=1))
        with office.caring(writer) as maintenance:
            wait_until(lambda: bool(backups(office.path)))
            assert len(office.days()) == 3
            office.change_settings(retention_days=7)
            maintenance.look_soon()
            wait_until(lambda: bool(office.purged))
        assert office.days() == ["2026-01-01", "2026-11-20"]


def test_an_old_day_that_was_asked_for_stays_as_long_as_any_that_was_loaded_with_it(office: Office) -> None:
    office.change_settings(time_zone=ZONE, retention_days=7)
    with Writer(office.path) as writer:
        office.put(writer, "2026-01-01", "2026-11-20", came=NOON - timedelta(hours=1))
        office.now += timedelta(days=7)
        office.care(writer, lambda: office.last_run(writer, MaintenanceTask.PURGE) == office.now)
        assert office.days() == ["2026-01-01", "2026-11-20"]
        office.now += timedelta(days=1)
        office.care(writer, lambda: bool(office.purged))
        assert office.days() == []


def test_a_clock_that_leaps_ahead_has_to_stay_there_for_a_day(office: Office) -> None:
    with Writer(office.path) as writer:
        office.put(writer, "2026-11-20")
        office.care(writer, lambda: office.now in office.copies())
        office.now = NOON + timedelta(days=3650)
        office.care(writer, lambda: office.now in office.copies())
        assert (office.days(), office.purged) == (["2026-11-20"], [])
        office.now = NOON + timedelta(days=2)  # somebody has set it right
        office.care(writer, lambda: office.now in office.copies())
        office.now += timedelta(hours=1)
        office.care(writer, lambda: True)
        assert (office.days(), office.copies()) == (["2026-11-20"], [NOON + timedelta(days=2), NOON])
        office.now = NOON + timedelta(days=365)
        office.care(writer, lambda: office.last_run(writer, MaintenanceTask.LEAP) == office.now)
        assert office.days() == ["2026-11-20"]
        office.now += timedelta(days=1, minutes=1)
        office.care(writer, lambda: bool(office.purged))
        assert office.days() == []


def test_a_clock_that_is_ahead_at_the_first_purge_has_to_stay_there_for_a_day(office: Office) -> None:
    with Writer(office.path) as writer:
        office.put(writer, "2026-11-20")
        office.now = NOON + timedelta(days=3650)
        office.care(writer, lambda: bool(backups(office.path)))
        assert (office.days(), office.purged) == (["2026-11-20"], [])
        office.now += timedelta(days=1, minutes=1)
        office.care(writer, lambda: bool(office.purged))
        assert office.days() == []


@not_under_wine  # to list a file as a folder has another number there
def test_a_failure_is_reported_once_and_retried_in_an_hour(office: Office) -> None:
    with Writer(office.path) as writer:
        office.put(writer, "2026-11-20")
        folder = office.path.parent / "backups"
        folder.write_text("in the way")
        with office.caring(writer) as maintenance:
            wait_until(lambda: bool(office.problems))
            (said,) = office.problems
            assert str(said).startswith("The data could not be copied. Despacho tries again in an hour.")
            folder.unlink()
            maintenance.look_soon()
            office.seconds = 3599
            maintenance.look_soon()
            assert not folder.exists()
            office.seconds = 3601
            maintenance.look_soon()
            wait_until(lambda: bool(backups(office.path)))
        assert len(office.problems) == 1


def test_one_process_at_a_time_cares(office: Office) -> None:
    with Writer(office.path) as writer:
        office.put(writer, "2026-08-01", "2026-11-20")
        with office.caring(writer) as maintenance:
            wait_until(lambda: bool(backups(office.path)))
        office.now += timedelta(days=2)
        with maintenance_lock(office.path) as is_ours:
            assert is_ours
            with office.caring(writer) as maintenance:
                maintenance.look_soon()
                with maintenance_lock(office.path) as is_theirs:
                    assert not is_theirs
        assert len(backups(office.path)) == 1
        office.care(writer, lambda: len(backups(office.path)) == 2)


def test_damage_that_the_check_finds_is_restored(office: Office) -> None:
    reported: list[Recovery] = []
    with Writer(office.path) as writer:
        office.put(writer, "2026-11-20")
        office.care(writer, lambda: bool(backups(office.path)))
        writer.write(lambda db: db.execute("UPDATE care SET at = '2020-01-01T00:00:00.000000Z' WHERE kind = 'check'"))
        writer.write(lambda db: db.execute("PRAGMA writable_schema = ON"))
        writer.write(lambda db: db.execute("DELETE FROM sqlite_master WHERE name = 'load_day'"))
        writer.on_recovered(reported.append)
        office.care(writer, lambda: bool(reported))
        wait_until_derived(writer)
        assert newest_file(office.path).name == "facts.generation-2.sqlite"
        assert office.days() == ["2026-11-20"]


def test_nothing_is_written_anew_while_notifications_come(office: Office) -> None:
    with Writer(office.path) as writer:
        office.put(writer, "2026-08-01", "2026-11-20")
        writer.write(
            lambda db: db.execute(
                "INSERT INTO notification (received_at, outcome, headers, body) VALUES (?, 'quarantined', '[]', x'')",
                ((NOON - timedelta(minutes=4)).isoformat(),),
            )
        )
        with office.caring(writer) as maintenance:
            wait_until(lambda: bool(backups(office.path)))
            assert office.last_run(writer, MaintenanceTask.REWRITE) is not None
            office.now += timedelta(minutes=2)
            maintenance.look_soon()
            wait_until(lambda: office.last_run(writer, MaintenanceTask.REWRITE) is None)


def test_a_bug_in_one_task_keeps_the_others_from_nothing(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    with Writer(office.path) as writer:
        office.put(writer, "2026-08-01", "2026-11-20")
        monkeypatch.setattr(maintenance_thread, "integrity_problem", fail)
        with office.caring(writer):
            wait_until(lambda: bool(backups(office.path)))
            assert [type(one) for one in office.bugs] == [ZeroDivisionError]
            office.bugs.clear()
        assert office.days() == ["2026-11-20"]


def test_a_check_that_failed_at_the_start_is_tried_again(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreBusyError(Text("Test", "Locked."))

    with Writer(office.path) as writer:
        office.put(writer, "2026-11-20")
        office.care(writer, lambda: office.last_run(writer, MaintenanceTask.CHECK) is not None)
        looks: list[bool] = []
        with monkeypatch.context() as patching:
            patching.setattr(maintenance_thread, "integrity_problem", fail)
            maintenance = office.maintenance(writer)
            maintenance._look()
        assert len(office.problems) == 1
        monkeypatch.setattr(maintenance_thread, "integrity_problem", lambda _path, thorough: looks.append(thorough))
        maintenance._look()
        assert looks == []  # only after an hour
        office.seconds += 3600
        maintenance._look()
        maintenance._look()
        assert looks == [False]


def test_a_board_with_an_index_that_lost_its_rows_is_derived_anew(office: Office) -> None:
    with Writer(office.path) as writer:
        office.put(writer, "2026-11-19", "2026-11-20")
        office.care(writer, lambda: office.last_run(writer, MaintenanceTask.CHECK) is not None)
    torn = board_file(office.path)
    with closing(sqlite3.connect(torn)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_day_1'").fetchone()
    with torn.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(bytes.fromhex("0a 0000 0000 1000 00"))  # an index page without entries
    with Writer(office.path) as writer:
        office.care(writer, lambda: board_file(office.path) != torn)
        wait_until_derived(writer)
        assert office.days() == ["2026-11-19", "2026-11-20"]
        assert board_problem(office.path) is None


def test_unreadable_settings_are_reported_once(office: Office) -> None:
    reported: list[AppError] = []
    with Writer(office.path) as writer:
        maintenance = office.maintenance(writer, OnceReporter(reported.append))
        office.place.settings_file.path.write_text("no TOML", encoding="utf-8")
        maintenance._look()
        maintenance._look()
    assert [type(one) for one in reported] == [SettingsError]


def test_after_a_recovery_the_data_is_copied_at_once(office: Office) -> None:
    with Writer(office.path) as writer:
        office.put(writer, "2026-11-20")
        office.care(writer, lambda: len(backups(office.path)) == 1)
        office.now += timedelta(hours=1)
        recovery = Recovery(office.now, "malformed", "facts.sqlite", NOON, 0, 0, NOON)
        writer.read(lambda db: save_recovery(db, recovery)).result()
        office.now += timedelta(seconds=1)
        with office.caring(writer) as maintenance:
            wait_until(lambda: office.now in office.copies())
            taken = office.copies()
            office.now += timedelta(seconds=1)
            maintenance.look_soon()
        assert office.copies() == taken


def test_a_disk_that_is_almost_full_is_reported_once_a_day(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk_space, "LEAST_FREE", 10**18)
    with Writer(office.path) as writer, office.caring(writer) as maintenance:
        wait_until(lambda: len(office.disk_problems) == 1)
        for seconds in (30.0, 86_000.0):
            office.seconds = seconds
            maintenance._look_at_disk()
        assert len(office.disk_problems) == 1
        office.seconds = 90_000.0
        maintenance.look_soon()
        wait_until(lambda: len(office.disk_problems) == 2)
    assert "The disk is almost full" in str(office.disk_problems[1])


def test_neither_a_disk_with_enough_space_nor_a_folder_or_settings_that_cannot_be_read_are_reported(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk_space, "LEAST_FREE", 0)
    with Writer(tmp_path / "other" / "facts.sqlite") as writer:
        maintenance = office.maintenance(writer)
        maintenance._look_at_disk()
        monkeypatch.setattr(disk_space, "MOST_DATA", -1)
        office.place.settings_file.path.write_text("no TOML", encoding="utf-8")
        maintenance._look_at_disk()  # `_look` reports the settings
        shutil.rmtree(office.path.parent)
        maintenance._look_at_disk()
    assert office.disk_problems == []
