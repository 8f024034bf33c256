"""Parses the carrier's JSON answer while it arrives, into manifests; one broken shipment costs no other.

The outer levels (the list of manifests, a manifest's members, its list of shipments) are read here, step by step, and
the values in them by `JsonReader`. A shipment that cannot be read is cut out and set aside: it ends where its brackets
close, but at the latest where the next one begins as the others do, with the same name.
"""

import contextlib
import json
import re
from collections import deque
from collections.abc import Generator
from typing import Any, Final, TypeVar

from app.carrier.encoding import AnswerDecoder
from app.carrier.failures import too_large
from app.domain.contract.deviations import Deviation, Source, What
from app.domain.contract.identity_photos import shown_name
from app.domain.contract.lenient_json import (
    JsonReader,
    UnfinishedJsonError,
    UnreadableJsonError,
    after_blanks,
    after_comment,
    end_of_brackets,
)
from app.domain.contract.manifests import Manifest
from app.domain.errors import CarrierAnswerError
from app.domain.texts import Text

SHIPMENTS: Final = "envios"
NUMBER: Final = "numero"
MOST_VALUES: Final = 20_000_000
"""In the whole answer. A value takes two bytes or more, and a hundred in memory; a shipment has about fifty values."""

_NOT_A_LIST = Text(
    "Error",
    "The carrier answered with a JSON object instead of a list of manifests. Check the address of the "
    "carrier's service; if it is right, tell the carrier.",
)
_NOT_JSON = Text(
    "Error",
    "The answer is not from the carrier's service: it is a web page or a text instead of JSON. Check the address "
    "of the carrier's service, and whether the network requires a sign-in in the browser first.",
)
_EMPTY = Text(
    "Error",
    "The carrier's answer is empty: not even an empty list came. Load again; if this continues, tell the carrier.",
)
_CUT = Text("Error", "The carrier's answer is cut short. Load again; if this continues, tell the carrier.")
_BROKEN = Text("Error", "The carrier's answer is not valid JSON. Load again; if this continues, tell the carrier.")

_MOST_AHEAD: Final = 1 << 14
"""Characters, more than a shipment has: where as many follow, a value that cannot be read is not one still to come."""
_BLANKS: Final = " \t\r\n"
_PIECE: Final = 1 << 15  # characters of the answer that are read at once
_MOST_AT_HAND: Final = 1 << 20
_MOST_BROKEN: Final = 5_000
"""Broken parts of an answer, each of which takes a millisecond: with more, nothing in it can be relied on."""
_MOST_KEYS: Final = 8  # first names of shipments that are remembered

_HEADS: Final = ("idPlanillaReparto", "codigoCarrier", "fechaCreacion", "envios")
_HEAD = rf"""["']?(?:{"|".join(_HEADS)})["']?\s*[:=]"""
_ALONE = re.compile(rf"""\{{\s*(?:{_HEAD}|["']?[0-9]+["']?\s*:\s*\{{)""")
_WRAPPERS: Final = ("$id", "$values", "d")
_WRAPPER = re.compile(r"""\{\s*(?:"\$id"\s*:\s*"[^"]{0,40}"\s*,\s*"\$values"|"\$values"|"d")\s*:\s*\[""")
_LATE = re.compile(rf"\[\s*\{{\s*{_HEAD}")
_QUOTED = re.compile(r'"\s*(?:\[|\{\s*\\")')
_NAME = re.compile(
    r"""(?:"((?:[^"\\]|\\.)*+)"|'((?:[^'\\]|\\.)*+)'|([\w$-]+))\s*(?:=>|[:=])""", re.DOTALL
)  # fmt: skip
_INDEX = re.compile(r"""["']?[0-9]+["']?\s*(?:=>|:)\s*(?=[\[{"'\w-])""")
_NEXT_MEMBER = re.compile(
    r""",\s*(?=["']?[A-Za-z_]\w*["']?\s*[:=])|(?=["']?envios["']?\s*[:=])|(?=\}\s*(?:,\s*\{|\]))"""
)
_STRAY = re.compile(r"""[^\[\]{}"',\s]+|.""", re.DOTALL)
_ENDS_SHIPMENT = re.compile(r"\s*(?:,?\s*\{|,?\s*\]\s*[,}]|,?\s*\}\s*[,\]])")
_EXTRA_BRACE = re.compile(r"\}\s*\]\s*[,}]")
_TAIL = re.compile(
    r"""\}?(?P<end>)\s*\](?P<members>(?:\s*,\s*"\w{1,100}"\s*:\s*(?:"[^"\\]{0,200}"|[\w.-]{1,50}))*)\s*\}\s*\]\s*\Z"""
)
"""How an answer ends behind its last shipment."""
_LAST_BRACKET = re.compile(r"\]\s*\Z")
_NUMBERS = re.compile(rf"""["']?{NUMBER}["']?\s*[:=]\s*["']?([^"',{{}}\[\]\s]{{1,100}})""")

_NAMES_OF_MANIFEST: Final = frozenset(field.alias or name for name, field in Manifest.model_fields.items())

T = TypeVar("T")
Steps = Generator[None, None, T]


class Unreadable:
    """Stands where a shipment cannot be read; `number` is its `numero` if that can be told, else None."""

    def __init__(self, number: str | None) -> None:
        self.number = number


class Opening:
    """Finds where the list of an answer begins."""

    def __init__(self, charset: str = "") -> None:
        self._decoder = AnswerDecoder(charset)
        self._text = ""
        self.is_list = False

    def pass_on(self, piece: bytes) -> None:
        """Take a piece.

        Raises:
            CarrierAnswerError: the answer is no list.
        """
        self._text += self._decoder.decode(piece)
        self.is_list = list_start(self._text, is_whole=False) is not None

    def close(self) -> None:
        """Check at the end of the answer that a list has begun.

        Raises:
            CarrierAnswerError: it has not, or the answer is empty.
        """
        self._text += self._decoder.decode(b"", is_last=True)
        self.is_list = list_start(self._text, is_whole=True) is not None


def list_start(text: str, *, is_whole: bool) -> int | None:
    """Return where the list begins, or what stands for one; None where that is not known yet.

    Before it, blanks and comments do not count. Any other text does not either, such as a warning of PHP or a guard
    against scripts, if a manifest follows.

    Raises:
        CarrierAnswerError: there is no list.
    """
    start, before = after_blanks(text, 0), -1
    while start != before:
        start, before = after_blanks(text, after_comment(text, start)), start
    begun = text[start : start + 1]
    if begun == "[" or (begun == '"' and _QUOTED.match(text, start)):
        return start
    if begun == "{" and (_ALONE.match(text, start) or _WRAPPER.match(text, start)):
        return start
    late = _LATE.search(text, start, start + _MOST_AHEAD)
    if late is not None:
        return late.start()
    if is_whole and not begun:
        raise CarrierAnswerError(_EMPTY)
    if is_whole or len(text) - start > _MOST_AHEAD:
        raise CarrierAnswerError(_NOT_A_LIST if begun == "{" else _NOT_JSON)
    return None


class Elements:
    """Parses an answer piece by piece into the elements of its list. Numbers are int or Decimal, as they were written.

    Args:
        charset: the encoding that the `Content-Type` header names, or empty.
    """

    def __init__(self, charset: str = "") -> None:
        self._decoder = AnswerDecoder(charset)
        self._json = JsonReader()
        self._text, self._at = "", 0
        self._queue: deque[str] = deque()
        self._held = self._wanted = self._values = self._count = self._broken = 0
        self._is_ended = self._is_odd = False
        self._has_no_next = False
        self._refused = -1, -1  # where in the text at hand, and how long that was, when no good shipment began there
        self._found: list[object] = []
        self._deviations: list[Deviation] = []
        self._head: dict[str, Any] = {}
        self._manifest_names = set(_NAMES_OF_MANIFEST)
        self._manifest_key, self._shipment_keys = "", [NUMBER]
        self._next = self._beginnings()
        self._steps = self._answer()
        next(self._steps)

    def feed(self, piece: bytes) -> list[object]:
        """Return the elements that this piece completes.

        Raises:
            CarrierAnswerError: the answer is not JSON, or not a list.
        """
        return self._advance(self._decoder.decode(piece))

    def close(self) -> list[object]:
        """Return what the end of the answer completes.

        Raises:
            CarrierAnswerError: the answer is cut short.
        """
        rest = self._decoder.decode(b"", is_last=True)
        self._is_ended = True
        found = self._advance(rest)
        if self._decoder.found:
            self._note(self._decoder.found, What.OTHER_ENCODING)
        return found

    def take_deviations(self) -> list[Deviation]:
        """Return how what was read since the last call differs from JSON."""
        taken, self._deviations = self._deviations, []
        return taken

    def _advance(self, piece: str) -> list[object]:
        self._values += piece.count(",")
        if self._values > MOST_VALUES:
            raise too_large()
        self._queue += (piece[start : start + _PIECE] for start in range(0, len(piece), _PIECE))
        self._held += len(piece)
        if self._is_ended or self._held >= max(self._wanted, 1):
            next(self._steps, None)
        taken, self._found = self._found, []
        return taken

    @property
    def _is_whole(self) -> bool:
        """Whether nothing follows the text at hand."""
        return self._is_ended and not self._queue

    def _more(self) -> Steps[None]:
        """Double what is left of the text at hand, so that reading it again and again takes linear time.

        Raises:
            CarrierAnswerError: nothing follows.
        """
        if self._is_whole:
            raise CarrierAnswerError(_CUT)
        self._wanted = max(len(self._text) - self._at, 1)
        if not self._is_ended and self._held < self._wanted:
            yield
        parts, length = [self._text[self._at :]], 0
        while self._queue and length < self._wanted:
            parts.append(self._queue.popleft())
            length += len(parts[-1])
        self._text, self._at, self._refused = "".join(parts), 0, (-1, -1)
        self._held -= length

    def _put_back(self) -> None:
        """Leave a part of the text at hand for later, where much was needed: errors take time for what is before."""
        if len(self._text) > _MOST_AT_HAND:
            cuts = range(self._at + _PIECE, len(self._text), _PIECE)
            self._queue.extendleft(self._text[cut : cut + _PIECE] for cut in reversed(cuts))
            self._held += max(0, len(self._text) - self._at - _PIECE)
            self._text, self._at, self._refused = self._text[self._at : self._at + _PIECE], 0, (-1, -1)

    def _ahead(self) -> Steps[None]:
        """Wait for all that may decide what the next character means."""
        while not self._is_whole and len(self._text) - self._at < _MOST_AHEAD:
            yield from self._more()

    def _note(self, what: str, kind: What = What.OTHER_SYNTAX, place: str = "body") -> None:
        self._deviations.append(Deviation(Source.MANIFEST, shown_name(place), kind, what))

    def _stray(self, what: str) -> None:
        """Note text that is no part of any manifest; beside it an empty list is no answer."""
        self._is_odd = True
        self._note(what)
        self._count_broken()

    def _count_broken(self) -> None:
        self._broken += 1
        if self._broken > _MOST_BROKEN:
            raise CarrierAnswerError(_BROKEN)

    def _peek(self) -> Steps[str]:
        """Skip blanks and comments; return the next character, empty at the end of the answer."""
        while True:
            begin, self._at = self._at, after_blanks(self._text, self._at)
            if self._text[begin : self._at].strip(_BLANKS):
                self._note("another blank than JSON's")
            begun = self._text[self._at : self._at + 1]
            if begun and begun not in "/#<":
                return begun
            end = after_comment(self._text, self._at)
            if end != self._at:
                self._note("comment")
                self._at = end
            elif self._is_whole or (begun and len(self._text) - self._at > _MOST_AHEAD):
                return begun
            else:
                yield from self._more()

    def _expect(self) -> Steps[str]:
        """Skip blanks and comments; return the next character.

        Raises:
            CarrierAnswerError: there is none.
        """
        begun = yield from self._peek()
        if not begun:
            raise CarrierAnswerError(_CUT)
        return begun

    def _pass_over(self) -> None:
        """Pass over text that is no value."""
        stray = _STRAY.match(self._text, self._at)
        self._at = len(self._text) if stray is None else stray.end()
        self._stray("stray text")

    def _first_name(self) -> Steps[str]:
        """Return the first name in the object that begins here; empty where there is none."""
        while True:
            at = after_blanks(self._text, self._at + 1)
            found = _NAME.match(self._text, at)
            if found is not None:
                return _plain_name(found)
            if self._is_whole or len(self._text) - at > _MOST_AHEAD or self._text[at : at + 1] in ("}", "{", "["):
                return ""
            yield from self._more()

    def _answer(self) -> Steps[None]:
        yield
        while (start := list_start(self._text, is_whole=self._is_whole)) is None:
            yield from self._more()
        if self._text.startswith("\ufeff"):
            self._note("UTF-8 with a byte order mark", What.OTHER_ENCODING)
        if self._text[:start].strip(f"\ufeff\0{_BLANKS}"):
            self._stray("text before the list")
        self._at = start
        if self._text[start] == '"':
            yield from self._open_quoted()
        yield from self._list([])
        while (yield from self._peek()):
            yield from self._behind_list()
        if self._is_odd and not self._count:
            raise CarrierAnswerError(_BROKEN)

    def _open_quoted(self) -> Steps[None]:
        """Replace a JSON text that holds the list by what it holds."""
        while not self._is_whole:
            yield from self._more()
        try:
            inner, _ = self._json.read(self._text, self._at)
        except UnreadableJsonError:
            raise CarrierAnswerError(_CUT) from None
        self._note("JSON in JSON", What.OTHER_ENCODING)
        self._text = str(inner)
        self._at = list_start(self._text, is_whole=True) or 0

    def _behind_list(self) -> Steps[None]:
        """Read one more list behind the first, or manifests and shipments behind its end; pass over other text.

        Raises:
            CarrierAnswerError: an object follows that is neither, such as an error: the list may not be whole.
        """
        yield from self._ahead()
        if self._text[self._at] == "[" or _ALONE.match(self._text, self._at):
            self._note("two lists")
            yield from self._list([])
            return
        is_object = self._text[self._at] == "{"
        if is_object and (yield from self._first_name()) not in {self._manifest_key, *self._shipment_keys}:
            raise CarrierAnswerError(_BROKEN)
        self._stray("text behind the list")
        following = None if is_object else self._next.search(self._text, self._at)
        if following is not None:
            self._at = following.start("begin")
        elif not is_object:
            self._at = len(self._text)
            return
        yield from self._list(["]"])

    def _list(self, closers: list[str]) -> Steps[None]:
        """Read a list of manifests, or what stands for one, to its end.

        Args:
            closers: the brackets that end it, the innermost last; empty before it.
        """
        is_separated = True
        while True:
            begun = yield from self._expect()
            name = (yield from self._first_name()) if begun == "{" else ""
            if begun == ",":
                self._at += 1
            elif begun == "[":
                self._is_odd |= bool(closers)
                self._at += 1
                closers.append("]")
            elif begun in "]}":
                self._close(closers, begun)
            elif begun == "{" and name in self._shipment_keys and self._manifest_key:
                self._stray("shipments behind their manifest")
                yield from self._manifest(dict(self._head))
            elif begun == "{" and not closers and name != self._manifest_key and name not in _HEADS:
                yield from self._open_object(closers, name)
            elif begun == "{":
                if not closers:
                    self._note("object for a list", What.OTHER_TYPE)
                self._at += 1
                yield from self._manifest({}, is_alone=not closers)
            else:
                yield from self._other_element(is_separated=is_separated)
            is_separated = begun in ",["
            if not closers:
                return

    def _close(self, closers: list[str], bracket: str) -> None:
        self._at += 1
        if closers and bracket == closers[-1]:
            closers.pop()
        else:
            self._stray("bracket too many")

    def _open_object(self, closers: list[str], name: str) -> Steps[None]:
        """Enter an object that stands for the list of manifests.

        Raises:
            CarrierAnswerError: it does not.
        """
        wrapper = yield from self._wrapper(name)
        if wrapper is not None:
            self._at = wrapper.end()
            closers += ["}", "]"]
        elif name.isdecimal():
            self._at += 1
            closers.append("}")
        else:
            raise CarrierAnswerError(_NOT_A_LIST)
        self._note("object for a list", What.OTHER_TYPE)

    def _wrapper(self, name: str) -> Steps[re.Match[str] | None]:
        """Return how an object that begins with this name wraps a list, as .NET writes one; None where it does not."""
        if name in _WRAPPERS:
            yield from self._ahead()
        return _WRAPPER.match(self._text, self._at)

    def _other_element(self, *, is_separated: bool) -> Steps[None]:
        """Read an element of the list of manifests that does not begin as an object.

        What is no value, or the rest of a broken shipment, is passed over to the next shipment or manifest.
        """
        yield from self._ahead()
        index, name = _INDEX.match(self._text, self._at), self._name_here()
        if index is not None:
            self._at = index.end()
            return
        if name in self._manifest_names:
            self._note("bracket missing")
            yield from self._manifest({})
            return
        value = Unreadable(None) if name or not is_separated else (yield from self._value(""))
        if not isinstance(value, Unreadable):
            self._emit(value)
            return
        self._stray("stray text")
        while (following := self._following()) is None and not self._is_whole:
            yield from self._more()
        last = _LAST_BRACKET.search(self._text, self._at) if following is None else None
        self._at = following.start("begin") if following else last.start() if last else len(self._text)

    def _emit(self, element: object) -> None:
        self._count += 1
        self._found.append(element)

    def _manifest(self, element: dict[str, Any], *, is_alone: bool = False) -> Steps[None]:
        """Read the members of a manifest, or its shipments, to its end.

        Args:
            element: what is known of it.
            is_alone: it stands for a list.
        """
        while True:
            begun = yield from self._expect()
            name = (yield from self._first_name()) if begun == "{" else ""
            if begun == "}":
                self._at += 1
                break
            if begun == ",":
                self._at += 1
            elif begun == "]" or (begun == "{" and self._is_manifest_key(name)):
                self._note("bracket missing")
                break
            elif begun == "{" and name in self._shipment_keys:
                self._note("bracket missing", place=SHIPMENTS)
                yield from self._shipments(element, "]")
            else:
                yield from self._member(element)
        if is_alone and not element.get(SHIPMENTS):
            raise CarrierAnswerError(_NOT_A_LIST)
        self._head = {name: value for name, value in element.items() if name != SHIPMENTS}
        self._manifest_names |= self._head.keys()
        self._emit(element)

    def _is_manifest_key(self, name: str) -> bool:
        """Tell whether manifests begin with this name, and shipments do not."""
        return name == self._manifest_key != "" and name not in self._shipment_keys

    def _member(self, element: dict[str, Any]) -> Steps[None]:
        """Read a member of a manifest, or pass over what is none."""
        while (found := _NAME.match(self._text, self._at)) is None:
            if self._is_whole or len(self._text) - self._at > _MOST_AHEAD:
                self._pass_over()
                return
            yield from self._more()
        name = _plain_name(found)
        if not self._manifest_key:
            self._manifest_key = name
            self._next = self._beginnings()
        if found[1] is None:
            self._note("name without quotes" if found[2] is None else "single quotes")
        self._at = found.end()
        begun = yield from self._expect()
        if name == SHIPMENTS and begun in "[{":
            yield from self._listed(element, begun)
            return
        value: object = None
        if begun in ",}":
            self._note("value missing", place=name)
        else:
            value = yield from self._value(name)
        if isinstance(value, Unreadable):
            self._note("value that cannot be read", What.ODD_VALUE, name)
            yield from self._skip_value()
        elif name in element and element[name] != value:
            self._note("repeated name", place=name)
            element[name] = [element[name], value]  # which no field can be: nothing says which one is meant
        else:
            element[name] = value

    def _skip_value(self) -> Steps[None]:
        """Pass over a value that cannot be read, to the next member, shipment or manifest, or the manifest's end."""
        while True:
            member, object_ = _NEXT_MEMBER.search(self._text, self._at), self._next.search(self._text, self._at)
            ends = [*([member.end()] if member else []), *([object_.start("begin")] if object_ else [])]
            if ends:
                self._at = min(ends)
                return
            yield from self._more()

    def _listed(self, element: dict[str, Any], begun: str) -> Steps[None]:
        """Read the list of shipments of a manifest, or what stands for one."""
        if begun == "[":
            self._at += 1
            yield from self._shipments(element, "]")
            return
        name = yield from self._first_name()
        wrapper = yield from self._wrapper(name)
        if wrapper is not None or name.isdecimal():
            self._note("object for a list", What.OTHER_TYPE, SHIPMENTS)
            self._at = self._at + 1 if wrapper is None else wrapper.end()
            yield from self._shipments(element, "}" if wrapper is None else "]")
            if wrapper is not None and (yield from self._peek()) == "}":
                self._at += 1
            return
        value = yield from self._shipment()
        if isinstance(value, Unreadable) or (isinstance(value, dict) and NUMBER in value):
            self._note("object for a list", What.OTHER_TYPE, SHIPMENTS)
            _list_of(element).append(value)
        else:
            element[SHIPMENTS] = value

    def _shipments(self, element: dict[str, Any], closer: str) -> Steps[None]:
        """Read shipments of a manifest to the end of their list, which `closer` ends."""
        listed = _list_of(element)
        is_separated = True
        while True:
            begun = yield from self._expect()
            if begun == ",":
                self._at += 1
                is_separated = True
                continue
            if begun == "{":
                if not is_separated:
                    self._note("comma missing", place=SHIPMENTS)
                self._put_back()
                if not self._take_good(listed):
                    if self._is_manifest_key((yield from self._first_name())):
                        return
                    listed.append((yield from self._shipment()))
            elif begun in "]}":
                if (yield from self._is_end(begun, closer)):
                    return
            elif (yield from self._other_shipment(listed, closer, is_separated=is_separated)):
                return
            is_separated = False

    def _is_end(self, begun: str, closer: str) -> Steps[bool]:
        """Tell whether a bracket ends the list, and pass over it unless it also ends what is around the list."""
        if begun == closer:
            self._at += 1
            return True
        yield from self._ahead()
        behind = after_blanks(self._text, self._at + 1)
        found = self._next.match(self._text, self._at) or self._next.match(self._text, behind)
        is_shipment = found is not None and not self._is_manifest_key(found["name"])
        if is_shipment or _EXTRA_BRACE.match(self._text, self._at):
            self._stray("bracket too many")
            self._at += 1
            return False
        return True

    def _other_shipment(self, listed: list[Any], closer: str, *, is_separated: bool) -> Steps[bool]:
        """Read what stands where a shipment could and does not begin as an object.

        Returns:
            Whether it is the next member of the manifest.
        """
        yield from self._ahead()
        index = _INDEX.match(self._text, self._at)
        if index is not None:
            self._at = index.end()
            return False
        name = self._name_here()
        if name in self._manifest_names and closer == "]":
            self._note("bracket missing")
            return True
        value = Unreadable(None) if name or not is_separated else (yield from self._value(SHIPMENTS))
        if isinstance(value, Unreadable):
            yield from self._take_broken(listed, is_separated=is_separated)
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            self._note("list in a list", What.OTHER_TYPE, SHIPMENTS)
            listed += value
        else:
            listed.append(value)
        return False

    def _take_broken(self, listed: list[Any], *, is_separated: bool) -> Steps[None]:
        """Take what follows for the rest of a broken shipment: of the last one, unless a comma is between."""
        self._count_broken()
        end = yield from self._end_of_broken(is_inside=True)
        numbers = set(_NUMBERS.findall(self._text, self._at, end))
        if listed and not is_separated:
            last = listed.pop()
            known = last.get(NUMBER) if isinstance(last, dict) else None
            numbers |= {str(known)} if known else set()
        listed.append(Unreadable(numbers.pop() if len(numbers) == 1 else None))
        self._at = end

    def _name_here(self) -> str:
        found = _NAME.match(self._text, self._at)
        return "" if found is None else _plain_name(found)

    def _take_good(self, listed: list[Any]) -> bool:
        """Read shipments that are JSON and begin as the others do, as long as one directly follows the other.

        Returns:
            Whether there was any.
        """
        keys, before = self._shipment_keys, len(listed)
        while (found := self._json.read_strictly(self._text, self._at)) is not None:
            shipment, end = found
            if self._json.notes or not isinstance(shipment, dict) or next(iter(shipment), "") not in keys:
                self._json.take_notes()
                return len(listed) > before
            listed.append(shipment)
            self._at = end
            if self._text[end : end + 2] != ",{":
                return True
            self._at = end + 1
        self._refused = self._at, len(self._text)
        return len(listed) > before

    def _shipment(self) -> Steps[object]:
        """Read a shipment; `Unreadable` where it cannot be read."""
        value = yield from self._value(SHIPMENTS)
        if not isinstance(value, Unreadable):
            first = next(iter(value), "") if isinstance(value, dict) else ""
            if first and first not in self._shipment_keys and len(self._shipment_keys) < _MOST_KEYS:
                self._shipment_keys.append(first)  # by which the next one is found behind a broken one
                self._next, self._has_no_next = self._beginnings(), False
            return value
        self._count_broken()
        end = yield from self._end_of_broken()
        numbers = {one.strip() for one in _NUMBERS.findall(self._text, self._at, end)}
        self._at = end
        return Unreadable(numbers.pop() if len(numbers) == 1 else None)

    def _end_of_broken(self, *, is_inside: bool = False) -> Steps[int]:
        """Return where a shipment ends that cannot be read; `is_inside`: one of its members comes first.

        It ends where its brackets close, but at the latest before the next object that begins as a shipment or a
        manifest does. If they never close, in a text that is never closed, it ends before what ends the answer.

        Raises:
            CarrierAnswerError: nothing ends it: the answer is cut short.
        """
        while True:
            following = self._following()
            limit = len(self._text) if following is None else following.start("begin")
            end = end_of_brackets(self._text, self._at, limit, is_inside=is_inside)
            is_next = following is not None and not self._is_manifest_key(following["name"])
            ends = _ENDS_SHIPMENT.match(self._text, end.at) if end.at is not None and end.is_closed else None
            if ends is not None and (ends[0].endswith("{") or not is_next):
                return end.at or 0
            if following is not None:
                return limit if end.at is None or is_next else end.at
            if end.at is not None and (self._is_whole or self._has_no_next):
                return end.at
            if self._is_whole:
                tail = _TAIL.search(self._text, self._at)
                if tail is not None and (end.is_in_text or tail["members"]):
                    return tail.start("end")
            yield from self._more()

    def _following(self) -> re.Match[str] | None:
        """Return where the next shipment or manifest begins in the text at hand; None where none does."""
        if self._has_no_next:
            return None
        found = self._next.search(self._text, self._at + 1)
        self._has_no_next = found is None and self._is_whole
        return found

    def _value(self, place: str) -> Steps[object]:
        """Read a value and pass on behind it; `Unreadable`, and stay before it, where it cannot be read."""
        while True:
            is_refused = self._refused == (self._at, len(self._text))
            found = None if is_refused else self._json.read_strictly(self._text, self._at)
            if found is None and (self._is_whole or len(self._text) - self._at >= _MOST_AHEAD):
                following = self._following()
                part = self._text[self._at : None if following is None else following.start("begin")]
                try:
                    value, length = self._json.read(part)
                    found = value, self._at + length
                except UnfinishedJsonError:
                    if self._is_whole or following is not None:
                        return Unreadable(None)
                except UnreadableJsonError:
                    return Unreadable(None)
            if found is not None and (
                self._is_whole or found[1] < len(self._text) or self._text[found[1] - 1] in '}]"'
            ):
                break
            self._json.take_notes()
            yield from self._more()
        (value, end), notes = found, self._json.take_notes()
        for note in notes:
            inner = f".{note.member}" if note.member and place == SHIPMENTS else ""
            self._note(note.what, place=f"{place}{inner}" or "body")
        self._at = end
        return value

    def _beginnings(self) -> re.Pattern[str]:
        """Return a pattern of how shipments and manifests of this answer begin behind another one or in their list."""
        names = "|".join(re.escape(name) for name in {*self._shipment_keys, self._manifest_key} - {""})
        return re.compile(rf"""[,\[}}\]]\s*(?P<begin>)\{{\s*(["']?)(?P<name>{names})\2\s*[:=]""")


def _plain_name(found: re.Match[str]) -> str:
    """Return a member's name without its quotes and escapes."""
    name = found[1] if found[1] is not None else found[2] if found[2] is not None else found[3]
    if "\\" in name:
        with contextlib.suppress(ValueError):
            return str(json.loads(f'"{name}"', strict=False))
    return name


def _list_of(element: dict[str, Any]) -> list[Any]:
    listed = element.get(SHIPMENTS)
    if not isinstance(listed, list):
        listed = element[SHIPMENTS] = []
    return listed
