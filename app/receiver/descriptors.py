"""How many connections the system lets the door hold at once."""

import sys
from dataclasses import replace

from app.receiver.limits import Limits

_WANTED = 4096
_OTHERS = 200  # files that the rest of the program may need

if sys.platform == "win32":

    def most_files() -> int:
        """Return how many files and connections this process may have open; Windows sets no limit that matters."""
        return _WANTED

else:
    import resource

    def most_files() -> int:
        """Let this process open as many files as the door can use, and return how many that are."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        unlimited = resource.RLIM_INFINITY
        if soft != unlimited and soft < _WANTED:
            soft = _WANTED if hard == unlimited else min(_WANTED, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return _WANTED if soft == unlimited else soft


def fitting(limits: Limits, files: int) -> Limits:
    """Return limits by which all connections together need no more files than there may be."""
    room = max(files - _OTHERS, 2)
    if limits.connections + limits.leaving <= room:
        return limits
    connections = min(limits.connections, room * 2 // 3)
    return replace(limits, connections=connections, leaving=min(limits.leaving, room - connections))
