"""A thread that shares facts while a window or a receiver runs, and connects again whenever that is needed."""

import logging
import random
import time
from collections.abc import Callable
from functools import partial
from threading import Event

from app.domain.cancellation import Cancellation
from app.domain.errors import AppError, LoadCancelledError
from app.net.event_loop import run_cancellable
from app.services.app_context import AppContext, desk_name, own_name
from app.services.relaying.relay_place import read_place
from app.services.relaying.relay_session import RelaySession
from app.store.sharing import SharedFactStore
from app.store.writer import Writer
from app.threads import SupervisedThread

_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 15.0  # seconds
_LASTING = 5.0  # seconds; a connection that ends sooner is followed by a longer pause

_log = logging.getLogger(__name__)


class RelayThread(RelaySession):
    """Shares the facts of a folder whose `relay_url` is set.

    `on_changed` is called in any thread when `status` changed, `on_bug` with every error that is no failure of the
    environment.
    """

    def __init__(
        self,
        context: AppContext,
        facts: SharedFactStore,
        on_changed: Callable[[], None],
        on_bug: Callable[[BaseException], None],
    ) -> None:
        super().__init__(facts, on_changed, context.now, partial(own_name, context))
        self._context = context
        self._stopping, self._cancellation = Event(), Cancellation()
        self._thread = SupervisedThread("relay", self._keep_sharing, on_bug)

    @classmethod
    def of_store(
        cls,
        context: AppContext,
        writer: Writer,
        on_changed: Callable[[], None],
        on_noted: Callable[[], None],
        on_bug: Callable[[BaseException], None],
    ) -> "RelayThread":
        """Return one that shares the facts that a writer saves; `on_noted` is called when others' are saved."""
        return cls(context, SharedFactStore(writer, desk_name(context), on_noted), on_changed, on_bug)

    def start(self) -> None:
        """Start sharing."""
        self._thread.start()

    def stop(self) -> None:
        """End the connection and the thread."""
        self._stopping.set()
        self._cancellation.cancel()
        self._thread.stop()

    def _keep_sharing(self) -> None:
        pause = _FIRST_PAUSE
        while not self._stopping.is_set():
            began = time.monotonic()
            try:
                place = read_place(self._context)
                run_cancellable(partial(self.run, place), self._cancellation)
            except LoadCancelledError:
                return
            except AppError as error:
                if time.monotonic() - began > _LASTING:
                    pause = _FIRST_PAUSE
                _log.warning("the relay: %s", error)
                self.note_failure(error.user_message)
            self._stopping.wait(pause * random.uniform(0.5, 1))  # noqa: S311 - so that desks do not all come at once
            pause = min(2 * pause, _LONGEST_PAUSE)
