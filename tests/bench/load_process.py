"""The load process with an answer in hand: `python -m tests.bench.load_process DATABASE`."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from mmap import ACCESS_READ, mmap
from pathlib import Path

from app.carrier import client
from app.load_process.serving import LoadServer

ANSWER = "answer"
"""Name of the file beside the database that holds the answer."""
_PIECE = 1 << 16


class _Answer:
    """What the client uses of an answer whose head has arrived."""

    status = 200
    location = charset = other_compression = ""

    def __init__(self, body: mmap) -> None:
        self._body, self.total, self.received = body, len(body), 0

    async def next_piece(self) -> bytes:
        piece = self._body[self.received : self.received + _PIECE]
        self.received += len(piece)
        return piece


def main() -> None:
    """Serve, with the answer in hand instead of asking for it; all that the client does with it is as ever."""
    database = Path(sys.argv[1])

    @asynccontextmanager
    async def ask(_request: object, _timeout_seconds: float) -> AsyncIterator[_Answer]:
        file = database.with_name(ANSWER)
        with file.open("rb") as stream, mmap(stream.fileno(), 0, access=ACCESS_READ) as body:
            yield _Answer(body)

    client.ask = ask  # type: ignore[assignment, attr-defined]  # what it uses of an answer is here
    LoadServer(database).run()


if __name__ == "__main__":
    main()
