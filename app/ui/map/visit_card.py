"""The card of the selected visit, which lies on the map beside its mark."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton

from app.ui.appearance.icons import icon
from app.ui.appearance.pills import StatusPill
from app.ui.appearance.theme import Theme, scaled
from app.ui.map.map_scene import Spot
from app.ui.map.map_view import MapView
from app.ui.widgets.labels import plain_label, restyle, tool_tip
from app.ui.widgets.layouts import in_column, in_row

_WIDTH = 250
_BESIDE = 28
"""Pixels between mark and card."""
_EDGE = 12


class VisitCard(QFrame):
    """Says what happened at the visit, and leads to its detail, to its row and to a map in the browser."""

    detail_asked = Signal()
    row_asked = Signal()
    browser_asked = Signal()

    def __init__(self, view: MapView, theme: Theme) -> None:
        super().__init__(view)
        self._view = view
        self._spot: Spot | None = None
        self.setProperty("card", True)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.lines = [plain_label(heading="complement"), plain_label(), *(plain_label(tone="dim") for _ in range(2))]
        self.pill, self.far = StatusPill(theme), plain_label()
        self.detail, self.row = QPushButton(self.tr("Open detail")), QPushButton(self.tr("In the table"), flat=True)
        self.browser = QPushButton(icon("globe", theme.dim), "")
        self.browser.setAccessibleName(self.tr("Open a map in the browser"))
        self.browser.setToolTip(
            tool_tip(self.tr("Open a map in the browser"))
            + tool_tip(self.tr("Opens openstreetmap.org, and sends the selected visit's position to that site."))
        )
        head = in_row(self.pill, (self.lines[0], 1), spacing=8)
        column = in_column(head, *self.lines[1:], self.far, on=self, margins=(12, 10, 12, 10), spacing=2)
        column.addLayout(in_row(self.detail, self.row, self.browser, 0, margins=(0, 8, 0, 0)))
        self.detail.clicked.connect(self.detail_asked)
        self.row.clicked.connect(self.row_asked)
        self.browser.clicked.connect(self.browser_asked)
        view.moved.connect(self.place)
        self.hide()

    def show_spot(self, spot: Spot | None, lines: list[str], far: str = "") -> None:
        """Show a visit in these words; `far` says how far from the address it was closed. None hides the card."""
        self._spot = spot
        for nth, label in enumerate(self.lines):
            label.setText(lines[nth] if nth < len(lines) else "")
            label.setVisible(nth < len(lines))
        self.far.setText(far)
        self.far.setVisible(bool(far))
        restyle(self.far, "tone", "warn" if spot is not None and spot.is_far else "dim")
        self.place()

    def place(self) -> None:
        """Lie beside the mark, away from the address; hidden while the mark is out of view, or the map is too low."""
        spot = self._spot
        if spot is None or not self._view.camera.shows(spot.at):
            self.hide()
            return
        width = max(scaled(_WIDTH), self.minimumSizeHint().width())
        height = max(self.heightForWidth(width), self.minimumSizeHint().height())
        at = self._view.camera.seen(spot.at).toPoint()
        sides = [at.x() + _BESIDE, at.x() - _BESIDE - width]
        if spot.address is not None and spot.address[0] > spot.at[0]:
            sides.reverse()
        left = next((one for one in sides if _EDGE <= one <= self._view.width() - _EDGE - width), _EDGE)
        top = min(max(at.y() - _BESIDE, _EDGE), self._view.height() - _EDGE - height)
        self.resize(width, height)
        self.move(QPoint(left, max(top, 0)))
        self.setVisible(height <= self._view.height())
        self.raise_()
