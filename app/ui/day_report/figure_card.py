"""A card of one large figure of the day, with its title and a note."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout

from app.ui.appearance.theme import scaled
from app.ui.widgets.labels import plain_label, restyle

_HEIGHT = 84


class FigureCard(QFrame):
    """Shows a figure, a button that leads to its rows, and an action beside it, if there is one."""

    def __init__(self, title: str, action: QPushButton | None = None) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.setMinimumHeight(scaled(_HEIGHT))
        self.figure = QPushButton()
        self.figure.setProperty("heading", "figure")
        self.title, self.note = plain_label(title, heading="complement"), plain_label(tone="dim")
        self.figure.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.figure.setCursor(Qt.CursorShape.PointingHandCursor)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addStretch()
        texts.addWidget(self.title)
        texts.addWidget(self.note)
        texts.addStretch()
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 16, 8)
        row.setSpacing(10)
        row.addWidget(self.figure)
        row.addLayout(texts, 1)
        if action is not None:
            row.addWidget(action)

    def show_figure(self, figure: str, note: str, *, tone: str = "") -> None:
        """Show a figure with its note."""
        self.figure.setText(figure)
        self.figure.setAccessibleName(f"{self.title.text()}: {figure}")
        self.figure.setAccessibleDescription(note)
        restyle(self.figure, "tone", tone)
        self.note.setText(note)
        self.note.setVisible(bool(note))
