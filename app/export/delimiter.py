"""What stands between two cells of a csv file: what one asked for, or what this machine's spreadsheet expects."""

import sys
from enum import StrEnum


class Delimiter(StrEnum):
    """What `--delimiter` takes."""

    AUTO = "auto"
    COMMA = "comma"
    SEMICOLON = "semicolon"

    @property
    def character(self) -> str:
        """The character itself; for `AUTO` the list separator of the machine's locale."""
        return {Delimiter.COMMA: ",", Delimiter.SEMICOLON: ";"}.get(self) or list_separator(*_regional_settings())


def list_separator(separator: str | None, decimal_mark: str | None) -> str:
    """Return the list separator that goes with a region's settings.

    Args:
        separator: the one that the region names itself, where it does (Windows).
        decimal_mark: where this is a comma, a comma cannot separate and a semicolon does.
    """
    if separator is not None and len(separator) == 1 and separator.isascii() and not separator.isalnum():
        return separator if separator not in "\"' \r\n" else ","
    return ";" if decimal_mark == "," else ","


if sys.platform == "win32":
    import winreg

    def _regional_settings() -> tuple[str | None, str | None]:
        """Read the user's list separator and decimal mark where Excel reads them."""
        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Control Panel\International") as key:
                return winreg.QueryValueEx(key, "sList")[0], winreg.QueryValueEx(key, "sDecimal")[0]
        except OSError:
            return None, None

else:
    import ctypes
    import locale

    def _regional_settings() -> tuple[str | None, str | None]:
        """Read the decimal mark of the locale that the environment names; POSIX has no list separator.

        Through a locale object of its own: `setlocale` would change how every other thread reads numbers meanwhile.
        A locale that is not installed reads as C does, with a point.
        """
        libc = ctypes.CDLL(None)
        libc.newlocale.restype = ctypes.c_void_p
        libc.newlocale.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p]
        libc.nl_langinfo_l.restype = ctypes.c_char_p
        libc.nl_langinfo_l.argtypes = [ctypes.c_int, ctypes.c_void_p]
        libc.freelocale.restype = None
        libc.freelocale.argtypes = [ctypes.c_void_p]
        named = libc.newlocale(1 << locale.LC_NUMERIC, b"", None)  # the mask of a category, in glibc, musl and macOS
        if named is None:
            return None, None
        mark: bytes = libc.nl_langinfo_l(locale.RADIXCHAR, named)
        libc.freelocale(named)
        return None, mark.decode("ascii", "replace")
