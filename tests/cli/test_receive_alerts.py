"""Alerts of rules in `despacho receive`: printed, and mailed over a real server."""

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from subprocess import Popen
from zoneinfo import ZoneInfo

import pytest
import trustme

from tests.cli.process import DEADLINE, Despacho
from tests.cli.test_receive import RECEIVER_TOKEN, post
from tests.mail.server import PASSWORD, USER, SmtpServer, served_by

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

SENTENCE = "Ruta Norte: 5 of 5 closed visits failed."
NOON_ZONE = ZoneInfo(f"Etc/GMT{datetime.now(UTC).hour - 12:+d}")
"""Where it is noon, so that the day does not end during a test."""


@pytest.fixture
def failing(despacho: Despacho) -> Despacho:
    """A folder in which five visits of a route failed today, with the rule that finds it."""
    variables = {
        "RECEIVER_TOKEN": RECEIVER_TOKEN,
        "TIME_ZONE": NOON_ZONE.key,
        "LANGUAGE": "en",
        "ALERT_ROUTE_PERCENT": "50",
    }
    failing = despacho.knowing(**{f"DESPACHO_{name}": value for name, value in variables.items()})
    with running(failing.knowing(DESPACHO_ALERT_ROUTE_PERCENT="0")) as process:
        url = first_line(process)
        for visit in range(1, 6):
            assert post(url, failed(visit)).status_code == 200
        assert SENTENCE not in end(process)
    return failing


def failed(visit: int) -> bytes:
    data = {
        "visita_id": visit,
        "estado_nuevo": "falso_flete",
        "conductor": {"nombre": "Ana Peña"},
        "ruta": {"nombre": "Ruta Norte"},
        "direccion": "Carrera 15 # 127-36",
        "contacto": {"nombre": "Eva Díaz", "telefono": "+57 306 555 0117"},
    }
    return json.dumps(
        {"event": "visita_estado_cambio", "timestamp": f"{datetime.now(NOON_ZONE):%Y-%m-%d}T11:00:00", "data": data}
    ).encode()


@contextmanager
def running(despacho: Despacho) -> Iterator["Popen[bytes]"]:
    """Run the receiver; it is killed if the test failed."""
    with despacho.start("receive", "--port", "0") as process:
        try:
            yield process
        finally:
            process.kill()


def first_line(process: "Popen[bytes]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().decode().strip()


def wait_for(process: "Popen[bytes]", sentence: str) -> str:
    """Read what the process says until a sentence comes; return all of it."""
    said = ""
    assert process.stderr is not None
    while sentence not in said:
        line = process.stderr.readline().decode()
        assert line, said
        said += line
    return said


def end(process: "Popen[bytes]") -> str:
    """End the receiver as a service manager does, and return what it still said."""
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0, said.decode()
    assert "Traceback" not in said.decode()
    return said.decode()


def mailing(despacho: Despacho, server: SmtpServer, **more: str) -> Despacho:
    return despacho.knowing(
        DESPACHO_SMTP_SERVER=server.address,
        DESPACHO_ALERT_MAIL_TO="supervisor@example.com",
        DESPACHO_DESK="Bogota",
        **more,
    )


@pytest.fixture
def tls(tmp_path: Path) -> tuple[trustme.CA, str]:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    return authority, str(tmp_path / "ca.pem")


def test_an_alert_is_printed_logged_and_mailed_with_what_it_needs_and_no_more(
    failing: Despacho, tls: tuple[trustme.CA, str]
) -> None:
    authority, trusted = tls
    with SmtpServer(tls=served_by(authority)) as server:
        secrets = {"DESPACHO_SMTP_USER": USER, "DESPACHO_SMTP_PASSWORD": PASSWORD, "SSL_CERT_FILE": trusted}
        with running(mailing(failing, server, **secrets)) as process:
            said = wait_for(process, SENTENCE) + end(process)
        (taken,) = server.mails
    assert said.count(SENTENCE) == 1
    assert taken["Subject"] == f"Despacho: {SENTENCE}"
    assert taken["To"] == taken["From"] == "supervisor@example.com"
    assert taken.get_content().splitlines()[1:] == ["", "Despacho on Bogota"]
    assert server.logins == [(USER, PASSWORD)]
    log = "".join(path.read_text() for path in (failing.folder / "log").glob("*.log"))
    assert f"Alert (route): {SENTENCE}" in log
    for kept in ("Eva", "0117", "Carrera"):
        assert kept not in taken.as_string() + log
    assert PASSWORD not in said + log


def test_a_refused_login_is_said_with_the_command_that_mends_it(failing: Despacho, tls: tuple[trustme.CA, str]) -> None:
    authority, trusted = tls
    with SmtpServer(tls=served_by(authority), knows="another") as server:
        secrets = {"DESPACHO_SMTP_USER": USER, "DESPACHO_SMTP_PASSWORD": PASSWORD, "SSL_CERT_FILE": trusted}
        with running(mailing(failing, server, **secrets)) as process:
            wait_for(process, SENTENCE)
            said = end(process)
    assert server.mails == []
    assert "refuses smtp_user or smtp-password" in said
    assert "Run: despacho credentials set smtp-password" in said
    assert PASSWORD not in said


def test_a_mail_server_that_hangs_does_not_keep_the_receiver_from_ending(failing: Despacho) -> None:
    with SmtpServer(hangs=True) as server, running(mailing(failing, server)) as process:
        wait_for(process, SENTENCE)
        said = end(process)
    assert "could not be mailed, and is not tried again" in said
    assert server.connections == 1
