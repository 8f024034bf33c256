"""Supervises the receiver: keeps it open, checks that it works, and tells its status."""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from threading import Event
from typing import TYPE_CHECKING

from app.board.reading.reader import Reader
from app.domain.contract.outcomes import Outcome
from app.domain.errors import (
    AppError,
    KeyringUnavailableError,
    PortTakenError,
    SettingsError,
    StoreDamagedError,
    StoreError,
)
from app.domain.reception.gaps import Gap, GapCause
from app.domain.reception.probing import Diagnosis
from app.domain.reception.receiver_status import ReceiverStatus, ServerState
from app.domain.reception.reception_state import ReceptionEvent, ReceptionState
from app.domain.reception.refusals import WrongTokenCount
from app.domain.texts import Text
from app.facts.file.generations import newest_file
from app.facts.gaps import running_outage, save_gap, save_running_outage
from app.services.app_context import AppContext
from app.services.receiving.heartbeat import BEAT_SECONDS, SHORTEST_GAP, HeartbeatWriter, Reading, read_clocks
from app.services.receiving.public_url_monitor import AddressTester, ProbedAddress, PublicUrlMonitor, RunningOutage
from app.services.receiving.receiver_log import ANOTHER, ReceiverEvents, ReceiverLog, note_gap, receiver_message
from app.services.receiving.receiver_tokens import TokenRefusals, receiver_tokens
from app.services.receiving.restarted_server import ListenAddress, RestartedServer
from app.store.notification_ingest import NotificationIngest
from app.store.writer import Writer
from app.threads import SupervisedThread
from app.webhook.tokens import TokenKeeper

if TYPE_CHECKING:
    from app.webhook.server import WebhookServer


@dataclass(frozen=True)
class Timing:
    """By which clocks and how often a receiver is checked."""

    read_clocks: Callable[[], Reading] = read_clocks
    """Of the machine."""
    every: float = BEAT_SECONDS
    """Seconds between two heartbeats."""
    shortest_gap: timedelta = SHORTEST_GAP
    """A shorter silence is no gap."""
    longest_turn: float = 10.0
    """Seconds within which an event loop that is not blocked runs something new, on however busy a machine."""


class ReceiverSupervisor:
    """The receiver of one data folder, with a thread that supervises it.

    `listen_at` is called before each start; without an `ingest`, notifications are saved into the store alone.
    """

    def __init__(
        self,
        context: AppContext,
        writer: Writer,
        listen_at: Callable[[], ListenAddress],
        events: ReceiverEvents,
        *,
        ingest: NotificationIngest | None = None,
        timing: Timing | None = None,
    ) -> None:
        timing = timing or Timing()
        self._context = context
        self._writer = writer
        self._listen_at = listen_at
        self._events = events
        self._heartbeat = HeartbeatWriter(writer, context.now, timing.read_clocks, timing.shortest_gap)
        self._timing = timing
        self._ingest = ingest or NotificationIngest(writer)
        self._refusals = TokenRefusals(context.now, self._note_refusal)
        self._token_problem: AppError | None = None
        self._tokens = TokenKeeper(self._read_tokens, on_changed=self._look_again, on_bug=events.on_bug)
        self._first_read: Future[bool] = Future()
        self._receiver_log = ReceiverLog()
        self._server = RestartedServer(listen_at, self._new_server, self._receiver_log.note_counts)
        self._problem: AppError | None = None
        self._state = ReceptionState.STARTING  # as the server was last found
        self.responsive_checks = 0  # that found the event loop not blocked
        self._cause: GapCause | None = None
        self._woken, self._is_stopping = Event(), False
        self._looked = Event()  # set once the reception is known
        self._thread = SupervisedThread(
            "receiver-supervisor", self._supervise, self._note_crash, longest_pause=timing.every
        )
        self._address_tester = AddressTester(self._server, self._public_address)
        self._url_monitor = PublicUrlMonitor(
            ProbedAddress(
                self._public_address,
                self._address_tester.test_outside,
                lambda: self._state.is_listening,
            ),
            RunningOutage(
                lambda: writer.read(running_outage).result(),
                lambda outage: writer.write(partial(save_running_outage, outage=outage)),
            ),
            replace(events, on_gap=self._keep_outage),
            context.now,
        )

    def start(self) -> None:
        """Open the receiver and supervise it. `listening` tells what prevents it; that is retried."""
        self._thread.start()
        self._url_monitor.start()

    def open(self) -> str:
        """Open the receiver, before `start`, and return its URL.

        Raises:
            AppError: the port is taken, perhaps by another Despacho on this data, or there is no such address.
        """
        self._tokens.start()
        self._first_read = self._tokens.refresh()
        self._first_read.add_done_callback(lambda _: self._look_again())
        server = self._server.start()
        self._problem = self._server.problem
        if server is None:
            if self._why_closed() is ReceptionEvent.PORT_SHARED:
                raise PortTakenError(ANOTHER) from self._problem
            raise self._problem or AssertionError
        return server.url

    def wait_for_first_look(self, seconds: float) -> None:
        """Wait, after `start`, until it is known whether this receives, and until the first heartbeat if it does.

        A keyring may wait for its password, so this gives up after so many seconds.
        """
        self._looked.wait(seconds)

    def stop(self) -> None:
        """Close the receiver and end the thread."""
        self._is_stopping = True
        self._look_again()
        self._address_tester.cancel()
        self._url_monitor.stop()
        self._thread.stop()
        self._server.end()
        if self._state.is_listening and not self._refusals.is_kept:
            with suppress(StoreError):
                for gap in self._beat():
                    note_gap(gap)
        self._tokens.stop()

    def restart(self) -> None:
        """Open the receiver again, with the settings and tokens in force."""
        self._tokens.refresh()
        with suppress(SettingsError):  # it cannot be read now
            self._url_monitor.follow_address()
        self._server.restart()
        self._problem = self._server.problem
        self._look_again()

    def close(self) -> None:
        """Close the receiver until `restart`, as the user asked for."""
        self._server.stop()
        self._look_again()

    @property
    def reception(self) -> ReceptionState:
        """The state of the reception."""
        return self._state_with(self._refusals.since)

    def _state_with(self, refused_since: datetime | None) -> ReceptionState:
        refused = [ReceptionEvent.TOKENS_REFUSED] if refused_since is not None else []
        failed = [ReceptionEvent.ADDRESS_FAILED] if self._url_monitor.problem is not None else []
        return self._state.after(*refused, *failed)

    @property
    def problem(self) -> Text | None:
        """What is wrong and what to do about it; None where nothing is. Does not read the store."""
        is_failing = self._server.is_failing or self._thread.is_failing
        return receiver_message(self._state, self._problem, self._token_problem, is_failing=is_failing)

    @property
    def unreachable(self) -> Text | None:
        """Why the public address does not lead here; None where no reason is known."""
        return self._url_monitor.problem if self._state.is_listening else None

    @property
    def refused_since(self) -> datetime | None:
        """Since when the receiver of this process refuses notifications for their token; None while it does not."""
        return self._refusals.since

    @property
    def other_path(self) -> str | None:
        """The path other than its own to which the last such notification came; None: none did."""
        server = self._server.current
        return server.state().last_other_path if server is not None else None

    @property
    def wrong_tokens(self) -> tuple[WrongTokenCount, ...]:
        """Where most requests without the right token came from, the latest hour first; of this process."""
        server = self._server.current
        return server.state().wrong_tokens if server is not None else ()

    def listening(self, reader: Reader) -> ReceiverStatus:
        """Return the receiver's status; the reader belongs to the calling thread."""
        server = self._server.current
        state = server.state() if server is not None else None
        last = reader.heartbeat(self._server.port)
        refused_since = self._refusals.since or reader.refused_since()
        reception = self._state_with(refused_since)
        return ReceiverStatus(
            reception,
            state,
            self.problem,
            last.at if reception.is_down and last is not None else None,
            reader.last_received_at(),
            reader.quarantined(),
            tuple(reader.gaps()),
            reader.recovery(),
            self.unreachable,
            refused_since,
            reader.first_reception(),
            self._reached_at(state) if self._state.is_listening else None,
        )

    def _reached_at(self, server: ServerState | None) -> datetime | None:
        """Return when something last came from outside, by this computer's server and this address."""
        monitor, heard = self._url_monitor, None
        if server is not None:
            heard = server.last_outside_at if monitor.has_address else server.last_kept_at
        is_of_address = heard is not None and (monitor.changed_at is None or heard > monitor.changed_at)
        return heard if is_of_address and monitor.problem is None else monitor.reached_at

    def apply_again(self, notification_id: int) -> Outcome:
        """Read a quarantined notification again; see `NotificationIngest.apply_again`."""
        return self._ingest.apply_again(notification_id, self._context.now())

    def test_inside(self) -> Diagnosis:
        """Send a test to the receiver's own address."""
        return self._address_tester.test_inside()

    def test_outside(self) -> Diagnosis:
        """Send a test through the public address, as the sender would."""
        self._url_monitor.follow_address()
        found = self._address_tester.test_outside()
        self._url_monitor.note(found)
        return found

    def _public_address(self) -> str:
        return self._context.settings_file.read().public_address

    def _keep_outage(self, gap: Gap) -> None:
        self._writer.write(partial(save_gap, gap=gap))
        if self._is_stopping:
            note_gap(gap)  # `on_gap` would start a load
        else:
            self._report_gap(gap)

    def _report_gap(self, gap: Gap) -> None:
        note_gap(gap)
        self._events.on_gap(gap)
        self._events.on_changed()

    def _read_tokens(self) -> tuple[str, ...]:
        try:
            tokens = receiver_tokens(self._context.credentials)
        except AppError as error:
            self._token_problem = None if isinstance(error, KeyringUnavailableError) else error
            raise
        self._token_problem = None
        return tokens

    def _look_again(self) -> None:
        self._woken.set()

    def _note_refusal(self) -> None:
        self._look_again()  # the next heartbeat saves it
        self._events.on_changed()

    def _new_server(self, at: ListenAddress) -> "WebhookServer":
        from app.webhook import handler, server  # noqa: PLC0415 - the window shows before HTTP is loaded

        return server.WebhookServer(
            at.host,
            at.port,
            handler.WebhookEndpoint(
                path=at.path,
                tokens=self._tokens,
                keep=self._ingest.save,
                is_ready=self._ingest.check,
                now=self._context.now,
                on_changed=self._events.on_changed,
                on_bug=self._note_bug,
                on_token=self._refusals.note,
                on_refused=self._refusals.note_final,
            ),
        )

    def _supervise(self) -> None:
        while not self._is_stopping:
            before = (self._state, self._problem)
            try:
                event, problem = self._look()
            except AppError as error:  # the settings or the store cannot be read now
                event, problem = ReceptionEvent.FAILED, error
            self._take(event, problem)
            self.responsive_checks += event is not ReceptionEvent.BLOCKED
            if (self._state, self._problem) != before:
                self._events.on_changed()
            if self._state is not ReceptionState.STARTING:
                self._looked.set()
            server = self._server.current
            state = server.state() if server is not None else None
            self._receiver_log.note(self.reception, self._problem, state, self._context.now())
            self._writer.board.apply_external()
            self._woken.wait(self._timing.every)
            self._woken.clear()

    def _note_bug(self, error: BaseException) -> None:
        """Report a bug of the receiver, which may have ended it."""
        self._look_again()
        self._events.on_bug(error)

    def _note_crash(self, error: BaseException) -> None:
        """Report a bug that ended the supervision, which restarts; after several of them, tell that it fails."""
        if self._thread.is_failing:
            self._take(ReceptionEvent.FAILED, None)
        self._events.on_bug(error)
        self._events.on_changed()

    def _look(self) -> tuple[ReceptionEvent, AppError | None]:
        """Keep the receiver open, and write a heartbeat while it can receive; return what it found, and the failure."""
        server = self._server.keep_up()
        if server is None:
            event = self._why_closed()
            if event is ReceptionEvent.PORT_SHARED:
                self._refusals.hand_over()
            is_failure = event not in (ReceptionEvent.PORT_SHARED, ReceptionEvent.CLOSED)
            return event, self._server.problem if is_failure else None
        if self._tokens.digests is None and not self._first_read.done():
            return ReceptionEvent.OPENED, None
        if not self._tokens.has_token:
            return ReceptionEvent.TOKEN_MISSING, None
        if not server.is_responsive(self._timing.longest_turn):
            return ReceptionEvent.BLOCKED, None
        try:
            gaps = self._beat()
        except StoreError as error:
            return ReceptionEvent.SAVING_FAILED, error
        self._take(ReceptionEvent.HEARTBEAT_SAVED, None)  # before the gaps that it ended are reported
        for gap in gaps:
            self._report_gap(gap)
        return ReceptionEvent.HEARTBEAT_SAVED, None

    def _take(self, event: ReceptionEvent, problem: AppError | None) -> None:
        """Go on to the next state; the cause of a gap is that of its start."""
        self._state, self._problem = self._state.after(event), problem
        self._cause = None if self._state.is_listening else self._cause or self._state.meaning.gap

    def _beat(self) -> list[Gap]:
        """Save a heartbeat, and return the gap that it ended, if any, and the refusals to report.

        Raises:
            StoreError: it could not be saved; or a notification could not be since the last heartbeat, unless the file
                that was damaged then is restored now.
        """
        problem, self._ingest.problem = self._ingest.problem, None
        is_restored = isinstance(problem, StoreDamagedError) and problem.file != newest_file(self._writer.path)
        if isinstance(problem, StoreError) and not is_restored:
            raise problem
        if self._server.port is None:
            raise AssertionError
        gap, refused = self._refusals.keep(self._heartbeat, self._cause, self._server.port)
        return refused if gap is None else [gap, *refused]

    def _why_closed(self) -> ReceptionEvent:
        if not self._server.is_wanted:
            return ReceptionEvent.CLOSED
        if not isinstance(self._server.problem, PortTakenError):
            return ReceptionEvent.FAILED
        port = self._listen_at().port
        with Reader.opened(self._context.database) as reader:
            is_shared = self._heartbeat.is_anothers(reader.heartbeat(port), port)
        return ReceptionEvent.PORT_SHARED if is_shared else ReceptionEvent.PORT_TAKEN
