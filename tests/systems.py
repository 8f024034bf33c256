"""Says which tests Windows cannot run, and why; the rest of the suite runs there too.

A test that is right on some systems alone by its own nature says so itself, by `skipif`; here stands what whole files
and fixtures need.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

FILES = {
    "assistive": "the accessibility bus is Linux's",
    "credentials/test_keyring.py": "it is about the Secret Service, which is Linux's",
}
"""By the name of a folder or file below `tests`: why Windows cannot even import it."""

FIXTURES = {
    "a_locale_with_a_comma": "a locale is made by a program of POSIX",
    "daemon": "the Secret Service is Linux's",
    "extracted": "lupdate is a console script of the project's own environment",
}
"""By the name of a fixture: why there is nothing like it on Windows."""


def reason_to_ignore(path: Path) -> str | None:
    """Return why a file of tests, or a folder of them, cannot be imported on this system; None if it can."""
    return FILES.get(path.relative_to(TESTS).as_posix()) if _is_on_windows() and path.is_relative_to(TESTS) else None


def skip_on_windows(items: Iterable[pytest.Item]) -> None:
    """Mark the tests that need what this system lacks."""
    if not _is_on_windows():
        return
    for item in items:
        for name in set(getattr(item, "fixturenames", ())) & set(FIXTURES):
            item.add_marker(pytest.mark.skip(reason=FIXTURES[name]))


def _is_on_windows() -> bool:
    return sys.platform == "win32"


def is_under_wine() -> bool:
    """Return whether this is Windows as Wine plays it."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415

        return hasattr(ctypes.windll.ntdll, "wine_get_version")
    return False


not_under_wine = pytest.mark.skipif(is_under_wine(), reason="Wine does not play this as Windows does")
