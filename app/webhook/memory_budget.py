"""A limit on the bytes that all request bodies take in memory together."""

from typing import Self


class MemoryBudget:
    """Bytes that reservations share. For one thread.

    Args:
        available: bytes that are not reserved.
    """

    def __init__(self, available: int) -> None:
        self.available = available

    def reservation(self) -> "Reservation":
        """Return an empty reservation."""
        return Reservation(self)


class Reservation:
    """The bytes of one request, `size` of them; leaving its context gives them back."""

    def __init__(self, budget: MemoryBudget) -> None:
        self._budget = budget
        self.size = 0

    def __enter__(self) -> Self:
        """Reserve nothing yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give all back."""
        self._budget.available += self.size

    def grow(self, size: int) -> bool:
        """Reserve some bytes more; false, and nothing is reserved, where the budget does not have them."""
        if size > self._budget.available:
            return False
        self._budget.available -= size
        self.size += size
        return True
