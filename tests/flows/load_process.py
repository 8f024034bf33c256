"""The load process on a desk's own day: `python -m tests.flows.load_process DATABASE`."""

import sys
from datetime import datetime
from pathlib import Path

from app.load_process.serving import LoadServer

CLOCK = "clock"
"""Name of the file beside the database that holds the time."""


def main() -> None:
    """Serve, at the desk's time."""
    database = Path(sys.argv[1])
    LoadServer(database, lambda: datetime.fromisoformat(database.with_name(CLOCK).read_text())).run()


if __name__ == "__main__":
    main()
