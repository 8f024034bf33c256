"""What the window knows of the receiver: its status, the settings, the secrets, and the other desks."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.domain.access.addresses import socket_path
from app.domain.access.credentials import SecretName
from app.domain.reception.gaps import Gap
from app.domain.reception.receiver_status import ReceiverStatus
from app.domain.reception.reception_state import ReceptionEvent, ReceptionState
from app.domain.relay.relay_status import OtherDesks
from app.domain.settings import Settings
from app.services.kept_secrets import SecretState


@dataclass(frozen=True)
class ShownReceiver:
    """The input of the chip, the panel and the notices.

    Args:
        secrets: their states; empty until the keyring has answered.
        others: the other desks with which facts are shared, on whose receivers this one relies too; None: none.
    """

    listening: ReceiverStatus
    settings: Settings
    secrets: Mapping[SecretName, SecretState]
    others: OtherDesks | None = None

    @property
    def has_token(self) -> bool:
        """Whether there is a token."""
        server = self.listening.server
        return server.has_token if server is not None else self._is_kept(SecretName.RECEIVER_TOKEN)

    @property
    def has_next_token(self) -> bool:
        """Whether there is a second token, during a rotation."""
        server = self.listening.server
        return server.has_next_token if server is not None else self._is_kept(SecretName.RECEIVER_TOKEN_NEXT)

    @property
    def is_set_up(self) -> bool:
        """Whether notifications were ever wanted here; if not, receiving none is no alarm."""
        return self.has_token or self.listening.not_receiving_since is not None

    @property
    def reception(self) -> ReceptionState:
        """The state of the reception, with what this window knows of it."""
        unwanted = [] if self.is_set_up else [ReceptionEvent.NEVER_WANTED]
        unproven = [] if self.is_reached else [ReceptionEvent.NOTHING_ARRIVED]
        return self.listening.reception.after(*unwanted, *unproven)

    @property
    def is_down(self) -> bool:
        """Whether wanted notifications are being missed."""
        return self.reception.is_down

    @property
    def outage(self) -> Gap | None:
        """The gap that lasts, up to the last time it is known of; None: none does, or no receiver ever listened."""
        since, cause = self.listening.not_receiving_since, self.reception.meaning.gap
        return Gap(since, since, cause) if self.is_down and since is not None and cause is not None else None

    @property
    def is_unused(self) -> bool:
        """Whether there is no receiver yet, here or at another desk: the only thing to say is how to set it up."""
        return self._has_none and not self.relies_on

    @property
    def relies_on(self) -> str:
        """The desk whose receiver this one relies on, having none of its own; empty: it has one, or knows of none."""
        return self.others.receivers[0][0] if self._has_none and self.others and self.others.receivers else ""

    @property
    def is_shared(self) -> bool:
        """Whether another desk receives, and shares what it gets."""
        return self.others is not None and bool(self.others.receivers)

    @property
    def is_cut_off(self) -> bool:
        """Whether nothing comes from the desks on whose receivers this one relies."""
        return bool(self.relies_on) and self.others is not None and self.others.problem is not None

    @property
    def _has_none(self) -> bool:
        return self.reception is ReceptionState.NOT_SET_UP

    @property
    def has_received(self) -> bool:
        """Whether a notification ever arrived."""
        return self.listening.first_reception.first_kept_at is not None

    @property
    def is_reached(self) -> bool:
        """Whether something came from outside since it listens here."""
        return self.listening.reached_at is not None

    @property
    def address(self) -> str:
        """Where it listens, or is to listen."""
        server, settings = self.listening.server, self.settings
        host, path = settings.receiver_host, settings.receiver_path
        to_be = f"{host}:{path}" if self.is_at_socket else f"http://{host}:{settings.receiver_port}{path}"
        return to_be if server is None else server.url

    @property
    def is_at_socket(self) -> bool:
        """Whether the receiver listens at a Unix socket, or would."""
        server = self.listening.server
        return bool(socket_path(self.settings.receiver_host)) if server is None else server.url.startswith("unix:")

    def _is_kept(self, name: SecretName) -> bool:
        return name in self.secrets and self.secrets[name].is_set
