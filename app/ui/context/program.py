"""The parts of the program that a window works with."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.board.reading.reader import Reader
from app.load_process.client import LoadProcess
from app.logs.process_log import ProcessLog
from app.photos.decoder_protocol import MOST_PIXELS
from app.qt_threads.change_notifier import ChangeNotifier
from app.qt_threads.worker_pool import QueryThread, WorkerPool
from app.services.app_context import AppContext
from app.services.connection_tests import ConnectionTests
from app.services.handover_exchange import Exchange
from app.services.live_settings import LiveSettings
from app.services.maintenance.version_watch import VersionWatch
from app.services.receiving.receiver_supervisor import ReceiverSupervisor
from app.services.relaying.sharing import Sharing
from app.store.follow_ups import FollowUps

if TYPE_CHECKING:  # the window opens without importing HTTP
    from app.photos.photo import Photo

PhotoAt = Callable[..., "Photo"]
"""`photo_at`, or another function like it."""


@dataclass(frozen=True)
class Program:
    """Made once for all windows of a process: another language has the window rebuilt, and nothing below it."""

    app_context: AppContext
    log: ProcessLog
    rows: Reader
    """For the main thread: what is fast enough there."""
    queries: QueryThread[Reader]
    workers: WorkerPool
    feed: ChangeNotifier
    settings: LiveSettings
    loads: LoadProcess
    receiver: ReceiverSupervisor
    sharing: Sharing
    follow_ups: FollowUps
    exchange: Exchange
    connection_tests: ConnectionTests
    versions: VersionWatch
    is_demo: bool

    def known_carriers(self) -> set[str]:
        """Return the carriers that this desk has loaded, and the one that is set."""
        return {*self.rows.carriers(), self.settings.read().carrier} - {""}


def photo_at(address: str, most_pixels: int = MOST_PIXELS) -> "Photo":
    """Return a picture at an address, not fetched yet; one of more pixels is refused before it is decoded."""
    from app.photos.photo import Photo, Rules  # noqa: PLC0415 - see above

    return Photo(address, Rules(most_pixels=most_pixels))
