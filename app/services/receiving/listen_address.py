"""Where the receiver listens."""

from typing import NamedTuple

from app.domain.settings import Settings


class ListenAddress(NamedTuple):
    """Where the receiver listens."""

    host: str
    port: int
    path: str

    @classmethod
    def of(cls, settings: Settings) -> "ListenAddress":
        """Return where the settings say."""
        return cls(settings.receiver_host, settings.receiver_port, settings.receiver_path)
