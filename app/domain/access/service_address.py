"""The carrier's address as people type or paste it: what can be supplied, and what is wrong with it."""

import re
from urllib.parse import urlsplit

from app.domain.access.origins import is_loopback, may_carry_secrets, origin_of
from app.domain.texts import Text

QUERY_PATH = "/v2/planillas-envios"
"""Where the manifest query stands below the address, by the contract."""

_AROUND = "<>\"'“”«»,;"
"""What mails and chats put around an address."""
_SCHEME = re.compile(r"(https?)(?::/*|/+)", re.IGNORECASE)
"""Also with its colon or slashes forgotten."""
_OTHER_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)

_NONE = Text("Address", "Enter the address that the carrier gave you.")
_UNENCRYPTED = Text(
    "Address",
    "This address is not encrypted: others could read token and user on the way. Use the one that begins with https.",
)
_UNUSABLE = Text(
    "Address", "This is no address of a service. It looks like https://example.com/api, with no user, no ? and no #."
)


def without_controls(text: str) -> str:
    """Return a pasted text on one line, without line breaks and characters that cannot be seen, and trimmed."""
    return "".join(char for char in text if char == " " or (char.isprintable() and not char.isspace())).strip()


def completed_address(typed: str) -> str:
    """Return a typed address with what can be supplied or is certainly superfluous.

    `https://` where no scheme is named (`http://` for this computer); no blanks, line breaks and quotes; and not the
    query's own path and parameters, which are in the contract's examples.
    """
    address = without_controls(typed).replace(" ", "").strip(_AROUND)
    if not address:
        return ""
    if _SCHEME.match(address):
        address = _SCHEME.sub(lambda found: f"{found[1].lower()}://", address, count=1)
    elif not _OTHER_SCHEME.match(address):
        address = _with_scheme(address.lstrip("/"))
    before, found, after = address.partition(QUERY_PATH)
    if found and (not after or after[0] in "/?#"):
        address = before
    return address.rstrip("/")


def _with_scheme(address: str) -> str:
    try:
        host = urlsplit(f"//{address}").hostname or ""
    except ValueError:
        host = ""
    return f"{'http' if is_loopback(host) else 'https'}://{address}"


def address_problem(address: str) -> Text | None:
    """Return why nothing can be sent to an address, and what to do; None where it can."""
    if not address.strip():
        return _NONE
    if not origin_of(address) or any(char in address for char in "?#"):
        return _UNUSABLE
    return None if may_carry_secrets(address) else _UNENCRYPTED
