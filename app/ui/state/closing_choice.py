"""What closing the window does while it receives notifications."""

from enum import StrEnum


class ClosingChoice(StrEnum):
    """The user's choice, as it is kept."""

    ASK = ""
    BACKGROUND = "background"
    END = "end"

    @classmethod
    def read(cls, kept: str) -> "ClosingChoice":
        """Return a kept choice; asking for anything else."""
        return cls(kept) if kept in tuple(cls) else cls.ASK
