"""What one wants to see of a table: a day, a view, words to search, filters by value, an order."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from app.domain.contract.statuses import State
from app.domain.days import Day
from app.domain.texts import Text
from app.domain.views.columns import Table


class View(StrEnum):
    """The views that come with the program."""

    ALL = "all"
    ON_ITS_WAY = "on_its_way"
    DELIVERED = "delivered"
    EXCEPTIONS = "exceptions"
    PICKUP = "pickup"
    OTHER = "other"
    AT_RISK = "at_risk"  # promised for today or before, not delivered
    CHANGED = "changed"  # new or changed in the last load
    REPEATED = "repeated"  # a number that stands in two manifests
    GONE = "gone"  # no longer listed
    CONFLICTS = "conflicts"  # the carrier was asked after the visit, and still says something else
    MISSED = "missed"  # delivered or failed by the carrier's word, and no notification came
    AMBIGUOUS = "ambiguous"  # a visit names a number that parcels of several recipients carry
    DOUBTFUL = "doubtful"  # other signs of doubt: a stamp, a visit of another day, odd data
    DELIVERED_LATER = "delivered_later"  # on a day after the listing's own
    NOT_IN_FORCE = "not_in_force"  # of a manifest that is not
    NO_VISIT = "no_visit"  # a shipment that no visit belongs to
    NO_SHIPMENT = "no_shipment"  # a visit that belongs to no shipment
    TO_ATTEND = "to_attend"  # a shipment that failed, and nobody acknowledged it since
    EARLIER = "earlier"  # the same, of the days before
    TO_ATTEND_VISITS = "to_attend_visits"  # the same of a visit of which no shipment is listed for its day
    FAR_AWAY = "far_away"  # checked in farther from the address than the site's limit
    ONE_SPOT = "one_spot"  # one of several visits of a driver closed at one place, far from their addresses
    BACKWARDS = "backwards"  # checked out before it checked in


_OF_VISITS = (View.NO_SHIPMENT, View.TO_ATTEND_VISITS, View.FAR_AWAY, View.ONE_SPOT, View.BACKWARDS)
VIEW_TABLES = {view: Table.VISITS if view in _OF_VISITS else Table.SHIPMENTS for view in View}
"""The table whose rows a view holds; ALL is a view of every table."""

VIEW_TITLES = {
    View.ALL: Text("View", "All"),
    View.ON_ITS_WAY: Text("View", "Out for delivery"),
    View.DELIVERED: Text("View", "Delivered"),
    View.EXCEPTIONS: Text("View", "Exceptions"),
    View.PICKUP: Text("View", "Ready for pickup"),
    View.OTHER: Text("View", "Other statuses"),
    View.AT_RISK: Text("View", "Promise at risk"),
    View.CHANGED: Text("View", "Changed in last load"),
    View.REPEATED: Text("View", "In two manifests"),
    View.GONE: Text("View", "No longer listed"),
    View.CONFLICTS: Text("View", "Contradictions"),
    View.MISSED: Text("View", "Possibly missed"),
    View.AMBIGUOUS: Text("View", "Ambiguous match"),
    View.DOUBTFUL: Text("View", "Other doubts"),
    View.DELIVERED_LATER: Text("View", "Delivered later"),
    View.NOT_IN_FORCE: Text("View", "Not in force"),
    View.NO_VISIT: Text("View", "No visit"),
    View.NO_SHIPMENT: Text("View", "No shipment"),
    View.TO_ATTEND: Text("View", "To attend"),
    View.EARLIER: Text("View", "Of earlier days"),
    View.TO_ATTEND_VISITS: Text("View", "To attend, no shipment"),
    View.FAR_AWAY: Text("View", "Far away"),
    View.ONE_SPOT: Text("View", "Closed from one spot"),
    View.BACKWARDS: Text("View", "Left before arriving"),
}


MOST_WORDS = 100
"""That are searched for at once."""


class ValueFilter(NamedTuple):
    """Rows whose column `key` holds `value` (None: is empty), or, with `exclude`, all the others."""

    key: str
    value: str | int | float | None
    exclude: bool = False


class SortKey(NamedTuple):
    """One column of an order. Empty cells come last either way."""

    key: str
    descending: bool = False


class RowQuery(NamedTuple):
    """Which rows of a table, in which order. Without `sort`: as the carrier listed them.

    `numbers` is a list that somebody pasted: rows of which one identifier is among them; empty stands for no list.
    """

    table: Table
    day: Day
    view: View = View.ALL
    search: str = ""
    filters: tuple[ValueFilter, ...] = ()
    sort: tuple[SortKey, ...] = ()
    numbers: tuple[str, ...] = ()

    @property
    def is_narrowed(self) -> bool:
        """Whether anything keeps rows of the day from being shown."""
        return bool(self.search.strip() or self.filters or self.numbers or self.view is not View.ALL)

    def whole(self) -> "RowQuery":
        """Return the query of the rows among which it chooses: the day's, or those to attend of the days before."""
        return self.widened()._replace(view=self.view if self.view is View.EARLIER else View.ALL)

    def widened(self) -> "RowQuery":
        """Return the same query with nothing filtered out."""
        return self._replace(view=View.ALL, search="", filters=(), numbers=())


@dataclass(frozen=True)
class SavedView:
    """A view of the user's own: what a table was narrowed to and ordered by, without the day and a pasted list."""

    name: str
    table: Table
    view: View = View.ALL
    search: str = ""
    filters: tuple[ValueFilter, ...] = ()
    sort: tuple[SortKey, ...] = ()

    def of_day(self, day: Day) -> RowQuery:
        """Return its query for a day."""
        return RowQuery(self.table, day, self.view, self.search, self.filters, self.sort)


class Hit(NamedTuple):
    """A row of any cached day that a search found. `about` says whose it is: recipient or contact."""

    table: Table
    row_id: int
    day: Day
    """Of a visit: its date, without a carrier."""
    number: str
    about: str | None
    status: str | None
    state: State
