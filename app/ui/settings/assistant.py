"""The assistant for the first steps: one page for the connection to the carrier. It can be skipped."""

from typing import cast

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from app.domain.access.connection import ConnectionReport, Part, Verdict
from app.domain.access.credentials import SecretName
from app.domain.settings import LANGUAGES, Settings
from app.services.kept_secrets import SecretState
from app.ui.context.window_context import Feature, WindowContext
from app.ui.settings.forms import fix_field
from app.ui.settings.saving import SavingDialog
from app.ui.settings.settings_dialog import SettingsController
from app.ui.settings.zone_field import ZoneField
from app.ui.widgets.fitted_dialog import KeepFitted, Scrolled, scaled_room
from app.ui.widgets.labels import in_dialog_order, name_field, plain_label
from app.ui.widgets.layouts import in_column, in_row
from app.ui.widgets.system import start_demo

_WIDTH = 640


class Assistant(SavingDialog):
    """Asks for what the first day needs, tests it as soon as it is complete, and saves it as the settings do."""

    language_chosen = Signal(str)
    demo_asked = Signal()

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context, is_first_day=True)
        self.setWindowTitle(self.tr("First steps"))
        self.language = QComboBox()
        self.demo = QPushButton(self.tr("Try the demo"), autoDefault=False)
        self.demo.setVisible(not context.is_demo)
        self.skip = QPushButton(self.tr("Skip"), autoDefault=False)
        self.save = QPushButton(self.tr("Save and load today"), autoDefault=False)
        self.save.setProperty("primary", True)
        self.session_only.setAutoDefault(False)
        self.send_kept.setAutoDefault(False)
        self._is_refused = False
        self._lay_out()
        self._show()
        self._connect()

    def _lay_out(self) -> None:
        name_field(self.language, self.tr("Language"))
        for value, text in LANGUAGES.items():
            self.language.addItem(text, value)
        title = plain_label(self.tr("Connect to the carrier"), heading="title")
        head = in_row((title, 1))
        label = plain_label(
            self.tr("Language"), tone="dim", wraps=False
        )  # screen readers on Linux name a list by its label alone
        label.setBuddy(self.language)
        head.setSpacing(8)
        head.addWidget(label)
        head.addWidget(self.language)
        about = plain_label(
            self.tr(
                "Enter what the carrier gave you. Token and user are kept in this computer's keyring, and nowhere "
                "else. To look around first, try the demo: it touches nothing of yours."
            ),
            tone="dim",
        )
        self.fields.add(self.carrier.form, "time_zone")
        self.zone = cast("ZoneField", self.fields["time_zone"])
        self.carrier.form.addRow("", self.carrier.test)
        row = in_row(self.demo, 1, *in_dialog_order(self.save, self.skip), spacing=8)
        column = in_column(head, on=self, margins=(24, 20, 24, 20), spacing=12)
        content = QWidget()
        in_column(about, self.carrier, on=content, margins=0, spacing=12)
        scrolled = Scrolled(content)
        self.carrier.explained.connect(scrolled.show_soon)
        column.addWidget(scrolled)
        for widget in (self.error, self.session_only):
            column.addWidget(widget)
        column.addStretch(1)
        column.addLayout(row)
        self.setMinimumWidth(scaled_room(self, _WIDTH).width())

    def _show(self) -> None:
        """Show what is set already, and what is fixed."""
        self._show_values()
        self.language.setCurrentIndex(self.language.findData(self._context.language))
        if "language" in (fixed := self._context.settings.fixed()):
            fix_field(self.language, fixed["language"], self._context.say)
        self.carrier.base_url.setFocus()
        self.carrier.test.show_note(self.tr("Address, token, user and code are tested as soon as all are there."))

    def _connect(self) -> None:
        KeepFitted(self)
        self.language.activated.connect(self._choose_language)
        self.demo.clicked.connect(self.demo_asked)
        self.skip.clicked.connect(self.reject)
        self.save.clicked.connect(self.accept)
        self.carrier.changed.connect(self._forget_result)
        self.carrier.test.ended.connect(self._follow_test)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter go on to the field that is still missing, or to the button that saves."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._go_on()
            return
        super().keyPressEvent(event)

    def _go_on(self) -> None:
        at, wrong = self.focusWidget(), self._errors.first_in(self) if self._is_refused else None
        if at is self.save and wrong is not None:  # the carrier would refuse each load; a click saves all the same
            wrong.setFocus()
        elif isinstance(at, QPushButton):
            at.click()
        elif at is self.carrier.base_url and self._errors.text(self.carrier.base_url):
            self.carrier.base_url.selectAll()
        elif at is not self.zone or self.fields.check_zone(self.zone):
            missing = self.carrier.missing()
            (missing[0] if missing else self.save).setFocus()

    @Slot()
    def _forget_result(self) -> None:
        """A value was changed."""
        self._is_refused = False
        self.save.setText(self.tr("Save and load today"))
        self.error.hide()

    @Slot(object)
    def _follow_test(self, report: ConnectionReport) -> None:
        """Let nobody be held up by a test that fails for a reason elsewhere."""
        fails = report.verdict is Verdict.FAILS
        self._is_refused = fails and report.about is Part.CREDENTIALS
        self.save.setText(self.tr("Save all the same") if fails else self.tr("Save and load today"))

    @Slot(object)
    def _show_secrets(self, states: dict[SecretName, SecretState]) -> None:
        super()._show_secrets(states)
        self.carrier.test_soon()

    @Slot()
    def _choose_language(self) -> None:
        chosen = str(self.language.currentData())
        if chosen != self._context.language:
            self.language_chosen.emit(chosen)

    def accept(self) -> None:
        """Save, unless something is missing or wrong: then go there. It closes once that is done."""
        missing = self.carrier.missing()
        for field in missing:
            self._errors.show(field, self.tr("This is still missing."))
        if missing:
            missing[0].setFocus()
        elif not self.carrier.check_address():
            self.carrier.base_url.setFocus()
        elif not self.fields.check_zone(self.zone):
            self.zone.setFocus()
        else:
            self._save()

    def _save(self, *, for_session: bool = False, confirmed: str = "") -> None:
        self.error.hide()
        self._saving.save(self._values(), self._secrets(), for_session=for_session, confirmed=confirmed)

    @Slot(object)
    def _finish(self, _: object) -> None:
        self.carrier.leave()
        super().accept()


class FirstSteps(Feature):
    """Opens the assistant automatically if the program was never used, until it is finished or skipped."""

    first_day_asked = Signal()
    """The first day is to be loaded by the window of this moment: another zone may have built a new one."""

    def __init__(self, context: WindowContext, settings: SettingsController) -> None:
        """Open it soon if it is time."""
        super().__init__(context)
        self._settings = settings
        if self._is_first_time() or context.state.is_welcoming():
            QTimer.singleShot(0, self, self.open)  # the window comes first

    def _is_first_time(self) -> bool:
        settings = self._context.settings.read()
        is_used = bool(settings.base_url or settings.carrier or self._context.rows.carriers())
        return not (self._context.is_demo or is_used or self._context.state.was_welcomed())

    @Slot()
    def open(self) -> None:
        """Open the assistant."""
        assistant = Assistant(self._context)
        assistant.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        assistant.language_chosen.connect(self._speak)
        assistant.demo_asked.connect(self.start_demo)
        assistant.saved.connect(self._follow)
        assistant.accepted.connect(self._load)
        assistant.finished.connect(self._context.state.keep_welcomed)
        self._context.state.keep_welcoming()
        assistant.open()

    @Slot()
    def start_demo(self) -> None:
        """Open the demo beside this window, with its language and theme."""
        start_demo(self._context.app_context.folder)

    @Slot(object)
    def _follow(self, settings: Settings) -> None:
        """Apply what was saved; a new window does not ask for it again."""
        self._context.state.keep_welcomed()
        self._settings.follow(settings)

    @Slot(str)
    def _speak(self, language: str) -> None:
        """Continue in another language: a new window opens, and the assistant with it."""
        self._settings.follow(self._context.settings.save({"language": language}))

    @Slot()
    def _load(self) -> None:
        settings = self._context.settings.read()
        if settings.carrier and settings.base_url:
            self.first_day_asked.emit()
