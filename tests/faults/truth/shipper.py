"""Creates the parcels of a simulated world, and assigns them to manifests."""

from dataclasses import replace

from tests.faults.truth.parcels import CARRIERS, Calendar, Parcel, Placement
from tests.faults.truth.rates import Dice, Rates

ANNULLED = 11
"""Of the manifests of a carrier's day, the one that is not in force."""
_REISSUED = 20
"""From a manifest's number to that of the one that replaces it."""
_SMALL = 0.1  # the second carrier's share


class Shipper:
    """Makes the parcels of a world."""

    def __init__(self, rng: Dice, calendar: Calendar, rates: Rates) -> None:
        self._rng, self._calendar, self._rates = rng, calendar, rates
        self._orders = 0
        self._free: list[str] = []
        """Numbers of parcels of weeks ago, to be used again."""
        self.reissues: dict[int, tuple[float, int | None]] = {}
        """When a manifest is replaced, and by which; None: by another entry of its own number."""
        self.made: list[Parcel] = []
        self._known: set[int] = set()

    def parcels(self, count: int, days: int = 0) -> tuple[Parcel, ...]:
        """Make parcels of one recipient, listed by one carrier on a day."""
        carrier, recipient = self._carrier(), self._recipient()
        return tuple(self._parcel(carrier, recipient, days) for _ in range(count))

    def use_again(self) -> None:
        """Use the numbers of the parcels so far again."""
        self._free = [one.number for one in self.made]
        self._rng.shuffle(self._free)

    def sharing_an_order(self, count: int, *, is_one_recipient: bool) -> tuple[Parcel, ...]:
        """Make parcels of one purchase order, of one recipient or of several."""
        self._orders += 1
        carrier, recipient, order = self._carrier(), self._recipient(), f"PO-{self._orders}"
        found = []
        for _ in range(count):
            one = self._parcel(carrier, recipient if is_one_recipient else self._recipient(), 0)
            one.identifiers["numeroPedido"] = order
            one.names = tuple(name for name in one.names if not name.startswith("OC-"))
            found.append(one)
        return tuple(found)

    def order_of(self, parcel: Parcel) -> str:
        """Return the number of a parcel's purchase order."""
        return parcel.identifiers["numeroPedido"]

    def placement(self, carrier: str, days: int) -> Placement:
        """Return a place in some manifest of a carrier's day, in force."""
        manifest = 100_000 + 1000 * (days + 1) + 500 * CARRIERS.index(carrier) + self._rng.randrange(10)
        if manifest not in self._known:
            self._known.add(manifest)
            if self._rng.chance(self._rates.reissued):
                moment = self._calendar.at(days, self._rng.uniform(6, 18))
                self.reissues[manifest] = moment, self._rng.choice((manifest + _REISSUED, None))
        return Placement(carrier, self._calendar.days_from(days), manifest)

    def _carrier(self) -> str:
        return CARRIERS[self._rng.chance(_SMALL)]

    def _recipient(self) -> tuple[str | None, str, str]:
        serial = len(self.made)
        document = None if self._rng.chance(0.1) else str(10_000_000 + serial)
        return document, f"Persona {serial}", f"Calle {serial % 170} # {serial}"

    def _parcel(self, carrier: str, recipient: tuple[str | None, str, str], days: int) -> Parcel:
        serial = len(self.made) + 1
        number = f"0500{serial:06d}"
        if self._free and self._rng.chance(self._rates.used_again):
            number = self._free.pop()
        identifiers = {"numero": number, "numeroExterno": f"EXT-{serial}"}
        if serial % 2:
            identifiers |= {"parcelNumber": f"PN{serial}", "parcelId": f"{serial}-1"}
        else:
            identifiers |= {"numeroPedido": f"OC-{serial}"}
        names = tuple(identifiers.values())
        if self.made and serial % 2 and self._rng.chance(0.01):  # the number of another parcel, that means that one
            names = tuple(identifiers[name] for name in ("numero", "numeroExterno", "parcelNumber"))
            identifiers["parcelId"] = self._rng.choice(self.made).number
        parcel = Parcel(identifiers["numero"], identifiers, recipient, names)
        parcel.placements = self._placements(self.placement(carrier, days), days)
        self.made.append(parcel)
        return parcel

    def _placements(self, first: Placement, days: int) -> list[Placement]:
        """Return where a parcel is listed on its day: mostly in one manifest all the time."""
        rng, rates = self._rng, self._rates
        moment, back = self._calendar.at(0, rng.uniform(7.5, 18)), rng.uniform(600, 7200)
        elsewhere = self.placement(self._other(first.carrier), days)
        other = replace(first, manifest=first.manifest + (1 if first.manifest % 10 < 9 else -9))
        annulled = replace(first, manifest=first.manifest // 100 * 100 + ANNULLED)
        ended = replace(first, ends=moment)
        ways = (
            (rates.vanishes, [ended, replace(first, begins=moment + back)]),
            (rates.vanishes_for_good, [ended]),
            (0.02, [replace(first, begins=moment)]),  # planned late
            (0.03, [ended, replace(other, begins=moment)]),
            (0.01, [ended, replace(elsewhere, begins=moment)]),
            (0.003, [first, elsewhere]),
            (0.003, [first, other]),
            (0.01, [annulled]),
            (0.01, [annulled, first]),
        )
        usual = (1 - sum(share for share, _ in ways), [first])
        shares, placements = zip(*ways, usual, strict=True)
        if days == 0:
            return list(rng.choices(placements, shares)[0])
        return [first]

    def early(self, carrier: str, days: int) -> Placement:
        """Return a place in a list that has it in the evening before, and no longer in the morning."""
        at = self._calendar.at
        return replace(self.placement(carrier, days), begins=at(days - 1, 20.1), ends=at(days - 1, 21.2))

    def _other(self, carrier: str) -> str:
        return CARRIERS[1 - CARRIERS.index(carrier)]
