"""Derive the rows and keys of visits from their messages; find numbers that are written otherwise than a shipment's."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from app.domain.board.facts import Visit
from app.domain.board.matching import NumberParcels, links_of, recipient_key
from app.domain.board.message_order import message_times, names_by_message, ordered_messages, together
from app.domain.board.row import Bond
from app.domain.contract.deviations import DeviationCounts, Source, What, deviation
from app.domain.contract.notifications import Notification
from app.domain.contract.statuses import is_in_force, plain_visit_status
from app.domain.days import Day
from app.domain.folding import fold, look_of
from app.domain.site import SiteDays, site_time
from app.facts.column_names import DIGIT_SEPARATORS, IDENTIFIER_COLUMNS, SEARCHED_VISIT_COLUMNS
from app.facts.file.database import utc_text
from app.facts.messages import messages_of, stored_notifications
from app.facts.site_rules import site_rules

NAMED, REFERENCE = 0, 1
"""Ranks of a visit's keys: names of its messages, and references for the search alone."""

_IS_LISTED = "CROSS JOIN day ON day.id = shipment.day_id AND day.loaded_at IS NOT NULL"
_KEYS = f"""
    SELECT key.visit_id, key.value, key.date, key.arrived_on, EXISTS (
        SELECT 1 FROM shipment {_IS_LISTED} WHERE shipment.number = key.value
    )
    FROM json_each(:visits) AS given CROSS JOIN visit_key AS key ON key.visit_id = given.value
    WHERE key.rank <> {REFERENCE}
"""
_FOUND = " UNION ALL ".join(
    f"SELECT given.value, shipment.number, day.date FROM json_each(:values) AS given"
    f" CROSS JOIN shipment ON shipment.{identifier} = given.value {_IS_LISTED}"
    for identifier in IDENTIFIER_COLUMNS
)
"""Used only for values that are no shipment's number."""
_ALIKE = f"""
    SELECT DISTINCT shipment.look, shipment.number FROM json_each(:looks) AS given
    CROSS JOIN shipment ON shipment.look = given.value {_IS_LISTED}
"""
_LISTED = f"""
    SELECT shipment.number, day.date, manifest.status, shipment.gone_at,
           shipment.recipient_document, shipment.recipient, shipment.recipient_address
    FROM json_each(:numbers) AS given CROSS JOIN shipment ON shipment.number = given.value
    {_IS_LISTED} JOIN manifest ON manifest.id = shipment.manifest_id
    ORDER BY day.date, shipment.gone_at IS NULL AND manifest.is_in_force, shipment.gone_at IS NULL, shipment.gone_at,
             shipment.position DESC, day.carrier
"""
"""The last listing in this order gives a parcel's recipient, independent of the order of loads."""
_MOST_SHOWN = 1000  # numbers of one visit in a cell; all of them are matched

_COLUMNS = (
    "id", "notification_id", "timestamp", "at", "date", "received_at", "status", "previous_status",
    "tracking_id", "title", "address", "numbers", "driver_id", "driver", "route_id", "route",
    "contact", "contact_phone", "contact_email", "latitude", "longitude",
    "check_in_at", "check_in_latitude", "check_in_longitude",
    "check_out_at", "check_out_latitude", "check_out_longitude",
    "photo_identity", "photo_evidence", "check_in_distance", "check_out_distance", "dwell", "folded",
)  # fmt: skip
_SAVE = (
    f"INSERT INTO visit ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
    f" ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _COLUMNS[1:])}"
)
_Dates = tuple[str, ...]
"""The site's dates of a message: of its own time, and of its arrival."""
_KeyRow = tuple[object, ...]
_BARE = str.maketrans("", "", DIGIT_SEPARATORS)


class _Key(NamedTuple):
    """A name of a visit's messages, two dates of the newest one with it, and whether it is a shipment's number.

    Its own date may be far off, where a telephone has lost its clock; the visit is then decided by its arrival too.
    """

    visit: int
    value: str
    date: str
    arrived_on: str
    is_number: bool


_Links = dict[tuple[int, str, Bond], str]
"""The names by which a visit names a parcel, by the visit, the parcel's number and the bond."""


def link_visits(db: sqlite3.Connection, visits: Iterable[int]) -> set[str]:
    """Match these visits with parcels in the caller's transaction; return the numbers that match now, or did before."""
    asked = {"visits": json.dumps(list(visits))}
    keys = [_Key(*row) for row in db.execute(_KEYS, asked)]
    wanted = _links(db, keys)
    linked = {visit for visit, *_ in wanted}
    wanted |= _look_alikes(db, [key for key in keys if key.visit not in linked])
    before = {
        (visit, number, bond): names
        for visit, number, bond, names in db.execute(
            "SELECT visit_id, number, bond, names FROM visit_link"
            " WHERE visit_id IN (SELECT value FROM json_each(:visits))",
            asked,
        )
    }
    lost = [link for link in before if link not in wanted]
    db.executemany("DELETE FROM visit_link WHERE visit_id = ? AND number = ? AND bond = ?", lost)
    db.executemany(
        "INSERT INTO visit_link (visit_id, number, bond, names) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (visit_id, number, bond) DO UPDATE SET names = excluded.names",
        [(*link, names) for link, names in wanted.items() if before.get(link) != names],
    )
    return {number for _, number, _ in (*before, *wanted)}


def _links(db: sqlite3.Connection, keys: Sequence["_Key"]) -> "_Links":
    """Return how visits belong to the parcels that they name."""
    others = [key for key in keys if not key.is_number]
    by_value = _numbers_by_value(db, {key.value for key in others})
    parcels = _Parcels(db, {number for numbers in by_value.values() for number in numbers})
    named: dict[int, dict[str, set[str]]] = {}
    recipients: dict[int, dict[str, str | None]] = {}
    for key in keys:
        found: set[str] = {key.value} if key.is_number else set()
        for number, identified in by_value.get(key.value, {}).items():
            is_near, recipient = parcels.near(number, (key.date, key.arrived_on), identified)
            if is_near:
                found.add(number)
                recipients.setdefault(key.visit, {})[number] = recipient
        if found:
            named.setdefault(key.visit, {})[key.value] = found
    wanted: _Links = {}
    for visit, numbers in named.items():
        links = links_of(numbers, recipients.get(visit, {}))
        for parcel, bond in ((links.ambiguous, Bond.AMBIGUOUS), (links.linked, Bond.LINKED)):
            wanted |= {(visit, number, bond): "\n".join(sorted(names)) for number, names in parcel.items()}
    return wanted


def _look_alikes(db: sqlite3.Connection, keys: Iterable["_Key"]) -> "_Links":
    """Return the bonds of visits without a parcel to those whose numbers differ from theirs in writing alone."""
    by_look: dict[str, list[_Key]] = {}
    for key in keys:
        if look := look_of(key.value):
            by_look.setdefault(look, []).append(key)
    found: dict[tuple[int, str], set[str]] = {}
    if by_look:
        for look, number in db.execute(_ALIKE, {"looks": json.dumps(list(by_look))}):
            for key in by_look[look]:
                found.setdefault((key.visit, number), set()).add(key.value)
    return {(*link, Bond.LOOK_ALIKE): "\n".join(sorted(names)) for link, names in found.items()}


def _numbers_by_value(db: sqlite3.Connection, values: set[str]) -> dict[str, dict[str, set[date]]]:
    """Return, by value, the numbers that have one of these values as another identifier, each with its days."""
    found: dict[str, dict[str, set[date]]] = {}
    if values:
        for value, number, day in db.execute(_FOUND, {"values": json.dumps(list(values))}):
            found.setdefault(value, {}).setdefault(number, set()).add(date.fromisoformat(day))
    return found


class _Parcels:
    """The parcels of these numbers, which may have been used for several in the course of time."""

    def __init__(self, db: sqlite3.Connection, numbers: set[str]) -> None:
        days: dict[str, dict[date, bool | None]] = {}
        self._recipients: dict[str, dict[date, str | None]] = {}  # by the listings of these days
        site_days = site_rules(db).board.days if numbers else None
        for number, day_text, status, gone_at, *recipient in (
            db.execute(_LISTED, {"numbers": json.dumps(list(numbers))}) if numbers else ()
        ):
            day, of_number = date.fromisoformat(day_text), days.setdefault(number, {})
            if site_days and gone_at and datetime.fromisoformat(gone_at) < site_days.begin(day):
                of_number.setdefault(day, None)
                continue
            of_number[day] = of_number.get(day) or is_in_force(status) is not False
            self._recipients.setdefault(number, {})[day] = recipient_key(*recipient)
        self._of_number = {number: NumberParcels(of_number) for number, of_number in days.items()}

    def near(self, number: str, dates: Iterable[str], identified: set[date]) -> tuple[bool, str | None]:
        """Return whether a parcel identified so on some of its days is near one of these dates, and who receives it."""
        parcels = self._of_number[number]
        meant = {parcels.first_days[day] for day in identified}
        near = (parcels.day_of(date.fromisoformat(one), meant) for one in dates)
        found = next(filter(None, near), None)
        return (False, None) if found is None else (True, self._recipients[number][parcels.last_day(found.day)])


def visits_naming(db: sqlite3.Connection, shipments: str) -> set[int]:
    """Return the visits that name or match a shipment whose `id` is in this table, or name another one of its number.

    A visit too far from all days of that number may be near the parcel by the days of these shipments.
    """
    named = ", ".join(f"shipment.{one}" for one in ("number", *IDENTIFIER_COLUMNS))
    found = db.execute(
        "SELECT key.visit_id FROM ("
        f"SELECT DISTINCT own.number FROM {shipments} AS chosen CROSS JOIN shipment AS own ON own.id = chosen.id"
        ") AS numbers CROSS JOIN shipment ON shipment.number = numbers.number"
        f" CROSS JOIN visit_key AS key ON key.value IN ({named})"
        f" UNION SELECT key.visit_id FROM {shipments} AS chosen CROSS JOIN shipment ON shipment.id = chosen.id"
        " CROSS JOIN visit_key AS key ON key.look = shipment.look"
        f" UNION SELECT link.visit_id FROM {shipments} AS chosen CROSS JOIN shipment ON shipment.id = chosen.id"
        " CROSS JOIN visit_link AS link ON link.number = shipment.number"
    )
    return {row[0] for row in found}


def save_visits(db: sqlite3.Connection, visits: Iterable[int]) -> dict[int, Visit]:
    """Derive rows and keys of these visits in the caller's transaction; return them with their messages, by id.

    A visit without a stored notification loses its keys.
    """
    rules, visits = site_rules(db), list(visits)
    rows: list[tuple[object, ...]] = []
    keys: list[_KeyRow] = []
    found = messages_of(db, visits, rules.sender_zone)
    times = {visit: message_times(kept.facts.messages) for visit, kept in found.items()}
    orders = {
        visit: ordered_messages(kept.facts.messages, times[visit])[0] if len(kept.ids) > 1 else [0]
        for visit, kept in found.items()
    }
    newest = {visit: kept.ids[orders[visit][-1]] for visit, kept in found.items()}
    notifications = stored_notifications(db, newest)
    for visit, (facts, ids, applied) in found.items():
        order, said = orders[visit], notifications[visit]
        messages = facts.messages
        if len(ids) == 1:  # its numbers are not read with it
            messages = [messages[0]._replace(numbers=said.visit.tracking_numbers, reference=said.visit.tracking_id)]
        named: dict[int, Sequence[str]] = {}
        for places in together(order, times[visit]):  # those far apart are of another visit
            of_visit = [place for place in order if place in places]
            named |= names_by_message(messages, of_visit)
            if order[-1] in places:
                numbers = next((messages[place].numbers for place in reversed(of_visit) if messages[place].numbers), ())
        received_at = applied.get(newest[visit]) or utc_text(facts.messages[order[-1]].arrival)
        rows.append(_row(newest[visit], said, numbers, max(times[visit]), rules.board.days, received_at))
        moments = zip(times[visit], (one.arrival for one in messages), strict=True)
        dates = [tuple(rules.board.days.day_of(at).isoformat() for at in both) for both in moments]
        references = {one.reference: date for one, date in zip(messages, dates, strict=True) if one.reference}
        keys += _keys(visit, {name: dates[place] for place in order for name in named[place]}, references)
    db.executemany(_SAVE, rows)
    db.execute("DELETE FROM visit_key WHERE visit_id IN (SELECT value FROM json_each(?))", (json.dumps(visits),))
    db.executemany(
        "INSERT INTO visit_key (value, visit_id, rank, look, date, arrived_on) VALUES (?, ?, ?, ?, ?, ?)", keys
    )
    return {visit: kept.facts for visit, kept in found.items()}


def _row(
    row_id: int,
    notification: Notification,
    numbers: Sequence[str],
    closed_at: datetime,
    days: SiteDays,
    received_at: str,
) -> tuple[object, ...]:
    """Return the row of a visit, in the order of its columns."""
    change, visit = notification
    local = site_time(closed_at, days.zone).isoformat(timespec="microseconds")
    places = visit.location, visit.check_in.position, visit.check_out.position
    values = (
        change.visit_id, row_id, change.timestamp, local, days.day_of(closed_at).isoformat(), received_at,
        plain_visit_status(change.status), change.previous_status, visit.tracking_id, visit.title, visit.address,
        _listed(numbers), visit.driver.id, visit.driver.name, visit.route.id, visit.route.name,
        visit.contact.name, visit.contact.phone, visit.contact.email,
        *places[0], visit.check_in.at, *places[1], visit.check_out.at, *places[2],
        visit.photos.identity, visit.photos.evidence,
        visit.check_in_distance_m, visit.check_out_distance_m, visit.dwell_s,
    )  # fmt: skip
    return (*values, _searched(dict(zip(_COLUMNS, values, strict=False))))


def _keys(visit: int, names: Mapping[str, _Dates], references: Mapping[str, _Dates]) -> list[_KeyRow]:
    """Return the keys by which a visit is matched and found: the names of its messages, then its references.

    `names` and `references` each have the dates of the newest message that names it.
    """
    keys: dict[str, tuple[object, ...]] = {one: (REFERENCE, None, *dates) for one, dates in references.items()}
    keys |= {one: (NAMED, look_of(one), *dates) for one, dates in names.items()}
    return [(value, visit, *key) for value, key in keys.items() if value]


def _searched(visit: Mapping[str, object]) -> str:
    """Return the folded text for the search, from a row's columns."""
    texts = [str(visit[name]) for name in SEARCHED_VISIT_COLUMNS if visit[name] is not None]
    return fold(" ".join([*texts, str(visit["contact_phone"] or "").translate(_BARE)]))


def _listed(numbers: Sequence[str]) -> str | None:
    """Return the numbers as a cell shows them."""
    text = ", ".join(numbers[:_MOST_SHOWN])
    return (text if len(numbers) <= _MOST_SHOWN else f"{text}, …") or None


_MAX_UNMATCHED = 1000  # visits without a shipment that one commit or load compares
_UNMATCHED = """
    SELECT visit.date, key.value FROM visit CROSS JOIN visit_key AS key ON key.visit_id = visit.id
    WHERE visit.is_unmatched AND {which} LIMIT :most
"""
_UNMATCHED_OF_DAY = _UNMATCHED.format(which="visit.date = :date")
_UNMATCHED_OF_VISITS = _UNMATCHED.format(which="visit.id IN (SELECT value FROM json_each(:visits))")
_LOOK_ALIKES = """
    SELECT DISTINCT shipment.number FROM json_each(:looks) AS given
    CROSS JOIN shipment ON shipment.look = given.value
    CROSS JOIN day ON day.id = shipment.day_id AND day.date = :date AND day.loaded_at IS NOT NULL
"""
_LOOK_ALIKES_OF_ARRIVED = f"{_LOOK_ALIKES} WHERE shipment.id IN (SELECT id FROM temp.to_match)"


def look_alikes_of_visits(db: sqlite3.Connection, visits: Iterable[int]) -> DeviationCounts:
    """Count the numbers of these visits that match no shipment but look like one of the visit's day."""
    values = {"visits": json.dumps(list(visits)), "most": _MAX_UNMATCHED}
    return _find_look_alikes(db, db.execute(_UNMATCHED_OF_VISITS, values).fetchall(), _LOOK_ALIKES)


def look_alikes_of_arrived(db: sqlite3.Connection, day: Day) -> DeviationCounts:
    """Count the numbers of the shipments in `temp.to_match` that look like one of an unmatched visit."""
    values = {"date": day.date.isoformat(), "most": _MAX_UNMATCHED}
    return _find_look_alikes(db, db.execute(_UNMATCHED_OF_DAY, values).fetchall(), _LOOK_ALIKES_OF_ARRIVED)


def _find_look_alikes(db: sqlite3.Connection, unmatched: Sequence[tuple[str, str]], statement: str) -> DeviationCounts:
    by_day: dict[str, dict[str, str]] = defaultdict(dict)
    for day, number in unmatched:
        if look := look_of(number):
            by_day[day].setdefault(look, number)
    counts = DeviationCounts()
    for day, numbers in by_day.items():
        for (listed,) in db.execute(statement, {"date": day, "looks": json.dumps(list(numbers))}):
            given = numbers.get(look_of(listed) or "", listed)
            if given != listed:
                place, example = "data.numero_seguimientos", f"{listed} / {given}"
                counts.add([deviation(Source.NOTIFICATION, place, What.LOOK_ALIKE, example, is_shown=True)])
    return counts
