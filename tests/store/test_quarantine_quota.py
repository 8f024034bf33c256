"""What is quarantined within an hour is kept whole up to a limit, then shortened, then only counted."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from app.board.reading.reader import Reader
from app.domain.contract.notifications import Received, content_of
from app.domain.contract.outcomes import KEPT_BYTES, Outcome, QuarantineReason, Shortened
from app.domain.errors import StoreBusyError
from app.domain.views.details import NotificationDetail
from app.facts import save_notification
from app.facts.file.connect import open_for_writing, write_lock
from app.facts.file.generations import newest_file
from app.facts.quarantine_quota import QuarantineLimits, QuarantineQuota, space_taken
from app.facts.recovery.salvage import salvage
from app.store import notification_ingest as ingest
from app.store.notification_ingest import NotificationIngest
from app.store.writer import Writer
from tests.database import wait_until_derived
from tests.temporary_store import DAY, Store, aviso, moment

STORED, DUPLICATE, QUARANTINED = Outcome
NOON = moment(0)
SMALL = QuarantineLimits(whole=25_000, disk=100_000, shortened_disk=120_000)
ROW = "SELECT length(body), size, digest, reason, repeats, headers, path FROM notification ORDER BY id"


class Junk:
    """A receiver's queue with small limits, to which bodies are handed over."""

    def __init__(self, store: Store, limits: QuarantineLimits = SMALL) -> None:
        self.store = store
        self.intake = NotificationIngest(store.writer, limits)

    def post(self, *bodies: bytes, at: datetime = NOON) -> list[Outcome]:
        headers = (("Host", "a"),)
        waiting = [self.intake.save(Received.read(body, at, headers, "/otra")) for body in bodies]
        return [one.result() for one in waiting]

    def rows(self) -> list[tuple[int, int | None, str | None, str, int, str, str | None]]:
        return self.store.writer.read(lambda db: db.execute(ROW).fetchall()).result()

    def sizes(self) -> list[tuple[int, int | None]]:
        """Return how many bytes are kept of each body, and of how many where it is not whole."""
        return [row[:2] for row in self.rows()]


@pytest.fixture
def junk(store: Store) -> Junk:
    return Junk(store)


def body(number: int, size: int = 10_000) -> bytes:
    return b"junk %d " % number + b"x" * (size - len(b"junk %d " % number))


def detail(store: Store, row: int) -> NotificationDetail:
    with Reader.opened(store.writer.path) as reader:
        found = reader.notification(row)
    assert found is not None
    return found


def test_beyond_the_limit_the_digest_the_size_and_the_beginning_are_kept(junk: Junk) -> None:
    assert junk.post(*(body(one) for one in range(4))) == [QUARANTINED] * 4
    third = body(2)
    assert junk.sizes() == [(10_000, None)] * 2 + [(KEPT_BYTES, 10_000)] * 2
    assert junk.rows()[2][1:] == (10_000, sha256(third).hexdigest(), "not_json", 0, "[]", None)
    shown = detail(junk.store, 3)
    assert shown.shortened == Shortened(10_000, sha256(third).hexdigest())
    mark = f"[shortened: the first 4096 of 10000 bytes, SHA-256 {sha256(third).hexdigest()}]"
    assert shown.body == third[:KEPT_BYTES].decode() + mark
    wait_until_derived(junk.store.writer)
    with Reader.opened(junk.store.writer.path) as reader:
        assert [row[2] for row in reader.exported_rejected(DAY.date)][1:3] == [body(1).decode(), shown.body]
        assert [one.is_shortened for one in reader.arrivals(0)] == [False, False, True, True]
        assert (reader.quarantined(), reader.shortened_at()) == (4, NOON)


def test_a_body_of_some_kilobytes_is_whole_beyond_the_limit_too(junk: Junk) -> None:
    junk.post(body(1), body(2), body(3), body(4, 3000))
    assert junk.rows()[3] == (3000, None, None, "not_json", 0, "[]", None)


def test_what_was_quarantined_before_a_restart_counts(junk: Junk) -> None:
    junk.post(body(1), body(2), at=NOON)
    again = Junk(junk.store)
    again.post(body(3), at=NOON + timedelta(minutes=59))
    assert junk.sizes()[2:] == [(KEPT_BYTES, 10_000)]


def test_after_an_hour_bodies_are_whole_again(junk: Junk) -> None:
    junk.post(body(1), at=NOON)
    junk.post(body(2), at=NOON + timedelta(minutes=30))
    junk.post(body(3), at=NOON + timedelta(minutes=60))
    junk.post(body(4), at=NOON + timedelta(minutes=60, seconds=1))
    junk.post(body(5), at=NOON + timedelta(minutes=61))
    whole, short = (10_000, None), (KEPT_BYTES, 10_000)
    assert junk.sizes() == [whole, whole, short, whole, short]


def test_beyond_a_second_limit_bodies_are_only_counted(junk: Junk) -> None:
    many = [body(one) for one in range(50)]
    assert junk.post(*many[:30]) + junk.post(*many[30:]) == [QUARANTINED] * 50
    kept = [row for row in junk.rows() if row[2] is not None or row[1] is None]
    (nth,) = [nth for nth, row in enumerate(junk.rows()) if row not in kept]
    counted = junk.rows()[nth]
    assert 10 < len(kept) < 25
    left = 50 - len(kept)
    assert counted == (0, left * 10_000, None, QuarantineReason.TOO_MUCH, left - 1, "[]", None)
    shown = detail(junk.store, nth + 1)
    assert (shown.shortened, shown.outcome) == (Shortened(left * 10_000, None, left), QUARANTINED)
    assert shown.body == f"[only counted: {left} bodies of {left * 10_000} bytes in all]"


def test_a_restart_counts_on_and_the_next_hour_counts_anew(junk: Junk) -> None:
    limits = QuarantineLimits(whole=0, disk=0, shortened_disk=0)
    for minute in (0, 30, 59):
        Junk(junk.store, limits).post(body(minute), at=NOON + timedelta(minutes=minute))
    later = Junk(junk.store, limits)
    for minute in (61, 62):
        later.post(body(minute), at=NOON + timedelta(minutes=minute))
    assert [(row[1], row[4]) for row in junk.rows()] == [(30_000, 2), (20_000, 1)]


def test_valid_notifications_are_kept_whole_however_many_there_are(junk: Junk) -> None:
    junk.post(*(body(one) for one in range(40)))
    before = len(junk.rows())
    real = [aviso(visit, direccion="x" * 5000) for visit in range(1, 40)]
    assert junk.post(*real) == [STORED] * 39
    assert [row[:2] for row in junk.rows()[before:]] == [(len(one), None) for one in real]


def test_other_contents_under_one_key_are_limited_and_keep_their_status(junk: Junk) -> None:
    first = aviso(1)
    others = [aviso(1, estado_nuevo="falso_flete", direccion=f"{one}" + "y" * 9_990) for one in range(40)]
    assert junk.post(first, *others) == [STORED] + [DUPLICATE] * 40
    kept = [length for length, *_ in junk.rows()[1:]]
    assert kept[:2] == [len(one) for one in others[:2]]
    assert set(kept[2:-1]) == {KEPT_BYTES, 0}
    assert junk.rows()[-1][:4] == (0, len(others[-1]), sha256(others[-1]).hexdigest(), QuarantineReason.OTHER_CONTENT)
    assert detail(junk.store, 41).body.startswith("[shortened: the first 0 of")
    wait_until_derived(junk.store.writer)
    with Reader.opened(junk.store.writer.path) as reader:
        assert {one.visit_id for one in reader.arrivals(1)} == {None}  # set aside, and no failed visit
        assert [one.is_shortened for one in reader.arrivals(40)] == [True]
    status = "SELECT status FROM notification WHERE id > 1"
    assert set(junk.store.writer.read(lambda db: db.execute(status).fetchall()).result()) == {("falso_flete",)}
    before = junk.rows()
    assert junk.post(others[-1], others[-2]) == [DUPLICATE] * 2
    assert [row[:4] for row in junk.rows()] == [row[:4] for row in before]
    with closing(open_for_writing(junk.store.writer.path.with_name("facts-2.sqlite"))) as db:
        salvage(db, newest_file(junk.store.writer.path))
        assert [row[:4] for row in db.execute(ROW)] == [row[:4] for row in before]
        assert set(db.execute(status)) == {("falso_flete",)}


def test_a_further_content_is_compared_with_a_limited_number(junk: Junk, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = list[bytes]()

    def counted(body: bytes) -> str:
        compared.append(body)
        return content_of(body)

    junk.post(*(aviso(1, direccion=f"{one}") for one in range(60)))
    monkeypatch.setattr("app.facts.save_notification.content_of", counted)
    junk.post(aviso(1, direccion="another"))
    assert len(compared) == 22


def test_a_shortened_body_is_not_applied_even_if_its_beginning_can_be_read(junk: Junk) -> None:
    begun = aviso(7).ljust(KEPT_BYTES) + b"and more " * 1000
    junk.post(body(1), body(2), begun)
    assert junk.sizes()[2] == (KEPT_BYTES, len(begun))
    assert junk.intake.apply_again(3, moment(40)) is QUARANTINED
    assert junk.rows()[2][3] == "not_json"
    with closing(open_for_writing(junk.store.writer.path.with_name("facts-2.sqlite"))) as db:
        assert salvage(db, newest_file(junk.store.writer.path)).notifications == 3
        assert db.execute(ROW).fetchall() == junk.rows()


def test_what_is_only_counted_is_salvaged_once(junk: Junk) -> None:
    junk.post(*(body(one) for one in range(40)))
    with closing(open_for_writing(junk.store.writer.path.with_name("facts-2.sqlite"))) as db:
        salvage(db, newest_file(junk.store.writer.path))
        own = "INSERT INTO notification (received_at, outcome, headers, body) VALUES ('', 'quarantined', '', x'00')"
        db.execute(own)  # so that the file is read from its first row again
        salvage(db, newest_file(junk.store.writer.path))
        assert db.execute(ROW).fetchall()[:-1] == junk.rows()


def test_what_a_lock_kept_from_the_disk_does_not_count(junk: Junk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ingest, "_LOCK_TIMEOUT_SECONDS", 0.1)
    real = save_notification._insert

    def insert_and_fail(db: sqlite3.Connection, some: Sequence[Received], quota: QuarantineQuota | None) -> None:
        real(db, some, quota)
        raise sqlite3.OperationalError("disk I/O error")

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    for module, name, failing in ((save_notification, "_insert", insert_and_fail), (ingest, "append_entries", fail)):
        with monkeypatch.context() as patched:
            patched.setattr(module, name, failing)
            failed = [junk.intake.save(Received.read(body(one), NOON)) for one in range(4)]
            assert all(one.batch.exception() for one in failed)
    with write_lock(junk.store.writer.path):
        assert isinstance(junk.intake.save(Received.read(body(5), NOON)).batch.exception(), StoreBusyError)
    junk.post(body(6), body(7))
    assert junk.sizes() == [(10_000, None)] * 2


def test_a_clock_that_is_set_back_starts_the_hour_anew(junk: Junk) -> None:
    junk.post(body(1), body(2), body(3), at=NOON + timedelta(hours=5))
    junk.post(body(4), body(5), body(6), at=NOON)
    whole, short = (10_000, None), (KEPT_BYTES, 10_000)
    assert junk.sizes() == [whole, whole, short] * 2


@pytest.mark.parametrize("size", [1, 300, 1900, 2100, 3900, 4100, 6000, 10_000, 100_000])
def test_the_space_that_a_body_takes_is_known(path: Path, size: int) -> None:
    many = max(60, min(3000, 1_000_000 // size))
    with Writer(path) as writer:
        junk = Junk(Store(writer), QuarantineLimits(10**9, 10**9, 10**9))
        before = writer.read(lambda db: db.execute("PRAGMA page_count").fetchone()[0]).result()
        for start in range(0, many, 500):
            junk.post(*(body(one, size + 10)[:size] for one in range(start, min(many, start + 500))))
        wait_until_derived(writer)
        grown = (writer.read(lambda db: db.execute("PRAGMA page_count").fetchone()[0]).result() - before) * 4096
    reckoned = many * space_taken(size + len('[["Host", "a"]]') + len("/otra"))
    assert 0.92 < reckoned / grown < 1.15


def test_the_log_of_the_file_stays_small_whatever_waits_at_once(store: Store, path: Path) -> None:
    intake = NotificationIngest(store.writer)
    for waiting in ([intake.save(Received.read(b"%d" % nth * 500_000, NOON)) for nth in range(24)] for _ in range(2)):
        assert {one.result() for one in waiting} == {QUARANTINED}
    for last in (b"last but one", b"last"):  # the first has the log emptied, the second begins it anew
        wait_until_derived(store.writer)  # who reads meanwhile keeps the log from its start
        assert intake.save(Received.read(last, NOON)).result() == QUARANTINED
    assert newest_file(path).with_name(f"{newest_file(path).name}-wal").stat().st_size <= 4_000_000
