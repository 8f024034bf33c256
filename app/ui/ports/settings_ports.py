"""What the settings and the assistant are handed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from app.domain.access.connection import ConnectionReport
from app.domain.access.credentials import SecretName
from app.domain.calls.reasons import Reasons
from app.domain.texts import Text


class SettingsPlace(Enum):
    """The fields of the settings that other parts of the window lead to, by the names of setting or secret."""

    CARRIER_ADDRESS = "base_url"
    CARRIER_TOKEN = SecretName.AUTHORIZATION_TOKEN.value
    TIMEOUT = "timeout_seconds"
    RECEIVER = "receiver"  # what is missing there: the public address, else the token
    RECEIVER_TOKEN = SecretName.RECEIVER_TOKEN.value
    RECEIVER_PORT = "receiver_port"
    PUBLIC_URL = "public_url"
    ALERTS = "alert_failed_as"
    CALLS = "calls"  # the list of reasons
    SENDER_ZONE = "sender_time_zone"
    DISPATCHER = "dispatcher"
    SHARING = "relay_url"
    COUNTRY = "country"


@dataclass(frozen=True)
class SecretState:
    """Whether a secret is there, and where it comes from; never the secret."""

    is_set: bool
    origin: Text
    can_be_forgotten: bool = False
    """Whether it is kept here, and not given by the environment."""
    weakness: Text | None = None
    """Why others could guess a token of the receiver, and what to do."""
    for_origin: str = ""
    """Scheme, host and port of the server that a kept secret of the carrier is sent to; empty where none is known."""


@dataclass(frozen=True)
class SecretPorts:
    """What keeps secrets."""

    states: Callable[[], dict[SecretName, SecretState]]
    """Worker."""
    keep: Callable[[SecretName, str], None]
    """Worker. Raises KeyringUnavailableError if there is no keyring."""
    keep_for_session: Callable[[SecretName, str], None]
    confirm: Callable[[str], None]
    """Worker. From now on the carrier's kept secrets are sent to this address."""
    forget: Callable[[SecretName], object]
    """Worker."""


@dataclass(frozen=True)
class SettingsPorts:
    """What reads, tests and saves the settings."""

    secrets: SecretPorts
    probe: Callable[[str, str | None, str | None, str], ConnectionReport]
    """Worker. Address, token, user (None: the one that is kept) and carrier code (empty: the last one) to try."""
    cancel_probes: Callable[[], None]
    """Cancels the tests under way; each reports that it was cancelled."""
    restart_receiver: Callable[[], None]
    """Worker. Starts the receiver, or restarts it with the settings in force."""
    probe_relay: Callable[[Mapping[str, object], Mapping[SecretName, str]], ConnectionReport]
    """Worker. Settings and secrets of the relay to try; those that are not given are the kept ones."""
    restart_sharing: Callable[[], None]
    """Worker. Shares with the other desks by the settings in force, or no longer."""
    reasons: Reasons
    """The site's reasons for a failed delivery."""
    save_reasons: Callable[[Reasons], None]
    """Worker. Saves what differs from `reasons`."""
