"""Acknowledges a notification only when the relay has stored it, too."""

from concurrent.futures import Future
from typing import TypeVar

from app.domain.contract.notifications import Received
from app.domain.contract.outcomes import Outcome
from app.services.relaying.sharing import Sharing
from app.store.notification_ingest import NotificationIngest
from app.store.writer import Writer

T = TypeVar("T")


class DurableIngest(NotificationIngest):
    """Saves notifications as its base class does, and completes once the relay has them.

    One that the relay does not store in time is on disk all the same: the sender tries again, and it counts once.

    Args:
        writer: of the store.
        sharing: publishes what is saved.
    """

    def __init__(self, writer: Writer, sharing: Sharing) -> None:
        super().__init__(writer)
        self._sharing = sharing

    def save(self, received: Received) -> "Future[Outcome]":
        """Queue a notification; the future completes once it is on the disk and on the relay."""
        return self._and_published(super().save(received))

    def check(self) -> "Future[None]":
        """Check whether notifications can be saved now, here and on the relay."""
        return self._and_published(super().check())

    def _and_published(self, saved: "Future[T]") -> "Future[T]":
        """Return a future of the same result that completes once all that is on disk then is published."""
        done: Future[T] = Future()

        def go_on(_: object) -> None:
            error = None if saved.cancelled() else saved.exception()
            if saved.cancelled() or error is not None or done.cancelled():
                _complete(done, saved)
                return
            published = self._sharing.when_published()
            published.add_done_callback(lambda _: _complete(done, saved))
            done.add_done_callback(lambda _: published.cancel())

        done.add_done_callback(lambda _: saved.cancel())
        saved.add_done_callback(go_on)
        return done


def _complete(done: "Future[T]", saved: "Future[T]") -> None:
    if saved.cancelled():
        done.cancel()
    elif done.set_running_or_notify_cancel():
        error = saved.exception()
        if error is None:
            done.set_result(saved.result())
        else:
            done.set_exception(error)
