"""What the carrier said: the loads replayed one after the other, as plain lists for each listing."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple

from tests.truth.events import Key, Listed, Load

OPEN, DELIVERED, FAILED, PICKUP, OTHER = "abierto", "entregado", "excepcion", "retiro", "otro"

_CONTRACT = {
    "2": (OPEN, "En Reparto"),
    "3": (DELIVERED, "Entregado"),
    "4": (FAILED, "Excepción"),
    "24": (PICKUP, "Listo para Retirar"),
}


class Status(NamedTuple):
    """A carrier's status: the state it stands for, the text that a row shows, whether id and name contradict."""

    state: str
    text: str
    is_odd: bool


class Observation(NamedTuple):
    """What one load showed of a listing."""

    at: datetime
    status: Status


class Change(NamedTuple):
    """A state that was first shown by the load at `seen_at`; another state was last shown at `not_yet_at`."""

    state: str
    seen_at: datetime
    not_yet_at: datetime | None


class Seen(NamedTuple):
    """What counts of a listing up to some moment: its changes, its last status, L, and the last load that listed it."""

    changes: list[Change]
    status: Status
    last_load: datetime
    last_listed: datetime
    is_set_back: bool
    """Whether a load before the last one was asked for at a later time."""


@dataclass
class Listing:
    """One shipment in one manifest of one carrier's day."""

    carrier: str
    day: date
    manifest: str
    number: str
    loads: list[datetime]
    """The good loads of the carrier's day, also those that lack the listing."""
    observations: list[Observation] = field(default_factory=list)
    stands: bool = True
    in_force: bool = True
    place: int = 0
    """Its place in the last answer that lists it."""
    identifiers: tuple[str, ...] = ()
    recipient: tuple[str | None, str | None, str | None] = (None, None, None)

    @property
    def key(self) -> Key:
        return self.carrier, self.day, self.manifest, self.number

    @property
    def gone_at(self) -> datetime | None:
        """When the first load was asked for that did not list it any more."""
        shown = max(nth for nth, at in enumerate(self.loads) if at == self.observations[-1].at)
        return None if self.stands else self.loads[shown + 1]

    def seen(self, before: datetime | None = None) -> Seen:
        """Return what counts of it: all, or what was loaded before a moment (the first observation if nothing was)."""
        shown = [one for one in self.observations if before is None or one.at < before]
        loads = [at for at in self.loads if before is None or at < before]
        if not shown:
            shown = self.observations[:1]
            loads = [shown[0].at]
        return Seen(changes(shown), shown[-1].status, loads[-1], shown[-1].at, max(loads) > loads[-1])


def read_status(status_id: str | None, name: str | None) -> Status:
    """Read a carrier's status: the id decides, then the name, then it is another status."""
    by_id = _CONTRACT.get((status_id or "").strip())
    named = {_folded(text): (state, text) for state, text in _CONTRACT.values()}
    by_name, text = named.get(
        _folded(name or ""), (None, (name or "").strip())
    )  # a name is written as the contract does
    if by_id is not None:
        state, contract_name = by_id
        is_odd = by_name is not None and by_name != state
        return Status(state, contract_name if is_odd or not name else text, is_odd)
    return Status(by_name or OTHER, text, False)


def _folded(text: str) -> str:
    """Return a text without case, accents and superfluous blanks."""
    letters = [one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one)]
    return " ".join("".join(letters).casefold().split())


def changes(shown: Iterable[Observation]) -> list[Change]:
    """Return the changes of state that observations show. An absence is no observation, hence no change."""
    found: list[Change] = []
    previous: Observation | None = None
    for one in shown:
        if previous is None or previous.status.state != one.status.state:
            found.append(Change(one.status.state, one.at, previous.at if previous else None))
        previous = one
    return found


def replay(loads: Iterable[Load]) -> list[Listing]:
    """Play the answers one after the other, and return every listing that there ever was."""
    listings: dict[Key, Listing] = {}
    of_day: dict[tuple[str, date], list[Listing]] = defaultdict(list)
    good: dict[tuple[str, date], list[datetime]] = defaultdict(list)
    had_nothing: dict[tuple[str, date], bool] = defaultdict(bool)
    for load in loads:  # in the order of the answers, whatever a clock that was set back says
        day = load.carrier, load.day
        if not load.listed:
            if had_nothing[day] and of_day[day]:
                good[day].append(load.asked_at)
                for listing in of_day[day]:
                    listing.stands = False
            had_nothing[day] = True
            continue
        had_nothing[day] = False
        good[day].append(load.asked_at)
        for listing in of_day[day]:
            listing.stands = False
        forces = {one.manifest: one.in_force for one in load.listed}
        for place, one in enumerate(load.listed):
            key = (*day, one.manifest, one.number)
            if key not in listings:
                listings[key] = Listing(*key, loads=good[day])
                of_day[day].append(listings[key])
            _observe(listings[key], one, load.asked_at, place)
        for listing in of_day[day]:
            listing.in_force = forces.get(listing.manifest, listing.in_force)
    return list(listings.values())


def _observe(listing: Listing, one: Listed, at: datetime, place: int) -> None:
    listing.stands = True
    listing.place = place
    listing.identifiers, listing.recipient = one.identifiers, one.recipient
    listing.observations.append(Observation(at, read_status(one.status_id, one.status)))
