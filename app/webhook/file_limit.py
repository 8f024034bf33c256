"""How many connections the system lets the process hold at once."""

import sys
from dataclasses import replace

from app.webhook.limits import Limits

_WANTED = 8192  # asyncio accepts up to a whole backlog in one turn, before any connection can be closed for another
_OTHERS = 200  # files that the rest of the program may need

if sys.platform == "win32":

    def available_files() -> int:
        """Return how many files and connections this process may have open; Windows sets no limit that matters."""
        return _WANTED

else:
    import resource

    def available_files() -> int:
        """Raise the limit of open files as far as the server can use it, and return the limit."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        unlimited = resource.RLIM_INFINITY
        if soft != unlimited and soft < _WANTED:
            soft = _WANTED if hard == unlimited else min(_WANTED, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return _WANTED if soft == unlimited else soft


def limited_by_files(limits: Limits, files: int) -> Limits:
    """Return limits with no more connections than there may be files."""
    return replace(limits, connections=min(limits.connections, max(files - _OTHERS, 1)))
