"""The day's notices: what failed in a strip under the top bar, all others behind a chip in it."""

from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QPushButton, QWidget

from app.ui.appearance.icons import TextTone, icon
from app.ui.appearance.theme import Theme, scaled
from app.ui.context.places import HelpPlace, Page
from app.ui.notices.notices import Gravity, Notice, Remedy, Topic
from app.ui.widgets.chip import Chip, ChipLook
from app.ui.widgets.fitted_dialog import KeepFitted, Popover, Scrolled, place
from app.ui.widgets.flow_layout import FlowingPage, FlowLayout
from app.ui.widgets.labels import plain_label, restyle, tool_tip
from app.ui.widgets.layouts import in_column, in_row

_LOOKS = {
    Gravity.ERROR: ("error", TextTone.BAD),
    Gravity.WARNING: ("warning", TextTone.WARN),
    Gravity.INFO: ("info", TextTone.ACCENT),
}
"""The `banner` and `tone` properties of the style sheet."""
_ICONS = {Gravity.ERROR: "circle-x", Gravity.WARNING: "warning", Gravity.INFO: "info"}
_LIST_WIDTH = 360

_SYMPTOM = partial(HelpPlace, Page.TROUBLESHOOTING)
HELP = {
    Topic.FAILURE: _SYMPTOM("something-in-despacho-went-wrong"),
    Topic.BOARD: _SYMPTOM("rows-may-be-missing"),
    Topic.RECEIVER: _SYMPTOM("notifications-are-not-being-received"),
    Topic.OTHER_DESKS: HelpPlace(Page.SHARING, "if-something-is-wrong"),
    Topic.NEW_DAY: HelpPlace(Page.FIRST_DAY, "today-and-other-days"),
    Topic.GAP: _SYMPTOM("there-was-a-reception-gap"),
    Topic.FOLDER: HelpPlace(Page.PRIVACY, "where-data-is-kept"),
    Topic.SENDER: _SYMPTOM("visits-are-dated-wrong"),
    Topic.NUMBERS: _SYMPTOM("visits-match-no-shipment"),
    Topic.DAY: _SYMPTOM("the-day-could-not-be-loaded"),
    Topic.DROP: _SYMPTOM("many-shipments-are-no-longer-listed"),
    Topic.VERSION: HelpPlace(Page.INSTALL, "update"),
    Topic.SIGNS: HelpPlace(Page.BOARD, "when-nothing-is-marked-as-possibly-missed"),
}
"""Where the manual explains the notices of a topic."""
REMEDY_HELP = {Remedy.SHOW_SKIPPED: _SYMPTOM("shipments-could-not-be-read")}
"""The same of notices that offer this, whatever their topic."""


class NoticeRow(QFrame):
    """One notice with its buttons: beside the text, or below it where there is little width."""

    asked = Signal(object)
    """The `Remedy` that was chosen, or the `SettingsPlace` that is to be shown."""
    closed = Signal(object)
    """The `Topic` whose notice the user closed."""
    help_asked = Signal(object)
    """The `HelpPlace` that explains the notice."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, is_narrow: bool = False) -> None:
        super().__init__(parent)
        self.shown: tuple[Topic, Notice] | None = None
        self._lead, self._text = plain_label(heading="step"), plain_label()
        self._lead.line_width = 0
        self.remedy = QPushButton(autoDefault=False)
        self.remedy.setProperty("primary", not is_narrow)
        self._second = QPushButton(flat=True, autoDefault=False)
        self._help = QPushButton(self.tr("Help"), flat=True, autoDefault=False)
        self._close = QPushButton(icon("x", theme.text), "", flat=True, autoDefault=False)
        self._close.setAccessibleName(self.tr("Close"))
        self._close.setToolTip(self.tr("Close"))
        self.remedy.clicked.connect(self._ask)
        self._second.clicked.connect(self._ask_second)
        self._help.clicked.connect(self._ask_for_help)
        self._close.clicked.connect(self._close_shown)
        self._sign, self._theme = QLabel(), theme
        self._sign.setHidden(is_narrow)
        row = in_row(self._sign, self._lead, (self._text, 1), spacing=8)
        whole = in_column(row, on=self, margins=(16, 6, 12, 6), spacing=8)
        helpful: QLayout = row
        if is_narrow:
            below = FlowingPage()
            helpful = FlowLayout(below, margin=0, spacing=8)
            whole.addWidget(below)
        for button in (self.remedy, self._second, self._help):
            helpful.addWidget(button)
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop if is_narrow else Qt.AlignmentFlag.AlignVCenter)

    @property
    def main_button(self) -> QPushButton:
        """The button that helps, or leads to the manual."""
        return self.remedy if self.shown is not None and self.shown[1].button else self._help

    def show_notice(self, topic: Topic, notice: Notice) -> None:
        """Show a notice."""
        if self.shown == (topic, notice):
            return
        self.shown = topic, notice
        look, tone = _LOOKS[notice.gravity]
        restyle(self, "banner", look)
        self._sign.setPixmap(icon(_ICONS[notice.gravity], self._theme.text_color(tone)).pixmap(QSize(18, 18)))
        for label, text in ((self._lead, notice.lead), (self._text, notice.text.removeprefix(notice.lead).strip())):
            restyle(label, "tone", "" if tone is TextTone.ACCENT else tone)  # blue is what can be clicked
            label.setText(text)
            label.setToolTip(tool_tip(notice.more))
        self._lead.setVisible(bool(notice.lead))
        # It takes the focus when a load failed.
        self.remedy.setAccessibleDescription(f"{notice.text} {notice.more}".strip())
        self.remedy.setText(notice.button)
        self.remedy.setVisible(bool(notice.button))
        self._second.setText(notice.second[0] if notice.second is not None else "")
        self._second.setVisible(notice.second is not None)
        self._close.setVisible(notice.can_close)

    @Slot()
    def _ask(self) -> None:
        if self.shown is not None and self.shown[1].remedy is not None:
            self.asked.emit(self.shown[1].remedy)

    @Slot()
    def _ask_second(self) -> None:
        if self.shown is not None and self.shown[1].second is not None:
            self.asked.emit(self.shown[1].second[1])

    @Slot()
    def _ask_for_help(self) -> None:
        if self.shown is not None:
            topic, notice = self.shown
            by_remedy = REMEDY_HELP.get(notice.remedy) if isinstance(notice.remedy, Remedy) else None
            self.help_asked.emit(by_remedy or HELP[topic])

    @Slot()
    def _close_shown(self) -> None:
        if self.shown is not None:
            self.closed.emit(self.shown[0])


class Banner(QWidget):
    """Holds one notice for each topic: the strip shows what failed last, else the gravest failure; the chip the others.

    A notice is removed with its cause. Some can be closed by the user; their makers keep that in mind.
    """

    asked = Signal(object)
    """The `Remedy` that was chosen, or the `SettingsPlace` that is to be shown."""
    closed = Signal(object)
    """The `Topic` whose notice the user closed."""
    help_asked = Signal(object)
    """The `HelpPlace` that explains a notice."""
    strip_shown = Signal(bool)
    """The strip is shown, or hidden again."""

    def __init__(self, theme: Theme, chip: Chip, parent: QWidget | None = None) -> None:
        """Make it without notices; `chip` is hidden while the strip shows all."""
        super().__init__(parent)
        self._theme = theme
        self._notices: dict[Topic, Notice] = {}
        self._chip = chip
        self.strip = NoticeRow(theme, self)
        self.list = Popover(chip, self)
        self.list.setWindowTitle(chip.accessibleName())
        self.list.setFixedWidth(scaled(_LIST_WIDTH))
        content = QWidget()
        self._column, self._rows = in_column(on=content, margins=0, spacing=0), list[NoticeRow]()
        for holder, held, border in ((self.list, Scrolled(content), 1), (self, self.strip, 0)):
            in_column(held, on=holder, margins=border)
        KeepFitted(self.list)
        chip.clicked.connect(self._open_list)
        self._connect(self.strip)
        self._show()

    @property
    def text(self) -> str:
        """The texts of all notices, the strip's first, each with what its tooltip adds."""
        return "\n".join(f"{notice.text} {notice.more}".strip() for _, notice in self._ranked())

    def focus_remedy(self) -> None:
        """Move the focus to the button of the strip that helps."""
        self.strip.remedy.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_notice(self, topic: Topic, notice: Notice | None) -> None:
        """Set the notice of a topic, or remove it."""
        if self._notices.get(topic) == notice:
            return
        if notice is None:
            self._notices.pop(topic)
        else:
            self._notices[topic] = notice
        self._show()

    def _ranked(self) -> list[tuple[Topic, Notice]]:
        return sorted(self._notices.items(), key=lambda one: _rank(*one))

    def _show(self) -> None:
        """Show the first notice in the strip, if something failed, and the others in the list."""
        listed = self._ranked()
        if has_failed := bool(listed) and _is_failure(listed[0][1]):
            self.strip.show_notice(*listed.pop(0))
        self.strip.setVisible(has_failed)
        self.strip_shown.emit(has_failed)
        while len(self._rows) < len(listed):
            row = NoticeRow(self._theme, is_narrow=True)
            self._connect(row)
            self._rows.append(row)
            self._column.addWidget(row)
        while len(self._rows) > len(listed):
            row = self._rows.pop()
            row.hide()
            row.deleteLater()
        for row, one in zip(self._rows, listed, strict=True):
            row.show_notice(*one)
        self._chip.setVisible(bool(listed))
        if not listed:
            self.list.reject()
            return
        (topic, first), *more = listed
        said = self.tr("%Ln note(s)", "", len(listed)) if more else first.brief or self._brief(topic)
        texts = tuple(notice.text for _, notice in listed)
        tone, count = _LOOKS[first.gravity][1], str(len(listed))
        self._chip.show_look(ChipLook(_ICONS[first.gravity], tone, (said,), more=texts, figure=count))

    def _brief(self, topic: Topic) -> str:
        """Return a topic in two or three words."""
        return {
            Topic.FAILURE: self.tr("Something failed"),
            Topic.BOARD: self.tr("Rows may be missing"),
            Topic.RECEIVER: self.tr("Not receiving"),
            Topic.OTHER_DESKS: self.tr("Other desks"),
            Topic.NEW_DAY: self.tr("A new day"),
            Topic.GAP: self.tr("Reception gap"),
            Topic.FOLDER: self.tr("Data folder"),
            Topic.SENDER: self.tr("Wrong times?"),
            Topic.NUMBERS: self.tr("Unmatched visits"),
            Topic.DAY: self.tr("About this day"),
            Topic.DROP: self.tr("Fewer shipments"),
            Topic.SIGNS: self.tr("Missed ones not marked"),
            Topic.VERSION: self.tr("New version"),
        }[topic]

    def _connect(self, row: NoticeRow) -> None:
        row.asked.connect(self._ask)
        row.help_asked.connect(self._ask_for_help)
        row.closed.connect(self._close)

    @Slot()
    def _open_list(self) -> None:
        if self.list.isVisible():
            self.list.reject()
            return
        self.list.show()  # it takes its height then
        place(self.list, self._chip.mapToGlobal(QPoint(0, self._chip.height() + 4)))
        first = self._rows[0]
        self.list.show_active(first.main_button)

    @Slot(object)
    def _ask(self, remedy: object) -> None:
        self.list.reject()
        self.asked.emit(remedy)

    @Slot(object)
    def _ask_for_help(self, where: HelpPlace) -> None:
        self.list.reject()
        self.help_asked.emit(where)

    @Slot(object)
    def _close(self, topic: Topic) -> None:
        self.show_notice(topic, None)
        self.closed.emit(topic)


def _is_failure(notice: Notice) -> bool:
    return notice.failed_at is not None or notice.gravity is Gravity.ERROR


def _rank(topic: Topic, notice: Notice) -> tuple[float, Gravity, Topic]:
    """Return the rank of a notice; the least is shown first."""
    return -notice.failed_at.timestamp() if notice.failed_at is not None else 0, notice.gravity, topic
