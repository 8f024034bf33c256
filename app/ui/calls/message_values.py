"""What stands for the placeholders of a message."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from app.domain.calls.messages import Placeholder, filled
from app.domain.calls.queue import CallGroup
from app.domain.phones import Phone
from app.domain.texts import Say
from app.domain.views.details import ShipmentDetail, VisitDetail
from app.ui.appearance.formats import Formats

Values = Mapping[Placeholder, str]
_MOST_NUMBERS = 10
"""How many numbers a message names; more would fill it."""


def values_of(group: CallGroup, formats: Formats, phone: Phone | None = None) -> Values:
    """Return the values for a message to one of a recipient's numbers; of several spellings and addresses, the first.

    Only cases that name the number count: nothing about a case goes to a number that was not given for it.

    Args:
        group: the recipient.
        formats: how times and reasons read.
        phone: one of the group's; None: the first one, if it has any.
    """
    phone = phone or next(iter(group.phones), None)
    if phone is not None:
        group = replace(group, cases=group.cases_with(phone))
    numbers = group.numbers if len(group.numbers) <= _MOST_NUMBERS else (*group.numbers[:_MOST_NUMBERS], "…")
    return _values(
        next(iter(group.recipients), ""),
        ", ".join(numbers),
        next((one.address for one in group.cases if one.address), ""),
        last_reason(group),
        group.remind_at,
        formats,
    )


def last_reason(group: CallGroup) -> str | None:
    """Return the reason of the case that was called about last, or of any."""
    kept = [one.follow_up for one in group.cases if one.follow_up is not None and one.follow_up.reason]
    kept.sort(key=lambda one: one.called_at.timestamp() if one.called_at else 0.0)
    return kept[-1].reason if kept else None


def message_about(detail: ShipmentDetail | VisitDetail, formats: Formats, say: Say) -> str:
    """Return the message to the recipient of one row, by the template of its reason."""
    cells, kept = detail.cells, detail.follow_up
    is_shipment = isinstance(detail, ShipmentDetail)
    name, number, address = (
        ("recipient", "number", "recipient_address") if is_shipment else ("contact", "numbers", "address")
    )
    reason = kept.reason if kept is not None else None
    remind_at = kept.remind_at if kept is not None else None
    who, what, where = (str(cells[key] or "") for key in (name, number, address))
    return filled(formats.reasons.template(reason, say), _values(who, what, where, reason, remind_at, formats))


def _values(
    recipient: str, number: str, address: str, reason: str | None, remind_at: datetime | None, formats: Formats
) -> Values:
    return {
        Placeholder.RECIPIENT: recipient,
        Placeholder.NUMBER: number,
        Placeholder.ADDRESS: address,
        Placeholder.REASON: formats.reason(reason) if reason else "",
        Placeholder.TIME: formats.minute(remind_at) if remind_at is not None else "",
    }
