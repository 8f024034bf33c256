"""One protection of the program, how it is taken out, and the test that notices."""

from dataclasses import dataclass
from pathlib import Path


class NotFoundError(Exception):
    """The code that a protection consists of is not where it was, so that it cannot be taken out."""


@dataclass(frozen=True)
class Protection:
    """A protection that a test must miss once it is taken out.

    Args:
        fault: one of `FAULTS`.
        what: what is taken out, in a few words.
        file: in which it is, under the checkout.
        old: the text that it consists of, which stands there once.
        new: what stands there without it.
        tests: which must then fail, as pytest names them.
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
            NotFoundError: the text does not stand there, or more than once.
        """
        text = (checkout / self.file).read_text(encoding="utf-8")
        times = text.count(self.old)
        if times != 1:
            raise NotFoundError(f"{self.what}: in {self.file} stands {times} times: {self.old!r}")
        return text.replace(self.old, self.new)
