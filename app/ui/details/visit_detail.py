"""The detail of a visit: place and time, driver and recipient, photos, and every notification."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.domain.board.row import Mention
from app.domain.column import Cell
from app.domain.contract.identity_photos import IDENTITY_PHOTO
from app.domain.contract.statuses import State
from app.domain.places.geography import Place
from app.domain.views.columns import Table, whole_address
from app.domain.views.details import ShipmentLine, VisitDetail
from app.ui.appearance.icons import icon
from app.ui.calls.phone_line import Contacts
from app.ui.details.detail_lines import PhotoLink, phone_lines, photo_url
from app.ui.follow_up.follow_up_words import VisitSummaries
from app.ui.follow_up.history_lines import HistoryLines
from app.ui.widgets.detail_parts import DetailParts, RowLink
from app.ui.widgets.labels import Line, card, lines_grid, plain_label, tool_tip
from app.ui.widgets.layouts import in_column

_DEGREE_DIGITS = 5
"""Decimal places of a coordinate: about a metre."""
_ALSO_SENT = (
    *("contact_phone", "contact_email", "id", "tracking_id", "numbers"),
    *("title", "previous_status", "driver_id", "route_id", "received_at"),
)


class VisitDetailBuilder(QObject):
    """Builds the widgets of a visit. Photos are fetched on a click only."""

    photo_asked = Signal(object)
    """The `PhotoLink` of a photo to show."""
    map_asked = Signal(object)
    """The id of a visit to show on the map."""

    def __init__(self, parts: DetailParts, contacts: Contacts, follow: Callable[[RowLink], object]) -> None:
        super().__init__(parts)
        self._parts = parts
        self._contacts = contacts
        self._follow = follow
        self._history = HistoryLines(parts.say, self)
        self._summaries = VisitSummaries(parts.say, self)

    def build(self, detail: VisitDetail, follow_up: QWidget) -> list[QWidget]:
        """Return the widgets, from top to bottom; the follow-up is under the head."""
        cells, parts = detail.cells, self._parts
        address = whole_address(cells["address"], cells["complement"])
        closed, far, dwell = [], cells["check_in_distance"], cells["dwell"]
        if detail.state in (State.EXCEPTION, State.DELIVERED):
            today = parts.formats.today.isoformat()
            closed = parts.closing(detail.state, str(cells["timestamp"]), today, far, dwell)
        route = parts.route(str(cells["route"])) if cells["route"] else ""
        who = " · ".join(filter(None, (str(cells["driver"] or ""), route)))
        title = [plain_label(self.tr("What happened").upper(), heading="section")] if closed else []
        about = [*title, *closed, *([plain_label(who, tone="dim", selectable=True)] if who else [])]
        copied = {
            self.tr("Visit"): cells["id"],
            self.tr("Tracking numbers"): cells["numbers"],
            self.tr("Phone"): parts.phone(cells["contact_phone"]),
            self.tr("Address"): address or None,
            self.tr("Summary"): lambda: self._summaries.of_visit(detail, parts.formats),
        }
        return [
            parts.head(
                self.tr("Visit {number}").format(number=detail.id),
                detail.state,
                parts.formats.status(str(cells["status"])),
                heading="",
            ),
            *([plain_label(str(name), heading="title", selectable=True)] if (name := cells["contact"]) else []),
            *phone_lines(detail, "contact_phone", parts, self._contacts),
            *([plain_label(address, selectable=True)] if address else []),
            *([parts.column(about)] if about else []),
            follow_up,
            card(self.tr("Shipments"), self._shipments(detail)),
            card(self.tr("Photos"), self._photos(detail)),
            parts.copies(copied),
            card(self.tr("History"), lines_grid(self._history.of(detail, parts.formats))),
            self._where_card(detail),
            parts.fields(self.tr("Also sent"), Table.VISITS, cells, _ALSO_SENT),
            parts.raw(detail.raw),
        ]

    def _where_card(self, detail: VisitDetail) -> QWidget:
        content_layout = in_column(lines_grid(self._where(detail)), spacing=8)
        if _place(detail.cells, "") is not None or _place(detail.cells, "check_in_") is not None:
            shown = QPushButton(icon("map-pin", self._parts.theme.dim), self.tr("Show on the map"))
            shown.clicked.connect(lambda: self.map_asked.emit(detail.id))
            content_layout.addWidget(self._parts.buttons([shown]))
        return card(self.tr("Where and when"), content_layout)

    def _where(self, detail: VisitDetail) -> list[Line]:
        cells, formats = detail.cells, self._parts.formats
        coordinates = ", ".join(_rounded(cells[key]) for key in ("latitude", "longitude") if cells[key] is not None)
        is_known = _place(cells, "") is not None
        lines: list[Line] = []
        if is_known:
            lines.append((self.tr("Coordinates"), coordinates, ""))
        else:
            text = (
                self.tr("{coordinates}: no place, nothing to measure by") if coordinates else self.tr("none were sent")
            )
            lines.append((self.tr("Coordinates"), text.format(coordinates=coordinates), "dim"))
        check_in = cells["check_in_distance"]
        lines.append(self._check(self.tr("Check-in"), cells, "check_in_", check_in, is_known=is_known))
        check_out = detail.check_out_distance_m
        lines.append(self._check(self.tr("Check-out"), cells, "check_out_", check_out, is_known=is_known))
        dwell = cells["dwell"]
        if isinstance(dwell, int | float):
            text, tone = formats.seconds(abs(dwell)), ""
            if dwell < 0:
                text, tone = self.tr("The check-out came {time} before the check-in.").format(time=text), "warn"
            lines.append((self.tr("Dwell time"), text, tone))
        return lines

    def _check(self, title: str, cells: Mapping[str, Cell], key: str, distance: Cell, *, is_known: bool) -> Line:
        at = cells[f"{key}at"]
        if at is None and cells[f"{key}latitude"] is None and cells[f"{key}longitude"] is None:
            return title, self.tr("not sent"), "dim"
        time = self._parts.formats.sent_at(str(at)) if at is not None else self.tr("no time")
        tone = ""
        if isinstance(distance, int | float):
            where = self.tr("{distance} from the address").format(distance=self._parts.formats.metres(distance))
            tone = "warn" if self._parts.formats.is_far(distance) else ""
        elif is_known:
            where = self.tr("its place is not known")
        else:
            where = self.tr("nothing to measure by")
        return title, f"{time} · {where}", tone

    def _photos(self, detail: VisitDetail) -> QVBoxLayout:
        column = in_column(spacing=12)
        evidence, identity = detail.cells["photo_evidence"], detail.cells["photo_identity"]
        if evidence is None and identity is None:
            column.addWidget(plain_label(self.tr("None were sent."), tone="faint"))
        if evidence is not None:
            column.addWidget(self._photo(PhotoLink(detail.id, str(evidence)), self.tr("Photo of the visit")))
        if identity is not None:
            link = PhotoLink(detail.id, str(identity), is_identity=True)
            column.addWidget(self._photo(link, self.tr("Photo of the document")))
        return column

    def _photo(self, link: PhotoLink, text: str) -> QWidget:
        url = photo_url(link.address)
        if url is None:
            explained = self.tr("{photo}: not an address that can be opened: {address}")
            said = explained.format(photo=text, address=IDENTITY_PHOTO if link.is_identity else link.address)
            return plain_label(said, tone="dim", selectable=True)
        button = QPushButton(icon("eye", self._parts.theme.dim), text)
        button.setToolTip(tool_tip(self.tr("Shows it here, fetched from {host}").format(host=url.host())))
        about = [self.tr("personal data: shown only"), url.host()] if link.is_identity else [url.host()]
        button.setAccessibleDescription(" · ".join(about))
        note = plain_label(" · ".join(about), tone="dim", selectable=True)
        button.clicked.connect(lambda: self.photo_asked.emit(link))
        return self._parts.column([self._parts.buttons([button]), note])

    def _shipments(self, detail: VisitDetail) -> QVBoxLayout:
        column = in_column(spacing=8)
        if not detail.shipments and not detail.mentioned:
            text = self.tr("No shipment that was loaded has one of its tracking numbers.")
            column.addWidget(plain_label(text, tone="dim"))
        for one in detail.shipments:
            column.addWidget(self._shipment(one))
        for mention, title in self._mentioned_titles().items():
            mentioned = [one for one in detail.mentioned if one.mention is mention]
            if mentioned:
                column.addWidget(plain_label(title, tone="warn"))
            for one in mentioned:
                column.addWidget(self._shipment(one))
        return column

    def _mentioned_titles(self) -> dict[Mention, str]:
        """Return the text above the shipments that the visit does not count for."""
        return {
            Mention.AMBIGUOUS: self.tr(
                "It may mean any of these, whose recipients differ, so it decides none of them:"
            ),
            Mention.OTHER_DAY: self.tr("Listed on a later day only, so it decides nothing there:"),
            Mention.LOOK_ALIKE: self.tr("A number of these looks like the visit's, and is written in another way:"),
        }

    def _shipment(self, shipment: ShipmentLine) -> QWidget:
        parts = self._parts
        link = RowLink(Table.SHIPMENTS, shipment.id, shipment.day.date, shipment.day.carrier)
        name = self.tr("Show shipment {number}").format(number=shipment.number)
        head: list[QWidget] = [parts.link(shipment.number, name, lambda: self._follow(link))]
        if shipment.status is not None:
            head.append(parts.pill(shipment.state, parts.formats.status(shipment.status)))
        about = [shipment.recipient, parts.formats.day(shipment.day.date.isoformat())]
        return parts.column([parts.buttons(head), plain_label(" · ".join(filter(None, about)), tone="dim")])


def _place(cells: Mapping[str, Cell], key: str) -> Place | None:
    latitude, longitude = (cells[f"{key}{name}"] for name in ("latitude", "longitude"))
    return Place.read(None if latitude is None else str(latitude), None if longitude is None else str(longitude))


def _rounded(degrees: Cell) -> str:
    """Return a coordinate without the digits below a metre; one that is no number stays as it was sent."""
    try:
        return f"{float(str(degrees)):.{_DEGREE_DIGITS}f}".rstrip("0").rstrip(".")
    except ValueError:
        return str(degrees)
