"""Reads telephone numbers in any usual format with Google's libphonenumber."""

import re
from functools import cached_property

from app.domain.phones import Phone
from app.phones.regions import country_of

_WRITTEN = re.compile(r"[+(0-9][0-9 ().\-/\u00a0\u2010-\u2015]*", re.ASCII)
_FEWEST_DIGITS = 7
_LONGEST = 40
"""Characters of a number; a search text may be longer."""


class Phones:
    """Reads numbers; one without a country code is of the country of the site's time zone.

    The rules are loaded with the first number, as that takes some hundredths of a second.

    Args:
        zone: the site's time zone, such as `America/Bogota`.
    """

    def __init__(self, zone: str) -> None:
        self._zone = zone

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
        import phonenumbers  # noqa: PLC0415 - see the class

        international = f"+{written[2:]}" if written.startswith("00") else written
        try:
            number = phonenumbers.parse(international, self._country)
        except phonenumbers.NumberParseException:
            return None
        if not phonenumbers.is_possible_number(number):
            return None
        form = phonenumbers.PhoneNumberFormat
        return Phone(
            phonenumbers.format_number(number, form.E164),
            phonenumbers.format_number(number, form.INTERNATIONAL),
            phonenumbers.national_significant_number(number),
        )
