"""Reads telephone numbers in any usual format with Google's libphonenumber."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING

from app.domain.phones import Phone
from app.phones.regions import country_of

if TYPE_CHECKING:
    from phonenumbers import PhoneNumber

_WRITTEN = re.compile(r"[+(0-9][0-9 ().\-/\u00a0\u2010-\u2015]*", re.ASCII)
_FEWEST_DIGITS = 7
_LONGEST = 40
"""Characters of a number; a search text may be longer."""
_LONGEST_FIELD = 200
"""Characters of a field in which numbers are looked for."""
_BETWEEN = re.compile(
    r"[,;/|\n]+|\s+(?:[yoe]|and|or|-)\s+|(?<=[0-9]{7})-(?=[+(]?[0-9]{7})|\s+(?=\+)", re.IGNORECASE | re.ASCII
)
"""What stands between the numbers of one field."""


class Phones:
    """Reads numbers; one without a country code is of the country of the site's time zone.

    The rules are loaded with the first number, as that takes some hundredths of a second.

    Args:
        zone: the site's time zone, such as `America/Bogota`.
    """

    def __init__(self, zone: str) -> None:
        self._zone = zone
        self.read_all = lru_cache(maxsize=8192)(self._read_all)
        """Returns the numbers in a field, which may hold several, each once and in their order; see `read`.

        Remembered, since each of thousands of rows is read again whenever a queue changes.
        """

    @cached_property
    def _library(self) -> ModuleType:
        import phonenumbers  # noqa: PLC0415 - see the class

        return phonenumbers

    @cached_property
    def _country(self) -> str | None:
        return country_of(self._zone)

    def read(self, text: str) -> Phone | None:
        """Return a text as a number; None where it is not exactly one.

        Every number of a possible length counts: which numbers are assigned changes every month.
        """
        written = text.strip()
        digits = sum(char.isdigit() for char in written)
        if len(written) > _LONGEST or digits < _FEWEST_DIGITS or not _WRITTEN.fullmatch(written):
            return None
        phonenumbers = self._library
        international = f"+{written[2:]}" if written.startswith("00") else written
        try:
            number = phonenumbers.parse(international, self._country)
        except phonenumbers.NumberParseException:
            return None
        if not phonenumbers.is_possible_number(number):
            return None
        return self._phone(number)

    def _read_all(self, text: str) -> Sequence[Phone]:
        whole = self.read(text)
        if whole is not None:
            return (whole,)
        found: dict[str, Phone] = {}
        for part in _BETWEEN.split(text[:_LONGEST_FIELD]):
            phone = self.read(part)
            for one in (phone,) if phone is not None else self._within(part):
                found[one.e164] = one
        return tuple(found.values())

    def _within(self, text: str) -> Iterator[Phone]:
        """Yield the numbers among other words; digits there that no country assigns may be anything."""
        if sum(char.isdigit() for char in text) < _FEWEST_DIGITS:
            return
        phonenumbers = self._library
        for match in phonenumbers.PhoneNumberMatcher(text, self._country, leniency=phonenumbers.Leniency.VALID):
            yield self._phone(match.number)

    def _phone(self, number: "PhoneNumber") -> Phone:
        phonenumbers = self._library
        form = phonenumbers.PhoneNumberFormat
        return Phone(
            phonenumbers.format_number(number, form.E164),
            phonenumbers.format_number(number, form.INTERNATIONAL),
            phonenumbers.national_significant_number(number),
        )
