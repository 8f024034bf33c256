"""The pane beside the table: all that is known of the current row."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QPushButton, QScrollArea, QToolButton, QWidget

from app.domain.contract.json_text.json_documents import read_document
from app.domain.days import Skipped
from app.domain.texts import Say
from app.domain.views.columns import Table
from app.domain.views.details import ManifestDetail, NotificationDetail, ShipmentDetail, VisitDetail
from app.ui.appearance.formats import Formats
from app.ui.appearance.icons import icon
from app.ui.appearance.theme import Theme, scaled
from app.ui.calls.phone_line import Contacts
from app.ui.details.notification_detail import NotificationDetailBuilder
from app.ui.details.shipment_detail import ShipmentDetailBuilder
from app.ui.details.visit_detail import VisitDetailBuilder
from app.ui.follow_up.follow_up_card import FollowUpCard
from app.ui.widgets.detail_parts import DetailParts
from app.ui.widgets.labels import Line, begun, card, lines_grid, plain_label, tool_tip
from app.ui.widgets.layouts import in_column, in_row, order_keys

Detail: TypeAlias = "ShipmentDetail | VisitDetail | ManifestDetail | NotificationDetail"


class SelectionDetailBuilder(QObject):
    """Builds the widgets of a selection."""

    def __init__(self, follow_up: Callable[[], object], export: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._acts = (
            (self.tr("Acknowledge…"), self.tr("Reason, next step, call and note for all that failed."), follow_up),
            (self.tr("Export…"), self.tr("The selected rows alone, as a file."), export),
        )

    def build(self, rows: int) -> list[QWidget]:
        """Return the widgets for so many rows."""
        column = in_column(spacing=6)
        for text, explained, act in self._acts:
            button = QPushButton(text)
            button.setAccessibleDescription(explained)
            button.clicked.connect(lambda _checked=False, act=act: act())
            column.addWidget(button)
            column.addWidget(plain_label(explained, tone="dim"))
        title = plain_label(self.tr("%Ln row(s) selected", "", rows), heading="title")
        return [title, card(self.tr("For all of them"), column)]


_STEP_WIDTH = 24
_TWO_COLUMNS = 720  # pixels from which the follow-up has room beside the rest
_SHOWN = (
    *("status", "carrier_code", "created_at", "shipments", "on_its_way"),
    *("delivered", "exceptions", "pickup", "declared_value"),
)
_KNOWN = ("idPlanillaReparto", "estado", "codigoCarrier", "fechaCreacion")


class ManifestDetailBuilder(QObject):
    """Builds the widgets of a manifest."""

    def __init__(self, parts: DetailParts, show_shipments: Callable[[], None]) -> None:
        super().__init__(parts)
        self._parts = parts
        self._show_shipments = show_shipments

    def build(self, detail: ManifestDetail) -> list[QWidget]:
        """Return the widgets, from top to bottom."""
        parts = self._parts
        number = str(detail.cells["number"] or self.tr("no number"))
        document = read_document(detail.raw)
        sent = document if isinstance(document, dict) else {}
        built = [plain_label(self.tr("Manifest {number}").format(number=number), heading="title")]
        if not detail.cells["current"]:
            built.append(plain_label(self.tr("The last load no longer listed it."), tone="warn"))
        text = self.tr("Show its shipments")
        return [
            *built,
            parts.buttons([parts.link(text, text, self._show_shipments)]),
            parts.fields(self.tr("Progress"), Table.MANIFESTS, detail.cells, _SHOWN),
            *parts.others(self.tr("Also sent"), {key: value for key, value in sent.items() if key not in _KNOWN}),
            parts.raw(detail.raw),
        ]


class DetailPane(QScrollArea):
    """Shows one row of any table. If the same row is shown again, scroll position, focus and unfolded parts stay."""

    row_asked = Signal(object)
    """A `RowLink` that was followed."""
    shipments_asked = Signal()
    """Those of the manifest that is shown."""
    follow_up_asked = Signal()
    export_asked = Signal()
    """This signal and the one before it are about all selected rows."""
    apply_asked = Signal(object)  # a Qt int has only 32 bits
    """The id of a notification to apply again."""
    photo_asked = Signal(object)
    """The `PhotoLink` of a photo to show."""
    map_asked = Signal(object)
    """The id of a visit to show on the map."""
    rows_asked = Signal(object, object)
    """A `Table`, and the `ValueFilter`s of the rows to show."""
    step_asked = Signal(int)
    """The detail of the row so many below is wanted; of one above, if it is less than 0."""
    close_asked = Signal()
    emptied_or_filled = Signal()
    """Whether it `is_empty` changed."""

    def __init__(self, say: Say, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._say = say
        self._shown: Detail | None = None
        self.is_empty = self._is_over = False
        self._parts = DetailParts(say, theme, self)
        self.contacts = Contacts(self)
        self.setAccessibleName(self.tr("Detail"))
        self.setWidgetResizable(True)
        self.setProperty("pane", True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(scaled(280))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._content = QWidget()
        self._content.setObjectName("scrolled")  # the style sheet refers to it by this name
        self._column, self._beside = in_column(1, spacing=12), in_column(1, spacing=12)
        self._row = in_row((self._column, 1), self._beside, on=self._content, margins=16, spacing=16)
        self._shown_parts: list[QWidget] = []
        self.setWidget(self._content)
        self.follow_up = FollowUpCard(self._parts, self._content)
        self.follow_up.hide()
        self._unfolded: set[tuple[str, str]] = set()
        """The sections that the user unfolded, which are so for every row."""
        self.show_nothing()

    @property
    def formats(self) -> Formats:
        """The formats of numbers and times."""
        return self._parts.formats

    def use_formats(self, formats: Formats) -> None:
        """Use these formats from now on."""
        self._parts.formats = formats
        if self._shown is not None:
            self._show(self._built(self._shown), stays=True)

    @property
    def is_of_row(self) -> bool:
        """Whether it shows a row."""
        return self._shown is not None

    def shown_texts(self) -> list[str]:
        """Return the texts that it shows, from top to bottom."""
        labels = self._content.findChildren(QLabel)
        return [label.text() for label in labels if label.isVisibleTo(self._content)]

    def show_nothing(self) -> None:
        """Show nothing, as no row is chosen."""
        self._shown = None
        self._show([])

    def show_detail(self, detail: Detail, *, names_carrier: bool = False) -> None:
        """Show all that is known of a row, and its carrier where rows of several are shown."""
        self._parts.names_carrier = names_carrier
        before, self._shown = self._shown, detail
        if detail != before:
            is_same = before is not None and (type(before), before.id) == (type(detail), detail.id)
            self._show(self._built(detail), stays=is_same)

    def show_selection(self, rows: int) -> None:
        """Show what can be done with several selected rows."""
        self._shown = None
        self._show([self._way_back(), *self._selection.build(rows)])

    def lie_over(self, *, is_over: bool) -> None:
        """Offer the way back to the table, if the pane lies over it."""
        self._is_over = is_over
        for name, is_shown in ("arrow-left", is_over), ("x", not is_over):
            for button in self._content.findChildren(QToolButton, name):
                button.setVisible(is_shown)

    def _way_back(self) -> QToolButton:
        button = QToolButton(toolButtonStyle=Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setObjectName("arrow-left")
        button.setIcon(icon("arrow-left", self._parts.theme.dim))
        button.setText(self.tr("List"))
        button.setToolTip(tool_tip(self.tr("Back to the list (Esc)")))
        button.clicked.connect(self.close_asked)
        return button

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step to the row above or below; other keys scroll."""
        step = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1}.get(event.key())
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        else:
            self.step_asked.emit(step)

    @Slot()
    def write_note(self) -> None:
        """Let the user write a note about the row that is shown."""
        if isinstance(self._shown, ShipmentDetail | VisitDetail):
            self.follow_up.open_for(self._shown)
            self._show(self._built(self._shown), stays=True)
            self.follow_up.note.setFocus(Qt.FocusReason.OtherFocusReason)
            self.ensureWidgetVisible(self.follow_up)
            self.ensureWidgetVisible(self.follow_up.note)  # where the card has no room

    @cached_property
    def _selection(self) -> SelectionDetailBuilder:
        return SelectionDetailBuilder(self.follow_up_asked.emit, self.export_asked.emit, self)

    @cached_property
    def _shipment(self) -> ShipmentDetailBuilder:
        shipment = ShipmentDetailBuilder(self._parts, self.contacts, self.row_asked.emit)
        shipment.photo_asked.connect(self.photo_asked)
        shipment.map_asked.connect(self.map_asked)
        shipment.rows_asked.connect(self.rows_asked)
        return shipment

    @cached_property
    def _visit(self) -> VisitDetailBuilder:
        visit = VisitDetailBuilder(self._parts, self.contacts, self.row_asked.emit)
        visit.photo_asked.connect(self.photo_asked)
        visit.map_asked.connect(self.map_asked)
        return visit

    @cached_property
    def _manifest(self) -> ManifestDetailBuilder:
        return ManifestDetailBuilder(self._parts, self.shipments_asked.emit)

    @cached_property
    def _notification(self) -> NotificationDetailBuilder:
        return NotificationDetailBuilder(self._parts, self.row_asked.emit, self.apply_asked.emit)

    def _built(self, detail: Detail) -> list[QWidget]:
        head, *others = self._parts_of(detail)
        steps = (
            ("chevron-up", self.tr("Previous row"), lambda: self.step_asked.emit(-1)),
            ("chevron-down", self.tr("Next row"), lambda: self.step_asked.emit(1)),
            ("x", self.tr("Close the detail (Esc)"), self.close_asked.emit),
        )
        line, buttons = QWidget(), []
        for name, text, act in steps:
            button = QToolButton()
            button.setObjectName(name)
            button.setFixedWidth(scaled(_STEP_WIDTH))
            button.setIcon(icon(name, self._parts.theme.dim))
            button.setToolTip(tool_tip(text))
            button.setAccessibleName(text)
            button.clicked.connect(lambda _checked=False, act=act: act())
            buttons.append(button)
        head_row = (head, 1, Qt.AlignmentFlag.AlignVCenter)
        in_row(self._way_back(), head_row, *buttons, on=line, margins=0, spacing=2)
        return [line, *others]

    def _parts_of(self, detail: Detail) -> list[QWidget]:
        match detail:
            case ShipmentDetail():
                return self._shipment.build(detail, self._follow_up_of(detail))
            case VisitDetail():
                return self._visit.build(detail, self._follow_up_of(detail))
            case ManifestDetail():
                return self._manifest.build(detail)
            case NotificationDetail():
                return self._notification.build(detail)

    def _follow_up_of(self, detail: ShipmentDetail | VisitDetail) -> QWidget:
        """Return the card, or a button that opens it."""
        if self.follow_up.is_wanted(detail):
            self.follow_up.show_detail(detail)
            return self.follow_up
        button = self._parts.link(self.tr("Add a note"), self.tr("Add a note"), self.write_note)
        return self._parts.buttons([button])

    def show_skipped(self, skipped: Iterable[Skipped]) -> None:
        """Show which shipments of an answer could not be read, and why."""
        self._shown = None
        lines: list[Line] = []
        for one in skipped:
            manifest = self.tr("manifest {number}").format(number=one.manifest) if one.manifest else ""
            said = " · ".join(filter(None, [begun(self._say(one.text)), manifest]))
            lines.append((one.number or self.tr("no number"), said, ""))
        explained = self.tr("What the carrier sent has a form that cannot be read. Ask the carrier about it.")
        said_of = card(self.tr("%Ln shipment(s)", "", len(lines)), lines_grid(lines))
        title = plain_label(self.tr("Not readable"), heading="title")
        self._show([self._way_back(), title, plain_label(explained, tone="dim"), said_of])

    def _show(self, parts: list[QWidget], *, stays: bool = False) -> None:
        """Replace the widgets that are shown; the scrolled area itself stays."""
        view = _View.of(self._content, stays=stays)
        card = self.follow_up
        self._keep_folds()
        focused = QApplication.focusWidget()
        is_typed_into = stays and card in parts and focused is not None and card.isAncestorOf(focused)
        if focused is not None and self._content.isAncestorOf(focused) and not is_typed_into:
            self.setFocus()  # else Qt moves the focus when its widget goes, and scrolls to the next one
        if card not in parts:
            card.leave()
            card.hide()
        for old in self._shown_parts:
            # It ends the item: while an item that was taken lives, the next one of the card keeps its first height.
            for column in (self._column, self._beside):
                column.removeWidget(old)
            if old is not card:
                old.hide()
                old.setParent(None)
                old.deleteLater()
        self._shown_parts = parts
        self._row.setEnabled(False)  # each part that shows would lay all of them out in the height of the row before
        for part in parts:
            self._place(part)
            part.raise_()  # screen readers go by the order of the children, and the card is an old one
            part.show()  # Qt would do so later; until then there would be nothing to scroll
        self.lie_over(is_over=self._is_over)
        self._unfold(view)
        self._row.setEnabled(True)
        QCoreApplication.sendEvent(self, QEvent(QEvent.Type.LayoutRequest))  # at once: a paint event may come before it
        self._row.activate()  # where the height stays
        order_keys(self, parts)
        view.restore(self._content)
        if not stays:
            self.verticalScrollBar().setValue(0)
        was_empty, self.is_empty = self.is_empty, not parts
        if self.is_empty is not was_empty:
            self.emptied_or_filled.emit()

    def _place(self, part: QWidget) -> None:
        """Put a part in its column, by a width that does not depend on whether the columns are scrolled."""
        room = self.maximumViewportSize().width() - self.verticalScrollBar().sizeHint().width()
        column = self._beside if part is self.follow_up and room >= scaled(_TWO_COLUMNS) else self._column
        if column.indexOf(part) < 0:
            column.insertWidget(min(self._shown_parts.index(part), column.count() - 1), part)
        self._row.setStretch(1, self._beside.count() - 1)  # no room for none

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have the follow-up beside the rest, or within it."""
        super().resizeEvent(event)
        if self.follow_up in self._shown_parts:
            self._place(self.follow_up)

    def _keep_folds(self) -> None:
        """Remember which sections are unfolded, unless none is shown."""
        if folds := self._folds():
            self._unfolded = {_name(one) for one in folds if one.isChecked()}

    def _unfold(self, view: "_View") -> None:
        """Unfold what was unfolded before."""
        for fold in self._folds():
            fold.setChecked(_name(fold) in self._unfolded)
        view.unfold(self._content)

    def _folds(self) -> list[QPushButton]:
        return [one for one in self._content.findChildren(QPushButton) if one.property("fold")]


@dataclass(frozen=True)
class _View:
    """The state of the pane: the control with the focus, the unfolded parts, the scroll positions of long texts."""

    focus: tuple[str, str] | None
    unfolded: frozenset[tuple[str, str]]
    scrolled: dict[tuple[str, str], int]

    @classmethod
    def of(cls, content: QWidget, *, stays: bool) -> "_View":
        """Return the present state; for another row only which of the steps between rows has the focus."""
        focused = QApplication.focusWidget()
        focus = _name(focused) if focused is not None and content.isAncestorOf(focused) else None
        if not stays:
            return cls(focus if isinstance(focused, QToolButton) else None, frozenset(), {})
        return cls(
            focus,
            frozenset(_name(one) for one in content.findChildren(QPushButton) if one.isChecked()),
            {_name(one): one.verticalScrollBar().value() for one in content.findChildren(QPlainTextEdit)},
        )

    def unfold(self, content: QWidget) -> None:
        """Unfold the parts in the present widgets, before these are laid out."""
        for button in content.findChildren(QPushButton):
            if _name(button) in self.unfolded:
                button.setChecked(True)

    def restore(self, content: QWidget) -> None:
        """Restore the focus and the scroll positions in the present widgets."""
        for box in content.findChildren(QPlainTextEdit):
            box.verticalScrollBar().setValue(self.scrolled.get(_name(box), 0))
        focused = next((one for one in content.findChildren(QWidget) if _name(one) == self.focus), None)
        if focused is not None and not focused.hasFocus():
            focused.setFocus()


def _name(widget: QWidget) -> tuple[str, str]:
    text = widget.text() if isinstance(widget, QPushButton) else ""
    return type(widget).__name__, widget.accessibleName() or text
