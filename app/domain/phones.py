"""Phone numbers, and links that call or write to them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from app.domain.contract.json_text.storable_text import storable

LONGEST_LINK = 2000
"""Characters of a link that Windows hands to another program for sure."""


@dataclass(frozen=True)
class Phone:
    """One number: `+573005550134`, `+57 300 5550134`, and the digits common to every spelling: `3005550134`.

    One of a country that is not known is its digits and what was sent. `local` is how the screens of its own country
    show it, `300 555 0134`; empty for a number of another country.
    """

    e164: str
    international: str
    digits: str
    local: str = ""

    @property
    def has_country(self) -> bool:
        """Whether its country is known, without which nobody can write to it."""
        return self.e164.startswith("+")

    @property
    def shown(self) -> str:
        """How it stands on the screens; copies and exports have the international form."""
        return self.local or self.international


ReadPhones = Callable[[str], Sequence[Phone]]
"""Reads the telephone numbers in a field, which may hold several, each once and in their order."""

ReadPhone = Callable[[str], Phone | None]
"""Reads a telephone number in any spelling; None if the text is none."""


def dialling_link(phone: Phone) -> str:
    """Return the link that has the system's program for calls dial a number."""
    return f"tel:{phone.e164}"


def chat_link(text: str, phone: Phone | None = None) -> str:
    """Return the link that opens a WhatsApp chat with a text to send; without a number WhatsApp asks for the chat."""
    digits = phone.e164.removeprefix("+") if phone is not None else ""
    return f"https://wa.me/{digits}?text={_quoted(text)}" if text else f"https://wa.me/{digits}"


def mail_link(subject: str, text: str = "") -> str:
    """Return the link that opens a new message in the mail program."""
    head = f"mailto:?subject={_quoted(subject)}"
    return f"{head}&body={_quoted(text.replace(chr(10), chr(13) + chr(10)))}" if text else head


def _quoted(text: str) -> str:
    return quote(storable(text), safe="")
