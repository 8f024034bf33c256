"""Reads telephone numbers in any usual format with Google's libphonenumber."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from importlib.resources import files
from types import ModuleType
from typing import TYPE_CHECKING

from app.domain.folding import plain_identifier
from app.domain.phones import Phone

if TYPE_CHECKING:
    from phonenumbers import PhoneNumber

_ZONES = files("tzdata") / "zoneinfo"
_WRITTEN = re.compile(r"[+(0-9][0-9 ().\-/\u00a0\u2010-\u2015]*", re.ASCII)
_FEWEST_DIGITS = 7
_LONGEST = 40
"""Characters of a number; a search text may be longer."""
_LONGEST_FIELD = 200
"""Characters of a field in which numbers are looked for."""
_AS_SENT = re.compile(r"(?:[0-9][ ()\-]?){7,12}", re.ASCII)
"""A number of a country that is not known, which telephones there dial."""
_SEVEN = re.compile(r" ([0-9]{3})([0-9]{4})$", re.ASCII)
"""The last seven digits, which people say in two parts."""
_FLOAT = re.compile(r"(?<=[0-9]{3})\.0(?![0-9.])", re.ASCII)
"""What makes a float of a number that some program took for one."""
_BETWEEN = re.compile(
    r"[,;/|\n]+(?!\s*ext)|\s+(?:[yoe]|and|or|-)\s+|(?<=[0-9]{7})-(?=[+(]?[0-9]{7})|\s+(?=\+)", re.IGNORECASE | re.ASCII
)
"""What surely stands between the numbers of one field."""
_EXTENSION = re.compile(r"[ ,.]*(?:ext|x|int|anexo)", re.IGNORECASE)
_RUN = re.compile(r"(?<!\w)[+(]?[0-9][0-9 ().\-\u00a0]*[0-9](?!\w)", re.ASCII)
"""Digits among other words, with what may stand between those of a number."""


def country_of(zone: str) -> str | None:
    """Return the ISO 3166 code of an IANA zone's country; None for a zone without one, such as `UTC`.

    Former names of a zone, such as `America/Buenos_Aires`, count as well.
    """
    countries = dict(_countries())
    return countries.get(zone) or countries.get(_links().get(zone, ""))


def _countries() -> list[tuple[str, str]]:
    """Return the zones of the table with their countries."""
    lines = (_ZONES / "zone.tab").read_text(encoding="utf-8").splitlines()
    fields = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(zone, country) for country, _coordinates, zone, *_comment in fields]


def _links() -> dict[str, str]:
    """Return the current name for each former name of a zone."""
    lines = (_ZONES / "tzdata.zi").read_text(encoding="utf-8").splitlines()
    links = [line.split() for line in lines if line.startswith("L ")]
    return {former: zone for _mark, zone, former in links}


class Phones:
    """Reads numbers; one without a country code is of the site's country.

    The rules are loaded with the first number, as that takes some hundredths of a second.

    Args:
        country: the site's, as an ISO 3166 code such as `CO`; None: numbers without a country code stay as they are.
    """

    def __init__(self, country: str | None) -> None:
        self._country = country
        self.read_all = lru_cache(maxsize=8192)(self._read_all)
        """Returns the numbers in a field, which may hold several, each once and in their order; see `read`.

        Remembered, since each of thousands of rows is read again whenever a queue changes.
        """

    @cached_property
    def _library(self) -> ModuleType:
        import phonenumbers  # noqa: PLC0415 - see the class

        return phonenumbers

    def read(self, text: str) -> Phone | None:
        """Return a text as a number; None where it is not exactly one.

        Every number of a possible length counts: which numbers are assigned changes every month.
        """
        number = self._possible(_FLOAT.sub("", plain_identifier(text)))
        if number is None and not self._country and _AS_SENT.fullmatch(text.strip()):
            digits = "".join(filter(str.isdigit, text))
            return Phone(digits, text.strip(), digits)
        return self._phone(number) if number is not None else None

    def _possible(self, written: str) -> "PhoneNumber | None":
        digits = sum(char.isdigit() for char in written)
        if len(written) > _LONGEST or digits < _FEWEST_DIGITS or not _WRITTEN.fullmatch(written):
            return None
        phonenumbers = self._library
        international = f"+{written[2:]}" if written.startswith("00") else written
        try:
            number: PhoneNumber = phonenumbers.parse(international, self._country)
        except phonenumbers.NumberParseException:
            return None
        return number if phonenumbers.is_possible_number(number) else None

    def _read_all(self, text: str) -> Sequence[Phone]:
        text = _FLOAT.sub("", text)
        whole = self.read(text)
        if whole is not None:
            return (whole,)
        found: dict[str, Phone] = {}
        for part in _BETWEEN.split(text[:_LONGEST_FIELD]):
            phone = self.read(part)
            for one in (phone,) if phone is not None else self._several(part):
                found[one.e164] = one
        return tuple(found.values())

    def _several(self, text: str) -> Sequence[Phone]:
        """Return the numbers in a text that is not one number itself."""
        if sum(char.isdigit() for char in text) < _FEWEST_DIGITS:
            return ()
        words = [self.read(word) for word in text.split()]
        each = [phone for phone in words if phone is not None]
        return each if len(each) == len(words) else list(self._within(text))

    def _within(self, text: str) -> Iterator[Phone]:
        """Yield the numbers among other words; digits there that no country assigns may be anything."""
        text, start = " ".join(text.split()), 0
        for run in _RUN.finditer(text):
            several = self._divided(run[0].split())
            if several:
                yield from self._found(text[start : run.start()])
                has_extension = _EXTENSION.match(text, run.end()) is not None
                yield from (self._phone(one) for _, one in several[: -1 if has_extension else None])
                start = run.end() - (len(several[-1][0]) if has_extension else 0)  # the library reads it
        yield from self._found(text[start:])

    def _divided(self, groups: Sequence[str]) -> "Sequence[tuple[str, PhoneNumber]]":
        """Return the numbers, each with its text, into which groups of digits can be divided; empty if any is left.

        The library takes groups with only blanks between them for one number, and drops what is too long for one.
        """
        ways: dict[int, tuple[tuple[str, PhoneNumber], ...]] = {0: ()}
        for start in range(len(groups)):
            for end in range(start + 1, len(groups) + 1) if start in ways else ():
                written = " ".join(groups[start:end])
                if len(written) > _LONGEST:
                    break
                number = self._possible(written)
                if number is not None and self._library.is_valid_number(number):
                    ways.setdefault(end, (*ways[start], (written, number)))
        return ways.get(len(groups), ())

    def _found(self, text: str) -> Iterator[Phone]:
        phonenumbers = self._library
        for match in phonenumbers.PhoneNumberMatcher(text, self._country, leniency=phonenumbers.Leniency.VALID):
            yield self._phone(match.number)

    def _phone(self, number: "PhoneNumber") -> Phone:
        phonenumbers = self._library
        form = phonenumbers.PhoneNumberFormat
        is_local = phonenumbers.country_code_for_region(self._country) == number.country_code
        local = phonenumbers.format_number(number, form.NATIONAL) if is_local else ""
        return Phone(
            phonenumbers.format_number(number, form.E164),
            phonenumbers.format_number(number, form.INTERNATIONAL),
            phonenumbers.national_significant_number(number),
            _SEVEN.sub(r" \1 \2", local),
        )
