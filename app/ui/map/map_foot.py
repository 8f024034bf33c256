"""The line at the foot of the map: what lies under it, and what leaves this computer."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QPushButton, QVBoxLayout

from app.domain.views.report import KnownPlaces
from app.ui.appearance.formats import Formats
from app.ui.map.map_ground import MapGround
from app.ui.widgets.labels import plain_label


class MapFoot(QFrame):
    """Says it always. One switch puts streets under the map; what that would send is said before."""

    streets_asked = Signal(bool)

    def __init__(self, ground: MapGround) -> None:
        super().__init__()
        self._ground = ground
        self._known = ""
        self.setProperty("bar", "bottom")
        self.said, self.leaves = plain_label(), plain_label(tone="dim")
        self.streets = QCheckBox(self.tr("Street map"))
        self.ask = QPushButton(self.tr("What would leave?"), flat=True)
        self.ask.setCheckable(True)
        self.leaves.hide()
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.said, 1)
        row.addWidget(self.streets)
        row.addWidget(self.ask)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 4, 12, 4)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.leaves)
        self.streets.clicked.connect(self.streets_asked)
        self.ask.toggled.connect(self.leaves.setVisible)
        ground.changed.connect(self.refresh)

    def show_known(self, known: KnownPlaces, formats: Formats) -> None:
        """Say how many known visits the ground is made of."""
        self._known = self.tr("Background without internet: %Ln visit(s) that are kept here.", "", len(known.points))
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Say what is so now."""
        ground = self._ground
        self.streets.setChecked(ground.is_wanted)
        if ground.is_wanted and ground.host:
            notes = [
                self.tr("{host} is asked for the area that you look at.").format(host=ground.host),
                *ground.notes(),
            ]
            self.said.setText(" ".join(notes))
        else:
            self.said.setText(f"{self._known} {self.tr('Nothing leaves this computer.')}".strip())
        self.leaves.setText(self._what_leaves())

    def _what_leaves(self) -> str:
        if not self._ground.host:
            return self.tr(
                "No server of street maps is named: enter one in Settings under “Map tiles from”, then switch it on"
                " here."
            )
        return self.tr(
            "This computer would ask {host} for the pictures of the area that you look at: the area, the zoom and your"
            " internet address leave. No shipments, names or phones do."
        ).format(host=self._ground.host)
