"""Starts `despacho receive` repeatedly by forking, so that Python and its libraries are imported only once.

Run as a script with a data folder. For each line on standard input it starts a receiver, and prints its process id,
followed by the receiver's URL.
"""

import os
import sys

from app.cli.main import main


def run() -> None:
    """Start a receiver for each input line."""
    import app.cli.receive  # noqa: F401, PLC0415 - imported before forking

    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            print(os.getpid(), flush=True)  # noqa: T201 - the parent reads it
            os._exit(main(["receive", "--port", "0", "--data-dir", sys.argv[1]]))
        os.waitpid(child, 0)


if __name__ == "__main__":
    run()
