"""One protection of the program, its removal, and the tests that notice."""

from dataclasses import dataclass
from pathlib import Path


class NotFoundError(Exception):
    """The code of a protection was not found once in its file, so that it cannot be removed."""


@dataclass(frozen=True)
class Protection:
    """A protection without which a test must fail.

    Args:
        fault: one of `FAULTS`.
        what: the protection, in a few words.
        file: its file, relative to the checkout.
        old: its code, which must occur once in the file.
        new: the code without it.
        tests: ids of the tests that must then fail.
    """

    fault: str
    what: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def without(self, checkout: Path) -> str:
        """Return the file's text without the protection.

        Raises:
            NotFoundError: the code occurs not once in the file.
        """
        text = (checkout / self.file).read_text(encoding="utf-8")
        times = text.count(self.old)
        if times != 1:
            raise NotFoundError(f"{self.what}: in {self.file} stands {times} times: {self.old!r}")
        return text.replace(self.old, self.new)
