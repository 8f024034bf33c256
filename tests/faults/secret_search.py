"""Search for secrets in files and command lines, in every encoding."""

import base64
import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Self
from urllib.parse import quote, quote_plus

_BETWEEN_LOOKS = 0.02  # seconds


def shapes(text: str) -> set[bytes]:
    """Return the encodings of a text in files: plain, escaped, quoted, UTF-16, hexadecimal and within Base64."""
    plain = text.encode()
    named = {text, quote(text), quote(text, safe=""), quote_plus(text), json.dumps(text)[1:-1], repr(plain)[2:-1]}
    found = {one.encode() for one in named}
    found |= {text.encode("utf-16-le"), text.encode("utf-16-be"), plain.hex().encode()}
    for before in range(3):  # preceding bytes shift the encoding
        whole = base64.b64encode(b"\0" * before + plain)[(before * 8 + 5) // 6 :]
        found.add(whole[: (before * 8 + len(plain) * 8) // 6 - (before * 8 + 5) // 6])
    return {one for one in found if len(one) >= len(text) // 2}


class SecretSearch:
    """A search for several texts at once."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._pattern = re.compile(b"|".join(re.escape(shape) for text in texts for shape in sorted(shapes(text))))

    def count(self, content: bytes) -> int:
        return len(self._pattern.findall(content))

    def found(self, places: dict[str, bytes]) -> dict[str, int]:
        """Return the places with any of the texts, and the number of matches."""
        counted = {name: self.count(content) for name, content in places.items()}
        return {name: count for name, count in counted.items() if count}


def files_in(*folders: Path) -> dict[str, bytes]:
    """Return the contents of all files below these folders, followed by their names."""
    return {
        str(path): path.read_bytes() + b"\0" + str(path).encode()
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file()
    }


class CommandLines:
    """Collects the command lines of all processes that the machine starts while its context is entered."""

    def __init__(self) -> None:
        self.seen: dict[str, bytes] = {}
        self._before = set(_processes())
        self._stopping = Event()
        self._thread = Thread(target=self._look)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stopping.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._stopping.wait(_BETWEEN_LOOKS):
            self.seen |= {f"command line {line[:80]!r}": line for line in self._lines()}

    def _lines(self) -> Iterator[bytes]:
        for process in set(_processes()) - self._before:
            with suppress(OSError):  # the process has ended
                yield Path("/proc", process, "cmdline").read_bytes()


def _processes() -> Iterator[str]:
    return (one.name for one in os.scandir("/proc") if one.name.isdigit())
