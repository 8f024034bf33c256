"""The card of the first minutes: what a new desk needs, each with its state and a button."""

from collections.abc import Sequence
from enum import Enum
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QProgressBar, QPushButton, QWidget

from app.ui.appearance.theme import scaled
from app.ui.widgets.labels import plain_label
from app.ui.widgets.layouts import in_column, in_row

_WIDTH, _MARK = 720, 24


class Progress(Enum):
    """How far a step is: the tone of its line, which names it too."""

    OPEN = "dim"
    DONE = "good"
    FAILED = "bad"


class FirstStep(NamedTuple):
    """A step of the first minutes: what it is, how it stands, and what its button does, as an `EmptyState` asks."""

    title: str
    text: str
    progress: Progress
    button: str
    action: object


class FirstMinutes(QFrame):
    """Lists the steps, which can be done in any order; the first open one has the main button, unless it failed."""

    asked = Signal(object)
    """The `action` of a step."""

    def __init__(self, title: str, text: str, steps: Sequence[FirstStep]) -> None:
        super().__init__()
        self.steps = steps
        self.setProperty("card", True)
        self.setMaximumWidth(scaled(_WIDTH))
        done = [step for step in steps if step.progress is Progress.DONE]
        self._next = next((step for step in steps if step.progress is not Progress.DONE), None)
        bar = QProgressBar(maximum=len(steps), value=len(done), textVisible=False)
        bar.setFixedWidth(scaled(150))
        bar.setAccessibleName(self.tr("{done} of {all} done").format(done=len(done), all=len(steps)))
        words = in_column(plain_label(title, heading="title"), plain_label(text, tone="dim"))
        counted = in_column(QLabel(bar.accessibleName(), alignment=Qt.AlignmentFlag.AlignRight), bar)
        lines = (self._line(nth, step) for nth, step in enumerate(steps, 1))
        in_column(in_row((words, 1), counted), *lines, on=self, margins=(20, 16, 20, 12), spacing=10)

    def _line(self, nth: int, step: FirstStep) -> QWidget:
        mark = plain_label({Progress.DONE: "✓", Progress.FAILED: "✕"}.get(step.progress, str(nth)), heading="mark")
        mark.setProperty("tone", step.progress.value)
        mark.setAlignment(Qt.AlignmentFlag.AlignCenter)
        mark.setFixedSize(scaled(_MARK), scaled(_MARK))
        button = QPushButton(step.button, autoDefault=False)
        button.setProperty("primary", step is self._next and step.progress is not Progress.FAILED)
        button.setAccessibleDescription(f"{step.title}. {step.text}")
        button.clicked.connect(partial(self.asked.emit, step.action))
        line = QFrame()
        line.setProperty("bar", "bottom")
        grid = QGridLayout(line)
        grid.setContentsMargins(0, 10, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        grid.addWidget(mark, 0, 0, 2, 1)
        grid.addWidget(plain_label(step.title, heading="step"), 0, 1)
        grid.addWidget(plain_label(step.text, tone="bad" if step.progress is Progress.FAILED else "dim"), 1, 1)
        grid.addWidget(button, 0, 2, 2, 1)
        return line
