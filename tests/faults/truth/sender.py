"""The senders of a simulated world, and how their messages travel."""

from collections.abc import Callable
from dataclasses import replace
from zoneinfo import ZoneInfo

from tests.faults.truth.parcels import NEVER_SENT, Calendar, Message, Parcel
from tests.faults.truth.rates import Dice, Rates


class Sender:
    """Writes the messages of a world's visits."""

    def __init__(
        self, rng: Dice, calendar: Calendar, zone: ZoneInfo, rates: Rates, by_http: float, *, is_awake: bool
    ) -> None:
        self._rng, self._calendar, self._zone, self._rates, self._by_http = rng, calendar, zone, rates, by_http
        self._is_awake = is_awake
        self._last = 5000
        self._visits: dict[int, list[Message]] = {}
        self._of_message: dict[int, list[Message]] = {}
        self._wrong_by: dict[int, float] = {}
        self.messages: list[Message] = []

    def of_visit(self, visit: int) -> list[Message]:
        """Return the messages about a visit, first to last."""
        return self._visits[visit]

    def messages_of(self, message: Message) -> list[Message]:
        """Return all messages of the visit that one is of, first to last."""
        return self._of_message[id(message)]

    def use_again(self) -> None:
        """Begin to count visits anew, so that their ids are used again."""
        self._last, self._visits, self._wrong_by = 5000, {}, {}

    def names_something(self, message: Message, was_received: Callable[[Message], bool]) -> bool:
        """Return whether a desk that received some of a visit's messages knows from them the parcel of one of them."""
        of_visit = self._of_message[id(message)]
        received = [one for one in of_visit[: of_visit.index(message) + 1] if one is message or was_received(one)]
        given = [one for one in received if one.numbers is not None]
        names = (given[-1].numbers or ()) if given else (message.tracking_id,)
        known = {value for one in message.parcels for value in one.identifiers.values()}
        return not message.parcels or not known.isdisjoint(name.strip() for name in names)

    def visit(self, parcels: tuple[Parcel, ...], names: tuple[str, ...], at: float, status: str) -> Message:
        """Tell of a visit that ends in a status."""
        rng = self._rng
        self._last += rng.randrange(1, 4)
        tracking_id = f"VIS-{self._last}"
        numbers: tuple[str, ...] | None = names
        if len(names) == 1 and rng.chance(0.05):
            numbers, tracking_id = None, names[0]
        elif rng.chance(0.005):
            numbers = tuple(f" {name} " for name in names)
        if rng.chance(self._rates.wrong_stamp):
            self._wrong_by[self._last] = self._wrongness()
        first = Message(
            self._last, parcels, numbers, tracking_id, status, "pendiente", at, self._stamp(self._last, at), 0.0, (),
            by_http=False,
        )  # fmt: skip
        return self._send(first)

    def correct(
        self,
        reported: Message,
        at: float,
        status: str,
        some: tuple[Parcel, ...] | None = None,
        names: tuple[str, ...] = (),
    ) -> Message:
        """Tell of the same visit once more, or of some of its parcels by their names."""
        stamp = reported.timestamp if self._rng.chance(self._rates.same_stamp) else self._stamp(reported.visit, at)
        numbers = None if self._rng.chance(0.1) and reported.numbers else reported.numbers
        changed = replace(reported, status=status, previous=reported.status, at=at, timestamp=stamp, numbers=numbers)
        return self._send(changed if some is None else replace(changed, parcels=some, numbers=names))

    def _send(self, message: Message) -> Message:
        rng, rates = self._rng, self._rates
        sent_at = message.at + rng.uniform(0.05, 0.9)
        if rng.chance(rates.lost):
            sent_at = NEVER_SENT
        elif rng.chance(rates.very_late):
            sent_at += rng.uniform(5, 20) * 3600
        elif rng.chance(rates.late):
            sent_at += rng.uniform(30, 5400)
        copies = [sent_at + rng.uniform(0, 3600) for _ in range(rng.randrange(1, 4))]
        sent = replace(
            message, sent_at=sent_at, copies=tuple(copies) if rng.chance(rates.repeated) else (),
            by_http=rng.chance(self._by_http),
        )  # fmt: skip
        of_visit = self._visits.setdefault(sent.visit, [])
        of_visit.append(sent)
        self._of_message[id(sent)] = of_visit
        self.messages.append(sent)
        return sent

    def _stamp(self, visit: int, at: float) -> str:
        by = self._wrong_by.get(visit, 0.0)
        text = self._calendar.stamp(at + (by if abs(by) < _YEARS else 0.0), self._zone)
        return text if abs(by) < _YEARS else ("0001" if by < 0 else "2099") + text[4:]

    def _wrongness(self) -> float:
        """Draw by how much a phone's clock is wrong: minutes to days, or lost altogether."""
        rng, sign = self._rng, self._rng.choice((-1, 1))
        if rng.chance(0.1):
            return sign * 2 * _YEARS
        longest = rng.choices((3600.0, 6 * 3600.0, 30 * 3600.0, 5 * 86_400.0), (4, 3, 2, 1))[0]
        return sign * rng.uniform(120, longest)


_YEARS = 10.0**8
