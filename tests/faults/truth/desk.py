"""The desk of a simulated world: real store, heartbeat, receiver and loads, with simulated time."""

import json
import shutil
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from app.board.reading.reader import Reader
from app.domain.access.addresses import Endpoint
from app.domain.access.credentials import CarrierCredentials, digest
from app.domain.cancellation import Cancellation
from app.domain.contract.notifications import Received, Saving
from app.domain.contract.outcomes import Outcome
from app.domain.days import Day
from app.domain.errors import AppError
from app.domain.follow_ups import FollowUpEdit
from app.domain.reception.gaps import Gap
from app.domain.reception.probing import Cause, Diagnosis
from app.domain.site import SiteRules
from app.domain.texts import Text
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.domain.views.queries import RowQuery
from app.facts.file.generations import newest_file
from app.facts.file.opening import FILE_NAME, opened_for_reading
from app.facts.gaps import save_gap
from app.facts.site_rules import site_rules
from app.services.loading.load_day import load_day
from app.services.receiving.heartbeat import HeartbeatWriter
from app.services.receiving.public_url_monitor import ProbedAddress, PublicUrlMonitor, RunningOutage
from app.services.receiving.receiver_log import ReceiverEvents
from app.services.receiving.receiver_tokens import TokenRefusals
from app.store.follow_ups import FollowUps
from app.store.notification_ingest import NotificationIngest
from app.store.site_settings import save_site_rules
from app.store.writer import Writer
from app.webhook.answers import UNAVAILABLE
from app.webhook.handler import WebhookEndpoint
from app.webhook.server import WebhookServer
from app.webhook.tokens import TokenKeeper
from tests.database import wait_until_derived
from tests.faults.truth.carrier import Carrier, Trouble
from tests.faults.truth.outages import TRIES, rotated_at
from tests.faults.truth.paper import MONITORED, Clock
from tests.faults.truth.parcels import CARRIERS, Message
from tests.faults.truth.plan import Plan
from tests.faults.truth.receiving_store import TOKEN, exported

_BEAT = 18.0  # seconds; as few beats as there can be without a gap
_OFTEN = 5.0  # as the program does; here only while there is more to keep than that it listens
_AT_ONCE = 1000  # that wait for the store; it takes 2,000
_ROTATED = "the-token-that-the-provider-has-now"
_FINE = Diagnosis(works=True, cause=Cause.FINE, status=200, milliseconds=1, text=Text("Test", "fine"))
_DOWN = Diagnosis(works=False, cause=Cause.TUNNEL_DOWN, status=502, milliseconds=1, text=Text("Test", "down"))


@dataclass
class Desk:
    """The desk of one data folder."""

    folder: Path
    plan: Plan
    carrier: Carrier
    url: str
    clock: Clock = field(init=False)
    bugs: list[BaseException] = field(default_factory=list)
    by_http: int = 0
    found_after: list[float] = field(default_factory=list)
    """How many seconds passed, while it listened, from the third refused token to a gap in the store."""

    def __post_init__(self) -> None:
        self.clock = Clock(self.plan.calendar.start)
        self._lives = 0
        self._waiting: list[Saving] = []
        self._is_open = False
        self._refused: list[float] = []
        self._kept_refused = 0
        self._is_found = False
        self._listening_since = 0.0

    @property
    def database(self) -> Path:
        return self.folder / str(self._lives) / FILE_NAME

    def open(self) -> None:
        """Start the program."""
        self.writer = Writer(self.database).__enter__()
        plan = self.plan
        sender_zone = None if plan.sender_zone == plan.zone else plan.sender_zone
        rules = SiteRules(plan.zone, sender_zone, day_ends_at=plan.calendar.day_ends_at)
        save_site_rules(self.writer, rules)
        self._intake = NotificationIngest(self.writer)
        self._tokens = TokenKeeper(lambda: (digest(TOKEN.encode()),), on_bug=self.bugs.append)
        self._tokens.start()
        self._tokens.refresh(30).result(30)
        self._refusals = TokenRefusals(self.clock.now, lambda: None)
        self._server = WebhookServer(
            "127.0.0.1",
            0,
            WebhookEndpoint(
                path="/visitas",
                tokens=self._tokens,
                keep=self._intake.save,
                is_ready=self._intake.check,
                now=self.clock.now,
                on_bug=self.bugs.append,
                on_token=self._refusals.note,
            ),
        )
        self._server.start()
        self._heartbeat = HeartbeatWriter(self.writer, self.clock.now, self.clock.read)
        self._watch = PublicUrlMonitor(
            ProbedAddress(lambda: "https://desk.example/visitas", self._look_from_outside, lambda: True),
            RunningOutage(lambda: None, lambda _outage: None),
            ReceiverEvents(on_bug=self.bugs.append, on_gap=self._keep_gap),
            self.clock.now,
            again=0.0,
        )
        self._is_open = True
        self._listening_since = self.clock.elapsed
        self._look()

    def close(self) -> None:
        """End the program in good order."""
        if self._is_open:
            self._is_open = False
            self.flush()
            self._server.stop()
            self._tokens.stop()
            self.writer.__exit__(None, None, None)

    def kill(self) -> None:
        """Let the program end at once: what is on the disk at this moment is all that the next one finds."""
        self.flush()
        del self._refused[self._kept_refused :]  # it may be killed in the seconds before it keeps them
        left = self.database.parent
        self._lives += 1
        shutil.copytree(left, self.database.parent, ignore=shutil.ignore_patterns("*-shm", "*.lock", "*.loading"))
        self.close()
        shutil.rmtree(left)

    def pass_time(self, until: float) -> None:
        """Let the time pass in which it listens."""
        while (left := until - self.clock.elapsed) > 0:
            step = min(_BEAT if self._refusals.is_kept else _OFTEN, left)
            self.clock.elapsed += step
            self.clock.awake += step
            self._look()

    def be_away(self, until: float, *, asleep: bool) -> None:
        """Let the time pass in which it does not run; where it was not closed, it finds that out at once."""
        left = until - self.clock.elapsed
        self.clock.elapsed = until
        self.clock.awake += 0.0 if asleep else left
        self._listening_since = until
        if self._is_open:
            self._look()

    def take(self, message: Message, at: float) -> None:
        """Have a notification come that was sent at a moment, and see it kept sooner or later."""
        self._note_finding(is_over=True)
        if message.by_http:
            self.flush()
            assert self._posted(message, TOKEN) == 200
            self.by_http += 1
            return
        if len(self._waiting) >= _AT_ONCE:
            self.flush()
        self._refusals.note(is_right=True)  # as the server does
        received_at = self.plan.calendar.start + timedelta(seconds=at + self.clock.offset)
        self._waiting.append(self._intake.save(Received.read(message.body, received_at)))

    def refuse(self, message: Message) -> None:
        """Have a notification come that bears the provider's new token."""
        self._refused.append(self.clock.elapsed)
        assert self._posted(message, _ROTATED) == 401

    def flush(self) -> None:
        """Wait until all that came is on the disk."""
        waiting, self._waiting = self._waiting, []
        assert all(done.result(30) is not Outcome.QUARANTINED for done in waiting)
        wait_until_derived(self.writer)

    def load(self, carrier: str, day: date, trouble: Trouble | None) -> bool:
        """Load a day; return whether that brought it."""
        self.flush()
        self.carrier.trouble = trouble
        with suppress(AppError):
            summary = load_day(
                Day(carrier, day),
                endpoint=Endpoint(self.url, 0.5 if trouble is Trouble.HANG else 30.0, 0.0),
                credentials=CarrierCredentials(str(uuid4()), "ana"),
                writer=self.writer,
                now=self.clock.now,
                progress=lambda _: None,
                cancellation=Cancellation(),
            )
            return summary.manifests > 0
        return False

    def write_down(self, number: str, note: str) -> bool:
        """Have the user follow a shipment up; return whether the day lists it."""
        self.flush()
        day = self.plan.calendar.day
        with Reader.opened(self.database) as reader:
            ids = [
                one
                for carrier in CARRIERS
                for one in reader.row_ids(RowQuery(Table.SHIPMENTS, Day(carrier, day), search=number), day)
            ]
        if ids:
            edit = FollowUpEdit(note=note)
            FollowUps(self.writer, lambda _: None, lambda: "ana").save(
                [Subject(Table.SHIPMENTS, ids[0])], edit, self.clock.now()
            )
        return bool(ids)

    def exported(self, table: Table, day: date) -> list[dict[str, Any]]:
        """Return what `export TABLE --format json` writes of a day."""
        self.flush()
        return exported(self.database, table, day)

    def follow_ups(self, day: date) -> list[str]:
        """Return the notes that were written down of a day."""
        with Reader.opened(self.database) as reader:
            return [str(row[5]) for one in CARRIERS for row in reader.exported_follow_ups(Day(one, day))]

    def noted(self) -> list[tuple[datetime, datetime]]:
        """Return the exported gaps of all days that a clock set wrong may have shown, and one that the window tells."""
        days = [self.plan.calendar.days_from(one) for one in range(-3, 5)]
        ended = [(utc(one["desde"]), utc(one["hasta"])) for day in days for one in self.exported(Table.GAPS, day)]
        since = self._watch.unreachable_since
        return ended if since is None else [*ended, (since, self.clock.now())]

    def set_backs(self) -> tuple[tuple[datetime, datetime], ...]:
        """Return when the program noticed that its clock was set back."""
        self.flush()
        with opened_for_reading(newest_file(self.database)) as db:
            return tuple((one.before, one.after) for one in site_rules(db).board.set_backs)

    def _look(self) -> None:
        """Keep a heartbeat; where it is due, look at the public address too."""
        self._refusals.keep(self._heartbeat, None, 0)
        self._kept_refused = len(self._refused)
        self._note_finding(is_over=False)
        if self.clock.elapsed % MONITORED < _BEAT:
            self._watch.look()

    def _note_finding(self, *, is_over: bool) -> None:
        """Note how long it took to find that the token was rotated: now, or never if a right one came before."""
        known_at = rotated_at(self._refused)
        if known_at is not None and not self._is_found:
            with Reader.opened(self.database) as reader:
                self._is_found = reader.refused_since() is not None
            if self._is_found or is_over:
                self.found_after.append(self.clock.elapsed - max(known_at, self._listening_since))
        if is_over:
            self._refused, self._kept_refused, self._is_found = [], 0, False

    def _look_from_outside(self) -> Diagnosis:
        return _DOWN if any(one.holds(self.clock.elapsed) for one in self.plan.outages.tunnels) else _FINE

    def _keep_gap(self, gap: Gap) -> None:
        self.writer.write(lambda db: save_gap(db, gap))

    def _posted(self, message: Message, token: str) -> int:
        """Send as the sender does, that comes three times where it is asked to come again; return the status."""
        where = urlsplit(self._server.url)
        for _ in TRIES:
            connection = HTTPConnection(where.hostname or "", where.port, timeout=30)
            connection.request("POST", where.path, message.body, {"Authorization": f"Bearer {token}"})
            answer = connection.getresponse()
            said = answer.read()
            connection.close()
            if answer.status != UNAVAILABLE.status:
                break
        assert answer.status != 200 or json.loads(said)["status"] in ("stored", "duplicate")
        return answer.status


def utc(text: str) -> datetime:
    """Read a time of an export."""
    return datetime.fromisoformat(text).astimezone(UTC)
