"""Groups of the settings: receiver, alerts, and how long data is kept."""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFormLayout, QLineEdit, QPushButton, QSizePolicy, QSpinBox, QWidget

from app.board.reading.reader import Reader
from app.domain.access.credentials import SecretName
from app.domain.cancellation import Cancellation
from app.domain.settings import DECLARED, Group
from app.qt_threads.worker_pool import QueryThread
from app.services.diagnostics.relay_probe import probe_relay
from app.ui.appearance.theme import scaled
from app.ui.context.window_context import WindowContext
from app.ui.settings.carrier_settings import ConnectionTest
from app.ui.settings.forms import HttpsButton, SettingFields, add_note, add_wide, field_label, new_form, value_of
from app.ui.settings.secret_line import SecretLine
from app.ui.widgets.labels import name_field, plain_label, restyle
from app.ui.widgets.layouts import in_row
from app.ui.widgets.wheel_guard import keep_from_wheel

_RULE_WIDTH = 104
_RULES = (
    ("alert_silent_minutes", "alert_silent_as"),
    ("alert_promise_at", "alert_promise_as"),
    ("alert_route_percent", "alert_route_as"),
    ("alert_not_loaded_minutes", "alert_not_loaded_as"),
)
"""The settings of each rule: when it holds, and how its alerts are announced."""


class ReceiverSettings(QWidget):
    """The fields with their explanations; the dialog reads and saves them."""

    def __init__(self, fields: SettingFields) -> None:
        super().__init__()
        form = new_form(self)
        fields.add_group(form, Group.RECEIVER)
        public_url = fields.line("public_url")
        self.plain_http = QWidget()
        in_row(
            (plain_label(self.tr("The provider sends to https addresses only."), tone="warn"), 1),
            HttpsButton(public_url),
            on=self.plain_http,
            margins=0,
        )
        self.plain_http.hide()
        about_tokens = self.tr(
            "A saved token cannot be seen again: copy a generated one for the provider before you save. The next one "
            "is for a change without a gap: while both are set, both are accepted."
        )
        add_note(form, self.plain_http)
        self.token_line = SecretLine(form, self.tr("Token"), is_ours=True)
        self.next_token_line = SecretLine(form, self.tr("Next token"), is_ours=True)
        add_note(form, plain_label(about_tokens, tone="dim"))
        public_url.textChanged.connect(
            lambda text: self.plain_http.setVisible(text.strip().lower().startswith("http://"))
        )

    def secrets(self) -> dict[SecretName, SecretLine]:
        """Return the fields of the secrets."""
        return {SecretName.RECEIVER_TOKEN: self.token_line, SecretName.RECEIVER_TOKEN_NEXT: self.next_token_line}


class CarriersSettings(QWidget):
    """The field of the desk's carriers with its explanation; the dialog reads and saves it."""

    def __init__(self, fields: SettingFields) -> None:
        super().__init__()
        form = new_form(self)
        about = self.tr(
            "The codes with which this desk works, in the order in which they are offered. While there is none, they "
            "are those that were loaded in the last 30 days."
        )
        add_wide(form, plain_label(about, tone="dim"))
        form.addRow(fields.make("carriers"))


class SharingSettings(QWidget):
    """The fields with their explanations, and a test of what they hold; the dialog reads and saves them."""

    def __init__(self, context: WindowContext, fields: SettingFields) -> None:
        super().__init__()
        self._fields = fields
        form = new_form(self)
        about = self.tr(
            "Notes, cases, calls and notifications are the same on all desks that have the same relay and site. Its "
            "administrator says what to enter here."
        )
        add_wide(form, plain_label(about, tone="dim"))
        fields.add_group(form, Group.SHARING)
        self._lines = {
            SecretName.RELAY_USER: SecretLine(form, self.tr("User")),
            SecretName.RELAY_PASSWORD: SecretLine(form, self.tr("Password")),
            SecretName.RELAY_NKEY: SecretLine(form, self.tr("NKey, in place of both")),
        }
        self._cancellation = Cancellation()
        probe = partial(probe_relay, context.app_context)
        self.test = ConnectionTest(context, probe, lambda: self._cancellation.cancel())
        add_note(form, self.test)
        self.test.asked.connect(self._test)
        self._lines[SecretName.RELAY_NKEY].field.textEdited.connect(self._replace_both)
        for line in self._lines.values():
            line.field.textChanged.connect(self.test.stop)
            line.forget.toggled.connect(self.test.stop)
        for key, field in fields.items():
            if DECLARED[key].group is Group.SHARING and isinstance(field, QLineEdit):
                field.textChanged.connect(self.test.stop)

    def secrets(self) -> dict[SecretName, SecretLine]:
        """Return the fields of the secrets."""
        return self._lines

    @Slot()
    def _test(self) -> None:
        values = {key: value_of(field) for key, field in self._fields.items() if DECLARED[key].group is Group.SHARING}
        if not values["relay_url"]:
            self._fields.show_wanted("relay_url", DECLARED["relay_url"].kind.wanted)
            self._fields["relay_url"].setFocus()
        elif not self._fields.wrong(values):
            lines = {name: line for name, line in self._lines.items() if line.typed or line.is_to_be_forgotten}
            self._cancellation = Cancellation()
            self.test.start(values, {name: line.typed for name, line in lines.items()}, self._cancellation)

    @Slot(str)
    def _replace_both(self, nkey: str) -> None:
        """Mark user and password to be forgotten where an NKey is to be kept in their place."""
        for name in (SecretName.RELAY_USER, SecretName.RELAY_PASSWORD):
            self._lines[name].forget.setChecked(bool(nkey) and self._lines[name].is_kept_here)


class AlertSettings(QWidget):
    """The fields with their explanations; the dialog reads and saves them."""

    test_asked = Signal()
    """The user wants to see a test message."""

    def __init__(self, fields: SettingFields, *, has_tray: bool) -> None:
        super().__init__()
        self._fields = fields
        self.quiet_from, self.quiet_until = fields.line("quiet_from"), fields.line("quiet_until")
        self.test = QPushButton(self.tr("Show a test alert"))
        self.no_tray = plain_label(
            self.tr("This desktop shows no messages of programs: alerts are listed under the bell only."),
            tone="warn",
        )
        self.half = plain_label(self.tr("Quiet time needs both hours."), tone="warn")
        self._lay_out()
        self.no_tray.setVisible(not has_tray)
        self.test.setEnabled(has_tray)
        self.half.hide()
        self.test.clicked.connect(self.test_asked)
        for field in (self.quiet_from, self.quiet_until):
            field.textChanged.connect(self._look_at_hours)

    def _lay_out(self) -> None:
        form = new_form(self)
        about = self.tr(
            "The bell at the top right gathers failed visits, reception gaps, and what is turned away or set "
            "aside. It is always there."
        )
        add_wide(form, plain_label(about, tone="dim"))
        self._fields.add_group(form, Group.ALERTS)
        for key, field in self._fields.items():
            if key.startswith("alert_"):
                field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)  # as wide as those below
        self._add_rules(form)
        hours = in_row(spacing=8)
        for label, hour in ((self.tr("Quiet from"), self.quiet_from), (self.tr("until"), self.quiet_until)):
            title = plain_label(label, wraps=False)
            title.setBuddy(hour)
            hours.addWidget(title)
            hours.addWidget(hour)
        hours.addStretch(1)
        form.addRow(hours)
        quiet = self.tr(
            "By the site's clock: no message and no sound in quiet time, "
            "and afterwards one message for everything that came."
        )
        add_wide(form, plain_label(quiet, tone="dim"))
        add_wide(form, self.half)
        form.addRow(in_row(self.test, 1))
        add_wide(form, self.no_tray)
        about = self.tr("Where no window is open, the receiver mails what the rules find.")
        add_wide(form, plain_label(about, tone="dim"))
        self._fields.add_group(form, Group.MAIL)

    def _add_rules(self, form: QFormLayout) -> None:
        for key, way_key in _RULES:
            threshold, way, title = self._fields.make(key), self._fields.make(way_key), DECLARED[key].title
            threshold.setFixedWidth(scaled(_RULE_WIDTH))
            name_field(way, self._fields.say(DECLARED[way_key].title.filled(rule=title)))
            line = in_row(threshold, (way, 1), spacing=8)
            keep_from_wheel(way)
            form.addRow(field_label(self._fields.say(title), threshold), line)
        about = self.tr("Each is raised once, and again after it ended. A route counts from five closed visits on.")
        add_wide(form, plain_label(about, tone="dim"))

    @Slot()
    def _look_at_hours(self) -> None:
        self.half.setVisible(bool(self.quiet_from.text().strip()) != bool(self.quiet_until.text().strip()))


class Retention(QObject):
    """Counts the days to delete as the number in a field changes, and says so below the field."""

    def __init__(self, days: QSpinBox, today: Callable[[], date], query_thread: QueryThread[Reader]) -> None:
        super().__init__(days)
        self._today = today
        self._query_thread = query_thread
        self.days = days
        self.note = plain_label(tone="dim")
        days.valueChanged.connect(self._count)
        self._count()

    @Slot()
    def _count(self) -> None:
        """Ask how many days would be deleted; no number is shown until that is known."""
        self._show(0)
        days = self.days.value()
        self.days.setSuffix(self.tr(" day(s)", "", days))
        first_kept = self._today() - timedelta(days=days)
        asked = self._query_thread.ask("days before", lambda rows: (days, rows.days_before(first_kept)))
        asked.succeeded.connect(self._take)
        asked.failed.connect(lambda _error: None)  # the tables report a store that cannot be read

    @Slot(object)
    def _take(self, counted: tuple[int, int]) -> None:
        days, gone = counted
        if days == self.days.value():
            self._show(gone)

    def _show(self, gone: int) -> None:
        text = self.tr(
            "What was last loaded, or was received, longer ago is deleted once a day with its notes, "
            "from the copies too."
        )
        if gone:
            text += "\n" + self.tr("If you save this, %Ln day(s) will be deleted within minutes.", "", gone)
        self.note.setText(text)
        restyle(self.note, "tone", "warn" if gone else "dim")
