"""The plan of a simulated world of three days: listings, events, messages and faults."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from zoneinfo import ZoneInfo

from tests.faults.truth.outages import LOUD, TRIES, Absence, Away, Outages, drawn, nights, rotated_since
from tests.faults.truth.parcels import CARRIERS, CORRECTED, MEANT, NEVER, Change, Entry, Message, Parcel, State
from tests.faults.truth.rates import BOGOTA, FAULTY, ORDINARY, Dice, Rates, Regime, calendar_of
from tests.faults.truth.sender import Sender
from tests.faults.truth.shipper import ANNULLED, Shipper

_AT_ONCE = 60.0  # seconds


class Plan:
    """Everything that happens in the world of a seed.

    Args:
        seed: of all that is left to chance; the regime, the zone and the day go by turns.
        visits: how many stops the drivers of the main day have.
        by_http: the share of the notifications that go through HTTP.
        has_faults: whether anything breaks, gets lost, comes late or is stamped wrongly.
        rates: how often what happens; None: as ordinary for a day with faults, or without.
    """

    def __init__(
        self, seed: int, visits: int, by_http: float, *, has_faults: bool = True, rates: Rates | None = None
    ) -> None:
        self.rng = rng = Dice(seed if has_faults else 1_000_000 + seed)
        self.regime = list(Regime)[seed % len(Regime)]
        self.calendar = calendar = calendar_of(seed)
        self.zone = calendar.zone
        self.sender_zone: ZoneInfo = ZoneInfo("UTC") if seed % 4 == 1 else calendar.zone
        self.rates = rates or (FAULTY if has_faults else ORDINARY)
        self.is_awake_at_night = self.regime is Regime.EVENING or (calendar.zone.key, calendar.day) != BOGOTA
        self.reloads_after_gaps = self.regime is not Regime.EVENING or rng.chance(0.5)
        self.is_late = has_faults and seed % 7 == 6
        """Whether the main day is loaded for the first time when it is over: nobody was at the desk while it lasted."""
        quiet = [] if self.is_awake_at_night else nights(calendar)
        if calendar.past is not None:
            quiet.insert(0, Absence(calendar.at(calendar.past, 19), calendar.at(-1, 16.9), Away.NIGHT))
        self.outages = drawn(rng, calendar, quiet, self.rates.longest_shift) if has_faults else Outages(absences=quiet)
        self.shipper = Shipper(rng, calendar, self.rates)
        self.sender = Sender(rng, calendar, self.sender_zone, self.rates, by_http, is_awake=self.is_awake_at_night)
        self.ends = calendar.at(1, 21)
        if calendar.past is not None:
            self._live_weeks_ago(visits // 10)
        for _ in range(visits):
            self._add_stop()
        for _ in range(visits // 50):
            self._add_untouched(self.shipper.parcels(1))
        self._let_the_carrier_follow()
        self.follow_ups = sorted(
            (rng.uniform(calendar.at(0, 9), calendar.at(0, 19)), rng.choice(self.parcels)) for _ in range(5)
        )

    @property
    def parcels(self) -> list[Parcel]:
        return self.shipper.made

    @property
    def messages(self) -> list[Message]:
        return self.sender.messages

    @property
    def loads(self) -> list[tuple[float, date]]:
        """When the desk loads which day, whatever else happens."""
        at, days, past = self.calendar.at, self.calendar.days_from, self.calendar.past
        found = self._usual_loads()
        found += [(at(-1, 20.6), days(0)), (at(0, 20.7), days(1))]  # lists made the evening before
        if self.is_late:
            found = [one for one in found if one[1] != days(0) or one[0] >= at(1, 0)] + [(at(1, 7.5), days(0))]
        if past is not None:
            found += [(at(past, hour), days(past)) for hour in (17.1, 18.9)]
        return sorted(found)

    def _usual_loads(self) -> list[tuple[float, date]]:
        at, days = self.calendar.at, self.calendar.days_from
        if self.regime is Regime.EVENING:
            return [(at(-1, 20), days(-1)), (at(0, 20), days(0)), (at(1, 20), days(1))]
        found = [(at(-1, 17.05), days(-1)), (at(-1, 21), days(-1)), (at(0, 21.5), days(0)), (at(1, 20.5), days(1))]
        found += [(at(1, hour), days(1)) for hour in range(6, 20)]
        if self.regime is Regime.HOURLY:
            return sorted([*found, *((at(0, hour), days(0)) for hour in range(6, 21))])
        return sorted([*found, *((at(0, 8 + step / 6), days(0)) for step in range(9 * 6 + 1))])

    @property
    def looks(self) -> list[float]:
        """When the rows are judged, beside at the end: while drivers are under way, and after the last load."""
        at, rng = self.calendar.at, self.rng
        if self.regime is Regime.EVENING:
            return [at(0, 20) + rng.uniform(0, 7200)]
        return [rng.uniform(at(0, 10), at(0, 16.5))]

    def listed(self, carrier: str, day: date, at: float) -> Iterator[Entry]:
        """Go through what a carrier lists for a day at a moment, with the manifests."""
        for parcel in self.parcels:
            places = (one for one in parcel.placements if one.day == day and one.carrier == carrier and one.holds(at))
            for manifest in dict.fromkeys(one.manifest for one in places):  # each lists a parcel once
                yield from self._entries(manifest, parcel, at)

    def _entries(self, manifest: int, parcel: Parcel, at: float) -> Iterator[Entry]:
        """Go through the entries that list a parcel of a manifest: two where another one has replaced it."""
        since, successor = self.shipper.reissues.get(manifest, (NEVER, None))
        if manifest % 100 == ANNULLED or at < since:
            yield Entry(manifest, parcel, in_force=manifest % 100 != ANNULLED)
            return
        yield Entry(manifest, parcel, in_force=False, is_stale=successor is None)
        yield Entry(manifest, parcel, nth=1) if successor is None else Entry(successor, parcel)

    def leaves_a_trace(self, message: Message) -> bool:
        """Tell whether the desk can know of it: it came and names a parcel, or a gap says that something may lack."""
        if not self.sender.names_something(message, self._comes):
            return False
        if self._comes(message):
            return True
        tries = [message.sent_at + pause for pause in TRIES]
        if any(self.outages.is_refused(at) and self.outages.is_receiving(at) for at in tries):
            since = rotated_since(self._refused)
            return since is not None and message.sent_at >= since
        loud = [one for one in self.outages.absences if one.ends - one.begins >= LOUD]
        return any(one.holds(message.sent_at) for one in [*loud, *self.outages.tunnels])

    def _comes(self, message: Message) -> bool:
        """Tell whether a message comes, and not too late to be of use."""
        tries = [message.sent_at + pause for pause in TRIES]
        received = [at for at in tries if self.outages.is_receiving(at) and not self.outages.is_refused(at)]
        return bool(received) and received[0] - message.at < _AT_ONCE

    def _let_the_carrier_follow(self) -> None:
        """Say when the carrier shows each change; one that leaves no trace elsewhere it does show."""
        outages, sent = self.outages, sorted(one.sent_at for one in self.messages)
        self._refused = [at for at in sent if outages.is_refused(at) and outages.is_receiving(at)]
        for parcel in self.parcels:
            parcel.changes.sort(key=lambda one: one.at)
            reported = [one.message for one in parcel.changes if one.message is not None]
            may_rest = self.rng.chance(self.rates.never_follows) and all(map(self.leaves_a_trace, reported))
            for change in parcel.changes:
                if change.is_restart:
                    change.shown_at = change.at
                elif not may_rest or change.message is None:
                    change.shown_at = change.at + self.rng.lag()
            self._drop_if_finished(parcel)

    def _drop_if_finished(self, parcel: Parcel) -> None:
        """Let the carrier no longer list a parcel that it knows to be delivered for an hour or more."""
        last = parcel.changes[-1] if parcel.changes else None
        if last is None or last.state is not State.DELIVERED or last.shown_at == NEVER:
            return
        if self.rng.chance(self.rates.drops_finished):
            ends = last.shown_at + self.rng.uniform(0, 10_800)
            parcel.placements = [
                replace(one, ends=min(one.ends, ends)) if one.begins < ends else one for one in parcel.placements
            ]

    def _live_weeks_ago(self, visits: int) -> None:
        """Let parcels be visited weeks ago, and their numbers and the visits' ids be used again."""
        past, rng = self.calendar.past or 0, self.rng
        for _ in range(visits):
            parcels = self.shipper.parcels(1, days=past)
            at = rng.uniform(self.calendar.at(past, 17.2), self.calendar.at(past, 18.5))
            self._visited(parcels, (parcels[0].number,), at)
        self.shipper.use_again()
        self.sender.use_again()

    def _add_stop(self) -> None:
        rng, rates = self.rng, self.rates
        if rng.chance(0.005):
            self.sender.visit((), ("otro",), self._working_hour(0), "completada")
        elif rng.chance(0.04):
            self._live(self.shipper.parcels(1, days=-1), -1)
        elif rng.chance(rates.ambiguous):
            for parcel in self.shipper.sharing_an_order(rng.choice((2, 3)), is_one_recipient=False):
                self._live((parcel,), 0, names=(self.shipper.order_of(parcel),))
        elif rng.chance(rates.shares_order):
            parcels = self.shipper.sharing_an_order(rng.choice((2, 3, 4)), is_one_recipient=True)
            is_partial = rng.chance(rates.partial)
            names = (self.shipper.order_of(parcels[0]),) if is_partial or rng.chance(0.5) else None
            self._live(parcels[:1] if is_partial else parcels, 0, names=names)
        elif rng.chance(rates.visited_early):
            self._live(self.shipper.parcels(1, days=1), 0)
        else:
            self._live(self.shipper.parcels(rng.choices((1, 2, 3), (85, 10, 5))[0]), 0)

    def _live(self, parcels: tuple[Parcel, ...], days: int, names: tuple[str, ...] | None = None) -> None:
        """Let a stop of a day happen, with what comes of it on that day and the next."""
        rng = self.rng
        names = names or tuple(rng.choice(one.names) for one in parcels)
        if len(names) == len(parcels) and rng.chance(self.rates.unlinkable):
            names = ("sin-nada-en-comun",)
        if rng.chance(0.02):
            self._add_untouched(parcels)
            return
        at = self._working_hour(days, self._listed_from(parcels))
        if days == 0 and len(names) == len(parcels) and self._is_special(parcels, names, at):
            return
        state, at = self._visited(parcels, names, at)
        if state is State.FAILED and rng.chance(0.1):  # sent out again on the same day
            again = at + rng.uniform(600, 7200)
            if again < self.calendar.at(days, 20):
                if rng.chance(0.5):
                    self._change(parcels, again, State.OPEN, is_restart=True)
                state, at = self._visited(parcels, names, again + rng.uniform(600, 3600))
        if state is State.FAILED:
            self._go_on(parcels, names, days, at)
        elif rng.chance(0.0002):  # delivered, and listed on the next day all the same
            self._list_again(parcels, days)

    def _is_special(self, parcels: tuple[Parcel, ...], names: tuple[str, ...], at: float) -> bool:
        """Let a stop happen in one of the rare ways, or tell that it does not."""
        rng, rates = self.rng, self.rates
        if len(parcels) > 1 and rng.chance(rates.names_fewer):
            self._correct_one(parcels, names, at)
        elif rng.chance(rates.two_drivers):
            self._send_two_drivers(parcels, names, at)
        elif rng.chance(rates.taken_back):
            self._take_back(parcels, names, at)
        elif rng.chance(rates.dropped_early):
            self._visited(parcels, names, at)
            for one in parcels:
                one.placements.append(self.shipper.early(one.placements[-1].carrier, 1))
        else:
            return False
        return True

    def _correct_one(self, parcels: tuple[Parcel, ...], names: tuple[str, ...], at: float) -> None:
        """Let a visit to several parcels be corrected by a message that names one of them."""
        reported = self.sender.visit(parcels, names, at, self.rng.choice(tuple(MEANT)))
        later, status = at + self.rng.uniform(60, 3600), CORRECTED[reported.status]
        corrected = self.sender.correct(reported, later, status, parcels[:1], names[:1])
        self._change(parcels, at, MEANT[reported.status], message=reported)
        self._change(parcels[:1], later, MEANT[status], message=corrected)

    def _send_two_drivers(self, parcels: tuple[Parcel, ...], names: tuple[str, ...], at: float) -> None:
        """Let two visits contradict each other: the second one is right, or it failed as the first had delivered."""
        first = self.sender.visit(parcels, names, at, self.rng.choice(tuple(MEANT)))
        later = at + self.rng.uniform(600, 3600)
        second = self.sender.visit(parcels, names, later, CORRECTED[first.status])
        self._change(parcels, at, MEANT[first.status], message=first)
        if MEANT[first.status] is State.FAILED or self.rng.chance(0.5):
            self._change(parcels, later, MEANT[second.status], message=second)

    def _take_back(self, parcels: tuple[Parcel, ...], names: tuple[str, ...], at: float) -> None:
        """Let the carrier call parcels delivered that are not, send them out, and have them visited."""
        self._change(parcels, at - 3600, State.DELIVERED, is_restart=True)
        self._change(parcels, at - 600, State.OPEN, is_restart=True)
        self._visited(parcels, names, at)

    def _go_on(self, parcels: tuple[Parcel, ...], names: tuple[str, ...], days: int, at: float) -> None:
        """Let the carrier do something with parcels that were not delivered."""
        rng = self.rng
        fate = rng.random()
        if fate < 0.12:
            waits = at + rng.uniform(600, 10_800)
            self._change(parcels, waits, State.PICKUP)
            if rng.chance(0.2):
                self._change(parcels, waits + rng.uniform(1200, 14_400), State.DELIVERED)
        elif fate < 0.125:
            self._change(parcels, at + rng.uniform(3600, 14_400), State.OTHER)
        elif fate < 0.6 and days < 1:
            self._plan_again(parcels, names, days, at)

    def _plan_again(self, parcels: tuple[Parcel, ...], names: tuple[str, ...], days: int, at: float) -> None:
        """List parcels on the next day, and mostly visit them then."""
        rng, next_day = self.rng, days + 1
        in_the_evening = self.calendar.at(days, 21) + rng.uniform(0, 3600)
        is_early = in_the_evening > at and rng.chance(0.1)
        restart = in_the_evening if is_early else self.calendar.at(next_day, 4) + rng.uniform(0, 3600)
        self._list_again(parcels, days)
        if restart > at:
            self._change(parcels, restart, State.OPEN, is_restart=True)
        if rng.chance(0.8):
            self._visited(parcels, names, self._working_hour(next_day))

    def _list_again(self, parcels: tuple[Parcel, ...], days: int) -> None:
        carrier = self.rng.choice(CARRIERS) if self.rng.chance(0.1) else parcels[0].placements[-1].carrier
        for parcel in parcels:
            parcel.placements.append(self.shipper.placement(carrier, days + 1))

    def _add_untouched(self, parcels: tuple[Parcel, ...]) -> None:
        if self.rng.chance(0.5):
            self._plan_again(parcels, tuple(one.number for one in parcels), 0, 0.0)

    def _visited(self, parcels: tuple[Parcel, ...], names: tuple[str, ...], at: float) -> tuple[State, float]:
        """Let parcels be visited, and the visit be corrected at times; return what came of it, and when."""
        rng = self.rng
        reported = self.sender.visit(parcels, names, at, "completada" if rng.chance(0.8) else "falso_flete")
        if rng.chance(self.rates.corrected):
            later = at + rng.uniform(1, 3600)
            reported = self.sender.correct(reported, later, CORRECTED[reported.status])
            if rng.chance(0.15):
                reported = self.sender.correct(reported, later + rng.uniform(1, 3600), CORRECTED[reported.status])
        for one in self.sender.of_visit(reported.visit):
            self._change(parcels, one.at, MEANT[one.status], message=one)
        return MEANT[reported.status], reported.at

    def _change(
        self, parcels: tuple[Parcel, ...], at: float, state: State, *, message: Message | None = None,
        is_restart: bool = False,
    ) -> None:  # fmt: skip
        for parcel in parcels:
            parcel.changes.append(Change(at, state, message, is_restart))

    def _listed_from(self, parcels: tuple[Parcel, ...]) -> float:
        return max((one.placements[0].begins for one in parcels), default=0.0)

    def _working_hour(self, days: int, since: float = 0.0) -> float:
        """Draw when a driver visits; on the days of clock changes some do at night."""
        rng, at = self.rng, self.calendar.at
        if days == 0 and self.is_awake_at_night and rng.chance(0.03):
            first, last = rng.choice(((at(0, 0.01), at(0, 2.5)), (at(0, 22.5), at(1, 0)), (at(1, 0), at(1, 2.5))))
            return rng.uniform(first, last)
        first = {-1: at(-1, 17.2), 0: at(0, 7), 1: at(1, 7)}[days]
        last = {-1: at(-1, 20.5), 0: at(0, 19.5), 1: at(1, 17)}[days]
        return rng.uniform(min(max(first, since), last - 60), last)
