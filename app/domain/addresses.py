"""An address with its complement: apartment, tower or reference, without which nobody finds the door."""

_LONGEST = 200
"""Characters of a complement behind an address; the details show all of it."""


def address_parts(address: object, complement: object) -> tuple[str, str]:
    """Return an address as it was sent, and what follows it for its complement, on one line. Either may be None."""
    first, rest = str(address or ""), " ".join(str(complement or "").split())
    if len(rest) > _LONGEST:
        rest = f"{rest[: _LONGEST - 1]}…"
    return first, f", {rest}" if first and rest else rest


def whole_address(address: object, complement: object) -> str:
    """Return an address with its complement; empty: neither was sent."""
    return "".join(address_parts(address, complement))
