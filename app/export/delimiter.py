"""The delimiter of csv files: the chosen one, or the one that spreadsheets on this machine expect."""

import sys
from enum import StrEnum


class Delimiter(StrEnum):
    """The values of `--delimiter`."""

    AUTO = "auto"
    COMMA = "comma"
    SEMICOLON = "semicolon"

    @property
    def character(self) -> str:
        """The character itself; for `AUTO` the list separator of the machine's locale."""
        return {Delimiter.COMMA: ",", Delimiter.SEMICOLON: ";"}.get(self) or list_separator(*_regional_settings())


def list_separator(separator: str | None, decimal_mark: str | None) -> str:
    """Return the list separator for a region's settings.

    Args:
        separator: the region's own list separator, where it has one (Windows).
        decimal_mark: where this is a comma, the separator is a semicolon.
    """
    if separator is not None and len(separator) == 1 and separator.isascii() and not separator.isalnum():
        return separator if separator not in "\"' \r\n" else ","
    return ";" if decimal_mark == "," else ","


if sys.platform == "win32":
    import winreg

    def _regional_settings() -> tuple[str | None, str | None]:
        """Return the user's list separator and decimal mark from where Excel reads them."""
        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Control Panel\International") as key:
                return winreg.QueryValueEx(key, "sList")[0], winreg.QueryValueEx(key, "sDecimal")[0]
        except OSError:
            return None, None

else:
    import ctypes
    import locale

    def _regional_settings() -> tuple[str | None, str | None]:
        """Return the decimal mark of the environment's locale; POSIX has no list separator.

        It uses a separate locale object, as `setlocale` would change the locale of all threads. A locale that is not
        installed has a decimal point.
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
