"""What doctor finds in a data folder: each thing that is wrong is found, and nothing is written."""

import os
import shutil
import sys
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from app.domain.reception.gaps import GAP_TEXTS, Gap, GapCause
from app.domain.reception.recovery import Recovery
from app.domain.reception.refusals import WrongTokens
from app.facts.file.database import utc_text
from app.facts.gaps import Heartbeat, save_gap, save_heartbeat
from app.facts.maintenance import LastRun, MaintenanceTask, save_last_run
from app.facts.recovery.backups import back_up
from app.facts.recovery.recovery_log import save_recovery
from app.services.diagnostics.data_folder_checks import Check, check_data, utc_minute
from app.services.maintenance import disk_space
from app.settings import SettingsFile
from app.store.writer import Writer

NOW = datetime.now(UTC)


def found(writer: Writer, now: datetime = NOW) -> dict[str, Check]:
    """Look, and see that nothing was written."""
    folder = writer.path.parent
    before = {one: one.stat().st_mtime_ns for one in folder.rglob("*") if not one.name.endswith("-shm")}
    checks = {one.name: one for one in check_data(writer.path, SettingsFile(folder, {}).read, folder / "log", now)}
    after = {one: one.stat().st_mtime_ns for one in folder.rglob("*") if not one.name.endswith("-shm")}
    assert after == before
    return checks


def wrong(writer: Writer, now: datetime = NOW) -> dict[str, str]:
    return {name: str(one.text) for name, one in found(writer, now).items() if not one.works}


def test_a_new_store_has_nothing_wrong(writer: Writer) -> None:
    assert wrong(writer) == {}


def test_a_copy_and_a_check_are_missed_after_a_while_and_not_before(writer: Writer) -> None:
    assert set(wrong(writer, NOW + timedelta(days=3))) == {"backups"}
    assert set(wrong(writer, NOW + timedelta(days=15))) == {"backups", "check"}
    assert "no copy" in wrong(writer, NOW + timedelta(days=3))["backups"]
    back_up(writer.path, NOW)
    writer.write(lambda db: save_last_run(db, MaintenanceTask.CHECK, LastRun(NOW)))
    assert wrong(writer, NOW + timedelta(days=1)) == {}
    assert "Copies of the data: 1. The newest" in str(found(writer)["backups"].text)
    assert f"{NOW:%Y-%m-%d %H:%M} UTC" in wrong(writer, NOW + timedelta(days=3))["backups"]


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_a_folder_or_settings_that_others_can_read_are_found(writer: Writer) -> None:
    folder = writer.path.parent
    folder.chmod(0o750)
    assert f"chmod 700 {folder}" in wrong(writer)["folder"]
    folder.chmod(0o700)
    (folder / "settings.toml").touch(0o644)
    assert wrong(writer) == {}  # unreachable
    folder.chmod(0o1777)
    assert "chmod 600" in wrong(writer)["folder"]
    (folder / "settings.toml").chmod(0o600)
    assert wrong(writer) == {}
    assert f"Other users use the folder {folder} too" in str(found(writer)["folder"].text)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_found(writer: Writer) -> None:
    writer.path.parent.chmod(0o500)
    try:
        assert "cannot be written" in wrong(writer)["folder"]
    finally:
        writer.path.parent.chmod(0o700)


def test_a_copy_that_is_damaged_is_found(writer: Writer) -> None:
    copy = back_up(writer.path, NOW)
    copy.write_bytes(b"by hand" * 1000)
    assert str(copy) in wrong(writer)["backups"]


def test_a_disk_that_is_almost_full_is_found(writer: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(writer.path.parent)
    monkeypatch.setattr(disk_space, "LEAST_FREE", usage.total * 2)
    assert "almost full" in wrong(writer)["disk"]


def test_data_that_takes_much_of_the_disk_is_found(writer: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = writer.path.parent
    (folder / "damaged").mkdir()
    (folder / "damaged" / "facts-1.sqlite").write_bytes(bytes(3_000_000))
    (folder / "another program's").write_bytes(bytes(9_000_000))
    monkeypatch.setattr(disk_space, "LEAST_FREE", 0)
    monkeypatch.setattr(disk_space, "MOST_DATA", 9_000_000)
    assert "disk" not in wrong(writer)
    monkeypatch.setattr(disk_space, "MOST_DATA", 3_000_000)
    (folder / "settings.toml").write_text("retention_days = 21", encoding="utf-8")
    said = wrong(writer)["disk"]
    assert "The data takes 3 MB" in said
    assert "Keep fewer days than now (21)" in said
    (folder / "settings.toml").write_text("no TOML", encoding="utf-8")
    assert "settings.toml is no valid TOML" in wrong(writer)["disk"]


def test_a_clock_that_was_set_back_is_found(writer: Writer) -> None:
    writer.write(lambda db: save_heartbeat(db, Heartbeat(NOW + timedelta(hours=2), "one", 8750)))
    assert "set back" in wrong(writer)["clock"]
    assert wrong(writer, NOW + timedelta(hours=1, minutes=56)) == {}


def test_a_recovery_is_reported_and_nothing_is_wrong(writer: Writer) -> None:
    recovery = Recovery(NOW, "malformed", "facts.sqlite", NOW, 3, 1, NOW - timedelta(hours=1))
    writer.read(lambda db: save_recovery(db, recovery)).result()
    check = found(writer)["recovery"]
    assert "notifications 3, notes 1" in str(check.text)
    assert check.is_news
    assert not found(writer, NOW + timedelta(days=31))["recovery"].is_news
    assert wrong(writer) == {}


def test_reception_gaps_of_the_last_days_are_named_and_nothing_is_wrong(writer: Writer) -> None:
    assert not found(writer)["gaps"].is_news
    for hours in (30, 20):
        gap = Gap(NOW - timedelta(hours=hours), NOW - timedelta(hours=hours - 1), GapCause.CLOSED)
        writer.write(partial(save_gap, gap=gap))
    check = found(writer)["gaps"]
    assert check.is_news
    assert f"seven days: 2. The last one was from {utc_minute(NOW - timedelta(hours=20))} to" in str(check.text)
    assert str(GAP_TEXTS[GapCause.CLOSED]) in str(check.text)
    assert not found(writer, NOW + timedelta(days=7))["gaps"].is_news
    assert wrong(writer) == {}


def test_a_bug_is_reported_for_a_day_and_nothing_is_wrong(writer: Writer) -> None:
    log = writer.path.parent / "log"
    log.mkdir()
    (log / "crash-20261121-120000.txt").write_text("a bug", encoding="utf-8")
    assert "crash-20261121-120000.txt" in str(found(writer)["reports"].text)
    assert wrong(writer) == {}
    assert "no internal error" in str(found(writer, NOW + timedelta(days=1, hours=1))["reports"].text)


def test_what_is_set_aside_is_counted(writer: Writer) -> None:
    assert "No notification" in str(found(writer)["notifications"].text)
    writer.write(
        lambda db: db.execute(
            "INSERT INTO notification (received_at, outcome, headers, body) VALUES (?, 'quarantined', '', x'00')",
            (utc_text(NOW),),
        )
    )
    assert str(found(writer)["notifications"].text).startswith("Notifications set aside: 1.")


def test_much_that_was_set_aside_within_an_hour_is_news_for_a_day(writer: Writer) -> None:
    writer.write(
        lambda db: db.execute(
            "INSERT INTO notification (received_at, outcome, headers, body, size)"
            " VALUES (?, 'quarantined', '', x'', 9)",
            (utc_text(NOW),),
        )
    )
    check = found(writer)["notifications"]
    assert (check.works, check.is_news) == (True, True)
    assert "More than 50 MB were set aside" in str(check.text)
    assert "More than" not in str(found(writer, NOW + timedelta(days=1))["notifications"].text)


def test_notifications_that_are_refused_for_their_token_are_wrong_until_they_are_not(writer: Writer) -> None:
    refused = Heartbeat(NOW, "one", 8750, WrongTokens(refused_since=NOW - timedelta(hours=1)))
    writer.write(lambda db: save_heartbeat(db, refused))
    assert "receiver-token-next" in wrong(writer)["token"]
    assert f"{refused.wrong_tokens.refused_since:%Y-%m-%d %H:%M} UTC" in wrong(writer)["token"]
    writer.write(lambda db: save_heartbeat(db, Heartbeat(NOW + timedelta(hours=1), "two", 9000)))
    assert "token" not in wrong(writer, NOW + timedelta(hours=1))  # another receiver took its place
    writer.write(lambda db: save_heartbeat(db, refused._replace(at=NOW + timedelta(hours=1))))
    assert "token" in wrong(writer, NOW + timedelta(hours=1))
    writer.write(lambda db: save_heartbeat(db, Heartbeat(NOW + timedelta(hours=1), "one", 8750)))
    assert "token" not in wrong(writer, NOW + timedelta(hours=1))
