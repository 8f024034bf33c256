"""Tells whose program listens on a port of this computer, as far as the system says so."""

import os
import sys
from contextlib import suppress
from pathlib import Path

_TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
_LISTENS = "0A"  # the state of a listening socket in these tables
_COMMANDS = {
    "win32": 'netstat -ano | findstr ":{port}"',
    "darwin": "sudo lsof -nP -iTCP:{port} -sTCP:LISTEN",
}
_LINUX = 'sudo ss -ltnp "sport = :{port}"'


def listening_users(port: int) -> frozenset[int]:
    """Return the ids of the users whose programs listen on a TCP port; empty where the system does not say.

    Linux does. The kernel records the user, so that no program can pretend to be another one's; elsewhere anybody may
    have made a file at such a path.
    """
    found = set()
    for table in _TABLES if sys.platform == "linux" else ():
        with suppress(OSError):
            for line in table.read_text(encoding="ascii").splitlines()[1:]:
                _, local, _, state, _, _, _, user, *_ = line.split()
                if state == _LISTENS and int(local.rpartition(":")[2], 16) == port:
                    found.add(int(user))
    return frozenset(found)


def other_user(port: int) -> str:
    """Return the name of another user whose program listens on a port; empty if it is this user's, or not known."""
    if sys.platform == "win32":
        return ""
    import pwd  # noqa: PLC0415 - Windows has none

    users = listening_users(port)
    if not users or os.getuid() in users:
        return ""
    user = min(users)
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


def command_for(port: int) -> str:
    """Return the command by which this system shows the program that listens on a port."""
    return _COMMANDS.get(sys.platform, _LINUX).format(port=port)
