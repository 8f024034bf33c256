"""Queries on a table: day, view with its columns, search words, value filters and order."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from app.domain.contract.statuses import State
from app.domain.days import Day, Scope
from app.domain.texts import Text
from app.domain.views.columns import CARRIER, CLOSED_AT, COLUMNS, FIRST_VIEW, Table, is_offered


class View(StrEnum):
    """The built-in views."""

    ALL = "all"
    ON_ITS_WAY = "on_its_way"
    DELIVERED = "delivered"
    EXCEPTIONS = "exceptions"
    PICKUP = "pickup"
    OTHER = "other"
    OVERDUE = "overdue"  # promised for a day before today, not delivered
    DUE_TODAY = "due_today"  # promised for today, not delivered
    CHANGED = "changed"  # new or changed in the last load
    REPEATED = "repeated"  # a number in two manifests
    GONE = "gone"  # no longer listed
    CONFLICTS = "conflicts"  # a load after the visit still shows another state
    MISSED = "missed"  # delivered or failed according to the carrier, without a notification
    AMBIGUOUS = "ambiguous"  # a visit names a number that parcels of several recipients carry
    DOUBTFUL = "doubtful"  # other signs of doubt: a timestamp, a visit of another day, odd data
    DELIVERED_LATER = "delivered_later"  # on a day after the listing's own
    NOT_IN_FORCE = "not_in_force"  # in a manifest that is not in force
    NO_VISIT = "no_visit"  # a shipment that no visit belongs to
    NO_SHIPMENT = "no_shipment"  # a visit that belongs to no shipment
    TO_ATTEND = "to_attend"  # a failed shipment that is not acknowledged
    MINE = "mine"  # those of them that the dispatcher took
    EARLIER = "earlier"  # the same, of earlier days
    TO_ATTEND_VISITS = "to_attend_visits"  # the same for a visit without a shipment listed for its day
    EARLIER_VISITS = "earlier_visits"  # the same, of earlier days
    FAR_AWAY = "far_away"  # check-in farther from the address than the site's limit
    ONE_SPOT = "one_spot"  # one of several visits that a driver closed at one spot, far from their addresses
    BACKWARDS = "backwards"  # check-out before check-in


EARLIER_VIEWS = (View.EARLIER, View.EARLIER_VISITS)
"""The views of several days: those before the shown one."""
_OF_VISITS = (
    View.NO_SHIPMENT, View.TO_ATTEND_VISITS, View.EARLIER_VISITS, View.FAR_AWAY, View.ONE_SPOT, View.BACKWARDS,
)  # fmt: skip
VIEW_TABLES = {view: Table.VISITS if view in _OF_VISITS else Table.SHIPMENTS for view in View}
"""The table of each view; ALL is a view of every table."""

VIEW_TITLES = {
    View.ALL: Text("View", "All"),
    View.ON_ITS_WAY: Text("View", "Out for delivery"),
    View.DELIVERED: Text("View", "Delivered"),
    View.EXCEPTIONS: Text("View", "Failed"),
    View.PICKUP: Text("View", "Ready for pickup"),
    View.OTHER: Text("View", "Other statuses"),
    View.OVERDUE: Text("View", "Overdue"),
    View.DUE_TODAY: Text("View", "Due today"),
    View.CHANGED: Text("View", "Changed in last load"),
    View.REPEATED: Text("View", "In two manifests"),
    View.GONE: Text("View", "No longer listed"),
    View.CONFLICTS: Text("View", "Contradictions"),
    View.MISSED: Text("View", "Missed notification?"),
    View.AMBIGUOUS: Text("View", "Ambiguous match"),
    View.DOUBTFUL: Text("View", "Other doubts"),
    View.DELIVERED_LATER: Text("View", "Delivered later"),
    View.NOT_IN_FORCE: Text("View", "Not in force"),
    View.NO_VISIT: Text("View", "No visit"),
    View.NO_SHIPMENT: Text("View", "No shipment"),
    View.TO_ATTEND: Text("View", "To attend"),
    View.MINE: Text("View", "My cases"),
    View.EARLIER: Text("View", "Of earlier days"),
    View.TO_ATTEND_VISITS: Text("View", "Failed, no shipment"),
    View.EARLIER_VISITS: Text("View", "Earlier, no shipment"),
    View.FAR_AWAY: Text("View", "Far away"),
    View.ONE_SPOT: Text("View", "Closed from one spot"),
    View.BACKWARDS: Text("View", "Left before arriving"),
}

VIEW_MEANINGS = {
    View.ALL: Text("View", "Everything of this day."),
    View.ON_ITS_WAY: Text("View", "The carrier says that the driver has them, and no visit says otherwise."),
    View.DELIVERED: Text("View", "Delivered, by the visit or by the carrier."),
    View.EXCEPTIONS: Text("View", "The delivery failed, by the visit or by the carrier."),
    View.PICKUP: Text("View", "Waiting for the recipient at a pickup point."),
    View.OTHER: Text("View", "The carrier sent a status that is none of the usual four."),
    View.OVERDUE: Text("View", "Promised for a day before today, and not delivered."),
    View.DUE_TODAY: Text("View", "Promised for today, and not delivered."),
    View.CHANGED: Text("View", "New or different since the load before."),
    View.REPEATED: Text("View", "Listed in two manifests in force on the same day; counted once."),
    View.GONE: Text("View", "The last load did not list them any more."),
    View.CONFLICTS: Text(
        "View",
        "What carrier, drivers and manifests say of them does not agree. The detail says how; find out which is right.",
    ),
    View.MISSED: Text("View", "The carrier says delivered or failed, and no notification of it came."),
    View.AMBIGUOUS: Text("View", "A visit names a number that parcels of several recipients carry."),
    View.DOUBTFUL: Text("View", "A time, a day or a value that does not fit. The detail says which."),
    View.DELIVERED_LATER: Text("View", "Delivered on a day after this one."),
    View.NOT_IN_FORCE: Text("View", "In a manifest that is not in force: nothing is to be done."),
    View.NO_VISIT: Text("View", "Shipments without a notified visit; they may have been visited all the same."),
    View.NO_SHIPMENT: Text("View", "Visits whose numbers are in no manifest that was loaded."),
    View.TO_ATTEND: Text("View", "Failed, and not acknowledged yet."),
    View.MINE: Text("View", "Failed, not acknowledged yet, and assigned to you."),
    View.EARLIER: Text("View", "Failed on an earlier day, and not acknowledged yet."),
    View.EARLIER_VISITS: Text("View", "Failed visits of earlier days without a shipment, not acknowledged yet."),
    View.TO_ATTEND_VISITS: Text("View", "Failed visits without a shipment, not acknowledged yet."),
    View.FAR_AWAY: Text("View", "The driver's check-in was farther from the address than the site's limit."),
    View.ONE_SPOT: Text("View", "Several visits that a driver closed at one place, far from their addresses."),
    View.BACKWARDS: Text("View", "The check-out came before the check-in."),
}
"""What a view holds, in one sentence."""


MOST_WORDS = 100
"""Most words in one search."""


class Bound(StrEnum):
    """A limit that still belongs to the range."""

    FROM = "from"
    TO = "to"


class ValueFilter(NamedTuple):
    """Selects rows whose column `key` holds `value` (None: is empty); with `exclude`, all others.

    Several of one column select the rows that hold any of their values. With a `bound`, the value is a limit: a number,
    or a text `HH:MM` of the site's clock for a column of `is_ranged`.
    """

    key: str
    value: str | int | float | None
    exclude: bool = False
    bound: Bound | None = None

    @property
    def is_chosen_value(self) -> bool:
        """Whether the rows of this value are to be seen."""
        return not self.exclude and self.bound is None


def by_column(filters: Iterable[ValueFilter]) -> list[tuple[ValueFilter, ...]]:
    """Return the values of each column as one group, its limits and each exclusion as others; a row passes them all."""
    groups: dict[object, list[ValueFilter]] = {}
    for one in filters:
        groups.setdefault(one if one.exclude else (one.key, one.bound is None), []).append(one)
    return [tuple(some) for some in groups.values()]


def said_limits(some: Sequence[ValueFilter], name: Callable[[ValueFilter], str]) -> str:
    """Return the limits of a column in words, such as `2 – 5` or `≥ 2`; `name` writes one of them."""
    if len(some) == 1:
        return f"{'≥' if some[0].bound is Bound.FROM else '≤'} {name(some[0])}"
    return " – ".join(map(name, some))


class SortKey(NamedTuple):
    """One column of a sort order. Empty cells come last in both directions."""

    key: str
    descending: bool = False


class RowQuery(NamedTuple):
    """Which rows of a table, in which order. Without `sort`: as the carrier listed them.

    `numbers` is a pasted list: it selects the rows with an identifier in the list; empty: no list.
    """

    table: Table
    day: Day | Scope
    view: View = View.ALL
    search: str = ""
    filters: tuple[ValueFilter, ...] = ()
    sort: tuple[SortKey, ...] = ()
    numbers: tuple[str, ...] = ()

    @property
    def is_narrowed(self) -> bool:
        """Whether a view, a search, a filter or a list hides rows of the day."""
        return bool(self.search.strip() or self.filters or self.numbers or self.view is not View.ALL)

    def whole(self) -> "RowQuery":
        """Return the unfiltered query: all rows of the day, or all that need attention of earlier days."""
        return self.widened()._replace(view=self.view if self.view in EARLIER_VIEWS else View.ALL)

    def widened(self) -> "RowQuery":
        """Return the query without view, search, filters and list."""
        return self._replace(view=View.ALL, search="", filters=(), numbers=())


@dataclass(frozen=True)
class SavedView:
    """A view saved by the user: search, filters and order of a table, without the day and a pasted list."""

    name: str
    table: Table
    view: View = View.ALL
    search: str = ""
    filters: tuple[ValueFilter, ...] = ()
    sort: tuple[SortKey, ...] = ()

    def of_day(self, day: Scope) -> RowQuery:
        """Return the view's query for a day."""
        return RowQuery(self.table, day, self.view, self.search, self.filters, self.sort)


@dataclass(frozen=True)
class Hit:
    """A row of any cached day that a search found. `about` is its recipient or contact."""

    table: Table
    row_id: int
    day: Day
    """For a visit: its date, with an empty carrier."""
    number: str
    about: str | None
    status: str | None
    state: State


_FAILED = ("recipient", "recipient_phone", "recipient_address", "driver", "failure", "assigned_to", "next_step", "note")
_VISITS_TO_ATTEND = ("timestamp", "contact", "driver", "contact_phone", "address", "failure", "next_step", "note")
_PROMISED = ("number", "promised_date", "recipient", "shown_status", "recipient_phone", "locality", "recipient_address")
_OWN = {
    View.TO_ATTEND: ("number", "visit_timestamp", *_FAILED),
    View.MINE: ("number", "visit_timestamp", *_FAILED),
    View.EARLIER: ("number", "date", *_FAILED),
    View.TO_ATTEND_VISITS: _VISITS_TO_ATTEND,
    View.EARLIER_VISITS: _VISITS_TO_ATTEND,
    View.OVERDUE: _PROMISED,
    View.DUE_TODAY: _PROMISED,
    View.FAR_AWAY: ("timestamp", "check_in_distance", "contact", "address", "driver", "status", "shipments", "dwell"),
}
_WIDE = {
    Table.SHIPMENTS: ("pieces", "visit_timestamp", "driver", "assigned_to", "declared_value"),
    Table.VISITS: ("dwell",),
}
_TO_ATTEND_WIDE = ("next_step", "note")
_FIRST_HIDDEN = (CARRIER.key, "promised_date", "locality", "recipient_phone", "contact_phone")
_LAST_HIDDEN = ("number", "shipments", "outcome")
_FIRST_SHOWN = 3
WORKED_THROUGH = (View.TO_ATTEND, View.MINE, View.TO_ATTEND_VISITS)
"""Views that are worked through, from the failure that waits longest; those without a time come last."""
_LATEST_FIRST = {Table.VISITS: "timestamp", Table.NOTIFICATIONS: "received_at"}
_FAILED_AT = Text("Column", "Failed at")


def usual_order(table: Table, view: View) -> tuple[SortKey, ...]:
    """Return by which column the rows of a view are ordered as long as the user asks for no other order.

    None for the order in which carriers list their shipments.
    """
    if view in WORKED_THROUGH:
        return (SortKey(CLOSED_AT[table]),)
    latest = "date" if view is View.EARLIER else _LATEST_FIRST.get(table)
    return (SortKey(latest, descending=True),) if latest else ()


def own_titles(view: View) -> Mapping[str, Text]:
    """Return the titles of columns that are called otherwise in a view."""
    return dict.fromkeys(("visit_timestamp", "timestamp"), _FAILED_AT) if view in WORKED_THROUGH else {}


def has_own_columns(view: View) -> bool:
    """Return whether a view begins with other columns than its table."""
    return view in _OWN


def first_columns(table: Table, view: View, carriers: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the keys of the columns that a view of these carriers' rows shows until the user arranges them."""
    keys = _OWN.get(view, FIRST_VIEW[table])
    if not (CARRIER in COLUMNS[table] and is_offered(CARRIER, carriers)):
        return keys
    return (keys[0], CARRIER.key, *keys[1:]) if table is Table.MANIFESTS else (CARRIER.key, *keys)


def wide_columns(table: Table, view: View) -> tuple[str, ...]:
    """Return the keys of those of the first columns that only a wide table shows."""
    if view in _OWN:
        return _TO_ATTEND_WIDE if "note" in _OWN[view] else ()
    return _WIDE.get(table, ())


def first_hidden(shown: Sequence[str], wide: Sequence[str] = (), *, has_detail: bool) -> list[str]:
    """Return the keys of the columns that give way where there is little room, the first one first.

    Number, status or hour, and recipient stay: they begin each view.

    Args:
        shown: the keys of a view's columns, in their order.
        wide: the keys of those that only a wide table has.
        has_detail: whether the detail of a row shows beside the table: it has the telephone number, and, of a failed
            delivery, all that is needed to call.
    """
    beside = [key for key in shown if has_detail and key in ("recipient_phone", "contact_phone")]
    if beside and "failure" in shown:
        beside += ["recipient_address", "address"]
    kept = [key for key in shown if key != CARRIER.key][:_FIRST_SHOWN]
    others = [key for key in reversed(shown) if key not in kept]
    wanted = dict.fromkeys(key for key in (*beside, *reversed(wide), *_FIRST_HIDDEN, *others) if key in others)
    return sorted(wanted, key=lambda key: key in _LAST_HIDDEN)
