"""Starts `despacho receive` again and again: Python and its libraries are imported once, each receiver is a fork.

Run as a script with a data folder. For each line on standard input it starts a receiver, and prints its process id;
the receiver prints its URL behind that.
"""

import os
import sys

from app.cli.main import main


def run() -> None:
    """Start a receiver for each line that comes."""
    import app.cli.receive  # noqa: F401, PLC0415 - so that no fork has to

    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            print(os.getpid(), flush=True)  # noqa: T201 - whoever asked reads it
            os._exit(main(["receive", "--port", "0", "--data-dir", sys.argv[1]]))
        os.waitpid(child, 0)


if __name__ == "__main__":
    run()
