"""Says which tests Windows and macOS cannot run, and why; the rest of the suite runs there too.

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
    "proxies": "its proxies and tunnels are programs of Debian's",
    "recipes": "they translate a copy of the program by lupdate, a console script of the project's own environment",
    **dict.fromkeys(
        ("faults/test_proxies.py", "faults/test_smuggling_proxies.py", "faults/test_relay.py"),
        "their proxies and tunnels are programs of Debian's",
    ),
    **dict.fromkeys(
        ("credentials/test_keyring.py", "faults/test_keyring.py"), "it is about the Secret Service, which is Linux's"
    ),
    "faults/test_other_user.py": "only the administrator of a Linux system can act as another user",
    "faults/test_privacy.py": "gnome-keyring, Xvfb and /proc are Linux's",
}
"""By the name of a folder or file below `tests`: why other systems than Linux cannot even import it."""

FIXTURES = {
    "a_locale_with_a_comma": "a locale of its own is made by the C library of Linux",
    "no_keyring": "a keyring can be taken away on Linux alone",
    "daemon": "the Secret Service is Linux's",
    "extracted": "lupdate is a console script of the project's own environment",
}
"""By the name of a fixture: why there is nothing like it on other systems than Linux."""

SHORT = frozenset(
    {
        *("board", "carrier", "credentials", "domain", "export", "facts", "files", "i18n", "logs", "net", "phones"),
        *(
            "load_process",
            "photos",
            "picture_decoder",
            "qt_threads",
            "services",
            "settings",
            "store",
            "threads",
            "updates",
        ),
        *("url_check", "webhook"),
    }
)
"""Folders with the marker `short`: what systems do differently, in a few minutes. `-m short` imports no other."""


def reason_to_ignore(path: Path) -> str | None:
    """Return why a file of tests, or a folder of them, cannot be imported on this system; None if it can."""
    if not _is_elsewhere() or not path.is_relative_to(TESTS):
        return None
    parts = path.relative_to(TESTS)
    return next((FILES[one.as_posix()] for one in (parts, *parts.parents) if one.as_posix() in FILES), None)


def is_short(path: Path) -> bool:
    """Return whether a file of tests, or a folder of them, is short or holds what is."""
    parts = path.relative_to(TESTS).parts if path.is_relative_to(TESTS) else ()
    return not parts or parts[0] in SHORT


def mark_short(items: Iterable[pytest.Item]) -> None:
    """Mark the short tests."""
    for item in items:
        if is_short(item.path):
            item.add_marker("short")


def skip_elsewhere(items: Iterable[pytest.Item]) -> None:
    """Mark the tests that need what this system lacks."""
    if not _is_elsewhere():
        return
    for item in items:
        for name in set(getattr(item, "fixturenames", ())) & set(FIXTURES):
            item.add_marker(pytest.mark.skip(reason=FIXTURES[name]))


def _is_elsewhere() -> bool:
    return sys.platform != "linux"


def is_under_wine() -> bool:
    """Return whether this is Windows as Wine plays it."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415

        return hasattr(ctypes.windll.ntdll, "wine_get_version")
    return False


def skip_without_debian(program: str) -> None:
    """Skip a test that uses a program of Debian's, on Windows."""
    if sys.platform == "win32":
        pytest.skip(f"{program} is one of Debian's programs")


needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="a Mac is played, with what all POSIX systems have")
needs_posix_files = pytest.mark.skipif(sys.platform == "win32", reason="devices, pipes with names and modes are POSIX'")
needs_links = pytest.mark.skipif(is_under_wine(), reason="Wine makes links, and does not follow them")
needs_lupdate = pytest.mark.skipif(_is_elsewhere(), reason=FIXTURES["extracted"])
own_print_dialog = pytest.mark.skipif(sys.platform == "win32", reason="the dialog for printing is Windows' own")
needs_segoe = pytest.mark.skipif(is_under_wine(), reason="Wine has no Segoe UI but a wider font")
not_under_wine = pytest.mark.skipif(is_under_wine(), reason="Wine does not play this as Windows does")
