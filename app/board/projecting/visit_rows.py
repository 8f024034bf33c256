"""Derive the rows and keys of visits from their messages."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from app.board.projecting.visit_numbers import NAMED, REFERENCE
from app.domain.board.facts import Visit
from app.domain.board.message_order import message_times, names_by_message, ordered_messages
from app.domain.contract.statuses import plain_visit_status
from app.domain.folding import fold, look_of
from app.domain.site_days import SiteDays, site_time
from app.facts.column_names import DIGIT_SEPARATORS, SEARCHED_VISIT_COLUMNS
from app.facts.file.database import utc_text
from app.facts.messages import messages_of, stored_notifications
from app.facts.site_rules import site_rules

if TYPE_CHECKING:  # pydantic loads slowly
    from app.domain.contract.notifications import Notification

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
_Key = tuple[object, ...]
_BARE = str.maketrans("", "", DIGIT_SEPARATORS)


def save_visits(db: sqlite3.Connection, visits: Iterable[int]) -> dict[int, Visit]:
    """Derive the rows and keys of these visits from their notifications, in the caller's transaction.

    Args:
        db: of the board.
        visits: ids; one without a stored notification loses its keys.

    Returns:
        The visits with their messages, by id.
    """
    rules, visits = site_rules(db), list(visits)
    rows: list[tuple[object, ...]] = []
    keys: list[_Key] = []
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
        named = names_by_message(messages, order)
        numbers = next((messages[place].numbers for place in reversed(order) if messages[place].numbers), ())
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
    notification: "Notification",
    numbers: Sequence[str],
    closed_at: datetime,
    days: SiteDays,
    received_at: str,
) -> tuple[object, ...]:
    """Return the row of a visit, in the order of its columns."""
    visit, local = notification.visit, site_time(closed_at, days.zone).isoformat(timespec="microseconds")
    values = (
        visit.id, row_id, notification.timestamp, local, days.day_of(closed_at).isoformat(), received_at,
        plain_visit_status(visit.status), visit.previous_status, visit.tracking_id, visit.title, visit.address,
        _listed(numbers), visit.driver.id, visit.driver.name, visit.route.id, visit.route.name,
        visit.contact.name, visit.contact.phone, visit.contact.email,
        visit.location.latitude, visit.location.longitude,
        visit.check_in.at, visit.check_in.latitude, visit.check_in.longitude,
        visit.check_out.at, visit.check_out.latitude, visit.check_out.longitude,
        visit.photos.identity, visit.photos.evidence,
        visit.check_in_distance_m, visit.check_out_distance_m, visit.dwell_s,
    )  # fmt: skip
    return (*values, _searched(dict(zip(_COLUMNS, values, strict=False))))


def _keys(visit: int, names: Mapping[str, _Dates], references: Mapping[str, _Dates]) -> list[_Key]:
    """Return the keys by which a visit is matched and found: the names of its messages, then its references.

    Args:
        visit: its id.
        names: each with the dates of the newest message of that name.
        references: likewise.
    """
    keys: dict[str, tuple[object, ...]] = {one.strip(): (REFERENCE, None, *dates) for one, dates in references.items()}
    keys |= {one.strip(): (NAMED, look_of(one), *dates) for one, dates in names.items()}
    return [(value, visit, *key) for value, key in keys.items() if value]


def _searched(visit: Mapping[str, object]) -> str:
    """Return the folded text for the search, from a row's columns."""
    texts = [str(visit[name]) for name in SEARCHED_VISIT_COLUMNS if visit[name] is not None]
    return fold(" ".join([*texts, str(visit["contact_phone"] or "").translate(_BARE)]))


def _listed(numbers: Sequence[str]) -> str | None:
    """Return the numbers as a cell shows them."""
    text = ", ".join(numbers[:_MOST_SHOWN])
    return (text if len(numbers) <= _MOST_SHOWN else f"{text}, …") or None
