"""The desk that lives through the day: real store, heart, door and loads, in a time that is turned by hand."""

import json
import shutil
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from app.domain.columns import Table
from app.domain.credentials import CarrierCredentials, digest
from app.domain.days import Day
from app.domain.details import Subject
from app.domain.errors import AppError
from app.domain.followups import FollowUpEdit
from app.domain.listening import Gap
from app.domain.notifications import Received
from app.domain.outcomes import Outcome
from app.domain.queries import RowQuery
from app.domain.site import SiteRules
from app.manifest.cancellation import Cancellation
from app.manifest.endpoint import Endpoint
from app.receiver.answers import UNAVAILABLE
from app.receiver.door import Door
from app.receiver.tokens import TokenKeeper
from app.services.clocks import Reading
from app.services.heart import Heart
from app.services.loading import load_day
from app.store.notifications import Intake
from app.store.opening import FILE_NAME
from app.store.reader import Reader
from app.store.remarks import Remarks
from app.store.site import settle_site
from app.store.writer import Writer
from tests.faults.truth.carrier import CARRIER
from tests.faults.truth.house import TOKEN, exported
from tests.faults.truth.plan import TODAY, TRIES, Notification, Plan

_BEAT = 18.0  # seconds; as few beats as there can be without a gap
_AT_ONCE = 1000  # that wait for the store; it takes 2,000


@dataclass
class Clock:
    """The machine's clocks, and the one on its wall."""

    start: datetime
    elapsed: float = 0.0
    awake: float = 0.0
    offset: float = 0.0

    def read(self) -> Reading:
        return Reading(self.elapsed, self.awake)

    def now(self) -> datetime:
        return self.start + timedelta(seconds=self.elapsed + self.offset)


@dataclass
class Desk:
    """The desk of one data folder. What it was told and what it loaded is for the rule to weigh."""

    folder: Path
    plan: Plan
    url: str
    clock: Clock = field(init=False)
    gaps: list[Gap] = field(default_factory=list)
    kept: list[tuple[Notification, Outcome]] = field(default_factory=list)
    """What reached it, in that order."""
    by_door: int = 0
    bugs: list[BaseException] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock = Clock(self.plan.start)
        self._lives = 0
        self._waiting: list[tuple[Notification, Future[Outcome]]] = []
        self._is_open = False

    @property
    def database(self) -> Path:
        return self.folder / str(self._lives) / FILE_NAME

    def open(self) -> None:
        """Start the program."""
        self.writer = Writer(self.database).__enter__()
        settle_site(self.writer, SiteRules(self.plan.zone))
        self.intake = Intake(self.writer, lambda _: None, self.bugs.append)
        self._tokens = TokenKeeper(lambda: (digest(TOKEN.encode()),), on_bug=self.bugs.append)
        self._tokens.start()
        self._tokens.refresh(30).result(30)
        self._door = Door(
            "127.0.0.1", 0, "/visitas", tokens=self._tokens, keep=self.intake.keep, is_ready=self.intake.ready,
            now=self.clock.now, on_bug=self.bugs.append,
        )  # fmt: skip
        self._door.start()
        self._heart = Heart(self.writer, self.clock.now, self.clock)
        self._is_open = True
        self.beat()

    def close(self) -> None:
        """End the program in good order."""
        if self._is_open:
            self._is_open = False
            self.flush()
            self._door.stop()
            self._tokens.stop()
            self.writer.__exit__(None, None, None)

    def kill(self) -> None:
        """Let the program end at once: what is on the disk at this moment is all that the next one finds."""
        self.flush()
        left = self.database.parent
        self._lives += 1
        shutil.copytree(left, self.database.parent, ignore=shutil.ignore_patterns("*-shm", "*.lock", "*.loading"))
        self.close()
        shutil.rmtree(left)

    def beat(self) -> bool:
        """Keep a heartbeat; return whether it ended a gap."""
        gap = self._heart.beat(None)
        self.gaps += [gap] if gap is not None else []
        return gap is not None

    def pass_time(self, until: float) -> None:
        """Let the time pass in which it listens."""
        while (left := until - self.clock.elapsed) > 0:
            step = min(_BEAT, left)
            self.clock.elapsed += step
            self.clock.awake += step
            self.beat()

    def be_away(self, until: float, *, asleep: bool) -> None:
        """Let the time pass in which it does not."""
        left = until - self.clock.elapsed
        self.clock.elapsed = until
        self.clock.awake += 0.0 if asleep else left

    def take(self, one: Notification, at: float) -> None:
        """Have a notification come that was sent at a moment, and see it kept sooner or later."""
        received_at = self.plan.start + timedelta(seconds=at + self.clock.offset)
        if one.by_door:
            self.flush()
            self._post(one)
            return
        if len(self._waiting) >= _AT_ONCE:
            self.flush()
        self._waiting.append((one, self.intake.keep(Received.read(one.body, received_at))))

    def flush(self) -> None:
        """Wait until all that came is on the disk."""
        waiting, self._waiting = self._waiting, []
        self.kept += [(one, done.result(30)) for one, done in waiting]

    def _post(self, one: Notification) -> None:
        """Send it as the sender does, who comes three times where he is told to come again."""
        for _ in TRIES:
            status, said = self._sent(one)
            if status != UNAVAILABLE.status:
                break
        assert status == 200
        self.kept.append((one, Outcome(said)))
        self.by_door += 1

    def _sent(self, one: Notification) -> tuple[int, str]:
        where = urlsplit(self._door.url)
        connection = HTTPConnection(where.hostname or "", where.port, timeout=30)
        connection.request("POST", where.path, one.body, {"Authorization": f"Bearer {TOKEN}"})
        answer = connection.getresponse()
        said = json.loads(answer.read())
        connection.close()
        return answer.status, said.get("status", "")

    def load(self, day: date) -> bool:
        """Load a day from the carrier; return whether that went well."""
        self.flush()
        with suppress(AppError):
            load_day(
                Day(CARRIER, day),
                endpoint=Endpoint(self.url, 0.5 if self.hurries else 30.0, 0.0),
                credentials=lambda: CarrierCredentials(str(uuid4()), "ana"),
                writer=self.writer,
                now=self.clock.now,
                progress=lambda _: None,
                cancellation=Cancellation(),
            )
            return True
        return False

    hurries: bool = False
    """Whether it does not wait for the carrier for long."""

    def write_down(self, number: str, note: str) -> None:
        """Have the user follow a shipment up."""
        self.flush()
        with Reader.opened(self.database) as reader:
            ids = reader.row_ids(RowQuery(Table.SHIPMENTS, Day(CARRIER, TODAY), search=number), TODAY)
        edit = FollowUpEdit(note=note)
        Remarks(self.writer, lambda _: None, "ana").save([Subject(Table.SHIPMENTS, ids[0])], edit, self.clock.now())

    def exported(self, table: Table, day: date) -> list[dict[str, Any]]:
        """Return what `export TABLE --format json` writes of a day."""
        return exported(self.database, table, day, CARRIER)

    def follow_ups(self, day: date) -> list[tuple[str, str]]:
        """Return the numbers and notes that were written down of a day."""
        with Reader.opened(self.database) as reader:
            return [(str(row[4]), str(row[7])) for row in reader.exported_follow_ups(day, CARRIER)]


def utc(text: str) -> datetime:
    """Read a time of an export."""
    return datetime.fromisoformat(text).astimezone(UTC)
