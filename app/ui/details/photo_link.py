"""A link to a photo of a visit."""

from dataclasses import dataclass, field

from PySide6.QtCore import QUrl


@dataclass(frozen=True)
class PhotoLink:
    """A photo of a visit; `is_identity` if it shows an identity card."""

    visit_id: int
    address: str = field(repr=False)
    is_identity: bool = False


def photo_url(address: str) -> QUrl | None:
    """Return the address of a photo if it is http or https; else None."""
    url = QUrl(address, QUrl.ParsingMode.StrictMode)
    is_web = url.scheme() in ("https", "http") and bool(url.host()) and not url.userInfo()
    return url if url.isValid() and is_web else None
