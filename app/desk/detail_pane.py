"""The pane beside the table: all that is known of the current row."""

import json
from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.desk.flow_layout import FlowLayout
from app.desk.formats import Formats, promise_tone
from app.desk.icons import icon
from app.desk.pills import StatusPill
from app.desk.plain import Line, card, lines_grid, plain_label
from app.desk.theme import Theme
from app.domain.columns import COLUMNS, Column, Kind, Table
from app.domain.days import HistoryEntry, HistoryKind, Skipped
from app.domain.details import Cell, ManifestDetail, ShipmentDetail
from app.domain.documents import laid_out, read_document
from app.domain.manifests import Shipment, Sku
from app.domain.statuses import STATUS_IDS, State
from app.domain.texts import Say

_THANKS_MS = 1500

_RECIPIENT = ("recipient_phone", "recipient_document", "recipient_address", "locality", "recipient_email")
_SENDER = ("sender", "sender_phone", "sender_document", "sender_address", "sender_email")
_CONTENT = ("declared_value", "promised_date", "provider", "order_number", "seller_id", "parcel_number", "parcel_id")
_IDENTITY = ("external_number", "manifest_number", "manifest_status", "manifest_created_at", "locality_code")
_MANIFEST = ("status", "carrier_code", "created_at", "shipments", "on_its_way", "delivered", "exceptions", "pickup")


class DetailPane(QScrollArea):
    """Shows one shipment or one manifest; what is not there is not shown."""

    def __init__(self, say: Say, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.formats: Formats
        self._say = say
        self._theme = theme
        self._copy_icon = icon("copy", theme.dim)
        self._copied_icon = icon("check", theme.states[State.DELIVERED].foreground)
        self.setAccessibleName(self.tr("Detail"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(280)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_nothing()

    def shown_texts(self) -> list[str]:
        """Return what it shows, from top to bottom."""
        return [label.text() for label in self.findChildren(QLabel)]

    def show_nothing(self) -> None:
        """Say that a row is to be chosen."""
        hint = plain_label(self.tr("Choose a row to see all that is known of it."), tone="dim")
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._show([hint], centred=True)

    def show_shipment(self, detail: ShipmentDetail) -> None:
        """Show all that is known of a shipment."""
        cells = detail.cells
        shipment = Shipment.model_validate(read_document(detail.raw))
        state = STATUS_IDS.get(str(cells["status_id"]), State.OTHER)
        parts: list[QWidget] = [
            self._head(str(cells["number"]), state, _text(cells["shown_status"]) or self.tr("no status")),
            plain_label(self._where(cells), tone="dim", selectable=True),
            *self._warnings(detail),
            self._actions(detail),
            card(self.tr("History"), lines_grid([self._history_line(entry) for entry in reversed(detail.history)])),
            self._fields(self.tr("Recipient"), cells, ("recipient", *_RECIPIENT)),
            self._fields(self.tr("Content"), cells, _CONTENT),
        ]
        if shipment.provider_data and shipment.provider_data.skus:
            parts.append(self._skus(shipment.provider_data.skus, cells))
        parts.append(self._fields(self.tr("Sender"), cells, _SENDER))
        parts.append(self._fields(self.tr("Manifest"), cells, _IDENTITY))
        parts += self._provider(shipment)
        parts += self._others(self.tr("Also sent"), shipment.model_extra or {})
        parts.append(self._raw(detail.raw))
        self._show(parts)

    def show_manifest(self, detail: ManifestDetail) -> None:
        """Show all that is known of a manifest."""
        columns = {column.key: column for column in COLUMNS[Table.MANIFESTS]}
        lines = [self._line(columns[key], detail.cells[key]) for key in _MANIFEST if detail.cells[key] is not None]
        value = detail.cells["declared_value"]
        if value is not None:
            lines.append((self._say(columns["declared_value"].title), self.formats.money(value), ""))
        number = _text(detail.cells["number"]) or self.tr("no number")
        parts: list[QWidget] = [
            plain_label(self.tr("Manifest {number}").format(number=number), heading="title"),
            card(self.tr("Progress"), lines_grid(lines)),
        ]
        if not detail.cells["current"]:
            parts.insert(1, plain_label(self.tr("The last load no longer listed it."), tone="warn"))
        document = read_document(detail.raw)
        sent = document if isinstance(document, dict) else {}
        known = ("idPlanillaReparto", "estado", "codigoCarrier", "fechaCreacion")
        parts += self._others(
            self.tr("Also sent"),
            {key: value for key, value in sent.items() if key not in known},
        )
        parts.append(self._raw(detail.raw))
        self._show(parts)

    def show_skipped(self, skipped: Iterable[Skipped]) -> None:
        """Show which shipments of the answer could not be read, and why."""
        lines: list[Line] = [
            (
                one.number or self.tr("no number"),
                " · ".join(
                    [
                        self._say(one.text),
                        *([self.tr("manifest {number}").format(number=one.manifest)] if one.manifest else []),
                    ]
                ),
                "",
            )
            for one in skipped
        ]
        explained = self.tr("The carrier sent these in a form that cannot be read. Ask the carrier about them.")
        self._show(
            [
                plain_label(self.tr("Not readable"), heading="title"),
                plain_label(explained, tone="dim"),
                card(self.tr("Shipments"), lines_grid(lines)),
            ]
        )

    def _show(self, parts: list[QWidget], *, centred: bool = False) -> None:
        content = QWidget()
        content.setObjectName("scrolled")  # the style sheet knows it by this name
        column = QVBoxLayout(content)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        if centred:
            column.addStretch()
        for part in parts:
            column.addWidget(part)
        column.addStretch()
        self.setWidget(content)

    def _head(self, number: str, state: State, status: str) -> QWidget:
        head = QWidget()
        row = FlowLayout(head, margin=0, spacing=8)
        title = plain_label(number, heading="title")
        title.setWordWrap(False)
        title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row.addWidget(title)
        pill = StatusPill(self._theme)
        pill.show_status(state, status)
        row.addWidget(pill)
        return head

    def _where(self, cells: Mapping[str, Cell]) -> str:
        keys = ("recipient", "recipient_address", "locality")
        return " · ".join(str(cells[key]) for key in keys if cells[key] is not None)

    def _warnings(self, detail: ShipmentDetail) -> list[QWidget]:
        found = []
        if not detail.cells["current"]:
            found.append(self.tr("The last load no longer listed it."))
        if detail.copies > 1:
            found.append(self.tr("This number stands in %n manifests.", "", detail.copies))
        return [plain_label(text, tone="warn") for text in found]

    def _actions(self, detail: ShipmentDetail) -> QWidget:
        line = QWidget()
        row = FlowLayout(line, margin=0, spacing=8)
        for key, text in (
            ("number", self.tr("Number")),
            ("recipient_phone", self.tr("Phone")),
            ("recipient_address", self.tr("Address")),
        ):
            value = detail.cells[key]
            if value is not None:
                row.addWidget(self._copy_button(text, str(value)))
        return line

    def _history_line(self, entry: HistoryEntry) -> Line:
        words = {
            HistoryKind.LISTED: self.tr("Listed in manifest {manifest}: {status}"),
            HistoryKind.STATUS: self.tr("Carrier's status: {status}"),
            HistoryKind.MOVED: self.tr("Moved to manifest {manifest}"),
            HistoryKind.GONE: self.tr("No longer listed"),
            HistoryKind.LISTED_AGAIN: self.tr("Listed again: {status}"),
        }
        status = entry.status or entry.status_id or self.tr("no status")
        text = words[entry.kind].format(manifest=entry.manifest, status=status)
        state = STATUS_IDS.get(entry.status_id or "")
        bad = entry.kind is HistoryKind.GONE or (entry.kind is not HistoryKind.MOVED and state is State.EXCEPTION)
        return self.formats.instant(entry.at), text, "bad" if bad else ""

    def _fields(self, title: str, cells: Mapping[str, Cell], keys: Iterable[str]) -> QWidget:
        columns = {column.key: column for column in COLUMNS[Table.SHIPMENTS]}
        lines = [self._line(columns[key], cells[key], cells) for key in keys if cells[key] is not None]
        return card(title, lines_grid(lines or [("", self.tr("Nothing was sent."), "faint")]))

    def _line(self, column: Column, value: Cell, cells: Mapping[str, Cell] | None = None) -> Line:
        title = self._say(column.title)
        if column.kind is Kind.MONEY and value is not None:
            return title, self.formats.money(value), ""
        if column.key == "promised_date" and cells is not None:
            state = STATUS_IDS.get(str(cells["status_id"]), State.OTHER)
            return title, self.formats.cell(column, value), promise_tone(value, state, self.formats.today) or ""
        for document in ("recipient", "sender"):
            if column.key == f"{document}_document" and cells is not None:
                kind = cells[f"{document}_document_type"]
                return title, f"{kind} {value}" if kind else str(value), ""
        return title, self.formats.cell(column, value), ""

    def _skus(self, skus: tuple[Sku, ...], cells: Mapping[str, Cell]) -> QWidget:
        lines: list[Line] = []
        for place, sku in enumerate(skus, 1):
            measures = [self.formats.number(one) for one in (sku.height, sku.width, sku.length) if one is not None]
            about = [
                self.tr("weight {weight}").format(weight=self.formats.number(sku.weight)) if sku.weight else "",
                " × ".join(measures) if len(measures) == 3 and any((sku.height, sku.width, sku.length)) else "",
                self.formats.money(sku.declared_value) if sku.declared_value is not None else "",
            ]
            text = "\n".join(filter(None, [sku.description or "—", " · ".join(filter(None, about))]))
            lines.append((str(place), text, ""))
        weight = cells["weight"]
        if weight and len(skus) > 1:
            lines.append((self.tr("Total"), self.tr("weight {weight}").format(weight=self.formats.number(weight)), ""))
        return card(self.tr("%n SKU(s)", "", len(skus)), lines_grid(lines, narrow=True))

    def _provider(self, shipment: Shipment) -> list[QWidget]:
        data = shipment.provider_data
        if data is None:
            return []
        known = [
            ("flujo", data.flow),
            ("partners", data.partners),
            ("Canalventa", data.sales_channel),
            ("fechaCargaOpl", data.operator_loaded_at),
            ("Valor", data.value),
            ("valorDeclarado", data.declared_value),
        ]
        found = {key: value for key, value in known if value is not None}
        return self._others(self.tr("Provider data"), found | (data.model_extra or {}))

    def _others(self, title: str, values: "dict[str, object]") -> list[QWidget]:
        lines: list[Line] = [
            (key, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str), "")
            for key, value in values.items()
            if value not in (None, "", "None", "null")
        ]
        return [card(title, lines_grid(lines))] if lines else []

    def _raw(self, raw: str) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        row = QHBoxLayout()
        shown = QPushButton(self.tr("Show as sent (JSON)"), flat=True)
        shown.setCheckable(True)
        row.addWidget(shown)
        row.addStretch()
        row.addWidget(self._copy_button(self.tr("JSON"), raw))
        column.addLayout(row)

        def show(wanted: bool) -> None:  # noqa: FBT001 - Qt's signal
            text = part.findChild(QPlainTextEdit)
            if text is None:
                text = self._json(raw)
                column.addWidget(text)
            text.setVisible(wanted)

        shown.toggled.connect(show)
        return part

    def _json(self, raw: str) -> QPlainTextEdit:
        text = QPlainTextEdit(readOnly=True)
        text.setProperty("mono", True)
        text.setAccessibleName(self.tr("As sent"))
        text.setPlainText(laid_out(raw))
        text.setMinimumHeight(280)
        return text

    def _copy_button(self, text: str, value: str) -> QPushButton:
        button = QPushButton(self._copy_icon, text)
        button.setAccessibleName(self.tr("Copy {what}").format(what=text))
        button.setToolTip(button.accessibleName())

        def copy() -> None:
            QGuiApplication.clipboard().setText(value)
            button.setIcon(self._copied_icon)
            QTimer.singleShot(_THANKS_MS, button, lambda: button.setIcon(self._copy_icon))

        button.clicked.connect(copy)
        return button


def _text(value: Cell) -> str:
    return "" if value is None else str(value)
