"""Mails of alerts over a real server: gathered, tried again so many times, and without what nobody needs."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from queue import Queue

import pytest
import trustme

from app.credentials.credentials import Credentials, SessionVault
from app.domain.access.credentials import SecretName
from app.domain.reception.alerts import Alert, AlertKind
from app.domain.texts import Text
from app.services.alerting.alert_mail import AlertMail
from app.store.writer import Writer
from tests.mail.server import PASSWORD, USER, SmtpServer, served_by
from tests.services.test_rule_watch import NOON, Site
from tests.temporary_store import Store
from tests.waiting import PATIENCE


def alert(sentence: str, minute: float = 0.0) -> Alert:
    text = Text("Test", "{sentence}").filled(sentence=sentence)
    at = NOON + timedelta(minutes=minute)
    return Alert(AlertKind.SILENT, at, NOON.date(), driver="Ana", contact="Eva Díaz", problem=text)


class Bench:
    """Mails over a server, with pauses that a test can wait for."""

    def __init__(self, folder: Path, writer: Writer, stack: ExitStack) -> None:
        Store(writer)
        self.place = Site(folder, {}, Credentials({}, SessionVault(), SessionVault()))
        self.problems: Queue[str] = Queue()
        self.bugs: Queue[BaseException] = Queue()
        self._stack = stack

    def mail(
        self, server: SmtpServer, seconds: float = 60.0, pauses: tuple[float, ...] = (), **more: object
    ) -> AlertMail:
        settings = {"smtp_server": server.address, "alert_mail_to": "ana@example.com,luis@example.com", **more}
        self.place.settings_file.write({"time_zone": "America/Bogota", "desk": "Bogotá", "language": "en"} | settings)
        mail = AlertMail(self.place, str, lambda text: self.problems.put(str(text)), self.bugs.put, seconds, pauses)
        self._stack.callback(mail.stop)
        return mail

    def problem(self) -> str:
        return self.problems.get(timeout=PATIENCE)


@pytest.fixture
def bench(tmp_path: Path, writer: Writer) -> Iterator[Bench]:
    with ExitStack() as stack:
        bench = Bench(tmp_path / "data", writer, stack)
        yield bench
    assert bench.bugs.empty()


@pytest.fixture
def server() -> Iterator[SmtpServer]:
    with SmtpServer() as server:
        yield server


def test_alerts_within_a_minute_are_one_mail(bench: Bench, server: SmtpServer) -> None:
    mail = bench.mail(server)
    mail.add([alert("Ana is silent.")])
    mail.add([alert("Norte fails.", 1), alert("A is not loaded.", 1)])
    mail.stop()  # which waits for no minute
    (taken,) = server.mails
    assert taken["Subject"] == "Despacho: 3 alert(s)"
    assert taken["To"] == "ana@example.com, luis@example.com"
    assert taken["From"] == "ana@example.com"
    assert taken["Auto-Submitted"] == "auto-generated"
    assert taken.get_content().splitlines() == [
        "12:00  Ana is silent.", "12:01  Norte fails.", "12:01  A is not loaded.", "", "Despacho on Bogotá",
    ]  # fmt: skip
    assert "Eva" not in str(taken)


def test_one_alert_is_the_subject_whatever_is_in_it(bench: Bench, server: SmtpServer) -> None:
    mail = bench.mail(server, 0.0, smtp_from="desk@example.com")
    mail.add([alert("Ñuñoa\r\nBcc: eve@example.com\u2028 \ud800 fails.")])
    (taken,) = server.wait_for_mails(1)
    assert taken["Subject"] == "Despacho: Ñuñoa Bcc: eve@example.com � fails."
    assert taken["Bcc"] is None
    assert taken["From"] == "desk@example.com"


def test_a_mail_that_was_not_taken_is_tried_again_with_what_came_since(bench: Bench) -> None:
    with SmtpServer(takes=("451 later", "250 taken")) as server:
        mail = bench.mail(server, 0.0, (0.5,))
        mail.add([alert("One.")])
        assert "tries again. The mail server 127.0.0.1" in bench.problem()
        mail.add([alert("Two.")])
        (taken,) = server.wait_for_mails(1)
        mail.add([alert("Three.")])
        assert server.wait_for_mails(2)[1]["Subject"] == "Despacho: Three."
    assert "One." in taken.get_content()
    assert "Two." in taken.get_content()
    assert bench.problems.empty()


def test_after_so_many_tries_a_mail_is_given_up_and_a_later_one_is_sent(bench: Bench) -> None:
    with SmtpServer(takes=("451 later", "451 later", "451 later", "250 taken")) as server:
        mail = bench.mail(server, 0.0, (0.0, 0.0))
        mail.add([alert("One.")])
        assert ["not tried again" in bench.problem() for _ in range(3)] == [False, False, True]
        mail.add([alert("Two.")])
        assert server.wait_for_mails(1)[0]["Subject"] == "Despacho: Two."


def test_the_end_waits_for_no_further_try(bench: Bench) -> None:
    with SmtpServer(takes=("451 later",)) as server:
        mail = bench.mail(server, 0.0, (9999.0,))
        mail.add([alert("One.")])
        assert "tries again" in bench.problem()
        mail.stop()
        assert server.connections == 1


def test_without_a_server_or_recipients_nothing_is_mailed_and_nothing_is_wrong(
    bench: Bench, server: SmtpServer
) -> None:
    for missing in ({"smtp_server": ""}, {"alert_mail_to": ""}):
        mail = bench.mail(server, 0.0, (), **missing)
        mail.add([alert("One.")])
        mail.stop()
    assert server.connections == 0
    assert bench.problems.empty()


def test_the_password_goes_to_the_server_alone_that_it_was_entered_for(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    with SmtpServer(tls=served_by(authority)) as server, SmtpServer(tls=served_by(authority)) as another:
        mail = bench.mail(server, 0.0, smtp_user=USER)
        mail.add([alert("One.")])
        assert "Not set yet: smtp-password" in bench.problem()
        bench.place.credentials.write(SecretName.SMTP_PASSWORD, PASSWORD, address=server.address)
        mail.add([alert("Two.")])
        assert server.wait_for_mails(1)
        assert server.logins == [(USER, PASSWORD)]
        bench.place.settings_file.write({"smtp_server": another.address})
        mail.add([alert("Three.")])
        assert f"entered for {server.address}, and is sent to no other server" in bench.problem()
        mail.stop()
        assert another.connections == 0


def test_a_bug_is_reported_and_the_next_alert_is_mailed(bench: Bench, server: SmtpServer) -> None:
    mail = bench.mail(server, 0.0)
    mail._say = lambda _text: 1 // 0  # type: ignore[assignment, return-value]
    mail.add([alert("One.")])
    assert isinstance(bench.bugs.get(timeout=PATIENCE), ZeroDivisionError)
    mail._say = str
    mail.add([alert("Two.")])
    assert server.wait_for_mails(1)[0]["Subject"] == "Despacho: Two."
