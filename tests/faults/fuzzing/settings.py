"""Fuzzes the files in the data folder: the settings, and the window's state."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import tomlkit

from app.domain.errors import SettingsError
from app.domain.views.columns import DESK_TABLES
from app.settings import SettingsFile
from app.ui.context.window_state import WindowState, read_views, written_views

CHANGES = {"carrier": "ANDINA-BOG", "receiver_port": 8751}
_LAYOUTS = ("window", "panes", "beside", "tab")
_KEPT = (
    "closing", "folder", "export_form", "knows_signs", "allowed_mode", "risked_folder", "closed_gap", "shown_carriers",
    "saved_views", "alert_marks",
)  # fmt: skip


class SettingsFuzz:
    """Puts bytes into a settings file of its folder, reads them, and changes two settings."""

    def __init__(self, folder: Path) -> None:
        self._file = SettingsFile(folder, {})
        self.read = 0

    def __call__(self, data: bytes) -> None:
        """Read settings, or say why not; what cannot be read is left as it is."""
        file = self._file
        file.path.write_bytes(data)
        try:
            before = file.read()
        except SettingsError as error:
            str(error.user_message).encode()
            before = None
        try:
            after = file.write(CHANGES)
        except SettingsError as error:
            str(error.user_message).encode()
            assert file.path.read_bytes() == data
        else:
            self.read += 1
            assert file.read() == after
            assert (after.carrier, after.receiver_port) == ("ANDINA-BOG", 8751)
            assert before is None or after == replace(before, carrier="ANDINA-BOG", receiver_port=8751)
            tomlkit.parse(file.path.read_text(encoding="utf-8"))


class WindowStateFuzz:
    """Puts bytes into a window's state file of its folder, and asks for everything that the window asks for."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "window.ini"
        self._count = 0

    def __call__(self, data: bytes) -> None:
        """Read all of it, keep something, read once more."""
        self._count += 1
        path = self._path.with_name(f"window{self._count}.ini")  # Qt shares what it read of a name
        path.write_bytes(data)
        state = WindowState(path)
        for ask in readings(state):
            ask()
        state.keep_carrier("ANDINA-BOG")
        assert state.carriers()[0] == "ANDINA-BOG"
        views = state.saved_views
        state.saved_views = views
        assert len(state.saved_views) == len(views)
        del state
        path.unlink(missing_ok=True)
        path.with_name(f"{path.name}.lock").unlink(missing_ok=True)


def readings(state: WindowState) -> list[Callable[[], object]]:
    """Return everything that is asked of a window's state."""
    return [
        *(lambda name=name: state.layout(name) for name in _LAYOUTS),
        *(lambda table=table: state.columns(table) for table in DESK_TABLES),
        *(lambda table=table: state.export_columns(table) for table in DESK_TABLES),
        *(lambda name=name: getattr(state, name) for name in _KEPT),
        state.carriers, state.was_welcomed, state.is_welcoming, state.last_done,
    ]  # fmt: skip


def fuzz_views(data: bytes) -> None:
    """Read saved views out of any text; what is read can be written and read again."""
    views = read_views(data.decode(errors="surrogateescape"))
    written = written_views(views)
    written.encode()
    assert len(read_views(written)) == len(views)  # NaN is not what it was
