"""Files by their names, compared as the system compares them."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

IGNORES_CASE = sys.platform in ("win32", "darwin")
"""Whether `FACTS.SQLITE` is `facts.sqlite`: on Windows, and on a Mac unless its disk was formatted otherwise."""


def name_match(pattern: str, name: str) -> re.Match[str] | None:
    """Return how a whole file name fits a regular expression; None: it does not."""
    return re.fullmatch(pattern, name, re.ASCII | (re.IGNORECASE if IGNORES_CASE else 0))


def matching_names(folder: Path, pattern: str) -> Iterator[re.Match[str]]:
    """Go through the names in a folder that fit a regular expression, as they are written there; none if it is missing.

    Raises:
        OSError: it cannot be listed.
    """
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as entries:
        for entry in entries:
            if found := name_match(pattern, entry.name):
                yield found
