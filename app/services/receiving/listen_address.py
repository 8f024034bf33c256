"""The address at which the receiver listens."""

from dataclasses import dataclass

from app.domain.settings import Settings


@dataclass(frozen=True)
class ListenAddress:
    """Host, port and path of the receiver."""

    host: str
    port: int
    path: str

    @classmethod
    def of(cls, settings: Settings) -> "ListenAddress":
        """Return the address in the settings."""
        return cls(settings.receiver_host, settings.receiver_port, settings.receiver_path)
