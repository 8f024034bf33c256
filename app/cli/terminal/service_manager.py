"""Tells systemd when a service is ready, what it does, that it works, and when it ends: `Type=notify` in its unit."""

import socket
import sys
from collections.abc import Mapping
from contextlib import suppress


class ServiceManager:
    """The service manager that started this process, if there is one.

    Args:
        environment: `NOTIFY_SOCKET` names systemd's socket: a path, or behind `@` an abstract name (sd_notify(3)).
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + name[1:] if name.startswith("@") else name

    def tell(self, *facts: str) -> None:
        """Tell facts such as `READY=1`, `WATCHDOG=1`, `STATUS=…` or `STOPPING=1`; nothing happens if it is gone."""
        if not self._address or sys.platform == "win32":
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            told.connect(self._address)
            told.sendall("\n".join(one.replace("\n", " ") for one in facts).encode())
