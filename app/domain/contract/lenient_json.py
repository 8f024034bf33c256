"""Reads JSON as its writers break it, where only one reading is possible.

Python writes `NaN`, `None` and single quotes, JavaScript `undefined` and names without quotes, PHP and .NET numbers of
their own, and templates made by hand raw line breaks, quotes inside texts and commas too many. Such a value is read
with a note of what is not JSON about it. What may mean two things is refused: an object that never ends, a text with
what looks like the next member in it, two values without a comma.
"""

import json
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final, NamedTuple

MOST_LEVELS: Final = 120
"""Of nesting; deeper values become null. What is nested so deeply is read by no one: see `json_documents.DEEPEST`."""
MOST_DIGITS: Final = 500
"""Of a number; a longer one becomes a text, as does one whose exponent has more than five digits."""
NOTES: Final = 20
"""Most kinds of notes that are kept of one value."""

_MOST_EXPONENT = 5
_BLANKS = re.compile(r"[\s\0\u200b\ufeff]*")
_COMMENT = re.compile(r"(?://|#)[^\n]{0,500}\n|/\*.{0,2000}?\*/|<!--.{0,2000}?-->", re.DOTALL)
_TEXT = {
    '"': re.compile(r'((?:[^"\\]|\\.)*+)"', re.DOTALL),
    "'": re.compile(r"((?:[^'\\]|\\.)*+)'", re.DOTALL),
}
_PREFIX = re.compile(r"[bBuUrR]{1,2}(?=['\"])")
_BARE_NAME = re.compile(r"[^\W\d][\w$-]*|\$[\w$-]+|[0-9]+")
_COLON = re.compile(r"\s*(?:=>|[:=])")
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?(?![\w.+-])")
_PLAIN = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_WHOLE = re.compile(r"[-+]?[0-9]+")
_HEXADECIMAL = re.compile(r"([-+]?)0[xX]([0-9a-fA-F]{1,64})(?!\w)")
_LONG = re.compile(r"([-+]?[0-9]+)[lL](?!\w)")  # of Python 2
_OTHER_NUMBERS: Final = ((_LONG, None, "number with a suffix"), (_HEXADECIMAL, 16, "hexadecimal number"))
_DECIMALS = re.compile(r",([0-9]+)(?=\s*[,}])")
_CALL = re.compile(r"(?:new\s+)?([A-Za-z_][\w.]{0,40})\s*\(\s*")
_CALL_ENDS = re.compile(r"\s*\)")
_MOMENT = re.compile(r"([0-9]{4}), ?([0-9]{1,2}), ?([0-9]{1,2})((?:, ?[0-9]{1,6}){0,4})\s*\)")
_BARE_TEXT = re.compile(r"[^\s\"'{}\[\],:=][^\"'{}\[\],\n\r]*")
_NAME = r"""(?:"[^"\\\n]{0,200}"|'[^'\\\n]{0,200}'|[\w$-]{1,200})\s*(?:=>|[:=])"""
_ENDS_IN_OBJECT = re.compile(rf"\s*(?:\}}|,\s*(?:\}}|/[/*]|{_NAME})|\Z|{_NAME})")
_ENDS_IN_LIST = re.compile(r"\s*(?:\]|,\s*(?:[\]\"'{\[0-9+-]|[A-Za-z]+\s*[,\]])|\Z)")
_MEMBER = re.compile(
    r"""\s*"([^"\\\x00-\x1f]*+)"\s*:\s*(?:"((?:[^"\\\x00-\x1f]|\\["\\/bfnrt])*+)"|(null|true|false))"""
    r"""\s*(?:,(?=\s*"[^"\\\n]{0,200}"\s*:)|(?=(\})))"""
)
"""A member as JSON has it, of a text or a constant: most members of an object that holds something else."""
_SWALLOWED = re.compile(r"""["']\s*:""")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_ESCAPES: Final = {
    **{char: char for char in "\"\\/'`"},
    **dict(zip("bfnrt0v", "\b\f\n\r\t\0\v", strict=True)),
    "\n": "",
}
_PAIR = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile(r"[\0-\x1f]")
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+("?)|([\[{])|([\]}])', re.DOTALL)
_CONSTANTS: Final[dict[str, object]] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(
        ("null", "Null", "NULL", "None", "NONE", "nil", "undefined", "NaN", "nan", "NAN", "NaT", "NA"), None
    ),
    **dict.fromkeys(("Infinity", "-Infinity", "+Infinity", "inf", "-inf", "Inf", "-Inf", "INF", "-INF", "-NaN"), None),
}
_CONSTANT = re.compile(r"[-+]?[A-Za-z]+(?![\w(.'\"-])")
_CONTROL_CHARACTER: Final = "Invalid control character"  # begins Python's message
_OF_JSON: Final = frozenset(("true", "false", "null"))


class UnreadableJsonError(ValueError):
    """A value can be read in no way, or in several."""


class UnfinishedJsonError(UnreadableJsonError):
    """The text ends inside a value."""


class Note(NamedTuple):
    """What is not JSON in a value: the member of the outermost object, or empty, and a few words or the token."""

    member: str
    what: str


class JsonReader:
    """Reads values out of a text. Numbers are int or Decimal as they were written.

    A name that an object repeats with the same value counts once. With other values its value is the list of all of
    them, which no field can be: nothing says which one is meant.

    Attributes:
        notes: what was not JSON in the values read since they were last taken.
    """

    def __init__(self) -> None:
        self.notes: dict[Note, None] = {}
        options: dict[str, Any] = {
            "parse_float": number_as_written,
            "parse_constant": self._constant,
            "object_pairs_hook": self._as_object,
        }
        self._strict = json.JSONDecoder(**options).raw_decode
        self._with_control_characters = json.JSONDecoder(strict=False, **options).raw_decode

    def take_notes(self) -> list[Note]:
        """Return the notes, and forget them."""
        notes = list(self.notes)
        self.notes.clear()
        return notes

    def read_strictly(self, text: str, start: int) -> tuple[object, int] | None:
        """Read the value that begins at `start`, by a fast parser that also takes `NaN` and control characters.

        Returns:
            The value and where it ends; None where it cannot be read so, or does not end.
        """
        before, self.notes = self.notes, {}
        scans = [self._strict]
        for scan in scans:
            try:
                found = scan(text, start)
            except json.JSONDecodeError as error:
                if scan is self._strict and error.msg.startswith(_CONTROL_CHARACTER):
                    scans.append(self._with_control_characters)
                self.notes = {}
            except (ValueError, ArithmeticError, RecursionError):
                self.notes = {}
            else:
                if scan is not self._strict:
                    self._note("control character in a text")
                self.notes = {**before, **self.notes}
                return found
        self.notes = before
        return None

    def read(self, text: str, start: int = 0) -> tuple[object, int]:
        """Read the value that begins at `start`, in whatever way it is written. Return it, and where it ends.

        Raises:
            UnfinishedJsonError: the text ends before it.
            UnreadableJsonError: it can be read in no way, or in several.
        """
        before = dict(self.notes)
        try:
            return _Lenient(text, self._note_of, self._as_object).value(start, 0)
        except RecursionError:
            self.notes = before
            raise UnreadableJsonError from None
        except UnreadableJsonError:
            self.notes = before
            raise

    def _note(self, what: str) -> None:
        self._note_of("", what)

    def _note_of(self, member: str, what: str) -> None:
        if len(self.notes) < NOTES:
            self.notes[Note(member, what)] = None

    def _constant(self, word: str) -> None:
        """Read NaN and Infinity as null."""
        self._note(word)

    def _as_object(self, members: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(members)
        if len(found) == len(members):
            return found
        values: dict[str, list[Any]] = {}
        for name, value in members:
            known = values.setdefault(name, [])
            if value not in known:
                known.append(value)
        self._note("repeated name")
        return {name: known[0] if len(known) == 1 else known for name, known in values.items()}


def number_as_written(digits: str) -> int | Decimal | str:
    """Return the number; the digits themselves where they are more than any number has."""
    _, _, exponent = digits.lower().partition("e")
    if len(digits) > MOST_DIGITS or len(exponent.lstrip("+-0")) > _MOST_EXPONENT:
        return digits
    return int(digits) if _WHOLE.fullmatch(digits) else Decimal(digits)


def read_document(text: str) -> tuple[object, list[Note]]:
    """Read a whole text, strictly where it is JSON. Return its value, and what was not JSON in it.

    Raises:
        UnreadableJsonError: it can be read in no way, or in several.
    """
    reader = JsonReader()
    start = after_blanks(text, 0)
    found = reader.read_strictly(text, start)
    if found is None or after_blanks(text, found[1]) < len(text):
        return read_leniently(text)
    return found[0], reader.take_notes()


def read_leniently(text: str) -> tuple[object, list[Note]]:
    """Read a whole text that is not JSON. Return its value, and what was not JSON in it.

    Raises:
        UnreadableJsonError: it can be read in no way, or in several.
    """
    reader = JsonReader()
    value, end = reader.read(text, after_blanks(text, 0))
    if after_blanks(text, end) < len(text):
        raise UnreadableJsonError
    return value, reader.take_notes()


def after_blanks(text: str, at: int) -> int:
    """Return where blanks end; a byte order mark and NUL count as blanks."""
    found = _BLANKS.match(text, at)
    return at if found is None else found.end()


def after_comment(text: str, at: int) -> int:
    """Return where a comment that begins at `at` ends; `at` where none does."""
    found = _COMMENT.match(text, at)
    return at if found is None else found.end()


class BracketsEnd(NamedTuple):
    """Where brackets close: in full, or where a bracket of the other kind would close them; or only the text ends."""

    at: int | None
    is_closed: bool = False
    is_in_text: bool = False


def end_of_brackets(text: str, start: int, stop: int, *, is_inside: bool = False) -> BracketsEnd:
    """Find where the brackets close that open at `start`; stop at `stop` at the latest.

    Args:
        text: with the brackets in it.
        start: of the value, or of what is left of an object.
        stop: where to stop.
        is_inside: an object is open already.
    """
    open_brackets = ["}"] if is_inside else []
    for token in _BRACKET.finditer(text, start, stop):
        if token[2]:
            open_brackets.append("]" if token[2] == "[" else "}")
        elif not token[3]:
            if not token[1]:
                return BracketsEnd(None, is_in_text=True)
        elif not open_brackets or token[3] != open_brackets.pop():
            return BracketsEnd(token.start())
        elif not open_brackets:
            return BracketsEnd(token.end(), is_closed=True)
    return BracketsEnd(None)


class _Lenient:
    """Reads one value of a text by recursive descent.

    Args:
        text: with the value in it.
        note: called with the member of the outermost object, and with what is not JSON.
        as_object: makes an object of its members.
    """

    def __init__(
        self,
        text: str,
        note: Callable[[str, str], None],
        as_object: Callable[[list[tuple[str, Any]]], dict[str, Any]],
    ) -> None:
        self._text, self._note_of, self._as_object = text, note, as_object
        self._member = ""

    def value(self, at: int, level: int, *, in_object: bool = False) -> tuple[Any, int]:
        at = self._skip(at)
        char = self._char(at)
        if char in "{[":
            if level >= MOST_LEVELS:
                return self._too_deep(at)
            return self._object(at + 1, level) if char == "{" else self._list(at + 1, level)
        if char in _TEXT:
            return self._quoted(at, in_object=in_object)
        return self._unquoted(at, in_object=in_object)

    def _note(self, what: str) -> None:
        self._note_of(self._member, what)

    def _char(self, at: int) -> str:
        if at >= len(self._text):
            raise UnfinishedJsonError
        return self._text[at]

    def _skip(self, at: int) -> int:
        """Return where blanks and comments end."""
        while True:
            at = after_blanks(self._text, at)
            if self._text[at : at + 1] not in ("/", "#", "<"):
                return at
            end = after_comment(self._text, at)
            if end == at:
                return at
            self._note("comment")
            at = end

    def _too_deep(self, at: int) -> tuple[None, int]:
        end = end_of_brackets(self._text, at, len(self._text)).at
        if end is None:
            raise UnfinishedJsonError
        return None, end

    def _object(self, at: int, level: int) -> tuple[dict[str, Any], int]:
        members: list[tuple[str, Any]] = []
        is_separated = True
        while True:
            if is_separated:
                at, is_separated = self._plain_members(at, members)
            at = self._skip(at)
            char = self._char(at)
            if char in ",}":
                if is_separated and (members or char == ","):
                    self._note("comma too many")
                if char == "}":
                    return self._as_object(members), at + 1
                is_separated, at = True, at + 1
                continue
            if level == 0:
                self._member = ""
            if not is_separated:
                self._note("comma missing")
            name, at = self._name(at)
            if level == 0:
                self._member = name
            at = self._member_value(self._skip(at), level, name, members)
            is_separated = False

    def _plain_members(self, at: int, members: list[tuple[str, Any]]) -> tuple[int, bool]:
        """Read members that are JSON; return where they end, and whether a comma does."""
        is_separated = True
        while is_separated and (plain := _MEMBER.match(self._text, at)) is not None:
            name, text, constant, end = plain.groups()
            value = _CONSTANTS[constant] if constant else json.loads(f'"{text}"') if "\\" in text else text
            members.append((name, value))
            is_separated, at = end is None, plain.end()
        return at, is_separated

    def _member_value(self, at: int, level: int, name: str, members: list[tuple[str, Any]]) -> int:
        if self._char(at) in ",}":
            self._note("value missing")
            members.append((name, None))
            return at
        value, at = self.value(at, level + 1, in_object=True)
        members.append((name, value))
        return at

    def _list(self, at: int, level: int) -> tuple[list[Any], int]:
        found: list[Any] = []
        is_separated = True
        while True:
            at = self._skip(at)
            char = self._char(at)
            if char == "]":
                if is_separated and found:
                    self._note("comma too many")
                return found, at + 1
            if char == ",":
                if is_separated:
                    self._note("comma too many")
                is_separated, at = True, at + 1
                continue
            if not is_separated:
                if char not in "{[" or not isinstance(found[-1], (dict, list)):
                    raise UnreadableJsonError
                self._note("comma missing")
            value, at = self.value(at, level + 1)
            found.append(value)
            is_separated = False

    def _name(self, at: int) -> tuple[str, int]:
        """Read a member's name with its colon; without one it is no name."""
        prefix = _PREFIX.match(self._text, at)
        begin = at if prefix is None else prefix.end()
        quote = self._char(begin)
        found = _TEXT[quote].match(self._text, begin + 1) if quote in _TEXT else _BARE_NAME.match(self._text, at)
        if found is None:
            raise UnfinishedJsonError if quote in _TEXT else UnreadableJsonError
        colon = _COLON.match(self._text, found.end())
        if colon is None:
            self._char(after_blanks(self._text, found.end()))
            raise UnreadableJsonError
        if quote not in _TEXT:
            self._note("name without quotes")
            return found[0], colon.end()
        if quote == "'" or prefix is not None:
            self._note("single quotes")
        if colon[0].strip() != ":":
            self._note(f"{colon[0].strip()} after a name")
        return self._unescaped(found[1]), colon.end()

    def _quoted(self, at: int, *, in_object: bool) -> tuple[str, int]:
        """Read a text to the quote behind which the object or list goes on."""
        quote = self._text[at]
        ends, at = _ENDS_IN_OBJECT if in_object else _ENDS_IN_LIST, at + 1
        begin = at
        while True:
            found = _TEXT[quote].match(self._text, at)
            if found is None:
                raise UnfinishedJsonError
            at = found.end()
            if ends.match(self._text, at):
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
        if "\\" not in text:
            return text
        plain = _ESCAPE.sub(self._escaped, text)
        if _PAIR.search(plain):
            plain = plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return plain

    def _escaped(self, found: re.Match[str]) -> str:
        if found[1]:
            return chr(int(found[1], 16))
        code = found[2] or found[3]
        if code:
            self._note("escape of another language")
            return chr(int(code, 16)) if int(code, 16) <= 0x10FFFF else found[0]  # noqa: PLR2004 - the last character
        char = found[4]
        if char not in _ESCAPES:
            self._note("backslash before another character")
            return found[0]
        if char in "'`0v\n":
            self._note("escape of another language")
        return _ESCAPES[char]

    def _unquoted(self, at: int, *, in_object: bool) -> tuple[object, int]:
        """Read a number, a constant, a call or a text without quotes."""
        constant = _CONSTANT.match(self._text, at)
        if constant is not None and constant[0] in _CONSTANTS:
            self._refuse_cut(constant.end())
            if constant[0] not in _OF_JSON:
                self._note(constant[0])
            return _CONSTANTS[constant[0]], constant.end()
        number = self._number(at, in_object=in_object)
        if number is not None:
            return number
        prefix = _PREFIX.match(self._text, at)
        if prefix is not None:
            return self._quoted(prefix.end(), in_object=in_object)
        call = _CALL.match(self._text, at)
        if call is not None:
            return self._called(call)
        return self._bare_text(at, in_object=in_object)

    def _refuse_cut(self, end: int) -> None:
        """Refuse a value that may go on behind the end of the text; inside an object or a list it cannot end there."""
        if end == len(self._text):
            raise UnfinishedJsonError

    def _number(self, at: int, *, in_object: bool) -> tuple[object, int] | None:
        for pattern, base, what in _OTHER_NUMBERS:
            other = pattern.match(self._text, at)
            if other is not None:
                self._note(what)
                return number_as_written(other[1]) if base is None else int(other[1] + other[2], base), other.end()
        found = _NUMBER.match(self._text, at)
        if found is None:
            return None
        end = found.end()
        decimals = _DECIMALS.match(self._text, end) if in_object else None
        if decimals is not None:
            self._note("comma in a number")
            return found[0] + decimals[0], decimals.end()
        if _PLAIN.fullmatch(found[0]):
            return number_as_written(found[0]), end
        digits = found[0].lstrip("+-")
        if len(digits) > 1 and digits[0] == "0" and digits[1].isdigit():
            self._note("number with zeros in front")
            return found[0], end
        self._note("number of another language")
        return number_as_written(found[0]), end

    def _called(self, call: re.Match[str]) -> tuple[object, int]:
        """Read `Decimal('1.5')`, `ObjectId("…")` or `new Date(5)` as what is in brackets, a `datetime` as ISO 8601."""
        self._note(f"{call[1]}(…)")
        at = call.end()
        if call[1].rpartition(".")[2] in ("datetime", "date"):
            moment = _MOMENT.match(self._text, at)
            if moment is None:
                raise UnreadableJsonError
            day = f"{int(moment[1]):04}-{int(moment[2]):02}-{int(moment[3]):02}"
            clock = [int(part) for part in moment[4].split(",") if part.strip()]
            if not clock:
                return day, moment.end()
            hour, minute, second, fraction = (*clock, 0, 0, 0)[:4]
            text = f"{day}T{hour:02}:{minute:02}:{second:02}"
            return f"{text}.{fraction:06}" if fraction else text, moment.end()
        char = self._char(at)
        if char in _TEXT:
            found = _TEXT[char].match(self._text, at + 1)
            if found is None:
                raise UnfinishedJsonError
            value: object = self._unescaped(found[1])
            at = found.end()
        else:
            number = self._number(at, in_object=False)
            if number is None:
                raise UnreadableJsonError
            value, at = number
        ends = _CALL_ENDS.match(self._text, at)
        if ends is None:
            raise UnreadableJsonError
        return value, ends.end()

    def _bare_text(self, at: int, *, in_object: bool) -> tuple[str, int]:
        found = _BARE_TEXT.match(self._text, at)
        if found is None:
            raise UnreadableJsonError
        end = found.end()
        self._refuse_cut(end)
        if not (_ENDS_IN_OBJECT if in_object else _ENDS_IN_LIST).match(self._text, end):
            raise UnreadableJsonError
        self._note("text without quotes")
        return found[0].strip(), end
