"""Acknowledges a notification only when the relay has stored it, too."""

from concurrent.futures import Future
from functools import partial
from typing import TypeVar

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
