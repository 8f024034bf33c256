"""Random numbers that are the same in every run and on every platform."""

from random import Random


class RandomSource(Random):
    """A generator seeded by a text, independent of the interpreter's hash seed. Not for secrets."""

    def chance(self, likelihood: float) -> bool:
        """Return True with this probability."""
        return self.random() < likelihood


def random_source_for(*purpose: object) -> RandomSource:
    """Return a generator for one purpose; the same purpose always gives the same sequence."""
    return RandomSource("/".join(map(str, purpose)))
