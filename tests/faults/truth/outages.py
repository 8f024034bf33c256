"""Outages between the senders and the desk of a simulated world."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from tests.faults.truth.parcels import Calendar
from tests.faults.truth.rates import Dice

LOUD = 20.0  # seconds; an absence of this length is a gap
TRIES = (0.0, 5.0, 30.0)  # seconds after the first one, by the contract
_REFUSED, _WITHIN = 3, 600.0  # wrong tokens within so many seconds: the sender's was rotated


class Away(Enum):
    """Why the desk does not run."""

    CLOSED = "closed"
    KILLED = "killed"
    ASLEEP = "asleep"
    STOPPED = "stopped"
    NIGHT = "closed at night"


@dataclass(frozen=True)
class Span:
    """From one moment to another, in seconds after the start."""

    begins: float
    ends: float

    def holds(self, at: float) -> bool:
        return self.begins <= at < self.ends


@dataclass(frozen=True)
class Absence(Span):
    """The desk does not run."""

    why: Away = Away.CLOSED


@dataclass(frozen=True)
class Break(Span):
    """The way from the sender to the desk is broken, or (`takes_answers`) only the way back."""

    takes_answers: bool = False


@dataclass
class Outages:
    """All that breaks between sender and desk.

    Args:
        tunnels: times in which the public address leads nowhere: long enough that its monitor sees it.
        rotations: times in which the sender's token is not the desk's.
        shifts: when somebody sets the desk's clock, and by how many seconds.
    """

    absences: Sequence[Absence] = ()
    breaks: Sequence[Break] = ()
    tunnels: Sequence[Span] = ()
    rotations: Sequence[Span] = ()
    shifts: Sequence[tuple[float, float]] = ()

    def is_there(self, at: float) -> bool:
        return not any(one.holds(at) for one in self.absences)

    def is_receiving(self, at: float) -> bool:
        """Tell whether what is sent then reaches the desk, whatever token it bears."""
        if any(one.holds(at) and not one.takes_answers for one in self.breaks):
            return False
        return self.is_there(at) and not any(one.holds(at) for one in self.tunnels)

    def is_answered(self, at: float) -> bool:
        """Tell whether the sender gets to see the answer to what is sent then."""
        return self.is_receiving(at) and not any(one.holds(at) for one in self.breaks)

    def is_refused(self, at: float) -> bool:
        """Tell whether the sender's token is wrong then."""
        return any(one.holds(at) for one in self.rotations)


def nights(calendar: Calendar) -> list[Absence]:
    """Return the times in which a desk is closed though nothing is wrong."""
    return [Absence(calendar.at(one, 22), calendar.at(one + 1, 5.5), Away.NIGHT) for one in (-1, 0)]


def drawn(rng: Dice, calendar: Calendar, quiet: Sequence[Absence], longest_shift: float) -> Outages:
    """Draw what breaks on a day with faults.

    Args:
        quiet: the nights in which the desk is closed.
        longest_shift: by how many seconds the desk's clock is set, at most.
    """
    first, last = calendar.at(0, 7), calendar.at(0, 19.5)
    span = last - first
    absences = []
    for place, why in enumerate(rng.sample([one for one in Away if one is not Away.NIGHT] * 2, 4)):
        begins = first + (0.06 + 0.22 * place) * span + rng.uniform(0, 0.08 * span)
        length = rng.uniform(2, 18) if place == 0 else rng.uniform(LOUD + 20, 0.1 * span)
        absences.append(Absence(begins, begins + length, why))

    def spans(count: int, shortest: float, longest: float) -> Iterable[tuple[float, float]]:
        for _ in range(count):
            begins = rng.uniform(calendar.at(-1, 17.2), calendar.at(1, 18))
            yield begins, begins + rng.uniform(shortest, longest)

    shifts: list[tuple[float, float]] = []
    for at in sorted(rng.uniform(first, last) for _ in range(rng.choice((0, 1, 2)))):
        by = rng.choice((-1, 1)) * rng.uniform(10, longest_shift)
        shifts.append((at, by))
        if rng.chance(0.7):
            shifts.append((at + rng.uniform(600, 7200), -by))
    tunnels = [Span(*one) for one in spans(rng.choice((0, 1, 2)), 300, 7200)]
    rotation = rng.uniform(first, first + 0.8 * span)
    return Outages(
        absences=sorted([*quiet, *absences], key=lambda one: one.begins),
        breaks=[Break(*one, takes_answers=rng.chance(0.3)) for one in spans(10, 8, 600)],
        # What a desk knows of a tunnel that is down goes with it where it is killed.
        tunnels=[
            one
            for one in tunnels
            if not any(other.begins < one.ends + 120 and one.begins < other.ends for other in [*quiet, *absences])
        ],
        rotations=[Span(rotation, rotation + rng.uniform(1800, 14_400))] if rng.chance(0.6) else [],
        shifts=sorted(shifts),
    )


def rotated_since(refused: Sequence[float]) -> float | None:
    """Return since when a desk can know that its token was rotated; None: too few requests were refused."""
    return next((first for first, _ in _enough(refused)), None)


def rotated_at(refused: Sequence[float]) -> float | None:
    """Return when a desk can know it for the first time."""
    return next((third for _, third in _enough(refused)), None)


def _enough(refused: Sequence[float]) -> Iterable[tuple[float, float]]:
    pairs = zip(refused, refused[_REFUSED - 1 :], strict=False)
    return (one for one in pairs if one[1] - one[0] <= _WITHIN)
