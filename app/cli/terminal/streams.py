"""The encoding and the line ends of standard output and standard error."""

import codecs
import io
import sys
import unicodedata

_SIMILAR = {"“": '"', "”": '"', "«": '"', "»": '"', "’": "'", "–": "-", "·": "-", "•": "*", "→": "->", "×": "x"}
_SIMILAR |= {"✓": "OK", "✕": "X", "¿": "", "¡": ""}
_SIMILAR_CHARACTERS = "despacho.similar"


def prepare_streams() -> None:
    r"""Write UTF-8 with `\n` to pipes and files on every system, and what a terminal can show to a terminal.

    Windows would encode pipes by its code page, which has neither every letter nor the signs of `doctor`. A terminal
    keeps its encoding; a character that it lacks is replaced by a similar one.
    """
    codecs.register_error(_SIMILAR_CHARACTERS, _similar)
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):  # closed
            continue
        if stream.isatty():
            stream.reconfigure(errors=_SIMILAR_CHARACTERS)
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _similar(error: UnicodeError) -> tuple[str, int]:
    """Return ASCII that a reader understands in place of the characters that an encoding lacks, and their end."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_in_ascii, error.object[error.start : error.end])), error.end


def _in_ascii(character: str) -> str:
    if character in _SIMILAR:
        return _SIMILAR[character]
    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode() or "?"
