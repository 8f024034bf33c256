"""What the window knows of the receiver: how it listens, by which settings, and whether it has its token."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from app.domain.credentials import SecretName
from app.domain.reception.listening import ReceiverStatus, ReceptionState
from app.domain.settings import Settings
from app.ui.ports.settings_ports import SecretState

_DEAF = (ReceptionState.OFF, ReceptionState.NO_TOKEN, ReceptionState.TAKEN, ReceptionState.FAILED)


class ReceiverState(NamedTuple):
    """All that the chip, the panel and the notices are made of.

    Args:
        secrets: which are kept; empty until the keyring has answered.
    """

    listening: ReceiverStatus
    settings: Settings
    secrets: Mapping[SecretName, SecretState]

    @property
    def has_token(self) -> bool:
        """Whether a token is there to compare with."""
        server = self.listening.server
        return server.has_token if server is not None else self._is_kept(SecretName.RECEIVER_TOKEN)

    @property
    def has_next_token(self) -> bool:
        """Whether a second token is there, in a rotation."""
        server = self.listening.server
        return server.has_next_token if server is not None else self._is_kept(SecretName.RECEIVER_TOKEN_NEXT)

    @property
    def is_set_up(self) -> bool:
        """Whether anybody ever wanted notifications here: where nobody did, silence is no alarm."""
        return self.has_token or self.listening.deaf_since is not None

    @property
    def was_never_used(self) -> bool:
        """Whether it is known that nobody ever listened here, nor wants to yet."""
        listening = self.listening
        is_silent = (
            listening.reception in (ReceptionState.NO_TOKEN, ReceptionState.OFF) and listening.last_heard_at is None
        )
        return is_silent and bool(self.secrets) and not self.is_set_up and not listening.gaps

    @property
    def is_deaf(self) -> bool:
        """Whether notifications that somebody counts on are being missed."""
        return self.is_set_up and self.listening.reception in _DEAF

    @property
    def place(self) -> tuple[str, int, str]:
        """Where it listens, or would: host, port, path."""
        if self.listening.server is not None:
            url = urlsplit(self.listening.server.url)
            return url.hostname or "", url.port or 80, url.path
        settings = self.settings
        return settings.receiver_host, settings.receiver_port, settings.receiver_path

    def _is_kept(self, name: SecretName) -> bool:
        return name in self.secrets and self.secrets[name].is_set
