"""Whether requests are parsed by aiohttp's C extension, on whose strictness `heads` relies."""

from aiohttp.http import HttpRequestParser


def has_c_parser() -> bool:
    """Tell whether aiohttp was installed with its extension; without it, it falls back to a parser in Python."""
    return HttpRequestParser.__module__ == "aiohttp._http_parser"
