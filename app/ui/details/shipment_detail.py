"""The detail of a shipment: what the carrier says, what its visits say, and what was sent."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.domain.column import Cell
from app.domain.contract.json_text.json_documents import read_document
from app.domain.contract.shipment_fields import SENT_FIELDS
from app.domain.contract.statuses import STATUS_NAMES, State
from app.domain.views.columns import COLUMNS, Table, whole_address
from app.domain.views.details import Attempt, ShipmentDetail, VisitLine
from app.domain.views.queries import ValueFilter
from app.ui.appearance.icons import icon
from app.ui.calls.phone_line import Contacts
from app.ui.cells.table_model import promise_tone
from app.ui.details.detail_lines import PhotoLink, SignLines, phone_lines, photo_url
from app.ui.follow_up.follow_up_words import FollowUpWords
from app.ui.follow_up.history_lines import HistoryLines
from app.ui.widgets.detail_parts import DetailParts, RowLink
from app.ui.widgets.labels import Line, card, lines_grid, plain_label, shortened, tool_tip
from app.ui.widgets.layouts import in_column

if TYPE_CHECKING:
    from app.domain.contract.manifests import ProviderData, Shipment, Sku

_RECIPIENT = (
    "recipient", "recipient_phone", "recipient_document", "recipient_address", "complement", "district", "locality",
    "recipient_email",
)  # fmt: skip
_SENDER = ("sender", "sender_phone", "sender_document", "sender_address", "sender_complement", "sender_email")
_CONTENT = (
    "content", "pieces", "declared_value", "promised_date", "registered_at", "age", "delivery_form", "provider",
    "order_number", "purchase_order", "seller_id", "parcel_number", "parcel_id",
)  # fmt: skip
_IDENTITY = ("external_number", "manifest_number", "manifest_status", "manifest_created_at", "locality_code")
_WHERE = ("recipient_address", "district", "locality")
_SHORT = 24
_SHOWN = {*_RECIPIENT, *_SENDER, *_CONTENT, *_IDENTITY, "recipient_document_type", "sender_document_type"}
_COLUMNS = {column.key: column for column in COLUMNS[Table.SHIPMENTS]}


class ShipmentDetailBuilder(QObject):
    """Builds the widgets of a shipment."""

    photo_asked = Signal(object)
    map_asked = Signal(object)
    """The same as those of a visit's detail."""
    rows_asked = Signal(object, object)
    """A `Table`, and the `ValueFilter`s of the rows to show."""

    def __init__(self, parts: DetailParts, contacts: Contacts, follow: Callable[[RowLink], object]) -> None:
        super().__init__(parts)
        self._parts = parts
        self._contacts = contacts
        self._follow = follow
        self._done = FollowUpWords(parts.say, self)
        self._history = HistoryLines(parts.say, self)
        self._signs = SignLines(parts, follow)

    def build(self, detail: ShipmentDetail, follow_up: QWidget) -> list[QWidget]:
        """Return the widgets, from top to bottom; the follow-up is under the head."""
        cells, parts = detail.cells, self._parts
        from app.domain.contract import shipment_contract  # noqa: PLC0415 - imports pydantic, which no start waits for

        fields: Any = read_document(detail.raw)  # an object, or it had not been kept
        shipment, deviations = shipment_contract.read_shipment(fields)
        doubtful = shipment_contract.doubtful_fields(deviations)
        copied: dict[str, Cell | Callable[[], str]] = {
            self.tr("Number"): cells["number"],
            self.tr("Phone"): parts.phone(cells["recipient_phone"]),
            self.tr("Address"): whole_address(cells["recipient_address"], cells["complement"]) or None,
        }
        failed = self._failed(detail)
        whose = detail.carrier if parts.names_carrier else ""
        where = " · ".join(str(cells[key]) for key in _WHERE if cells[key] is not None)
        folds = [
            parts.fold(self.tr("Shipment"), self._gist(cells), lambda: self._content(detail, shipment)),
            parts.fold(self.tr("Sender"), str(cells["sender"] or ""), lambda: [self._sender(detail)]),
            parts.fold(self.tr("History"), self._latest(detail), lambda: self._words(detail)),
            parts.fold(self.tr("Technical"), self.tr("ids and data as sent"), lambda: self._ids(detail, shipment)),
        ]
        return [
            parts.head(str(cells["number"]), detail.state, self._status(cells), whose, heading=""),
            *([plain_label(str(name), heading="title", selectable=True)] if (name := cells["recipient"]) else []),
            *phone_lines(detail, "recipient_phone", parts, self._contacts),
            parts.column([plain_label(where, selectable=True), *self._complement(cells)]),
            parts.column(
                [
                    plain_label(self.tr("What happened").upper(), heading="section"),
                    *failed,
                    self._signs.build(detail, doubtful, is_visit_told=bool(failed)),
                    *self._seen(detail),
                ]
            ),
            follow_up,
            parts.copies(copied),
            *([card(self.tr("Other days"), self._attempts(detail.attempts))] if detail.attempts else []),
            parts.column(folds),
        ]

    def _failed(self, detail: ShipmentDetail) -> list[QWidget]:
        """Return what is said of the deciding visit, if that failed."""
        visit = _leading(detail.visits)
        if visit is None or not visit.state is detail.state is State.EXCEPTION:
            return []
        day = str(detail.cells["date"])
        return self._parts.closing(visit.state, visit.timestamp, day, visit.check_in_distance_m, visit.dwell_s)

    def _seen(self, detail: ShipmentDetail) -> list[QWidget]:
        """Return who drove, on which attempt, and what the visit left to look at."""
        visit, parts = _leading(detail.visits), self._parts
        line: list[QWidget] = []
        if visit is not None and (driver := visit.driver):
            rows = [ValueFilter("driver", driver)]
            name = self.tr("Show the shipments of {driver}").format(driver=driver)
            line.append(parts.link(driver, name, lambda: self.rows_asked.emit(Table.SHIPMENTS, rows)))
        before = sum(one.day.date.isoformat() < str(detail.cells["date"]) for one in detail.attempts)
        nth = self.tr("attempt {number}").format(number=before + 1) if before else ""
        route = parts.route(visit.route) if visit is not None and visit.route else ""
        if about := " · ".join(filter(None, [route, nth])):
            label = plain_label(about, tone="dim")
            label.line_width = 0
            line.append(label)
        buttons = [] if visit is None else self._photos(visit)
        if visit is not None and visit.check_in_distance_m is not None:
            shown = self.tr("On the map")
            buttons.append(parts.link(shown, shown, lambda: self.map_asked.emit(visit.id)))
        buttons += map(self._link, detail.visits)
        return [parts.buttons(one) for one in (line, buttons) if one]

    def _photos(self, visit: VisitLine) -> list[QWidget]:
        """Return a button for each photo, which is fetched on a click only."""
        photos = (
            (visit.evidence, self.tr("Photo of the visit"), self.tr("Photo")),
            (visit.identity, self.tr("Photo of the document"), self.tr("Document")),
        )
        return [
            self._photo(PhotoLink(visit.id, one, is_identity=one is visit.identity), name, text)
            for one, name, text in photos
            if one and photo_url(one) is not None
        ]

    def _photo(self, link: PhotoLink, name: str, text: str) -> QPushButton:
        button = QPushButton(icon("eye", self._parts.theme.dim), text)
        button.setAccessibleName(name)
        button.setToolTip(tool_tip(name))
        button.clicked.connect(lambda: self.photo_asked.emit(link))
        return button

    def _gist(self, cells: Mapping[str, Cell]) -> str:
        formats, pieces, value = self._parts.formats, cells["pieces"], cells["declared_value"]
        of_pieces = self.tr("%Ln piece(s)", "", pieces) if isinstance(pieces, int) else ""
        of_value = formats.money(value) if value is not None else ""
        return " · ".join(filter(None, [of_pieces, shortened(str(cells["content"] or ""), _SHORT), of_value]))

    def _latest(self, detail: ShipmentDetail) -> str:
        lines = self._history.of(detail, self._parts.formats)
        return " · ".join([self.tr("%Ln event(s)", "", len(lines)), *(line[0] for line in lines[:1])])

    def _content(self, detail: ShipmentDetail, shipment: "Shipment") -> list[QWidget]:
        skus = shipment.provider_data.skus if shipment.provider_data else ()
        return [
            self._fields(self.tr("Recipient"), detail, _RECIPIENT),
            self._fields(self.tr("Content"), detail, _CONTENT),
            *([self._skus(skus, detail.cells)] if skus else []),
        ]

    def _sender(self, detail: ShipmentDetail) -> QWidget:
        return self._fields(self.tr("Sender"), detail, _SENDER)

    def _words(self, detail: ShipmentDetail) -> list[QWidget]:
        return [
            card(self.tr("Who says what"), lines_grid(self._who(detail))),
            card(self.tr("History"), lines_grid(self._history.of(detail, self._parts.formats))),
        ]

    def _ids(self, detail: ShipmentDetail, shipment: "Shipment") -> list[QWidget]:
        parts, data = self._parts, shipment.provider_data
        return [
            self._fields(self.tr("Manifest"), detail, _IDENTITY),
            *(parts.others(self.tr("Provider data"), self._provider(data)) if data else []),
            *self._further(shipment),
            parts.raw(detail.raw),
        ]

    def _complement(self, cells: Mapping[str, Cell]) -> list[QWidget]:
        """Return the line of the address that nobody finds the door without."""
        rest = whole_address("", cells["complement"])
        return [plain_label(rest, heading="complement", selectable=True)] if rest else []

    def _further(self, shipment: "Shipment") -> list[QWidget]:
        """Return what was sent beside the contract: the known fields by their titles, the others by their names."""
        known = [(one, shipment.cells[one.key]) for one in SENT_FIELDS if one.key not in _SHOWN]
        lines = [self._parts.line(column, cell) for column, cell in known if cell not in (None, 0)]
        names = {one.api for one in SENT_FIELDS if not one.is_inside}
        others = {name: value for name, value in (shipment.model_extra or {}).items() if name not in names}
        return [
            *([self._parts.lines(self.tr("Further data"), lines)] if lines else []),
            *self._parts.others(self.tr("Also sent"), others),
        ]

    def _who(self, detail: ShipmentDetail) -> list[Line]:
        visit = _leading(detail.visits)
        carrier: Line = (self.tr("Carrier"), self._carrier(detail.cells), "")
        if visit is None:
            none = self.tr("none of this parcel") if detail.visits else self.tr("no notification came")
            return [carrier, (self.tr("Visit"), none, "dim")]
        who = [
            self._parts.formats.status(visit.status),
            self._parts.formats.sent_at(visit.timestamp),
            visit.driver,
        ]
        tone = "bad" if visit.state is State.EXCEPTION else ""
        return [carrier, (self.tr("Visit"), " · ".join(filter(None, who)), tone)]

    def _status(self, cells: Mapping[str, Cell]) -> str:
        shown = cells["shown_status"]
        return self.tr("no status") if shown is None else self._parts.formats.status(str(shown))

    def _carrier(self, cells: Mapping[str, Cell]) -> str:
        """Return the carrier's status as it was sent."""
        sent = cells["status"] or STATUS_NAMES.get(str(cells["status_id"]))
        return f"«{sent}»" if sent else self.tr("no status")

    def _link(self, visit: VisitLine) -> QWidget:
        text = self.tr("Visit {number}").format(number=visit.id)
        link = RowLink(Table.VISITS, visit.id, visit.date)
        return self._parts.link(text, text, lambda: self._follow(link))

    def _attempts(self, attempts: tuple[Attempt, ...]) -> QVBoxLayout:
        """Return the shipment's listings on other days, each with a link to it."""
        parts = self._parts
        column = in_column(spacing=8)
        for one in attempts:
            link = RowLink(Table.SHIPMENTS, one.row_id, one.day.date, one.day.carrier)
            day = parts.formats.day(one.day.date.isoformat())
            name = self.tr("Show it on {day}").format(day=day)
            head: list[QWidget] = [parts.link(day, name, partial(self._follow, link))]
            if one.status is not None:
                head.append(parts.pill(one.state, parts.formats.status(one.status)))
            about = " · ".join(filter(None, [one.driver, self._done.in_one_line(one.follow_up, parts.formats)]))
            line = [plain_label(about, tone="dim", selectable=True)] if about else []
            column.addWidget(parts.column([parts.buttons(head), *line]))
        return column

    def _fields(self, title: str, detail: ShipmentDetail, keys: Iterable[str]) -> QWidget:
        return self._parts.lines(title, [self._line(key, detail) for key in keys if detail.cells[key] is not None])

    def _line(self, key: str, detail: ShipmentDetail) -> Line:
        title, text, tone = self._parts.line(_COLUMNS[key], detail.cells[key])
        if key == "promised_date":
            tone = promise_tone(detail.cells[key], detail.state, self._parts.formats.today) or ""
        kind = detail.cells[f"{key}_type"] if key in ("recipient_document", "sender_document") else None
        return title, f"{self._parts.formats.document_type(str(kind))} {text}" if kind else text, tone

    def _skus(self, skus: "tuple[Sku, ...]", cells: Mapping[str, Cell]) -> QWidget:
        formats = self._parts.formats
        lines: list[Line] = []
        for place, sku in enumerate(skus, 1):
            measures = [formats.number(one) for one in (sku.height, sku.width, sku.length) if one is not None]
            about = [
                self.tr("weight {weight}").format(weight=formats.number(sku.weight)) if sku.weight else "",
                " × ".join(measures) if len(measures) == 3 and any((sku.height, sku.width, sku.length)) else "",
                formats.money(sku.declared_value) if sku.declared_value is not None else "",
            ]
            text = "\n".join(filter(None, [sku.description or "—", " · ".join(filter(None, about))]))
            lines.append((str(place), text, ""))
        weight = cells["weight"]
        if weight and len(skus) > 1:
            lines.append((self.tr("Total"), self.tr("weight {weight}").format(weight=formats.number(weight)), ""))
        return card(self.tr("%Ln SKU(s)", "", len(skus)), lines_grid(lines, narrow=True))

    def _provider(self, data: "ProviderData") -> dict[str, object]:
        shown = {one.api for one in SENT_FIELDS if one.is_inside}
        own = {"flujo": data.flow, "valorDeclarado": data.declared_value}
        return own | {name: value for name, value in (data.model_extra or {}).items() if name not in shown}


def _leading(visits: tuple[VisitLine, ...]) -> VisitLine | None:
    """Return the visit that decides, else the latest one that names the shipment; None if there is none."""
    own = [visit for visit in visits if visit.mention is None]
    return next((visit for visit in own if visit.leads), own[-1] if own else None)
