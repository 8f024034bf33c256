"""The pages of Help, the pages of the manual, and the fields of the settings that buttons and notices lead to."""

from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum

from app.domain.access.credentials import SecretName


class HelpPage(IntEnum):
    """The pages of Help, in their order."""

    MANUAL = 0
    SHORTCUTS = 1
    VERSIONS = 2
    LICENCES = 3
    LOG = 4


class Page(StrEnum):
    """The pages of the manual in their order; each is the name of a file without its ending."""

    FIRST_DAY = "first-day"
    BOARD = "board"
    TO_ATTEND = "to-attend"
    EVIDENCE = "evidence"
    SEARCH = "search"
    EXPORTS = "exports"
    RECEIVING = "receiving"
    SHARING = "sharing"
    SCRIPTS = "scripts"
    PRIVACY = "privacy"
    NETWORK = "network"
    SECURITY = "security"
    INSTALL = "install"
    ADMINISTRATORS = "administrators"
    BACKUP = "backup"
    TROUBLESHOOTING = "troubleshooting"
    CHANGES = "changes"


@dataclass(frozen=True)
class HelpPlace:
    """A page, and the anchor of a heading of its English version; without one, its beginning."""

    page: Page
    heading: str = ""


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
