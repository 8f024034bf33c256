"""Mails over a real server: encrypted, logged in, refused; and never a password in clear text."""

from email.message import EmailMessage
from pathlib import Path

import pytest
import trustme

from app import mail
from app.domain.errors import MailError
from app.mail import MailServer, send_mail
from tests.mail.server import PASSWORD, USER, SmtpServer, served_by

AUTHORITY = trustme.CA()


@pytest.fixture(autouse=True)
def trusted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Have the system trust an authority."""
    AUTHORITY.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))


def a_mail() -> EmailMessage:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = "Ruta Norte ñ", "desk@example.com", "ana@example.com"
    message.set_content("Uno\n.\nDos")
    return message


def logged_in(server: SmtpServer, user: str = USER) -> MailServer:
    return MailServer(server.address, user, PASSWORD)


def test_a_mail_is_sent_behind_starttls_with_the_login_encrypted() -> None:
    with SmtpServer(tls=served_by(AUTHORITY)) as server:
        send_mail(logged_in(server), a_mail())
        (taken,) = server.wait_for_mails(1)
    assert taken["Subject"] == "Ruta Norte ñ"
    assert taken.get_content().split() == ["Uno", ".", "Dos"]
    assert server.logins == [(USER, PASSWORD)]
    assert [line.split()[0] for line in server.seen_in_clear] == ["ehlo", "STARTTLS"]


def test_without_a_mail_the_login_alone_is_tried() -> None:
    with SmtpServer(tls=served_by(AUTHORITY)) as server:
        send_mail(logged_in(server), None)
        with pytest.raises(MailError, match="refuses smtp_user or smtp-password"):
            send_mail(logged_in(server, "somebody"), None)
    assert (server.logins[0], server.mails) == ((USER, PASSWORD), [])


def test_port_465_is_encrypted_from_the_first_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    with SmtpServer(tls=served_by(AUTHORITY), is_implicit=True) as server:
        monkeypatch.setattr(mail, "_IMPLICIT_TLS", server.port)
        send_mail(logged_in(server), a_mail())
        assert server.wait_for_mails(1)
    assert server.logins == [(USER, PASSWORD)]
    assert server.seen_in_clear == []


def test_without_a_user_a_server_on_this_computer_needs_no_encryption_and_with_one_it_does() -> None:
    with SmtpServer() as server:
        send_mail(MailServer(server.address), a_mail())
        assert server.wait_for_mails(1)
        with pytest.raises(MailError, match="does not offer encryption, so nothing was sent"):
            send_mail(logged_in(server), a_mail())
    assert server.logins == []
    assert len(server.mails) == 1


def test_a_server_elsewhere_gets_nothing_without_encryption(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "is_loopback", lambda _host: False)  # as if it were another computer
    with SmtpServer() as server, pytest.raises(MailError, match="does not offer encryption"):
        send_mail(MailServer(server.address), a_mail())
    assert server.mails == []
    assert [line.split()[0] for line in server.seen_in_clear] == ["ehlo"]


@pytest.mark.parametrize("authority", [trustme.CA(), AUTHORITY])
def test_a_certificate_of_an_unknown_authority_or_another_name_gets_nothing(authority: trustme.CA) -> None:
    tls = served_by(authority, "127.0.0.1" if authority is not AUTHORITY else "mail.example")
    with SmtpServer(tls=tls) as server, pytest.raises(MailError, match="certificate of the mail server 127"):
        send_mail(logged_in(server), a_mail())
    assert server.logins == []


def test_a_refused_login_says_what_to_enter_and_never_the_password() -> None:
    with SmtpServer(tls=served_by(AUTHORITY)) as server, pytest.raises(MailError, match="refuses smtp_user") as refused:
        send_mail(logged_in(server, "another"), a_mail())
    assert PASSWORD not in str(refused.value)
    assert refused.value.user_message.command == "despacho credentials set smtp-password"
    assert PASSWORD not in repr(logged_in(server))


def test_a_refused_mail_says_the_servers_reason() -> None:
    with SmtpServer(takes=("552 mailbox full",)) as server, pytest.raises(MailError, match=r"not take .*mailbox full"):
        send_mail(MailServer(server.address), a_mail())


def test_a_server_that_hangs_or_is_gone_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "_SECONDS", 0.2)
    with SmtpServer(hangs=True) as server, pytest.raises(MailError, match="cannot be reached, or does not answer"):
        send_mail(MailServer(server.address), a_mail())
    with pytest.raises(MailError, match="cannot be reached"):
        send_mail(MailServer(server.address), a_mail())


def test_a_host_that_no_name_can_be_is_a_server_that_cannot_be_reached() -> None:
    with pytest.raises(MailError, match="cannot be reached"):
        send_mail(MailServer(f"{'a' * 70}.example:25"), a_mail())
