"""Reads JSON as its writers break it, where only one reading is possible.

Python writes `NaN`, `None` and single quotes, JavaScript `undefined` and names without quotes, and templates made by
hand raw line breaks, quotes inside texts and commas too many. Such a value is read with a note of what is not JSON
about it. What may mean two things is refused: two values without a comma, a text with what looks like the next member
in it, an object that never ends.
"""

import json
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final

from app.domain.contract.json_text.storable_text import storable

MOST_LEVELS: Final = 120
"""Of nesting; deeper values become null. What is nested so deeply is read by no one: see `json_documents.DEEPEST`."""
MOST_DIGITS: Final = 500
"""Of a number; a longer one becomes a text, as does one whose exponent has more than five digits."""
NOTES: Final = 20
"""Most kinds of notes that are kept of one value."""

_MOST_EXPONENT = 5
_BLANKS = re.compile(r"(?:[\s\0\u200b\ufeff]|/\*.{0,2000}?\*/|(?://|#)[^\n]{0,500}\n)*+", re.DOTALL)
_TEXT = {
    '"': re.compile(r'((?:[^"\\]|\\.)*+)"', re.DOTALL),
    "'": re.compile(r"((?:[^'\\]|\\.)*+)'", re.DOTALL),
}
_NAME = re.compile(
    r"""(?:"((?:[^"\\]|\\.)*+)"|'((?:[^'\\]|\\.)*+)'|([^\W\d][\w$-]*|\$[\w$-]+|[0-9]+))\s*:""", re.DOTALL
)
_NEXT_NAME = r"""(?:"[^"\\\n]{0,200}"|'[^'\\\n]{0,200}'|[\w$-]{1,200})\s*:"""
_ENDS = {"}": re.compile(rf"\s*(?:\}}|/[/*]|,\s*(?:[,}}#]|/[/*]|{_NEXT_NAME}))"), "]": re.compile(r"\s*[\],]")}
"""What follows a text, by the bracket that ends what it is in."""
_SWALLOWED = re.compile(r"""["']\s*(?:[:=]|,\s*["']|["'])""")
_WORD = re.compile(r"[^\s\"'{}\[\],:][^\"'{}\[\],:\n\r]*+")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_ESCAPES: Final = {**{char: char for char in "\"\\/'`"}, **dict(zip("bfnrt", "\b\f\n\r\t", strict=True))}
_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile(r"[\0-\x1f]")
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|([\[{])|([\]}])', re.DOTALL)
_OF_JSON: Final[dict[str, object]] = {"true": True, "false": False, "null": None}
_CONSTANTS: Final[dict[str, object]] = {
    **_OF_JSON,
    **dict.fromkeys(("True", "TRUE"), True),
    **dict.fromkeys(("False", "FALSE"), False),
    **dict.fromkeys(("None", "Null", "NULL", "nil", "undefined", "NaN", "nan", "NaT", "inf", "-inf", "Infinity"), None),
    **dict.fromkeys(("-Infinity", "-NaN", "INF", "-INF"), None),
}


class UnreadableJsonError(ValueError):
    """A value can be read in no way, or in several; or the text ends inside it."""


class JsonReader:
    """Reads values out of a text. Numbers are int or Decimal as they were written.

    A name that an object repeats with the same value counts once. With other values its value is the list of all of
    them, which no field can be: nothing says which one is meant.

    Attributes:
        notes: what was not JSON in the values read since they were last taken, without order.
    """

    def __init__(self) -> None:
        self.notes: set[str] = set()
        self._scan = json.JSONDecoder(
            parse_float=number_as_written, parse_constant=self._constant, object_pairs_hook=self._as_object
        ).raw_decode

    def take_notes(self) -> list[str]:
        """Return the notes, and forget them."""
        notes, self.notes = sorted(self.notes), set()
        return notes

    def read_strictly(self, text: str, start: int) -> tuple[object, int] | None:
        """Read the object or list that begins at `start`, by a fast parser that also takes `NaN`.

        Returns:
            The value and where it ends; None where it is not JSON, or does not end.
        """
        before = set(self.notes)
        try:
            return self._scan(text, start)
        except (ValueError, ArithmeticError, RecursionError):
            self.notes = before
            return None

    def read(self, text: str, start: int = 0, closer: str = "]") -> tuple[object, int]:
        """Read the value that begins at `start`, in whatever way it is written. Return it, and where it ends.

        `closer` is the bracket that ends what the value is in.

        Raises:
            UnreadableJsonError: it can be read in no way, or in several; or it does not end.
        """
        before = set(self.notes)
        try:
            return _Lenient(text, self._note, self._as_object).value(start, closer, 0)
        except UnreadableJsonError:
            self.notes = before
            raise

    def _note(self, what: str) -> None:
        if len(self.notes) < NOTES:
            self.notes.add(what)

    def _constant(self, word: str) -> None:
        """Read NaN and Infinity as null."""
        self._note(word)

    def _as_object(self, members: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(members)
        if not "".join(found).isprintable():
            members = [(storable(name), value) for name, value in members]  # pydantic refuses lone surrogates
            found = dict(members)
        if len(found) == len(members):
            return found
        values: dict[str, list[Any]] = {}
        for name, value in members:
            known = values.setdefault(name, [])
            if value not in known[:NOTES]:
                known.append(value)
        self._note("repeated name")
        return {name: known[0] if len(known) == 1 else known for name, known in values.items()}


def number_as_written(digits: str) -> int | Decimal | str:
    """Return the number; the digits themselves where they are more than any number has."""
    _, _, exponent = digits.lower().partition("e")
    if len(digits) > MOST_DIGITS or len(exponent.lstrip("+-0")) > _MOST_EXPONENT:
        return digits
    return int(digits) if digits.lstrip("-").isdecimal() else Decimal(digits)


def read_document(text: str) -> tuple[object, list[str]]:
    """Read a whole text, strictly where it is JSON. Return its value, and what was not JSON in it.

    Raises:
        UnreadableJsonError: it can be read in no way, or in several.
    """
    reader = JsonReader()
    start = after_blanks(text, 0)
    value, end = reader.read_strictly(text, start) or reader.read(text, start)
    if after_blanks(text, end) < len(text):
        raise UnreadableJsonError
    return value, reader.take_notes()


def after_blanks(text: str, at: int) -> int:
    """Return where blanks and comments end; a byte order mark and NUL count as blanks."""
    found = _BLANKS.match(text, at)
    return at if found is None else found.end()


def end_of_brackets(text: str, start: int, stop: int) -> int | None:
    """Return where the brackets close that open at `start`; None where they do not before `stop`."""
    level = 0
    for token in _BRACKET.finditer(text, start, stop):
        level += (token[1] is not None) - (token[2] is not None)
        if level == 0:
            return token.end()
    return None


class _Lenient:
    """Reads one value of a text by recursive descent; `note` is called with what is not JSON."""

    def __init__(
        self, text: str, note: Callable[[str], None], as_object: Callable[[list[tuple[str, Any]]], dict[str, Any]]
    ) -> None:
        self._text, self._note, self._as_object = text, note, as_object

    def value(self, at: int, closer: str, level: int) -> tuple[Any, int]:
        """Read the value at a place of what `closer` ends; return it, and where it ends."""
        at = self._skip(at)
        char = self._text[at : at + 1]
        if char == "" or (char in "{[" and level >= MOST_LEVELS):
            end = end_of_brackets(self._text, at, len(self._text)) if char else None
            if end is None:
                raise UnreadableJsonError
            return None, end
        if char == "{":
            members, at = self._elements(at + 1, "}", level)
            return self._as_object(members), at
        if char == "[":
            return self._elements(at + 1, "]", level)
        return self._quoted(at, closer) if char in _TEXT else self._word(at)

    def _skip(self, at: int) -> int:
        end = after_blanks(self._text, at)
        if not self._text[at:end].isspace() and at != end:
            self._note("comment")
        return end

    def _elements(self, at: int, closer: str, level: int) -> tuple[list[Any], int]:
        """Read the elements of a list, or the members of an object as pairs, up to the bracket that ends it."""
        found: list[Any] = []
        is_separated = True
        while True:
            at = self._skip(at)
            char = self._text[at : at + 1]
            if is_separated and found and char in ("", ",", closer):
                self._note("comma too many")
            if char == closer:
                return found, at + 1
            if char == ",":
                is_separated, at = True, at + 1
                continue
            if not is_separated:
                raise UnreadableJsonError
            if closer == "]":
                value, at = self.value(at, closer, level + 1)
            else:
                value, at = self._member(at, level)
            found.append(value)
            is_separated = False

    def _member(self, at: int, level: int) -> tuple[tuple[str, Any], int]:
        found = _NAME.match(self._text, at)
        if found is None:
            raise UnreadableJsonError
        if found[1] is None:
            self._note("single quotes" if found[3] is None else "name without quotes")
        name = found[3] or self._unescaped(found[1] or found[2] or "")
        at = self._skip(found.end())
        if self._text[at : at + 1] in (",", "}"):
            self._note("value missing")
            return (name, None), at
        value, at = self.value(at, "}", level + 1)
        return (name, value), at

    def _quoted(self, at: int, closer: str) -> tuple[str, int]:
        """Read a text to the quote behind which the object or list goes on."""
        quote, begin = self._text[at], at + 1
        at = begin
        while True:
            found = _TEXT[quote].match(self._text, at)
            if found is None:
                raise UnreadableJsonError
            at = found.end()
            if _ENDS[closer].match(self._text, at):
                break
        inside = self._text[begin : at - 1]
        if quote == "'":
            self._note("single quotes")
        if begin != found.start():
            if _SWALLOWED.search(inside):
                raise UnreadableJsonError
            self._note("quote inside a text")
        return self._unescaped(inside), at

    def _unescaped(self, text: str) -> str:
        if _CONTROL.search(text):
            self._note("control character in a text")
        if "\\" in text:
            text = _ESCAPE.sub(self._escaped, text)
        if _SURROGATE.search(text):
            text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return text

    def _escaped(self, found: re.Match[str]) -> str:
        code, char = found[1] or found[2], found[3]
        if code:
            if found[2]:
                self._note("escape of another language")
            return chr(int(code, 16))
        if char not in _ESCAPES or char in "'`":
            self._note("escape of another language")
        return _ESCAPES.get(char, found[0])

    def _word(self, at: int) -> tuple[object, int]:
        """Read a number, a constant or a text without quotes, such as `0045` or `0x1F`."""
        found = _WORD.match(self._text, at)
        if found is None or found.end() == len(self._text):
            raise UnreadableJsonError
        word = found[0].strip()
        if word in _CONSTANTS:
            if word not in _OF_JSON:
                self._note(word)
            return _CONSTANTS[word], found.end()
        if _NUMBER.fullmatch(word):
            return number_as_written(word), found.end()
        if word[0].isdigit() and not word.isalnum() and " " in word:
            raise UnreadableJsonError
        self._note("text without quotes")
        return word, found.end()
