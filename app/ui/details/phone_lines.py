"""The telephone numbers in the head of a detail, with the buttons that dial them and write to them."""

from functools import partial

from app.domain.phones import Phone
from app.domain.views.details import ShipmentDetail, VisitDetail
from app.ui.calls.message_box import message_about
from app.ui.calls.phone_line import Contacts, PhoneLine
from app.ui.widgets.detail_parts import DetailParts


def phone_lines(
    detail: ShipmentDetail | VisitDetail, key: str, parts: DetailParts, contacts: Contacts
) -> list[PhoneLine]:
    """Return a line for each number in a cell; none if the cell holds no number that can be dialled."""
    return [_line(phone, detail, parts, contacts) for phone in parts.formats.phones(detail.cells[key])]


def _line(phone: Phone, detail: ShipmentDetail | VisitDetail, parts: DetailParts, contacts: Contacts) -> PhoneLine:
    line = PhoneLine(phone, parts.theme)
    line.call_asked.connect(contacts.call)
    line.chat_asked.connect(partial(_write, detail, parts, contacts))
    return line


def _write(detail: ShipmentDetail | VisitDetail, parts: DetailParts, contacts: Contacts, phone: Phone) -> None:
    contacts.write(phone, message_about(detail, parts.formats, parts.say))
