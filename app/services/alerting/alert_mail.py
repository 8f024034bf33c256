"""Mails alerts, where an administrator names a mail server: those within a minute as one mail."""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from functools import partial

from app.domain.errors import AppError
from app.domain.reception.alerts import Alert
from app.domain.settings import Settings
from app.domain.site import site_time
from app.domain.texts import Say, Text
from app.export.rows import encodable
from app.mail import MailServer, send_mail
from app.services.app_context import AppContext, desk_name
from app.services.site_settings import site_of
from app.threads import TaskThread

_GATHER_SECONDS = 60.0
_PAUSES = (60.0, 300.0, 900.0)
"""Seconds before each further try of a mail that could not be sent."""

_ALERTS = Text("Alert", "%Ln alert(s)", count=0)
_FROM = Text("Alert", "Despacho on {desk}")
_NOT_SENT = Text("Alert", "An alert could not be mailed; Despacho tries again. {reason}")
_GIVEN_UP = Text("Alert", "An alert could not be mailed, and is not tried again. {reason}")
_log = logging.getLogger(__name__)


class AlertMail:
    """Mails them, by the settings at that time, in a thread that the first one starts.

    Nothing is mailed without a server or recipients. `on_problem` is called in the thread with why a mail could not be
    sent, `on_bug` with every error that is no failure of the environment. Alerts gather for `gather_seconds`; `pauses`,
    in seconds, come before each further try.
    """

    def __init__(
        self,
        place: AppContext,
        say: Say,
        on_problem: Callable[[Text], object],
        on_bug: Callable[[BaseException], None],
        gather_seconds: float = _GATHER_SECONDS,
        pauses: Sequence[float] = _PAUSES,
    ) -> None:
        self._place, self._say, self._on_problem, self._on_bug = place, say, on_problem, on_bug
        self._gather_seconds, self._pauses = gather_seconds, pauses
        self._waiting: list[Alert] = []
        self._failures = 0
        self._is_running = self._is_stopping = False
        self._thread = TaskThread("alert-mail", self._send)

    def add(self, alerts: Sequence[Alert]) -> None:
        """Mail these alerts soon; always from the same thread."""
        if not self._is_running:
            self._is_running = True
            self._thread.start()
        self._submit(partial(self._take, alerts))

    def stop(self) -> None:
        """Send what is still gathered, and end the thread; a mail that failed before is not tried again."""
        self._is_stopping = True
        if self._is_running:
            self._thread.stop()

    def _submit(self, task: Callable[[], object], delay: float = 0.0) -> None:
        self._thread.submit(task, delay).add_done_callback(self._report)

    def _report(self, done: "Future[object]") -> None:
        error = done.exception()
        if error is not None:
            self._on_bug(error)

    def _take(self, alerts: Sequence[Alert]) -> None:
        if not self._waiting:
            self._submit(self._send, self._gather_seconds)
        self._waiting += alerts

    def _send(self) -> None:
        alerts, self._waiting = self._waiting, []
        if not alerts or (self._failures and self._is_stopping):
            return
        try:
            settings = self._place.settings_file.read()
            if settings.smtp_server and settings.alert_mail_to:
                send_mail(server_of(settings, self._place), self._message(alerts, settings))
        except AppError as error:
            self._note_failure(alerts, error)
        else:
            self._failures = 0

    def _note_failure(self, alerts: Sequence[Alert], error: AppError) -> None:
        """Try again after a pause, so many times; what comes meanwhile goes with it."""
        is_last = self._is_stopping or self._failures == len(self._pauses)
        _log.warning("A mail was not sent: %s", error)
        said = (_GIVEN_UP if is_last else _NOT_SENT).filled(reason=error.user_message)
        self._on_problem(replace(said, command=error.user_message.command))
        if is_last:
            self._failures = 0
        else:
            self._waiting += alerts
            self._submit(self._send, self._pauses[self._failures])
            self._failures += 1

    def _message(self, alerts: Sequence[Alert], settings: Settings) -> EmailMessage:
        zone = site_of(self._place).days.zone
        said = [(one.at, " ".join(self._say(one.problem).split())) for one in alerts if one.problem]
        lines = [f"{site_time(at, zone):%H:%M}  {text}" for at, text in said]
        about = said[0][1] if len(said) == 1 else self._say(replace(_ALERTS, count=len(said)))
        message = EmailMessage()
        message["Subject"] = encodable(f"Despacho: {about}")
        message["From"] = settings.smtp_from or settings.alert_mail_to.split(",")[0]
        message["To"] = settings.alert_mail_to
        message["Date"] = formatdate(localtime=True)
        message["Message-ID"] = make_msgid(domain="despacho")  # the default asks the network for this computer's name
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(encodable("\n".join([*lines, "", self._say(_FROM.filled(desk=desk_name(self._place)))])))
        return message


def server_of(settings: Settings, place: AppContext) -> MailServer:
    """Return the mail server that an administrator set.

    Raises:
        CredentialsError: it wants a password, and there is none for it.
    """
    user, server = settings.smtp_user, settings.smtp_server
    return MailServer(server, user, place.credentials.smtp_password(server) if user else "")
