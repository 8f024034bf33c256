"""Which columns a view shows at first: some views are worked through, and put what that needs first."""

from app.domain.views.columns import FIRST_VIEW, Table
from app.domain.views.queries import View

_TO_ATTEND = ("driver", "visit_timestamp", "failure", "next_step", "note", "recipient", "recipient_phone")
_PLACE = ("locality", "recipient_address")
_VISITS_TO_ATTEND = (
    "timestamp", "driver", "failure", "next_step", "note", "contact", "contact_phone", "status", "address",
)  # fmt: skip
_PROMISED = ("number", "promised_date", "shown_status", "recipient", "recipient_phone", *_PLACE)
_OWN = {
    View.TO_ATTEND: ("number", *_TO_ATTEND, "shown_status", *_PLACE),
    View.EARLIER: ("number", "date", *_TO_ATTEND, "shown_status", *_PLACE),
    View.TO_ATTEND_VISITS: _VISITS_TO_ATTEND,
    View.EARLIER_VISITS: _VISITS_TO_ATTEND,
    View.OVERDUE: _PROMISED,
    View.DUE_TODAY: _PROMISED,
    View.FAR_AWAY: ("timestamp", "check_in_distance", "driver", "status", "contact", "address", "shipments", "dwell"),
}  # fmt: skip


def has_own_columns(view: View) -> bool:
    """Return whether a view begins with other columns than its table."""
    return view in _OWN


def first_columns(table: Table, view: View) -> tuple[str, ...]:
    """Return the keys of the columns that a view of a table shows until the user arranges them."""
    return _OWN.get(view, FIRST_VIEW[table])
