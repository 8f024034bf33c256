import sys
from pathlib import Path

import keyring
import pytest

BUS = "DBUS_SESSION_BUS_ADDRESS"

if sys.platform == "linux":
    from tests.credentials.secret_service import daemon  # noqa: F401 - a fixture of these tests


@pytest.fixture
def no_keyring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Leave this process without a bus. Return a folder with nothing in it."""
    monkeypatch.setattr(keyring.core, "_keyring_backend", None)
    monkeypatch.setenv(BUS, f"unix:path={tmp_path / 'no-bus'}")
    return tmp_path
