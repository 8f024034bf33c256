"""The banner under the top bar: one notice, and the button that helps."""

from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from app.ui.appearance.icons import icon
from app.ui.appearance.theme import Theme
from app.ui.notices.notices import Gravity, Notice, Remedy, Topic
from app.ui.ports.help_ports import HelpPlace, Page
from app.ui.widgets.labels import plain_label, restyle

_LOOKS = {
    Gravity.ERROR: ("error", "bad"),
    Gravity.WARNING: ("warning", "warn"),
    Gravity.INFO: ("info", "accent"),
}
"""The `banner` and `tone` properties of the style sheet."""

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


class Banner(QFrame):
    """Holds one notice for each topic, and shows what failed last, else the gravest; hidden while there is none.

    A notice is removed with its cause. Some can be closed by the user; their makers keep that in mind.
    """

    asked = Signal(object)
    """The `Remedy` that was chosen, or the `SettingsPlace` that is to be shown."""
    closed = Signal(object)
    """The `Topic` whose notice the user closed."""
    help_asked = Signal(object)
    """The `HelpPlace` that explains the notice."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notices: dict[Topic, Notice] = {}
        self._text = plain_label()
        self._button = QPushButton()
        self._second = QPushButton(flat=True)
        self._help = QPushButton(self.tr("Help"), flat=True)
        self._close = QPushButton(icon("x", theme.text), "", flat=True)
        self._close.setAccessibleName(self.tr("Close"))
        self._close.setToolTip(self.tr("Close"))
        self._button.clicked.connect(self._ask)
        self._second.clicked.connect(self._ask_second)
        self._help.clicked.connect(self._ask_for_help)
        self._close.clicked.connect(self._close_shown)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 12, 8)
        row.setSpacing(8)
        row.addWidget(self._text, 1)
        for button in (self._button, self._second, self._help, self._close):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()

    @property
    def text(self) -> str:
        """The text that is shown."""
        return self._text.text()

    def focus_remedy(self) -> None:
        """Move the focus to the button that helps."""
        self._button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_notice(self, topic: Topic, notice: Notice | None) -> None:
        """Set the notice of a topic, or remove it."""
        if notice is None:
            self._notices.pop(topic, None)
        else:
            self._notices[topic] = notice
        self._show_worst()

    def _worst(self) -> tuple[Topic, Notice] | None:
        return min(self._notices.items(), key=lambda one: _rank(*one), default=None)

    def _show_worst(self) -> None:
        worst = self._worst()
        if worst is not None:
            notice = worst[1]
            look, tone = _LOOKS[notice.gravity]
            restyle(self, "banner", look)
            restyle(self._text, "tone", tone)
            self._text.setText(notice.text)
            self._button.setAccessibleDescription(notice.text)  # it takes the focus when a load failed
            self._button.setText(notice.button)
            self._button.setVisible(bool(notice.button))
            self._second.setText(notice.second[0] if notice.second is not None else "")
            self._second.setVisible(notice.second is not None)
            self._close.setVisible(notice.can_close)
        self.setVisible(worst is not None)

    @Slot()
    def _ask(self) -> None:
        worst = self._worst()
        if worst is not None and worst[1].remedy is not None:
            self.asked.emit(worst[1].remedy)

    @Slot()
    def _ask_second(self) -> None:
        worst = self._worst()
        if worst is not None and worst[1].second is not None:
            self.asked.emit(worst[1].second[1])

    @Slot()
    def _ask_for_help(self) -> None:
        worst = self._worst()
        if worst is not None:
            topic, notice = worst
            by_remedy = REMEDY_HELP.get(notice.remedy) if isinstance(notice.remedy, Remedy) else None
            self.help_asked.emit(by_remedy or HELP[topic])

    @Slot()
    def _close_shown(self) -> None:
        worst = self._worst()
        if worst is not None:
            self._notices.pop(worst[0])
            self._show_worst()
            self.closed.emit(worst[0])


def _rank(topic: Topic, notice: Notice) -> tuple[float, Gravity, Topic]:
    """Return the rank of a notice; the least is shown."""
    return -notice.failed_at.timestamp() if notice.failed_at is not None else 0, notice.gravity, topic
