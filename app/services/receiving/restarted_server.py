"""Starts and stops the webhook server at the address of the settings, and starts it again when it crashed."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from app.domain.access.addresses import is_loopback
from app.domain.errors import AppError, SettingsError
from app.domain.reception.receiver_status import ServerState
from app.domain.settings import Settings
from app.domain.texts import Text
from app.threads import RestartPolicy

if TYPE_CHECKING:
    from app.webhook.server import WebhookServer

_BEYOND = Text(
    "Error",
    "The receiver does not listen on {host}: it does not encrypt, so others on the network could read the token and "
    "the notifications. Let it listen on 127.0.0.1, and let a reverse proxy on this computer give it an https address. "
    "It listens there all the same with: despacho receive --host {host}",
    command="despacho settings set receiver_host 127.0.0.1",
)


@dataclass(frozen=True)
class ListenAddress:
    """Host, port and path of the receiver."""

    host: str
    port: int
    path: str

    @classmethod
    def of(cls, settings: Settings) -> "ListenAddress":
        """Return the address in the settings.

        Raises:
            SettingsError: others can reach that host, while the receiver does not encrypt.
        """
        if not is_loopback(settings.receiver_host):
            raise SettingsError(_BEYOND.filled(host=settings.receiver_host))
        return cls(settings.receiver_host, settings.receiver_port, settings.receiver_path)


class RestartedServer:
    """One webhook server at a time, each with the settings in force; from any thread.

    Args:
        listen_at: returns the address to listen at; called before each start.
        new_server: makes a server for it, not yet started.
        on_stop: called with the final state of a server that is about to stop.

    Attributes:
        current: the server that listens; None where none does.
        port: at which it listens, or last listened.
        problem: what prevented the last start; None where it succeeded, or a bug prevented it.
        is_wanted: whether the server is to run.
    """

    def __init__(
        self,
        listen_at: Callable[[], ListenAddress],
        new_server: "Callable[[ListenAddress], WebhookServer]",
        on_stop: Callable[[ServerState], None],
    ) -> None:
        self._listen_at, self._new_server, self._on_stop = listen_at, new_server, on_stop
        self._lock = Lock()  # around every start and stop
        self._restarts = RestartPolicy()
        self._has_ended = False
        self.current: WebhookServer | None = None
        self.port: int | None = None
        self.problem: AppError | None = None
        self.is_wanted = True

    @property
    def is_failing(self) -> bool:
        """Whether bugs end it again and again."""
        return self._restarts.is_failing

    def start(self) -> "WebhookServer | None":
        """Start the server, and return it; None where `problem` prevents that."""
        with self._lock:
            self._start()
            return self.current

    def restart(self) -> None:
        """Stop the server where it runs, and start a new one."""
        with self._lock:
            if not self._has_ended:
                self.is_wanted = True
                self._stop()
                self._restarts.reset()
                self._start()

    def stop(self) -> None:
        """Stop the server until `restart`."""
        with self._lock:
            self.is_wanted = False
            self._stop()

    def end(self) -> None:
        """Stop the server for good."""
        with self._lock:
            self._has_ended = True
            self._stop()

    def keep_up(self) -> "WebhookServer | None":
        """Start the server again where it is due, and return it; None where it does not run."""
        with self._lock:
            if self.current is not None and not self.current.is_alive:
                self._stop()
                self._note_crash()
            if self.current is None and self.is_wanted and not self._has_ended and not self._restarts.seconds_left:
                self._start()
            return self.current

    def _start(self) -> None:
        self._restarts.note_start()
        try:
            server = self._new_server(self._listen_at())
            server.start()
        except AppError as error:
            self.problem = error
        except BaseException:
            self._note_crash()
            raise
        else:
            self.current, self.port, self.problem = server, server.port, None

    def _stop(self) -> None:
        server, self.current = self.current, None
        if server is not None:
            self._on_stop(server.state())
            server.stop()

    def _note_crash(self) -> None:
        self.problem = None
        self._restarts.note_crash()
