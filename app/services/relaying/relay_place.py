"""Reads where a folder shares its facts, as whom, and how far they are shared."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType

from app.domain.access.credentials import SecretName
from app.domain.errors import SettingsError
from app.domain.relay.relay_status import NO_RELAY, servers_of
from app.domain.settings import Settings
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.file.opening import opened_for_reading
from app.facts.sharing.relay_state import StreamPosition, all_consumed, set_aside
from app.relay.connection import Access
from app.services.app_context import AppContext, desk_name
from app.services.open_reader import has_store
from app.store.exchange import unpublished

_MOST = 1000
"""More are not counted."""


@dataclass(frozen=True)
class RelayPlace:
    """Where a folder shares its facts, and as whom."""

    access: Access
    site: str
    retention: timedelta

    @property
    def desk(self) -> str:
        """How the other desks see this one."""
        return self.access.desk


def read_place(
    context: AppContext, given: Settings | None = None, secrets: Mapping[SecretName, str] = MappingProxyType({})
) -> RelayPlace:
    """Return where a folder shares its facts, by its settings or given ones. Credentials that are not set are empty.

    Given secrets are taken in place of those that are kept; an empty one is to be forgotten.

    Raises:
        SettingsError: `relay_url` is not set, or a setting cannot be read.
        CredentialsError: the keyring is locked.
    """
    settings = given or context.settings_file.read()
    servers = servers_of(settings.relay_url)
    if not servers:
        raise SettingsError(NO_RELAY)
    retention = timedelta(days=settings.retention_days)
    credentials = context.credentials.relay_credentials(settings.relay_url, secrets)
    access = Access(servers, credentials, settings.desk or desk_name(context), settings.relay_ca_file)
    return RelayPlace(access, settings.site, retention)


@dataclass(frozen=True)
class RelayProgress:
    """How far a folder shares its facts.

    Args:
        consumed: up to where each stream was read.
        unpublished: how many facts are to be published: of the first kind that has any.
        set_aside: how much of what each desk sent was set aside.
    """

    consumed: Mapping[str, StreamPosition] = field(default_factory=dict)
    unpublished: int = 0
    set_aside: Mapping[str, int] = field(default_factory=dict)


def relay_progress(database: Path) -> RelayProgress:
    """Return how far a folder shares its facts.

    Raises:
        StoreError: the facts cannot be read.
    """
    if not has_store(database):
        return RelayProgress()
    with store_failures(database), opened_for_reading(newest_file(database)) as db:
        return RelayProgress(all_consumed(db), len(unpublished(db, _MOST).facts), set_aside(db))
