"""Chance that falls alike in every run, on every platform."""

from random import Random


class RandomSource(Random):
    """Dice seeded by a text, which does not depend on the interpreter's own hashes. No secret comes out of them."""

    def chance(self, likelihood: float) -> bool:
        """Return True that often, of 1."""
        return self.random() < likelihood


def random_source_for(*purpose: object) -> RandomSource:
    """Return dice of their own for one purpose: the same one falls the same way again."""
    return RandomSource("/".join(map(str, purpose)))
