"""The receiver, watched over: it is started and kept up, and how it stands is told."""

from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from threading import Event, Lock
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from app.board.reading.reader import Reader
from app.domain.contract.outcomes import Outcome
from app.domain.errors import (
    AppError,
    KeyringUnavailableError,
    PortTakenError,
    ReceiverStuckError,
    StoreDamagedError,
    StoreError,
)
from app.domain.reception.listening import Gap, GapCause, ReceiverStatus, ReceptionState
from app.domain.reception.probing import Diagnosis, Probe
from app.domain.texts import Text
from app.facts.changed_rows import ChangedRows
from app.facts.file.generations import newest_file
from app.facts.gaps import save_gap
from app.net.cancellation import Cancellation
from app.services.app_context import AppContext
from app.services.clocks import Clock, SystemClock
from app.services.receiving.heartbeat import BEAT_SECONDS, SHORTEST_GAP, HeartbeatWriter
from app.services.receiving.listen_address import ListenAddress
from app.services.receiving.public_url_monitor import PublicUrlMonitor
from app.services.receiving.receiver_log import ReceiverLog, note_gap
from app.services.receiving.receiver_messages import ANOTHER, STUCK, receiver_message
from app.services.receiving.receiver_tokens import receiver_tokens
from app.services.receiving.token_refusals import TokenRefusals
from app.store.notification_ingest import NotificationIngest
from app.store.writer import Writer
from app.threads.once_reporter import OnceReporter
from app.threads.supervised_thread import RestartPolicy, SupervisedThread
from app.webhook.tokens import TokenKeeper

if TYPE_CHECKING:  # HTTP, which the window is open without
    from app.webhook.server import WebhookServer

_LONGEST_TURN = 10.0
"""Seconds in which a receiver that does not hang gets round to something, however busy the machine."""


class ReceiverSupervisor:
    """The receiver of one data folder, with a thread that watches over it.

    Args:
        place: settings, credentials, clock.
        writer: of its database.
        listen_at: asked anew at every start.
        on_kept: told in the board's thread what notifications changed.
        on_changed: told in any thread that `listening` would now say something else; it returns at once.
        on_gap: called in any thread with a reception gap, once that is kept; with none that only the stop ends. With
            one in which notifications are refused for their token also when it begins, as it is by then.
        on_bug: told of what is no failure of the environment.
        clock: of the machine.
        troubles: told what keeps it from looking at the public address, such as settings that cannot be read.
        every: seconds between two heartbeats.
        shortest_gap: a shorter silence is none.
        longest_turn: seconds after which a receiver that did not come round to anything is taken to hang.
    """

    def __init__(
        self,
        place: AppContext,
        writer: Writer,
        *,
        listen_at: Callable[[], ListenAddress],
        on_kept: Callable[[ChangedRows], None],
        on_changed: Callable[[], None],
        on_gap: Callable[[Gap], None],
        on_bug: Callable[[BaseException], None],
        clock: Clock | None = None,
        reporter: OnceReporter | None = None,
        every: float = BEAT_SECONDS,
        shortest_gap: timedelta = SHORTEST_GAP,
        longest_turn: float = _LONGEST_TURN,
    ) -> None:
        self._place = place
        self._writer = writer
        self._listen_at = listen_at
        self._on_changed = on_changed
        self._on_gap = on_gap
        self._on_bug = on_bug
        self._heartbeat = HeartbeatWriter(writer, place.now, clock or SystemClock(), shortest_gap)
        self._every, self._longest_turn = every, longest_turn
        self._on_kept = on_kept
        self._intake = NotificationIngest(writer)
        writer.on_applied(self._tell_kept)
        self._refusals = TokenRefusals(place.now, self._note_refusal)
        self._token_problem: AppError | None = None
        self._tokens = TokenKeeper(self._read_tokens, on_changed=self._look_again, on_bug=on_bug)
        self._first_read: Future[None] = Future()
        self._lock = Lock()  # around the door
        self._server: WebhookServer | None = None
        self._port: int | None = None  # where it listens, or last did
        self._is_wanted = True
        self._problem: AppError | None = None
        self._reception = ReceptionState.STARTING
        self._cause: GapCause | None = None
        self._tests = Cancellation()
        self._receiver_log = ReceiverLog()
        self._woken, self._is_stopping = Event(), False
        self._openings = RestartPolicy()
        self._thread = SupervisedThread("receiver-supervisor", self._watch, self._note_stumble, longest_pause=every)
        self._outside = PublicUrlMonitor(
            self._ask_outside,
            lambda: place.settings_file.read().public_address,
            lambda: self._reception is ReceptionState.HEARS,
            on_changed,
            on_bug,
            place.now,
            self._keep_outage,
            reporter=reporter,
        )

    def start(self) -> None:
        """Open the receiver and watch over it. What keeps it from listening is in `listening`, and is tried again."""
        self._thread.start()
        self._outside.start()

    def open(self) -> str:
        """Open the receiver, before `start`, and return its URL.

        Raises:
            AppError: the port is taken, if only by another Despacho on this data, or the address cannot be listened at.
        """
        self._tokens.start()
        self._first_read = self._tokens.refresh()
        self._first_read.add_done_callback(lambda _: self._look_again())
        with self._lock:
            self._open()
            if self._problem is not None:
                if self._why_closed()[1] is ReceptionState.ELSEWHERE:
                    raise PortTakenError(ANOTHER) from self._problem
                raise self._problem
            if self._server is None:
                raise AssertionError
            return self._server.url

    def wait_for_tokens(self, seconds: float) -> None:
        """Wait until the tokens were read, or that long: a keyring may ask somebody who is away."""
        wait([self._tokens.refresh(seconds)], timeout=seconds)

    def stop(self) -> None:
        """Close the receiver and end the thread."""
        self._is_stopping = True
        self._look_again()
        self._tests.cancel()
        self._outside.stop()
        self._thread.stop()
        with self._lock:
            self._close()
        if self._reception is ReceptionState.HEARS and not self._refusals.is_kept:
            with suppress(StoreError):
                self._beat()
        self._tokens.stop()

    def restart(self) -> None:
        """Open the receiver anew, by the settings and tokens in force."""
        with self._lock:
            if self._is_stopping:
                return
            self._is_wanted = True
            self._close()
            self._tokens.refresh()
            self._openings.reset()
            self._open()
        self._look_again()

    def close(self) -> None:
        """Close the receiver until `restart`: the user wants it so."""
        with self._lock:
            self._is_wanted = False
            self._close()
        self._look_again()

    @property
    def reception(self) -> ReceptionState:
        """How it stands, in a word."""
        return self._reception

    @property
    def problem(self) -> Text | None:
        """What is wrong and what to do, where something is; asks nothing of the store."""
        return self._said(self._reception)

    @property
    def unreachable(self) -> Text | None:
        """Why the public address does not lead here, as far as is known."""
        return self._outside.problem if self._reception is ReceptionState.HEARS else None

    @property
    def refused_since(self) -> datetime | None:
        """Since when the receiver of this process refuses notifications for their token; None while it does not."""
        return self._refusals.since

    def listening(self, reader: Reader) -> ReceiverStatus:
        """Return how it stands; the reader belongs to the thread that asks."""
        server, reception = self._server, self._reception
        state = server.state() if server is not None else None
        last = reader.heartbeat(self._port)
        is_deaf = reception not in (ReceptionState.HEARS, ReceptionState.ELSEWHERE, ReceptionState.STARTING)
        return ReceiverStatus(
            reception,
            state,
            self._said(reception),
            last.at if is_deaf and last is not None else None,
            reader.last_received_at(),
            reader.quarantined(),
            tuple(reader.gaps()),
            reader.recovery(),
            self.unreachable,
            self._refusals.since or reader.refused_since(),
            reader.first_heard(),
        )

    def apply_again(self, notification_id: int) -> Outcome:
        """Read a quarantined notification once more; see `NotificationIngest.apply_again`."""
        return self._intake.apply_again(notification_id, self._place.now())

    def test_inside(self) -> Diagnosis:
        """Send a test to the receiver's own address."""
        server = self._server
        return self._test(server.url if server is not None else "", is_public=False)

    def test_outside(self) -> Diagnosis:
        """Send a test through the public address, as the sender would."""
        found = self._ask_outside()
        self._outside.note(found)
        return found

    def _ask_outside(self) -> Diagnosis:
        return self._test(self._place.settings_file.read().public_address, is_public=True)

    def _keep_outage(self, gap: Gap) -> None:
        self._writer.write(partial(save_gap, gap=gap))
        if self._is_stopping:
            note_gap(gap)  # whoever is told would begin to load
        else:
            self._tell_gap(gap)

    def _tell_gap(self, gap: Gap) -> None:
        note_gap(gap)
        self._on_gap(gap)
        self._on_changed()

    def _read_tokens(self) -> tuple[str, ...]:
        try:
            tokens = receiver_tokens(self._place.credentials)
        except AppError as error:
            self._token_problem = None if isinstance(error, KeyringUnavailableError) else error
            raise
        self._token_problem = None
        return tokens

    def _look_again(self) -> None:
        self._woken.set()

    def _tell_kept(self, kept: ChangedRows) -> None:
        """Tell what was derived, and that with the first notification that ever came a desk is heard."""
        self._on_kept(kept)
        self._on_changed()

    def _note_refusal(self) -> None:
        self._look_again()  # it is kept with the next heartbeat
        self._on_changed()

    def _test(self, url: str, *, is_public: bool) -> Diagnosis:
        probe, server = Probe.new(), self._server
        if server is not None:
            server.expect(probe)
        try:
            from app.url_check.check import check  # noqa: PLC0415 - see above

            return check(url, probe, is_public=is_public, cancellation=self._tests)
        finally:
            if server is not None:
                server.forget(probe)

    def _said(self, reception: ReceptionState) -> Text | None:
        is_failing = self._openings.is_failing or self._thread.is_failing
        return receiver_message(reception, self._problem, self._token_problem, is_failing=is_failing)

    def _open(self) -> None:
        """Open the door; with the lock held. What is wrong is in `_problem`."""
        self._openings.note_start()
        try:
            at = self._listen_at()
            from app.webhook.server import WebhookServer  # noqa: PLC0415 - see above

            server = WebhookServer(
                at.host,
                at.port,
                at.path,
                tokens=self._tokens,
                keep=self._intake.save,
                is_ready=self._intake.check,
                now=self._place.now,
                on_changed=self._on_changed,
                on_bug=self._note_bug,
                on_token=self._refusals.note,
            )
            server.start()
        except AppError as error:
            self._problem = error
        except BaseException:
            self._note_end()
            raise
        else:
            self._server, self._port, self._problem = server, urlsplit(server.url).port, None

    def _note_end(self) -> None:
        """Take note that a bug ended the receiver, or kept it from opening."""
        self._problem = None
        self._openings.note_crash()

    def _close(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            self._receiver_log.note_counts(server.state())
            server.stop()

    def _watch(self) -> None:
        while not self._is_stopping:
            before = (self._reception, self._problem)
            try:
                self._look()
            except AppError as error:  # the settings or the store cannot be read just now
                self._problem = error
                self._be_deaf(GapCause.NOT_LISTENING, ReceptionState.FAILED)
            if (self._reception, self._problem) != before:
                self._on_changed()
            server = self._server
            self._receiver_log.note(
                self._reception, self._problem, server.state() if server is not None else None, self._place.now()
            )
            self._writer.board.apply_external()
            self._woken.wait(self._every)
            self._woken.clear()

    def _note_bug(self, error: BaseException) -> None:
        """Hand on a bug of the receiver's, which may have ended it."""
        self._look_again()
        self._on_bug(error)

    def _note_stumble(self, error: BaseException) -> None:
        """Hand on a bug that ended the watch. It is begun again; where that does not help, nobody may rely on it."""
        if self._thread.is_failing:
            self._problem = None
            self._be_deaf(GapCause.NOT_LISTENING, ReceptionState.FAILED)
        self._on_bug(error)
        self._on_changed()

    def _look(self) -> None:
        """See to it that the receiver is open, and keep a heartbeat where it hears."""
        with self._lock:
            if self._server is not None and not self._server.is_alive:
                self._close()
                self._note_end()
            is_due = self._is_wanted and not self._is_stopping and not self._openings.seconds_left
            if self._server is None and is_due:
                self._open()
            server = self._server
        if server is None:
            cause, reception = self._why_closed()
            if reception is ReceptionState.ELSEWHERE:
                self._refusals.hand_over()
            self._be_deaf(cause, reception)
        elif self._tokens.digests is None and not self._first_read.done():
            self._reception = ReceptionState.STARTING
        elif not self._tokens.has_token:
            self._be_deaf(GapCause.NO_TOKEN, ReceptionState.NO_TOKEN)
        elif not server.is_responsive(self._longest_turn):
            self._problem = ReceiverStuckError(STUCK)
            self._be_deaf(GapCause.STALLED, ReceptionState.FAILED)
        else:
            try:
                gap, refused = self._beat()
            except StoreError as error:
                self._problem = error
                self._be_deaf(GapCause.STORE, ReceptionState.FAILED)
                return
            self._problem, self._cause, self._reception = None, None, ReceptionState.HEARS
            for one in refused if gap is None else (gap, *refused):
                self._tell_gap(one)

    def _beat(self) -> tuple[Gap | None, list[Gap]]:
        """Keep a heartbeat, and return the gap that it ended, and what is to be reported of refused tokens.

        Raises:
            StoreError: it could not be kept, or no notification could be since the last time, unless the file that was
                damaged then was restored by now.
        """
        problem, self._intake.problem = self._intake.problem, None
        is_restored = isinstance(problem, StoreDamagedError) and problem.file != newest_file(self._writer.path)
        if isinstance(problem, StoreError) and not is_restored:
            raise problem
        if self._port is None:
            raise AssertionError
        return self._refusals.keep(self._heartbeat, self._cause, self._port)

    def _why_closed(self) -> tuple[GapCause, ReceptionState]:
        if not self._is_wanted:
            return GapCause.NOT_LISTENING, ReceptionState.OFF
        if isinstance(self._problem, PortTakenError):
            port = self._listen_at().port
            with Reader.opened(self._place.database) as reader:
                is_other = self._heartbeat.is_anothers(reader.heartbeat(port), port)
            return GapCause.NOT_LISTENING, ReceptionState.ELSEWHERE if is_other else ReceptionState.TAKEN
        return GapCause.NOT_LISTENING, ReceptionState.FAILED

    def _be_deaf(self, cause: GapCause, reception: ReceptionState) -> None:
        self._reception = reception
        if reception is not ReceptionState.ELSEWHERE:
            self._cause = self._cause or cause
