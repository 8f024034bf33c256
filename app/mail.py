"""Sends mails by a mail server: encrypted, unless it runs on this computer and asks for no password."""

import ssl
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from smtplib import (
    SMTP,
    SMTP_SSL,
    SMTPAuthenticationError,
    SMTPException,
    SMTPResponseException,
    SMTPServerDisconnected,
)
from urllib.parse import urlsplit

from app.domain.access.addresses import is_loopback
from app.domain.errors import MailError
from app.domain.texts import Text
from app.net.trust import system_trust

_SECONDS = 10.0
"""How long each step may take."""
_IMPLICIT_TLS = 465
_LONGEST_REASON = 200

_UNENCRYPTED = Text("Mail", "The mail server {server} does not offer encryption, so nothing was sent to it.")
_LOGIN = Text(
    "Mail",
    "The mail server {server} refuses smtp_user or smtp-password. Enter them again.",
    command="despacho credentials set smtp-password",
)
_CERTIFICATE = Text("Mail", "The certificate of the mail server {server} cannot be trusted ({reason}).")
_REFUSED = Text("Mail", "The mail server {server} does not take the mail ({reason}).")
_UNREACHABLE = Text("Mail", "The mail server {server} cannot be reached, or does not answer ({reason}).")


@dataclass(frozen=True)
class MailServer:
    """A mail server as `host:port`, with what it is to be logged in with; without a user there is no login."""

    address: str
    user: str = ""
    password: str = field(default="", repr=False)


def send_mail(server: MailServer, message: EmailMessage | None) -> None:
    """Send a mail to those in its `To`; None: only do what comes before, which shows whether one could be sent.

    Raises:
        MailError: the server cannot be reached, is not encrypted or does not take it.
    """
    parts = urlsplit(f"//{server.address}")
    host, port = parts.hostname or "", parts.port or 0
    try:
        if port == _IMPLICIT_TLS:
            smtp: SMTP = SMTP_SSL(host, port, timeout=_SECONDS, context=system_trust())
        else:
            smtp = SMTP(host, port, timeout=_SECONDS)
        try:
            _send(smtp, server, message, may_be_plain=port == _IMPLICIT_TLS or (is_loopback(host) and not server.user))
            with suppress(SMTPException, OSError):  # it has the mail
                smtp.quit()
        finally:
            smtp.close()
    except (SMTPException, OSError, UnicodeError) as error:
        raise MailError(_text(error).filled(server=server.address, reason=_reason(error))) from error


def _send(smtp: SMTP, server: MailServer, message: EmailMessage | None, *, may_be_plain: bool) -> None:
    smtp.ehlo()
    if smtp.has_extn("starttls") and not isinstance(smtp, SMTP_SSL):
        smtp.starttls(context=system_trust())
    elif not may_be_plain:
        raise MailError(_UNENCRYPTED.filled(server=server.address))
    if server.user:
        smtp.login(server.user, server.password)
    if message is not None:
        smtp.send_message(message)


def _text(error: Exception) -> Text:
    if isinstance(error, SMTPAuthenticationError):
        return _LOGIN
    if isinstance(error, ssl.SSLCertVerificationError):
        return _CERTIFICATE
    is_refused = isinstance(error, SMTPException) and not isinstance(error, SMTPServerDisconnected)
    return _REFUSED if is_refused else _UNREACHABLE


def _reason(error: Exception) -> str:
    said = error.smtp_error if isinstance(error, SMTPResponseException) else str(error) or type(error).__name__
    return (said.decode(errors="replace") if isinstance(said, bytes) else said)[:_LONGEST_REASON]
