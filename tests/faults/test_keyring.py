"""With any failure of the system's keyring the window works, says what to do, and writes no secret to a file."""

import logging
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import keyring
import pytest
from jeepney import Message, MessageType  # type: ignore[import-untyped]
from jeepney.bus_messages import message_bus  # type: ignore[import-untyped]
from jeepney.io.blocking import Proxy, open_dbus_connection  # type: ignore[import-untyped]
from PySide6.QtWidgets import QDialogButtonBox

from app.credentials.credentials import Credentials, SessionVault
from app.credentials.keyring_vault import KeyringVault
from app.domain.access.credentials import SecretName
from app.logs.process_log import ProcessLog, Voice
from app.logs.redaction import Redactor
from app.ui.settings.settings_dialog import SettingsDialog
from tests.credentials.secret_service import BUS, gnome_keyring, lock
from tests.faults.figures import Figures, Length
from tests.faults.plain_text_keyring import FOLDER, FileKeyring
from tests.faults.stillness import MOST, Stillness
from tests.flows.conftest import TOKEN, USER, Bench, FixedDay
from tests.waiting import PATIENCE

FAULT = "keyring"
PROMPTER = "org.gnome.keyring.SystemPrompter"
UNLOCK, NO_KEYRING = "Unlock it and try again", "for this session only"


@dataclass
class Ring:
    """The keyring of a test.

    Args:
        folder: in which everything is that it keeps.
        pid: of its process.
        patch: undone after the test.
    """

    folder: Path
    pid: int
    patch: pytest.MonkeyPatch


@contextmanager
def missing(ring: Ring) -> Iterator[None]:
    ring.patch.setenv(BUS, f"unix:path={ring.folder / 'no-bus'}")
    yield


@contextmanager
def locked(ring: Ring) -> Iterator[None]:
    lock()
    yield


@contextmanager
def prompting(ring: Ring) -> Iterator[None]:
    """Stand in the place of who shows the prompt, and never say that somebody answered it."""
    with open_dbus_connection(bus="SESSION") as prompter:
        answer = Proxy(message_bus, prompter).RequestName(PROMPTER)
        assert answer == (1,), answer
        lock()
        yield
        seen: list[Message] = []
        while not seen or seen[-1].header.message_type is not MessageType.method_call:
            seen.append(prompter.receive(timeout=PATIENCE))  # else there was no prompt at all


@contextmanager
def killed(ring: Ring) -> Iterator[None]:
    os.kill(ring.pid, signal.SIGKILL)
    yield


@contextmanager
def hanging(ring: Ring) -> Iterator[None]:
    os.kill(ring.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(ring.pid, signal.SIGCONT)


@contextmanager
def plain_text(ring: Ring) -> Iterator[None]:
    with backend(ring, f"{FileKeyring.__module__}.{FileKeyring.__qualname__}"):
        yield


@contextmanager
def null(ring: Ring) -> Iterator[None]:
    with backend(ring, "keyring.backends.null.Keyring"):
        yield


@contextmanager
def backend(ring: Ring, name: str) -> Iterator[None]:
    """Have keyring choose this backend, as its own settings let one."""
    ring.patch.setenv("PYTHON_KEYRING_BACKEND", name)
    ring.patch.setattr(keyring.core, "_keyring_backend", None)
    yield


Fault = Callable[[Ring], AbstractContextManager[None]]
FAULTS = [
    pytest.param(missing, NO_KEYRING, id="missing"),
    pytest.param(locked, UNLOCK, id="locked"),
    pytest.param(prompting, UNLOCK, id="prompting"),
    pytest.param(killed, "", id="killed"),  # D-Bus may start another one, which is locked
    pytest.param(hanging, UNLOCK, id="hanging"),
    pytest.param(plain_text, NO_KEYRING, id="plain text"),
    pytest.param(null, NO_KEYRING, id="null"),
]

NEVER_ANSWERING = (prompting, hanging)


@pytest.fixture
def ring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ring]:
    """A real keyring that is open."""
    folder = tmp_path / "ring"
    folder.mkdir()
    monkeypatch.setenv(FOLDER, str(folder))
    monkeypatch.setattr(keyring.core, "_keyring_backend", None)
    with gnome_keyring(folder, monkeypatch, restarted=False) as daemon:
        yield Ring(folder, daemon.process.pid, monkeypatch)


def on_keyring(bench: Bench, patience: float) -> Bench:
    """Return the bench with its credentials in the system's keyring, and a log that knows them."""
    redactor = Redactor()
    bench.journal = ProcessLog(bench.folder, redactor)
    bench.credentials = Credentials({}, SessionVault(), KeyringVault(patience), redactor.learn)
    bench.place = FixedDay(bench.folder, {}, bench.credentials, lambda: bench.clock)
    return bench


def message_of_load(bench: Bench) -> str:
    with bench.qtbot.waitSignal(bench.window.current_day.load_ended):
        bench.window.top.load.click()
    return bench.window.current_day.problem.user_message.source if bench.window.current_day.problem else ""


def save_in_settings(bench: Bench, words: str) -> None:
    """Type the credentials; the keyring does not take them, so have them for this session."""
    bench.window.settings.open_settings()
    dialog = bench.the(SettingsDialog)
    dialog.carrier.token_line.field.setText(TOKEN)
    dialog.carrier.user_line.field.setText(USER)
    dialog.buttons.button(QDialogButtonBox.StandardButton.Save).click()
    bench.qtbot.waitUntil(lambda: dialog.error.isVisible() and not dialog._saving.is_busy)
    assert words in dialog.error.text()
    assert TOKEN not in dialog.error.text()
    assert dialog.session_only.isVisible()
    assert dialog.carrier.token_line.typed == TOKEN  # nothing that was typed is lost
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.session_only.click()


def holding(folder: Path, secret: str) -> list[Path]:
    """Return the files that hold it."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    return [path for path in files if secret.encode() in path.read_bytes()]


@pytest.mark.parametrize(("fault", "words"), FAULTS)
def test_the_window_works_says_what_to_do_and_keeps_the_secret_in_memory(
    fault: Fault,
    words: str,
    bench: Bench,
    ring: Ring,
    tmp_path: Path,
    figures: Figures,
    length: Length,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.INFO, "filelock")  # it tells of each lock, so of the log's own at each of these lines
    # In a short run only for what never answers: a busy machine is not to be taken for a keyring that hangs.
    on_keyring(bench, length.of(2.5 if fault in NEVER_ANSWERING else PATIENCE, 5.0)).carrier()
    still = Stillness()
    with bench.journal.opened(Voice.DESK):
        with fault(ring):
            bench.open()
            with still.watched():
                assert words in message_of_load(bench)
                save_in_settings(bench, words)
                assert message_of_load(bench) == ""
        assert bench.credentials.read(SecretName.AUTHORIZATION_TOKEN) == TOKEN
        bench.settle()
        assert len(bench.window.tabs.page.model.ids) == 60
        bench.desk.stop()
    name = fault.__name__.replace("_", " ")
    figures.at_most(f"{name}: longest stand-still of the window", still.worst, MOST, "s")
    said = caplog.text.encode()
    found = len(holding(tmp_path, TOKEN)) + said.count(TOKEN.encode())
    figures.at_most(f"{name}: files and logs with a secret in them", found, 0)


def test_a_secret_in_the_unlocked_keyring_is_encrypted_and_can_be_read(
    bench: Bench, ring: Ring, tmp_path: Path, figures: Figures
) -> None:
    on_keyring(bench, 60.0).carrier()
    bench.trust()
    with bench.journal.opened(Voice.DESK):
        bench.open()
        assert message_of_load(bench) == ""
        with hanging(ring):  # a load that began in a keyring that hangs goes on once that is back
            bench.window.top.load.click()
            bench.qtbot.waitUntil(lambda: bench.window.current_day.is_loading)
        bench.qtbot.waitUntil(lambda: not bench.window.current_day.is_loading)
        assert bench.window.current_day.problem is None
        bench.desk.stop()
    assert any(path.suffix == ".keyring" for path in ring.folder.rglob("*"))
    figures.at_most("an open keyring: files with a secret in them", len(holding(tmp_path, TOKEN)), 0)
