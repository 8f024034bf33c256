"""The look of the receiver's chip."""

from dataclasses import dataclass

from app.ui.appearance.roles import TextTone


@dataclass(frozen=True)
class ChipLook:
    """The look of the chip; icon and tone mean the same as the words; their first part matters most.

    `short` is a shorter first part, if that is long; `more` is for the tooltip and screen readers.
    """

    icon: str
    tone: TextTone
    parts: tuple[str, ...]
    short: str = ""
    more: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text of the chip if it is wide enough."""
        return " · ".join(self.parts)

    @property
    def tooltip(self) -> str:
        """The text of the tooltip."""
        return " · ".join((*self.parts, *self.more))
