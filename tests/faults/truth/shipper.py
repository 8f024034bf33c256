"""Who makes parcels, and puts them into manifests."""

from dataclasses import replace

from tests.faults.truth.parcels import CARRIERS, Calendar, Parcel, Placement
from tests.faults.truth.rates import Dice, Rates

_SMALL = 0.1  # the second carrier's share


class Shipper:
    """Makes the parcels of a world."""

    def __init__(self, dice: Dice, calendar: Calendar, rates: Rates) -> None:
        self._dice, self._calendar, self._rates = dice, calendar, rates
        self._orders = 0
        self.made: list[Parcel] = []

    def parcels(self, count: int, days: int = 0) -> tuple[Parcel, ...]:
        """Make parcels of one recipient, listed by one carrier on a day."""
        carrier, recipient = self._carrier(), self._recipient()
        return tuple(self._parcel(carrier, recipient, days) for _ in range(count))

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
        manifest = 10_000 + 1000 * (days + 1) + 500 * CARRIERS.index(carrier) + self._dice.randrange(10)
        return Placement(carrier, self._calendar.days_from(days), manifest)

    def _carrier(self) -> str:
        return CARRIERS[self._dice.chance(_SMALL)]

    def _recipient(self) -> tuple[str | None, str, str]:
        serial = len(self.made)
        document = None if self._dice.chance(0.1) else str(10_000_000 + serial)
        return document, f"Persona {serial}", f"Calle {serial % 170} # {serial}"

    def _parcel(self, carrier: str, recipient: tuple[str | None, str, str], days: int) -> Parcel:
        serial = len(self.made) + 1
        identifiers = {"numero": f"0500{serial:06d}", "numeroExterno": f"EXT-{serial}"}
        if serial % 2:
            identifiers |= {"parcelNumber": f"PN{serial}", "parcelId": f"{serial}-1"}
        else:
            identifiers |= {"numeroPedido": f"OC-{serial}"}
        names = tuple(identifiers.values())
        if self.made and serial % 2 and self._dice.chance(0.01):  # the number of another parcel, that means that one
            names = tuple(identifiers[name] for name in ("numero", "numeroExterno", "parcelNumber"))
            identifiers["parcelId"] = self._dice.choice(self.made).number
        parcel = Parcel(identifiers["numero"], identifiers, recipient, names)
        parcel.placements = self._placements(self.placement(carrier, days), days)
        self.made.append(parcel)
        return parcel

    def _placements(self, first: Placement, days: int) -> list[Placement]:
        """Return where a parcel is listed on its day: mostly in one manifest all the time."""
        dice, rates, fate = self._dice, self._rates, self._dice.random()
        if days != 0:
            return [first]
        moment = self._calendar.at(0, dice.uniform(7.5, 18))
        ended, other = replace(first, ends=moment), self.placement(first.carrier, days)
        if fate < rates.vanishes:
            return [ended, replace(first, begins=moment + dice.uniform(600, 7200))]
        if (fate := fate - rates.vanishes) < rates.vanishes_for_good:
            return [ended]
        fate -= rates.vanishes_for_good
        if fate < 0.02:
            return [replace(first, begins=moment)]
        if fate < 0.05:
            return [ended, replace(other, begins=moment)]
        if fate < 0.06:  # to the other carrier
            return [ended, replace(self.placement(self._other(first.carrier), days), begins=moment)]
        if fate < 0.063:
            return [first, self.placement(self._other(first.carrier), days)]
        if fate < 0.066:
            return [first] if other.manifest == first.manifest else [first, other]
        annulled = replace(first, manifest=first.manifest // 100 * 100 + 11)
        if fate < 0.076:
            return [annulled]
        if fate < 0.086:
            return [annulled, first]
        return [first]

    def _other(self, carrier: str) -> str:
        return CARRIERS[1 - CARRIERS.index(carrier)]
