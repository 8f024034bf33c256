"""Parses the carrier's JSON answer while it arrives, into manifests; one broken shipment costs no other.

The outer levels (the list of manifests, a manifest's members, its list of shipments) are read here, step by step, and
the values in them by `JsonReader`. A shipment that cannot be read is cut out and set aside: it ends where its brackets
close, but at the latest where the next shipment or manifest begins, with the name by which the others begin.
"""

import contextlib
import re
from collections.abc import Callable, Generator
from functools import partial
from typing import Any, Final, TypeVar

from app.carrier.encoding import AnswerDecoder
from app.carrier.failures import BROKEN, CUT, EMPTY, NOT_A_LIST, NOT_JSON, too_large
from app.domain.contract.deviations import Deviation, Source, What, deviation
from app.domain.contract.json_text.lenient_json import JsonReader, UnreadableJsonError, after_blanks, end_of_brackets
from app.domain.contract.manifests import Manifest
from app.domain.contract.wire_values import identifier
from app.domain.errors import CarrierAnswerError

SHIPMENTS: Final = "envios"
NUMBER: Final = "numero"
STATUS: Final = "idEstadoEnvio"
"""A field of each shipment, and of nothing else."""
MOST_VALUES: Final = 20_000_000
"""In the whole answer. A value takes two bytes or more, and a hundred in memory; a shipment has about fifty values."""

_MOST_AHEAD: Final = 1 << 16
"""Characters, more than a shipment has: where as many follow, one that cannot be read is broken, not still to come."""
_MOST_SEARCHED: Final = 20
"""Characters, for each one of the answer, that are looked at again for the ends of what is broken."""
_LONGEST_NAME: Final = 100
_NEXT_MEMBER = re.compile(rf""",\s{{0,100}}["'][\w$-]{{1,{_LONGEST_NAME}}}["']\s{{0,100}}:""")
_FIRST_NAME = re.compile(rf"""\{{\s*["']?([\w$-]{{1,{_LONGEST_NAME}}})["']?\s*:""")
_NAME = re.compile(rf"""["']?([\w$-]{{1,{_LONGEST_NAME}}})["']?\s*:""")
_END = re.compile(r"\]\s*\}\s*\]\s*\Z")
"""How an answer ends behind its last shipment."""
_NUMBERS = re.compile(rf"""["']?{NUMBER}["']?\s*:\s*(?:["']([^"'\\]{{1,100}})["']|([\w.-]{{1,100}})(?=\s*[,}}]))""")
_HEADS: Final = frozenset(field.alias or name for name, field in Manifest.model_fields.items()) | {SHIPMENTS}
_LATE = re.compile(rf"""\[\s{{0,100}}\{{\s{{0,100}}["']?(?:{"|".join(sorted(_HEADS))})["']?\s{{0,100}}:""")

T = TypeVar("T")
Steps = Generator[None, None, T]
"""Yields where more of the answer is needed."""


class Unreadable:
    """Stands where a shipment cannot be read; `number` is its `numero` if that can be told, else None."""

    def __init__(self, text: str) -> None:
        numbers = {quoted or bare for quoted, bare in _NUMBERS.findall(text)}
        self.number = identifier(numbers.pop()) if len(numbers) == 1 else None


class Elements:
    """Parses an answer piece by piece into the elements of its list. Numbers are int or Decimal, as they were written.

    An object with numbers for names counts as a list, as PHP writes it; one manifest or shipment as a list of one.

    Args:
        charset: the encoding that the `Content-Type` header names, or empty.

    Attributes:
        has_begun: whether the answer is a list, as far as it came.
    """

    def __init__(self, charset: str = "") -> None:
        self._decoder = AnswerDecoder(charset)
        self._json = JsonReader()
        self._text, self._at, self._piece = "", 0, ""
        self._values = self._received = self._searched = 0
        self._is_whole = self.has_begun = self._has_elements = self._is_lost = False
        self._manifests_begin = self._shipments_begin = NUMBER
        self._found: list[object] = []
        self._shipments: object = None
        """Of the last manifest."""
        self._deviations: list[Deviation] = []
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
        self._is_whole = True
        found = self._advance(self._decoder.decode(b"", is_last=True))
        if self._decoder.found:
            self._note(self._decoder.found, What.OTHER_ENCODING)
        return found

    def take_deviations(self) -> list[Deviation]:
        """Return how what was read since the last call differs from JSON."""
        for one in self._json.take_notes():
            self._note(one)
        taken, self._deviations = self._deviations, []
        return taken

    def _advance(self, piece: str) -> list[object]:
        self._values += piece.count(",")
        self._received += len(piece)
        if self._values > MOST_VALUES:
            raise too_large()
        self._piece += piece
        next(self._steps, None)
        taken, self._found = self._found, []
        self._has_elements |= bool(taken)
        return taken

    def _note(self, what: str, kind: What = What.OTHER_SYNTAX) -> None:
        self._deviations.append(deviation(Source.MANIFEST, "body", kind, what, is_shown=True))

    def _more(self) -> Steps[None]:
        """Double what is left of the text at hand, so that reading it again and again takes linear time.

        Raises:
            CarrierAnswerError: nothing follows.
        """
        if self._is_whole:
            raise CarrierAnswerError(CUT)
        parts = [self._text[self._at :]]
        missing = max(len(parts[0]), 1)
        while missing > 0 and not self._is_whole:
            yield
            parts.append(self._piece)
            missing -= len(self._piece)
            self._piece = ""
        self._text, self._at = "".join(parts), 0

    def _peek(self) -> Steps[str]:
        """Skip blanks and comments; return the next character, empty at the end of the answer."""
        while True:
            start, self._at = self._at, after_blanks(self._text, self._at)
            if "/" in self._text[start : self._at] or "#" in self._text[start : self._at]:
                self._note("comment")
            if self._at < len(self._text) or self._is_whole:
                return self._text[self._at : self._at + 1]
            yield from self._more()

    def _expect(self) -> Steps[str]:
        """Skip blanks and comments; return the next character.

        Raises:
            CarrierAnswerError: there is none.
        """
        begun = yield from self._peek()
        if not begun:
            raise CarrierAnswerError(CUT)
        return begun

    def _found_here(self, pattern: re.Pattern[str]) -> Steps[str]:
        """Return the name that the pattern finds at this place, empty where it finds none."""
        while (found := pattern.match(self._text, self._at)) is None:
            if self._is_whole or len(self._text) - self._at > 2 * _LONGEST_NAME:
                return ""
            yield from self._more()
        return found[1]

    def _answer(self) -> Steps[None]:
        """Read the list of manifests, or what stands for one; more of them may follow.

        Raises:
            CarrierAnswerError: there is none.
        """
        begun = yield from self._peek()
        if not begun:
            raise CarrierAnswerError(EMPTY)
        if "\ufeff" in self._text[: self._at]:
            self._note("UTF-8 with a byte order mark", What.OTHER_ENCODING)
        if begun not in "[{":
            yield from self._skip_to_list()
        while begun:
            yield from self._list_or_one(begun)
            begun = yield from self._peek()
            if begun and begun not in "[{":
                while not self._is_whole:
                    yield from self._more()
                if not (self._has_elements or self._found) or self._following() is not None:
                    raise CarrierAnswerError(BROKEN)
                self._note("text behind the list")
                return
            if begun:
                self._note("two lists")

    def _list_or_one(self, begun: str) -> Steps[None]:
        """Read a list of manifests, or an object that stands for one.

        Raises:
            CarrierAnswerError: it stands for none.
        """
        name = "" if begun == "[" else (yield from self._found_here(_FIRST_NAME))
        if begun == "{" and not name.isdecimal() and name not in _HEADS:
            raise CarrierAnswerError(BROKEN if self.has_begun else NOT_A_LIST)
        self.has_begun = True
        if name not in _HEADS:
            yield from self._list(begun, self._element)
            return
        self._note("object for a list", What.OTHER_TYPE)
        yield from self._element("{")
        if not self._shipments:
            raise CarrierAnswerError(NOT_A_LIST)

    def _skip_to_list(self) -> Steps[None]:
        """Skip text before the list, such as a warning of PHP.

        Raises:
            CarrierAnswerError: no list of manifests follows.
        """
        while (found := _LATE.search(self._text, self._at)) is None:
            if self._is_whole or len(self._text) - self._at > _MOST_AHEAD:
                raise CarrierAnswerError(NOT_JSON)
            yield from self._more()
        self._note("text before the list")
        self._at = found.start()

    def _list(self, begun: str, element: Callable[[str], Steps[bool]]) -> Steps[None]:
        """Read a list, or an object that stands for one, of elements that `element` reads.

        It is given the character with which an element begins, and tells whether the list ends before it.
        """
        closer = "]" if begun == "[" else "}"
        if closer == "}":
            self._note("object for a list", What.OTHER_TYPE)
        self._at += 1
        last = ","
        is_empty = True
        while (begun := (yield from self._expect())) != closer:
            if begun == ",":
                if last == ",":
                    self._note("comma too many")
                self._at += 1
            elif closer == "}" and (yield from self._found_here(_NAME)).isdecimal():
                self._at = self._text.index(":", self._at) + 1
                begun = last
            elif (yield from element(begun)):
                self._note("bracket missing")
                return
            elif last != ",":
                self._note("comma missing")
            last, is_empty = begun, False
        if last == "," and not is_empty:
            self._note("comma too many")
        self._at += 1

    def _element(self, begun: str) -> Steps[bool]:
        """Read a manifest, or what stands in its place; this never ends the list.

        Raises:
            CarrierAnswerError: it cannot be read.
        """
        if begun != "{":
            value = yield from self._value("]")
            self._found.append(value)
            return False
        self._manifests_begin = (yield from self._found_here(_FIRST_NAME)) or self._manifests_begin
        self._at += 1
        manifest: dict[str, Any] = {}
        self._is_lost = False
        while (begun := (yield from self._expect())) not in "}{]":
            if begun == ",":
                self._at += 1
                continue
            name = yield from self._found_here(_NAME)
            if not name:
                raise CarrierAnswerError(BROKEN)
            self._at = self._text.index(":", self._at) + 1
            begun = yield from self._expect()
            if name in manifest:
                self._note("repeated name")
            is_numbered = begun == "{" and (yield from self._found_here(_FIRST_NAME)).isdecimal()
            if name == SHIPMENTS and (begun == "[" or is_numbered):
                yield from self._list(begun, partial(self._shipment, self._shipments_of(manifest)))
                continue
            value = yield from self._member()
            if name == SHIPMENTS and isinstance(value, dict) and NUMBER in value:
                self._note("object for a list", What.OTHER_TYPE)
                value = [value]
            manifest[name] = value if manifest.get(name, value) == value else None
            self._is_lost |= STATUS in f"{name} {value if name != SHIPMENTS else ''}"
        if begun == "}":
            self._at += 1
        else:
            self._note("bracket missing")
        self._shipments = manifest.get(SHIPMENTS)
        if self._is_lost and isinstance(self._shipments, list):
            self._shipments.append(Unreadable(""))  # brackets in a shipment ended the list before this one
        self._found.append(manifest)
        return False

    @staticmethod
    def _shipments_of(manifest: dict[str, Any]) -> list[Any]:
        """Return the list of a manifest's shipments, a new one unless it has one."""
        if not isinstance(manifest.get(SHIPMENTS), list):
            manifest[SHIPMENTS] = []
        listed: list[Any] = manifest[SHIPMENTS]
        return listed

    def _member(self) -> Steps[object]:
        """Read a member of a manifest; one that cannot be read is null.

        Raises:
            CarrierAnswerError: nothing tells where it ends.
        """
        try:
            return (yield from self._value("}"))
        except CarrierAnswerError:
            following = _NEXT_MEMBER.search(self._text, self._at)
            if following is None:
                raise
            self._note("value that cannot be read", What.ODD_VALUE)
            self._is_lost |= STATUS in self._text[self._at : following.start()]
            self._at = following.start()
            return None

    def _value(self, closer: str) -> Steps[object]:
        """Read a value of what a bracket ends.

        Raises:
            CarrierAnswerError: it cannot be read.
        """
        while True:
            try:
                value, self._at = self._json.read(self._text, self._at, closer)
            except UnreadableJsonError:
                if self._is_whole:
                    is_cut = not self._text.rstrip().endswith(("]", "}"))
                    raise CarrierAnswerError(CUT if is_cut else BROKEN) from None
                yield from self._more()
            else:
                return value

    def _shipment(self, listed: list[Any], begun: str) -> Steps[bool]:
        """Read a shipment into a list, or what stands in its place; return whether the list ends before it."""
        if begun == "{":
            name = yield from self._found_here(_FIRST_NAME)
            if listed and name in _HEADS and name == self._manifests_begin != self._shipments_begin:
                return True
            self._shipments_begin = name or self._shipments_begin
        elif begun in "}]":
            self._note("bracket too many")
            self._at += 1
            return False
        elif begun in "\"'" and (yield from self._found_here(_NAME)) in _HEADS:
            return True
        while (found := self._whole_shipment(begun)) is None:
            yield from self._more()
        value, self._at = found
        if not (isinstance(value, Unreadable) and begun != "{" and listed and isinstance(listed[-1], Unreadable)):
            listed.append(value)
        return False

    def _whole_shipment(self, begun: str) -> tuple[object, int] | None:
        """Return what begins here, `Unreadable` if need be, and where it ends; None if that is not at hand yet."""
        if begun == "{":
            found = self._json.read_strictly(self._text, self._at)
            if found is not None:
                return found
        else:
            with contextlib.suppress(UnreadableJsonError):
                return self._json.read(self._text, self._at)
        if not self._is_whole and len(self._text) - self._at <= _MOST_AHEAD:
            return None
        stop = self._following()
        self._count_search(stop or len(self._text))
        end = end_of_brackets(self._text, self._at, stop or len(self._text)) if begun == "{" else None
        if end is not None:
            with contextlib.suppress(UnreadableJsonError):
                return self._json.read(self._text[self._at : end])[0], end
        end = end or stop
        return None if end is None else (Unreadable(self._text[self._at : end]), end)

    def _count_search(self, until: int) -> None:
        """Count the characters that a broken shipment makes look at, a 64th for those before it, as errors count lines.

        Raises:
            CarrierAnswerError: they are many times those of the answer.
        """
        self._searched += until - self._at + self._at // 64
        if self._searched > _MOST_SEARCHED * (self._received + _MOST_AHEAD):
            raise CarrierAnswerError(BROKEN)

    def _following(self) -> int | None:
        """Return where the next shipment or manifest begins, with the comma before it, or where the last list ends."""
        names = "|".join({NUMBER, self._shipments_begin, self._manifests_begin})
        found = re.compile(rf"""\{{\s*["']?(?:{names})["']?\s*:""").search(self._text, self._at + 1)
        if found is None:
            end = _END.search(self._text, self._at) if self._is_whole else None
            return None if end is None else end.start()
        before = self._text[self._at : found.start()].rstrip()
        return self._at + len(before.removesuffix(","))
