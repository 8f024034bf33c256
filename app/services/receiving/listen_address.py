"""The address at which the receiver listens."""

from dataclasses import dataclass

from app.domain.access.origins import is_loopback
from app.domain.errors import SettingsError
from app.domain.settings import Settings
from app.domain.texts import Text

_BEYOND = Text(
    "Error",
    "The receiver does not listen on {host} (receiver_host): it does not encrypt, so others on the network could read "
    "the token and the notifications. Set receiver_host to 127.0.0.1, and let a reverse proxy on this computer give it "
    "an https address. It listens there all the same with: despacho receive --host {host}",
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
