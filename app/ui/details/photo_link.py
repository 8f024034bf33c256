"""A picture that a visit names, as a click asks for it."""

from dataclasses import dataclass, field

from PySide6.QtCore import QUrl


@dataclass(frozen=True)
class PhotoLink:
    """Which picture of which visit; `is_identity` where it shows somebody's identity card."""

    visit_id: int
    address: str = field(repr=False)
    is_identity: bool = False


def photo_url(address: str) -> QUrl | None:
    """Return an address of a picture as one that a browser may open; None for whatever is none by http or https."""
    url = QUrl(address, QUrl.ParsingMode.StrictMode)
    is_web = url.scheme() in ("https", "http") and bool(url.host()) and not url.userInfo()
    return url if url.isValid() and is_web else None
