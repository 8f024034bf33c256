"""A Unix socket to listen at, which no other user can replace."""

import socket
import stat
import sys
from pathlib import Path

from app.domain.errors import PortTakenError, SettingsError
from app.domain.texts import Text
from app.files.private_files import is_only_ours_to_change

_CHANGE = "despacho settings set receiver_host unix:PATH"
_TAKEN = Text("Error", "A program already listens at {path}. End it, or choose another path.", command=_CHANGE)
_REPLACEABLE = Text(
    "Error",
    "The receiver listens at a socket in a folder that only you can write to, and {folder} is not one. Choose another.",
    command=_CHANGE,
)
_NOT_MADE = Text("Error", "The receiver cannot listen at {path} ({reason}). Check the path.", command=_CHANGE)
_NO_SOCKETS = Text(
    "Error",
    "The receiver has no Unix sockets on Windows. Let it listen on 127.0.0.1.",
    command="despacho settings set receiver_host 127.0.0.1",
)


def bound_socket(path: Path) -> socket.socket:
    """Return a socket that is bound to a path and does not listen yet, in place of one that a killed process left.

    It is for its owner alone (0600); where the folder has the setgid bit, also for the folder's group (0660), so that a
    proxy of another user can connect.

    Raises:
        PortTakenError: a process listens there.
        SettingsError: other users could replace it, or it cannot be made.
    """
    if sys.platform == "win32":
        raise SettingsError(_NO_SOCKETS)
    if path.parent.exists() and not is_only_ours_to_change(path.parent):
        raise SettingsError(_REPLACEABLE.filled(folder=path.parent))
    bound = socket.socket(socket.AF_UNIX)
    try:
        _make_room(path)
        bound.bind(str(path))
        is_for_group = path.parent.stat().st_mode & stat.S_ISGID
        path.chmod(0o660 if is_for_group else 0o600)  # before it listens, as clients can connect from then on
    except OSError as error:
        bound.close()
        raise SettingsError(_NOT_MADE.filled(path=path, reason=error.strerror or error)) from error
    except BaseException:
        bound.close()
        raise
    return bound


def remove_socket(listening: socket.socket) -> None:
    """Remove the file of a Unix socket that is about to be closed; other sockets have none."""
    name = listening.getsockname()
    if isinstance(name, str):
        Path(name).unlink(missing_ok=True)


def _make_room(path: Path) -> None:
    """Remove a socket at which no process listens. Another file stays, so that it cannot be bound."""
    if sys.platform == "win32" or not path.is_socket():
        return
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
        else:
            raise PortTakenError(_TAKEN.filled(path=path))
