"""Which columns a view shows at first, and which of them where there is little room."""

from collections.abc import Sequence

from app.domain.views.columns import CARRIER, COLUMNS, FIRST_VIEW, Table, is_offered
from app.domain.views.queries import View

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
_WIDE = {Table.SHIPMENTS: ("pieces", "visit_timestamp", "driver", "assigned_to", "declared_value")}
_TO_ATTEND_WIDE = ("next_step", "note")
_FIRST_HIDDEN = (CARRIER.key, "promised_date", "locality", "recipient_phone", "contact_phone")
_LAST_HIDDEN = ("number", "shipments")
_FIRST_SHOWN = 3


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


def first_hidden(shown: Sequence[str], *, has_detail: bool) -> list[str]:
    """Return the keys of the columns that give way where there is little room, the first one first.

    Number, status or hour, and recipient stay: they begin each view.

    Args:
        shown: the keys of a view's columns, in their order.
        has_detail: whether the detail of a row shows beside the table: it has the telephone number, and, of a failed
            delivery, all that is needed to call.
    """
    beside = [key for key in shown if has_detail and key in ("recipient_phone", "contact_phone")]
    if beside and "failure" in shown:
        beside += ["recipient_address", "address"]
    kept = [key for key in shown if key != CARRIER.key][:_FIRST_SHOWN]
    others = [key for key in reversed(shown) if key not in kept]
    wanted = dict.fromkeys(key for key in (*beside, *_FIRST_HIDDEN, *others) if key in others)
    return sorted(wanted, key=lambda key: key in _LAST_HIDDEN)
