"""Groups of the settings: receiver, alerts, and how long data is kept."""

from collections.abc import Callable
from datetime import date, timedelta

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from app.board.reading.reader import Reader
from app.domain.access.credentials import SecretName
from app.domain.pace.alert_rules import WAYS
from app.domain.reception.alerts import AlertKind
from app.qt_threads.worker_pool import QueryThread
from app.ui.appearance.theme import scaled
from app.ui.settings.forms import Field, HttpsButton, SecretLine, add_line, add_note, add_wide, field_label, new_form
from app.ui.widgets.labels import name_field, plain_label, restyle
from app.ui.widgets.wheel_guard import keep_from_wheel

_HOUR = "HH:MM"
_RULE_WIDTH = 104


class ReceiverSettings(QWidget):
    """The fields with their explanations; the dialog reads and saves them."""

    def __init__(self) -> None:
        super().__init__()
        self.host = QLineEdit()
        self.port = QSpinBox(minimum=1, maximum=65535)
        self.path = QLineEdit()
        self.public_url = QLineEdit(placeholderText="https://")
        self.plain_http = QWidget()
        warned = QHBoxLayout(self.plain_http)
        warned.setContentsMargins(0, 0, 0, 0)
        warned.addWidget(plain_label(self.tr("The provider sends to https addresses only."), tone="warn"), 1)
        warned.addWidget(HttpsButton(self.public_url))
        self.plain_http.hide()
        about_tokens = self.tr(
            "Only a fingerprint of a token is kept: copy a generated one for the provider before you save. While both "
            "are set, both are accepted."
        )
        form = new_form(self)
        add_line(form, self.tr("Listens on host"), self.host)
        add_line(form, self.tr("Port"), self.port)
        add_line(form, self.tr("Path"), self.path)
        add_line(form, self.tr("Public address"), self.public_url)
        add_note(form, self.plain_http)
        self.token_line = SecretLine(form, self.tr("Token"), is_ours=True)
        self.next_token_line = SecretLine(form, self.tr("Next token"), is_ours=True)
        add_note(form, plain_label(about_tokens, tone="dim"))
        self.public_url.textChanged.connect(self._look_at_scheme)

    def fields(self) -> dict[str, Field]:
        """Return the fields by the keys of their settings."""
        return {
            "receiver_host": self.host,
            "receiver_port": self.port,
            "receiver_path": self.path,
            "public_url": self.public_url,
        }

    def secrets(self) -> dict[SecretName, SecretLine]:
        """Return the fields of the secrets."""
        return {SecretName.RECEIVER_TOKEN: self.token_line, SecretName.RECEIVER_TOKEN_NEXT: self.next_token_line}

    @Slot(str)
    def _look_at_scheme(self, text: str) -> None:
        self.plain_http.setVisible(text.strip().lower().startswith("http://"))


class AlertSettings(QWidget):
    """The fields with their explanations; the dialog reads and saves them."""

    test_asked = Signal()
    """The user wants to see a test message."""

    def __init__(self, *, has_tray: bool) -> None:
        super().__init__()
        self.silent = QSpinBox(maximum=1440, singleStep=5, suffix=self.tr(" min"))
        self.promise_at = hour_field(self.tr("Promises open at"))
        self.route = QSpinBox(maximum=99, singleStep=5, suffix=" %")
        self.not_loaded = QSpinBox(maximum=1440, singleStep=5, suffix=self.tr(" min"))
        self.ways = {key: QComboBox() for key in WAYS.values()}
        self.quiet_from = hour_field(self.tr("Quiet from"))
        self.quiet_until = hour_field(self.tr("Quiet until"))
        self.mail = {key: QLineEdit() for key in ("smtp_server", "smtp_user", "smtp_from", "alert_mail_to")}
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
        self._add_ways(form)
        self._add_rules(form)
        hours = QHBoxLayout()
        hours.setSpacing(8)
        for label, hour in ((self.tr("Quiet from"), self.quiet_from), (self.tr("until"), self.quiet_until)):
            title = plain_label(label)
            title.setWordWrap(False)
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
        row = QHBoxLayout()
        row.addWidget(self.test)
        row.addStretch(1)
        form.addRow(row)
        add_wide(form, self.no_tray)
        about = self.tr("Where no window is open, despacho receive mails what the rules find.")
        add_wide(form, plain_label(about, tone="dim"))
        titles = self.tr("Mail server"), self.tr("Its user"), self.tr("Mails come from"), self.tr("Mails go to")
        for name, field in zip(titles, self.mail.values(), strict=True):
            add_line(form, name, field)
        self.mail["smtp_server"].setPlaceholderText(self.tr("none: nothing is mailed"))

    def _add_ways(self, form: QFormLayout) -> None:
        ways = {
            "off": self.tr("not at all"),
            "list": self.tr("under the bell only"),
            "message": self.tr("with a message"),
            "sound": self.tr("with a sound"),
            "both": self.tr("with both"),
        }
        titles = {
            "alert_failed_as": self.tr("Failed visits"),
            "alert_reminder_as": self.tr("Promised calls"),
            "alert_reception_as": self.tr("Reception of notifications"),
            "alert_set_aside_as": self.tr("Notifications set aside"),
            "alert_program_as": self.tr("Program, data, credentials"),
        }
        for key, field in self.ways.items():
            field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            for way, text in ways.items():
                if way != "off" or key in titles:  # a rule is off by its threshold
                    field.addItem(text, way)
        for key, title in titles.items():
            add_line(form, title, self.ways[key])

    def _add_rules(self, form: QFormLayout) -> None:
        rules: dict[AlertKind, tuple[str, QWidget]] = {
            AlertKind.SILENT: (self.tr("Driver silent for"), self.silent),
            AlertKind.PROMISE: (self.tr("Promises open at"), self.promise_at),
            AlertKind.ROUTE: (self.tr("Failures of a route over"), self.route),
            AlertKind.NOT_LOADED: (self.tr("Carrier not loaded for"), self.not_loaded),
        }
        for rule, (title, threshold) in rules.items():
            way = self.ways[WAYS[rule]]
            if isinstance(threshold, QSpinBox):
                threshold.setSpecialValueText(self.tr("off"))
            threshold.setFixedWidth(scaled(_RULE_WIDTH))
            name_field(way, self.tr("{rule}: how it is announced").format(rule=title))
            line = QHBoxLayout()
            line.setSpacing(8)
            line.addWidget(threshold)
            line.addWidget(way, 1)
            keep_from_wheel(way)
            form.addRow(field_label(title, threshold), line)
        about = self.tr("Each is raised once, and again after it ended. A route counts from five closed visits on.")
        add_wide(form, plain_label(about, tone="dim"))

    def fields(self) -> dict[str, Field]:
        """Return the fields by the keys of their settings."""
        return {
            "alert_silent_minutes": self.silent,
            "alert_promise_at": self.promise_at,
            "alert_route_percent": self.route,
            "alert_not_loaded_minutes": self.not_loaded,
            **self.ways,
            **self.mail,
            "quiet_from": self.quiet_from,
            "quiet_until": self.quiet_until,
        }

    @Slot()
    def _look_at_hours(self) -> None:
        self.half.setVisible(bool(self.quiet_from.text().strip()) != bool(self.quiet_until.text().strip()))


def hour_field(name: str) -> QLineEdit:
    """Return a field for a time of the day."""
    field = QLineEdit(placeholderText=_HOUR)
    field.setMaxLength(len(_HOUR))
    field.setFixedWidth(scaled(84))
    name_field(field, name)
    return field


class Retention(QWidget):
    """Counts the days to delete as the number changes; its field and its note are added to a form."""

    def __init__(self, today: Callable[[], date], query_thread: QueryThread[Reader], parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self._today = today
        self._query_thread = query_thread
        self.days = QSpinBox(minimum=1, maximum=3650)
        self.note = plain_label(tone="dim")
        self.days.valueChanged.connect(self._count)

    def add_to(self, form: QFormLayout) -> None:
        """Add the field and its note."""
        add_line(form, self.tr("Days are kept for"), self.days)
        add_note(form, self.note)
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
