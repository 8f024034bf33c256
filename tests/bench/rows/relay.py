"""Facts shared over a relay: what it costs a receiver, and how soon another desk has them."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from app.credentials.credentials import Credentials, SessionVault
from app.domain.follow_ups import FollowUpEdit
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.facts.file.opening import FILE_NAME
from app.services.app_context import AppContext
from app.services.relaying.sharing import Sharing
from app.store.follow_ups import FollowUps
from app.store.writer import Writer
from tests.bench.days import DAY, KEPT_DAYS, data_folder, own_copy
from tests.bench.notification_bodies import PATH, numbers_in
from tests.bench.receivers import receiver
from tests.bench.row import Compared, Figures, Row, Scale, Target, quantiles_of
from tests.bench.sender import Order, sending
from tests.bench.wrk import CONNECTIONS, wrk
from tests.database import connected
from tests.proxies.programs import program, serving

_SHIPMENTS = 10_000
_RATE, _SENT = 200, 4_000
_BEFORE = 3  # seconds, in which the day that was there before is shared
_NOTES = 100
_AWAY = 70_000
"""Facts of a week away."""
_LOOK = 0.005  # seconds
_SHOWN = "FROM shipment AS s JOIN day ON day.id = s.day_id WHERE day.loaded_at IS NOT NULL"

ROW = Row(
    what="Facts shared over a relay, on one machine with it",
    against="the same receiver without a relay; wrk sends over 32 kept connections",
    targets=(
        Target("row_p99", f"from POST to the row of another desk, {_RATE} a second, 99 %", 250),
        Target("note_p99", "from a follow-up to another desk, 99 %", 1000),
        Target("away", f"until a desk has {_AWAY:,} facts that it missed, and its rows", 60, scale=Scale.SECONDS),
        Target(
            "shared", "durable notifications a second, shared", 0.5, is_most=False, scale=Scale.COUNT,
            compared=Compared.TIMES, base="alone",
        ),
        Target(
            "durable", "answered when the relay has them too", 0.25, is_most=False, scale=Scale.COUNT,
            compared=Compared.TIMES, base="alone",
        ),
    ),
    tried="",
    rounds=3,
)  # fmt: skip


def prepare(shared: Path) -> None:
    """Make the day that the notifications belong to."""
    data_folder(shared, _SHIPMENTS)


def yardstick(shared: Path) -> Figures:
    """Send to a receiver without a relay."""
    own = own_copy(shared, _SHIPMENTS, "alone")
    with receiver("despacho", own) as at:
        return {"alone": _sent(shared, at)}


def contender(shared: Path) -> Figures:
    """Send to a receiver with a relay, and look at other desks."""
    figures: Figures = {}
    for name, more in (("durable", "--relay-durable"), ("shared", "--relay")):
        with _relay(shared, name), _desk(own_copy(shared, _SHIPMENTS, name), name, more) as at:
            figures[name] = _sent(shared, at)
    with _relay(shared, "several"), _desk(own_copy(shared, _SHIPMENTS, "first"), "first", "--relay") as at:
        figures |= _looked_at(shared, at)
        figures["away"] = _caught_up(shared, at)
    return figures


@contextmanager
def _relay(shared: Path, name: str) -> Iterator[None]:
    """Run a relay, of which the environment tells the processes that are started."""
    server, before = program("nats-server"), dict(os.environ)
    folder = shared / f"relay-{name}-{time.monotonic_ns()}"
    folder.mkdir()

    def start(port: int) -> tuple[list[str], Mapping[str, str]]:
        command = [str(server.path), "-a", "127.0.0.1", "-p", str(port), "-js", "-sd", str(folder)]
        return command, server.environment

    try:
        with serving(start, folder / "log.txt") as port:
            url = f"nats://127.0.0.1:{port}"
            os.environ |= {"DESPACHO_RELAY_URL": url, "DESPACHO_RETENTION_DAYS": str(KEPT_DAYS)}
            yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextmanager
def _desk(folder: Path, name: str, *more: str) -> Iterator[tuple[str, int]]:
    """Run a receiver on a folder; yield host and port."""
    os.environ["DESPACHO_DESK"] = name
    with receiver("despacho", folder, *more) as at:
        yield at


def _sent(shared: Path, at: tuple[str, int], seconds: int = 6) -> float:
    """Return how many notifications are answered in a second."""
    numbers = numbers_in(data_folder(shared, _SHIPMENTS))
    first = wrk(at, numbers, _BEFORE, shared)
    found = wrk(at, numbers, seconds, shared, begin=first.answered + CONNECTIONS)
    return found.answered / found.seconds


def _looked_at(shared: Path, at: tuple[str, int]) -> Figures:
    """Return how soon two other desks show what the first receives, and what one of them notes."""
    folders = [_new_folder(shared, name) for name in ("second", "third")]
    with ExitStack() as stack:
        stack.enter_context(_desk(folders[0], "second", "--relay"))
        _until(lambda: _shows_the_day(folders[0]))
        rows = _row_delays(shared, at, folders[0])
        notes = _note_delays(stack, folders[1], folders[0])
    return quantiles_of(rows, "row") | quantiles_of(notes, "note")


def _row_delays(shared: Path, at: tuple[str, int], other: Path) -> list[float]:
    numbers = numbers_in(data_folder(shared, _SHIPMENTS))
    order = Order(f"http://{at[0]}:{at[1]}{PATH}", numbers, _RATE, _SENT)
    seen: dict[int, float] = {}
    with sending(order) as (_is_done, found), connected(other / FILE_NAME) as db:
        until = time.perf_counter() + _SENT / _RATE + 60
        while len(seen) < _SENT and time.perf_counter() < until:
            db.rollback()
            now = time.perf_counter()
            for (visit,) in db.execute("SELECT id FROM visit").fetchall():
                seen.setdefault(visit, now)
            time.sleep(_LOOK)
        sent = found()
    return [seen[one.visit] - one.began for one in sent]


def _note_delays(stack: ExitStack, own: Path, other: Path) -> list[float]:
    """Return how soon the other folder has what is noted in this one, as a window does it."""
    context = AppContext(own, {**os.environ, "DESPACHO_DESK": "third"}, Credentials({}, SessionVault(), SessionVault()))
    bugs: list[BaseException] = []
    writer = stack.enter_context(Writer(context.database))
    sharing = Sharing(context, writer, lambda: None, lambda: None, bugs.append)
    sharing.start()
    stack.callback(sharing.stop)
    _until(lambda: _shows_the_day(own))
    follow_ups = FollowUps(writer, lambda _changed: None, lambda: "ana")
    with connected(own / FILE_NAME) as db:
        ids = [row[0] for row in db.execute(f"SELECT s.id {_SHOWN} LIMIT ?", (_NOTES,))]
    delays = []
    for row_id in ids:
        before, began = _count(other, "FROM follow_up"), time.perf_counter()
        follow_ups.save([Subject(Table.SHIPMENTS, row_id)], FollowUpEdit(note=f"note {row_id}"), context.now())
        _until(lambda before=before: _count(other, "FROM follow_up") > before)  # type: ignore[misc]
        delays.append(time.perf_counter() - began)
    assert bugs == []
    return delays


def _caught_up(shared: Path, at: tuple[str, int]) -> float:
    """Return the seconds until a new desk has all facts of the relay, and has derived its rows."""
    numbers, told = numbers_in(data_folder(shared, _SHIPMENTS)), _SENT
    while told < _AWAY:
        told += wrk(at, numbers, 5, shared, begin=told).answered
    first = shared / "first"
    _until(lambda: _is_published(first))
    folder = _new_folder(shared, "away")
    began = time.perf_counter()
    for command in (["sync", "--wait", "600"], ["export", "visits", "--date", DAY.date.isoformat()]):
        own = {**os.environ, "DESPACHO_DESK": "away", "DESPACHO_DATA_DIR": str(folder)}
        subprocess.run([sys.executable, "-m", "app", *command], env=own, check=True, stdout=subprocess.DEVNULL)
    took = time.perf_counter() - began
    assert _count(folder, "FROM notification") >= _AWAY
    return took * _AWAY / _count(folder, "FROM notification")


def _is_published(folder: Path) -> bool:
    with connected(folder / FILE_NAME) as db:
        (published,) = db.execute("SELECT notification FROM relay").fetchone()
        (last,) = db.execute("SELECT max(id) FROM notification").fetchone()
    return bool(published >= last)


def _new_folder(shared: Path, name: str) -> Path:
    folder = shared / f"{name}-{time.monotonic_ns()}"
    folder.mkdir()
    return folder


def _shows_the_day(folder: Path) -> bool:
    """Tell whether a folder's board shows the day whole."""
    return bool(list(folder.glob("board-*.sqlite"))) and _count(folder, _SHOWN) >= _SHIPMENTS


def _count(folder: Path, of: str) -> int:
    with connected(folder / FILE_NAME) as db:
        return int(db.execute(f"SELECT count(*) {of}").fetchone()[0])


def _until(is_true: Callable[[], bool], seconds: float = 120) -> None:
    end = time.perf_counter() + seconds
    while not is_true():
        if time.perf_counter() > end:
            raise TimeoutError
        time.sleep(_LOOK)
