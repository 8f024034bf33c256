"""The settings' page about calls: the site's reasons in the order of their keys, and the messages."""

from dataclasses import replace

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from app.domain.calls.reasons import (
    KEYED,
    LONGEST_MESSAGE,
    LONGEST_NAME,
    LONGEST_WAIT,
    MOST_REASONS,
    PLACEHOLDER_TEXTS,
    CallReason,
    Reasons,
    unknown_placeholders,
)
from app.domain.follow_ups import NEXT_STEP_TEXTS, NextStep
from app.domain.texts import Say
from app.ui.appearance.theme import with_even_figures
from app.ui.settings.forms import add_line
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import name_field, plain_label, restyle
from app.ui.widgets.layouts import in_column, in_row
from app.ui.widgets.wheel_guard import keep_from_wheel

_LINES = 4
_PADDING = 14
_CLOSES, _STAYS, _AGAIN = range(3)
_USUAL_WAIT = 60  # minutes
_NEW = "new "
"""Begins the keys of reasons that are not saved yet; no key of a saved one has a blank."""


class CallSettings(QWidget):
    """Edits a copy of the reasons; the dialog saves it. The last of the list is the message of the first contact."""

    def __init__(self, reasons: Reasons, say: Say) -> None:
        super().__init__()
        self._before = self._reasons = reasons
        self._say = say
        self._is_showing = False
        self._added = 0
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Reasons"))
        self.list.setFont(with_even_figures(self.list.font()))
        self.up = QPushButton("↑", autoDefault=False)
        self.down = QPushButton("↓", autoDefault=False)
        self.add = QPushButton(self.tr("Add"), autoDefault=False)
        self.remove = QPushButton(self.tr("Remove"), autoDefault=False)
        self.name = QLineEdit(maxLength=LONGEST_NAME)
        self.after = QComboBox()
        self.wait = QSpinBox(minimum=1, maximum=LONGEST_WAIT, suffix=self.tr(" min"))
        self.step = QComboBox()
        keep_from_wheel(self.after, self.wait, self.step)
        self.message = QPlainTextEdit(tabChangesFocus=True)
        self.hint = plain_label(tone="dim")
        self._lay_out()
        self._fill(0)
        self.list.currentRowChanged.connect(self._show)
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        self.name.textEdited.connect(self._take)
        self.after.activated.connect(self._take)
        self.wait.valueChanged.connect(self._take)
        self.step.activated.connect(self._take)
        self.message.textChanged.connect(self._take)

    def _lay_out(self) -> None:
        for button, text in ((self.up, self.tr("Move up")), (self.down, self.tr("Move down"))):
            button.setAccessibleName(text)
            button.setToolTip(text)
        for code, text in (
            (_CLOSES, self.tr("Acknowledges what failed")),
            (_STAYS, self.tr("Stays to attend")),
            (_AGAIN, self.tr("Call again in")),
        ):
            self.after.addItem(text, code)
        self.step.addItem("—", None)
        for step, name in NEXT_STEP_TEXTS.items():
            self.step.addItem(self._say(name), step)
        self.message.setAccessibleName(self.tr("Message by WhatsApp"))
        self.message.setFixedHeight(_LINES * self.message.fontMetrics().lineSpacing() + _PADDING)
        name_field(self.wait, self.tr("Call again in"))
        left = in_column((self.list, 1), in_row(self.up, self.down, self.add, self.remove, spacing=4), spacing=8)
        form = QFormLayout(horizontalSpacing=12, verticalSpacing=8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        after = QWidget()
        FlowLayout(after, self.after, self.wait, margin=0, spacing=6)
        add_line(form, self.tr("Name"), self.name)
        name_field(self.after, self.tr("A call with it"))
        add_line(form, self.tr("A call with it"), after)
        add_line(form, self.tr("Next step"), self.step)
        right = in_column(form, plain_label(self.tr("Message by WhatsApp")), self.message, self.hint, 1, spacing=8)
        in_row((left, 2), (right, 3), on=self, margins=(4, 16, 4, 4), spacing=16)

    @property
    def changed(self) -> Reasons | None:
        """The reasons to save; None: they are as they were."""
        if self._reasons == self._before:
            return None
        reasons, offered = self._before, []
        for one in self._reasons.offered:
            kept = replace(one, key=reasons.new_reason(one.name).key) if one.key.startswith(_NEW) else one
            offered.append(kept)
            reasons = reasons.changed_to([*reasons.offered, kept]) if kept is not one else reasons
        return replace(self._before.changed_to(offered), first_message=self._reasons.first_message)

    def _fill(self, row: int) -> None:
        """List the reasons anew, with the cursor on one."""
        self._is_showing = True
        self.list.clear()
        for place, one in enumerate(self._reasons.offered, 1):
            name = self._reasons.name(one.key, self._say)
            self.list.addItem(f"{place}   {name}" if place <= KEYED else name)
        self.list.addItem(self.tr("First contact"))
        self._is_showing = False
        self.list.setCurrentRow(row)
        self._show()

    def _place(self) -> int:
        return max(self.list.currentRow(), 0)

    @Slot()
    def _show(self) -> None:
        """Show the reason under the cursor."""
        if self._is_showing:
            return
        self._is_showing = True
        place, offered = self._place(), self._reasons.offered
        is_reason = place < len(offered)
        one = offered[place] if is_reason else CallReason("", closes=False)
        for field in (self.name, self.after, self.wait, self.step):
            field.setEnabled(is_reason)
        self.name.setText(self._reasons.name(one.key, self._say) if is_reason else self.list.item(place).text())
        self.after.setCurrentIndex(_CLOSES if one.closes else _AGAIN if one.again_minutes else _STAYS)
        self.wait.setValue(one.again_minutes or _USUAL_WAIT)
        self.step.setCurrentIndex(self.step.findData(one.next_step))
        self.message.setPlainText(self._reasons.template(one.key, self._say))
        self._is_showing = False
        self.up.setEnabled(0 < place < len(offered))
        self.down.setEnabled(place < len(offered) - 1)
        self.add.setEnabled(len(offered) < MOST_REASONS)
        self.remove.setEnabled(len(offered) > 1 and is_reason)
        self._show_hint()

    def _show_hint(self) -> None:
        self.wait.setVisible(self.after.currentData() == _AGAIN)
        unknown = dict.fromkeys(unknown_placeholders(self.message.toPlainText()))
        names = ", ".join(f"{{{self._say(text)}}}" for text in PLACEHOLDER_TEXTS.values())
        text = self.tr("Filled in for each recipient: {names}").format(names=names)
        if unknown:
            text = self.tr("Not filled in: {unknown}. There are: {names}").format(
                unknown=", ".join(unknown), names=names
            )
        self.hint.setText(text)
        restyle(self.hint, "tone", "warn" if unknown else "dim")

    @Slot()
    def _take(self) -> None:
        """Take over what the fields say of the reason under the cursor."""
        if self._is_showing:
            return
        place = self._place()
        if place == len(self._reasons.offered):
            message = self._message()
            if message != self._reasons.template(None, self._say):
                self._reasons = replace(self._reasons, first_message=message)
            self._show_hint()
            return
        one = self._reasons.offered[place]
        after, name, message = self.after.currentData(), self.name.text().strip(), self._message()
        changed = replace(
            one,
            name=one.name if name in ("", self._reasons.name(one.key, self._say)) else name,
            message=one.message if message == self._reasons.template(one.key, self._say) else message,
            closes=after == _CLOSES,
            again_minutes=self.wait.value() if after == _AGAIN else 0,
            next_step=NextStep(self.step.currentData()) if self.step.currentData() else None,
        )
        self._replace(place, changed)
        item = self.list.item(place)
        shown = self._reasons.name(one.key, self._say)
        item.setText(f"{place + 1}   {shown}" if place < KEYED else shown)
        self._show_hint()

    def _message(self) -> str:
        return self.message.toPlainText().strip()[:LONGEST_MESSAGE]

    def _replace(self, place: int, reason: CallReason) -> None:
        offered = list(self._reasons.offered)
        offered[place] = reason
        self._reasons = replace(self._reasons, offered=tuple(offered))

    def _move(self, step: int) -> None:
        offered, place = list(self._reasons.offered), self._place()
        offered.insert(place + step, offered.pop(place))
        self._reasons = replace(self._reasons, offered=tuple(offered))
        self._fill(place + step)

    @Slot()
    def _add(self) -> None:
        """Add a reason; its key is made of the name that it has when the settings are saved."""
        self._added += 1
        new = CallReason(f"{_NEW}{self._added}", self.tr("New reason"))
        self._reasons = replace(self._reasons, offered=(*self._reasons.offered, new))
        self._fill(len(self._reasons.offered) - 1)
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)
        self.name.selectAll()

    @Slot()
    def _remove(self) -> None:
        place = self._place()
        left = [one for nth, one in enumerate(self._reasons.offered) if nth != place]
        self._reasons = replace(self._reasons, offered=tuple(left))
        self._fill(min(place, len(left) - 1))
