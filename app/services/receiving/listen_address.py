"""Where the receiver listens."""

from typing import NamedTuple

from app.domain.settings import Settings


class ListenAt(NamedTuple):
    """Where the receiver listens."""

    host: str
    port: int
    path: str

    @classmethod
    def of(cls, settings: Settings) -> "ListenAt":
        """Return where the settings say."""
        return cls(settings.receiver_host, settings.receiver_port, settings.receiver_path)
