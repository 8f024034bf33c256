import gc
import hashlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, SignalInstance
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import CheckParamsCb, SignalBlocker

from app.bootstrap.process_tuning import collect_in_this_thread
from tests.flows.load_process import warm_process
from tests.systems import is_short, mark_short, reason_to_ignore, skip_elsewhere
from tests.waiting import PATIENCE

SCREENS = Path(__file__).with_name("screens.json")
"""Of the offscreen platform: the first one by its name has room for the window, the others are those that users have,
without the system's panels."""
_PATIENCE_MS = int(PATIENCE * 1000)
_FIRST = (
    "faults/test_truth",
    "faults/test_fuzz_manifests",
    "recipes/test_recipes",
    "assistive/test_day",
    "cli/",
    "faults/",
)
"""What takes longest, so that no worker is left alone with it at the end."""


def pytest_configure() -> None:
    """Let signals reach what the tests start, also in the background and by nohup; have `screens.json`'s screens."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    if os.environ.get("QT_QPA_PLATFORM") == "offscreen":
        screens = SCREENS.as_posix().removeprefix(SCREENS.drive)  # Qt ends the file's name at a colon
        os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={screens}"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what this system cannot import, and where short tests are asked for all others."""
    is_too_long = config.option.markexpr == "short" and not is_short(collection_path)
    return True if is_too_long or reason_to_ignore(collection_path) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files that take longest first: with `--no-loadscope-reorder`, workers begin them in this order."""
    mark_short(items)
    skip_elsewhere(items)
    items.sort(key=lambda item: next((nth for nth, part in enumerate(_FIRST) if part in item.nodeid), len(_FIRST)))


@pytest.fixture(scope="session", autouse=True)
def own_configuration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep Qt's notes, such as the folders of file dialogs, out of the user's home."""
    before = os.environ.get("XDG_CONFIG_HOME")
    os.environ["XDG_CONFIG_HOME"] = str(tmp_path_factory.mktemp("configuration"))
    yield
    if before is None:
        del os.environ["XDG_CONFIG_HOME"]
    else:
        os.environ["XDG_CONFIG_HOME"] = before


@pytest.fixture(scope="session", autouse=True)
def known_phrases() -> Iterator[None]:
    """Derive the key of a phrase and a salt once, as that is slow on purpose."""
    derive = hashlib.scrypt
    hashlib.scrypt = cache(derive)  # type: ignore[assignment]
    yield
    hashlib.scrypt = derive


@pytest.fixture(autouse=True)
def garbage(request: pytest.FixtureRequest) -> Iterator[None]:
    """Have the tests with a window collect as the program does, and leave none of their garbage to other threads."""
    if "qapp" in request.fixturenames:
        if gc.isenabled():
            _set_aside()
        owner = QObject()
        collect_in_this_thread(owner)
        yield
        del owner
    else:
        if not gc.isenabled():
            _set_aside()
            gc.enable()
        yield


def _set_aside() -> None:
    """Let garbage go, and the rest out of what is looked through for it from now on: no test sees to that of others."""
    gc.collect()
    gc.freeze()


class PatientBot(QtBot):
    """Waits longer than the plugin's own by default, as a busy machine takes its time; only a failure waits so long."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = _PATIENCE_MS) -> None:  # noqa: N802
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(  # noqa: N802 - the plugin's names
        self,
        signal: SignalInstance,
        *,
        timeout: int = _PATIENCE_MS,
        raising: bool | None = None,
        check_params_cb: CheckParamsCb | None = None,
    ) -> SignalBlocker:
        return super().waitSignal(signal, timeout=timeout, raising=raising, check_params_cb=check_params_cb)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[QtBot]:
    yield PatientBot(request)
    QTest.keyRelease(QWidget(), Qt.Key.Key_Control)  # Qt keeps the Ctrl of a key whose window closed for the next test


@pytest.fixture(scope="session")
def warm_loads() -> Iterator[None]:
    """Have the load processes of desks in tests start as copies."""
    with warm_process():
        yield


@pytest.fixture
def large_texts(qapp: QApplication) -> Iterator[None]:
    """A system font of 20 points."""
    font, style_sheet = qapp.font(), qapp.styleSheet()
    large = QFont(font)
    large.setPointSize(20)
    qapp.setFont(large)
    yield
    qapp.setStyleSheet(style_sheet)
    qapp.setFont(font)
