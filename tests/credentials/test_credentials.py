"""Where a secret comes from, what is kept of it, and what is said where it lacks."""

import pytest

from app.credentials.credentials import Credentials, Source
from app.credentials.values import digest
from app.credentials.vault import SessionVault
from app.domain.credentials import CarrierCredentials, SecretName
from app.domain.errors import (
    CredentialsMissingError,
    KeyringLockedError,
    KeyringUnavailableError,
    SettingsError,
)
from app.credentials.keyring_vault import KeyringVault
