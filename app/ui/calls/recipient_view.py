"""What is shown of one recipient: names, phone numbers, addresses, and what failed."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.calls.queue import CallCase, CallGroup
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import Theme
from app.ui.calls.call_words import CallWords
from app.ui.calls.phone_line import PhoneLine, align
from app.ui.widgets.labels import plain_label, tool_tip
from app.ui.widgets.wrapping import WrappingButton

_MOST_CASES = 20
"""How many cases are listed; a recipient with more is most likely a wrong number that many parcels share."""


class RecipientView(QWidget):
    """Shows a recipient; what did not change stays, so that neither focus nor selection is lost."""

    call_asked = Signal(object)
    """The `Phone` is to be dialled."""
    chat_asked = Signal(object)
    """A message to the `Phone` is wanted."""
    row_asked = Signal(object)
    """The `CallCase` is to be shown in its table."""

    def __init__(self, words: CallWords, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._theme = theme
        self._shown: tuple[CallGroup, tuple[str, ...]] | None = None
        self.phones: list[PhoneLine] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)

    def show_group(self, group: CallGroup, closed: Sequence[str], formats: Formats) -> bool:
        """Show a recipient, with sentences about what was closed meanwhile; return whether anything changed."""
        shown = group, tuple(closed)
        if shown == self._shown:
            return False
        self._shown = shown
        self.clear()
        name = " / ".join(group.recipients) or self.tr("Recipient unknown")
        title = plain_label(name, heading="recipient", selectable=True)
        self._column.addWidget(title)
        for text in closed:
            self._column.addWidget(plain_label(text, tone="warn"))
        self._add_phones(group)
        for address in group.addresses:
            self._column.addWidget(plain_label(address, selectable=True))
        for case in group.cases[:_MOST_CASES]:
            self._column.addWidget(self._case(case, formats))
        more = len(group.cases) - _MOST_CASES
        if more > 0:
            self._column.addWidget(plain_label(self.tr("and %Ln more", "", more), tone="dim"))
        for place in range(self._column.count()):
            item = self._column.itemAt(place)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.show()
        return True

    def clear(self) -> None:
        """Show nothing."""
        self.phones = []
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()

    def forget(self) -> None:
        """Show nothing, since nobody is left."""
        self._shown = None
        self.clear()

    def _add_phones(self, group: CallGroup) -> None:
        for phone in group.phones:
            line = PhoneLine(phone, self._theme, is_large=True, is_main=not self.phones)
            line.call_asked.connect(self.call_asked)
            line.chat_asked.connect(self.chat_asked)
            self.phones.append(line)
            self._column.addWidget(line)
            others = group.others_with(phone)
            if others:
                text = self.tr("%Ln other recipient(s) to call have this number: ask who answers.", "", others)
                self._column.addWidget(plain_label(text, tone="warn"))
        align(self.phones)
        if not group.phones:
            text = self.tr("No phone number was sent.")
            if group.written:
                written = " · ".join(self.tr("“{text}”").format(text=one) for one in group.written)
                text = self.tr("This is no phone number that can be called: {text}").format(text=written)
            self._column.addWidget(plain_label(text, tone="warn", selectable=True))

    def _case(self, case: CallCase, formats: Formats) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        link = WrappingButton(case.number)
        link.setFlat(True)
        link.setAutoDefault(False)
        link.setProperty("link", True)
        link.setAccessibleName(self.tr("Show {number} in its table").format(number=case.number))
        link.setToolTip(tool_tip(link.accessibleName()))
        link.clicked.connect(lambda: self.row_asked.emit(case))
        column.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        for text, tone in (
            (self._words.case_line(case, formats), "dim"),
            (self._words.noted(case, formats), ""),
        ):
            if text:
                column.addWidget(plain_label(text, tone=tone, selectable=True))
        return part
