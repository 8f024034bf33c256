"""Shares a folder's facts where `relay_url` is set; elsewhere nothing of the relay is even imported."""

from collections.abc import Callable, Collection
from concurrent.futures import Future
from datetime import timedelta
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from app.domain.days import Day
from app.domain.errors import AppError, SettingsError
from app.domain.relay.handling import Holder
from app.domain.relay.relay_status import RelayPhase, RelayStatus
from app.domain.texts import Text
from app.facts.loads.load_history import last_load
from app.services.app_context import AppContext
from app.store.notification_ingest import NotificationIngest
from app.store.writer import Writer

if TYPE_CHECKING:
    from app.services.relaying.relay_thread import RelayThread

T = TypeVar("T")

_MOST_TURNS = 2
NOT_INSTALLED = Text(
    "Relay",
    "The setting relay_url is set, but what it needs is not installed. Install Despacho together with it.",
    command="pipx install --force 'despacho[relay]'",
)


class Sharing:
    """A thread that shares facts, where they are shared.

    In any thread, `on_changed` is called when `text` changed, `on_noted` when follow-ups of other desks were saved, and
    `on_bug` with every error that is no failure of the environment.
    """

    def __init__(
        self,
        context: AppContext,
        writer: Writer,
        on_changed: Callable[[], None],
        on_noted: Callable[[], None],
        on_bug: Callable[[BaseException], None],
    ) -> None:
        self._context, self._writer = context, writer
        self._on_changed, self._on_noted, self._on_bug = on_changed, on_noted, on_bug
        self._thread: RelayThread | None = None
        self._problem: Text | None = None
        self._is_stopped = False
        self._changing = Lock()  # around what ends a thread or starts another
        self._cases = frozenset[str]()
        writer.on_applied(lambda _: self.publish_soon())
        self._waited: dict[Day, tuple[int, int]] = {}  # the last load, and how many turns of others brought no other

    def start(self) -> bool:
        """Start sharing, and return whether facts are shared. What prevents it is in `text`."""
        try:
            if not self._context.settings_file.read().relay_url:
                return False
            self._thread = self._new_thread()
            self._thread.tell(self._cases)
        except AppError as error:
            self._problem = error.user_message
            return True
        self._thread.start()
        return True

    def stop(self) -> None:
        """End the thread, for good."""
        self._is_stopped = True
        with self._changing:
            if self._thread is not None:
                self._thread.stop()

    def restart(self) -> None:
        """Share by the settings in force now, or no longer; blocks until the former thread ended."""
        with self._changing:
            former, self._thread, self._problem = self._thread, None, None
            if former is not None:
                former.stop()
            if not self._is_stopped:
                self.start()
        if not self._is_stopped:
            self._on_changed()

    @property
    def status(self) -> RelayStatus | None:
        """How sharing goes; None where nothing is shared."""
        if self._problem is not None:
            return RelayStatus(RelayPhase.FAILED, problem=self._problem)
        return None if (thread := self._thread) is None else thread.status

    @property
    def text(self) -> Text | None:
        """How sharing goes, in one sentence; None where nothing is shared."""
        return None if self.status is None else self.status.text

    def publish_soon(self) -> None:
        """Look for notifications to publish now; from any thread."""
        if (thread := self._thread) is not None:
            thread.publish_soon()

    def when_published(self) -> "Future[None]":
        """Return a future that completes when the relay has stored all facts that are on disk now."""
        return Future() if (thread := self._thread) is None else thread.when_published()

    def tell(self, cases: frozenset[str]) -> None:
        """Tell the other desks what is handled here from now on; from any thread."""
        self._cases = cases
        if (thread := self._thread) is not None:
            thread.tell(cases)

    def handled_by(self, cases: Collection[str]) -> Holder | None:
        """Return who else handles one of these cases; None: nobody, or nothing is shared; from any thread."""
        return None if (thread := self._thread) is None else thread.handled_by(cases)

    def is_turn_of_load(self, day: Day, every: float) -> bool:
        """Tell whether this desk is to load a day that all load every so many seconds; blocks for 5 s at most.

        Whoever takes every turn and loads nothing is not waited for: after two turns without a load it is this desk's.
        """
        if (thread := self._thread) is None:
            return True
        is_own = thread.take_turn(f"load {day.carrier} {day.date}", timedelta(seconds=every))
        newest = self._writer.read(partial(last_load, day=day)).result()
        known, turns = self._waited.pop(day, (newest, 0))
        if is_own or (known == newest and turns >= _MOST_TURNS):
            return True
        self._waited[day] = newest, turns + 1 if known == newest else 1
        return False

    def _new_thread(self) -> "RelayThread":
        try:
            from app.services.relaying.relay_thread import RelayThread  # noqa: PLC0415 - of the extra `relay`
        except ModuleNotFoundError as error:
            raise SettingsError(NOT_INSTALLED) from error
        return RelayThread.of_store(self._context, self._writer, self._on_changed, self._on_noted, self._on_bug)


class DurableIngest(NotificationIngest):
    """Saves notifications as its base class does, and completes once the relay has them.

    One that the relay does not store in time is on disk all the same: the sender tries again, and it counts once.
    """

    def __init__(self, writer: Writer, sharing: Sharing) -> None:
        super().__init__(writer)
        self._sharing = sharing

    def check(self) -> "Future[None]":
        """Check whether notifications can be saved now, here and on the relay."""
        saved, done = super().check(), Future[None]()
        done.add_done_callback(lambda _: saved.cancel())
        saved.add_done_callback(lambda _: self._pass_on(saved, done))
        return done

    def _pass_on(self, saved: "Future[T]", done: "Future[T]") -> None:
        """Complete a future once all that is on disk now is published, unless that failed or it is cancelled."""
        pass_on = partial(super()._pass_on, saved, done)
        if saved.cancelled():
            done.cancel()
        elif done.cancelled() or saved.exception() is not None:
            pass_on()
        else:
            published = self._sharing.when_published()
            published.add_done_callback(lambda _: pass_on())
            done.add_done_callback(lambda _: published.cancel())
