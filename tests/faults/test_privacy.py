"""Privacy: nothing that the program writes contains a secret, or more personal data than needed."""

import base64
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote
from zoneinfo import ZoneInfo

import httpx
import pytest

from app.facts.file.opening import FILE_NAME
from app.services.app_context import AppContext
from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import DEADLINE, Despacho
from tests.credentials.secret_service import BUS, gnome_keyring
from tests.displays import virtual_display
from tests.faults.figures import Figures, Length
from tests.faults.secret_search import CommandLines, SecretSearch, files_in
from tests.waiting import PATIENCE, wait_until

FAULT = "privacy"

TOKEN, USER = "Kanarien+tok/7 Zq9=xW", "kanarien.user&3F"
RECEIVED, NEXT, WRONG = "empfang-Vz83/+kanar==", "demnext-Qy51/+kanar==", "falsch-Xk77/+kanar=="
PASSPHRASE = "correct horse"
SECRETS = SecretSearch([TOKEN, USER, RECEIVED, NEXT, WRONG, PASSPHRASE])
DOCUMENT, OTHER_DOCUMENT, PHONE, OTHER_PHONE = "998877665", "887766554", "3157778899", "3018887766"
PHOTO, MAIL = "https://fotos.example/carne-kanarien-41.jpg", "quispe.kanarien@buzon.example"
NAME, OTHER_NAME = "Wilkañusta Kanarienquispe", "Ollantay Kanarienmamani"
PERSONAL = SecretSearch([DOCUMENT, OTHER_DOCUMENT, PHONE, OTHER_PHONE, PHOTO, MAIL, NAME, OTHER_NAME])
CARRIER = "KANARI-BOG"


def manifest() -> bytes:
    envio = {
        "numero": "K0001",
        "idEstadoEnvio": "2",
        "estadoEnvio": "En Reparto",
        "destinatario": OTHER_NAME,
        "idTipoDocumentoDest": "CC",
        "documentoDest": OTHER_DOCUMENT,
        "telefonoDest": OTHER_PHONE,
        "emailDest": MAIL,
    }
    unreadable = {"numero": None, "destinatario": OTHER_NAME, "documentoDest": OTHER_DOCUMENT}
    return json.dumps([{"idPlanillaReparto": 1, "estado": "VIG", "envios": [envio, unreadable]}]).encode()


def notification(date: str, **more: object) -> bytes:
    data = {
        "visita_id": 71,
        "estado_nuevo": "falso_flete",
        "numero_seguimientos": ["K0001"],
        "contacto": {"nombre": NAME, "telefono": PHONE, "correo": MAIL, "email": MAIL, "documento": DOCUMENT},
        "fotos": {"dni": PHOTO},
        "nota": f"{NAME}, CC {DOCUMENT}, {PHONE}",
        **more,
    }
    body = {"event": "visita_estado_cambio", "timestamp": f"{date}T10:00:00.000000", "data": data}
    return json.dumps(body, ensure_ascii=False).encode()


class Office:
    """The program with its folders, the output of its processes, and what watches these."""

    def __init__(self, root: Path, stack: ExitStack, bus: str) -> None:
        # Not the test's own folder: a socket's path may have 108 characters.
        self.temporary = Path(stack.enter_context(TemporaryDirectory(prefix="privacy-")))
        self.root = root
        self.exports = root / "exports"
        self.exports.mkdir(parents=True)
        (root / "home").mkdir()
        self.said: dict[str, bytes] = {}
        self.lines = stack.enter_context(CommandLines())
        display = stack.enter_context(virtual_display())
        self.despacho = Despacho(root / "data").knowing(
            DBUS_SESSION_BUS_ADDRESS=bus,
            DISPLAY=display,
            TMPDIR=str(self.temporary),
            DESPACHO_TIME_ZONE="America/Bogota",
            DESPACHO_RETRY_SECONDS="0",
            DESPACHO_CARRIER=CARRIER,
        )
        self.today = str(AppContext.now(None).astimezone(ZoneInfo("America/Bogota")).date())  # type: ignore[arg-type]

    def finish(self, process: "subprocess.Popen[bytes]", given: bytes = b"") -> bytes:
        """Wait for the end of a process; keep what it said on standard error, and return its standard output."""
        out, said = process.communicate(given, timeout=DEADLINE)
        self.said[f"standard error {len(self.said)}: {process.args!r} {process.returncode}"] = said
        return bytes(out)

    def run(self, *arguments: str, given: bytes = b"", keeps_quiet: bool = True, **variables: str) -> None:
        despacho = self.despacho.knowing(**variables)
        out = self.finish(despacho.start(*arguments, stdin=subprocess.PIPE), given)
        if keeps_quiet:
            self.said[f"standard output {len(self.said)}: {arguments}"] = out

    def run_with_leaking_errors(self, *arguments: str, **variables: str) -> None:
        """Run the program with a bug that tells all it knows."""
        environment = self.despacho.knowing(**variables).environment
        command = [sys.executable, "-m", "tests.faults.leaking_errors", *arguments]
        self.finish(subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE))

    @contextmanager
    def receiving(self, *command: str) -> Iterator[str]:
        """Run the receiver, and lend its address."""
        arguments = [*(command or (sys.executable, "-m", "app")), "receive", "--port", "0"]
        environment = self.despacho.environment
        with subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            yield process.stdout.readline().decode().strip()
            process.terminate()
            self.finish(process)

    def start_desk(self, **variables: str) -> "subprocess.Popen[bytes]":
        desk = self.despacho.knowing(**variables).start()
        assert desk.pid
        return desk


def post(url: str, body: bytes, token: str, *, is_in_query: bool = False) -> int:
    headers = {"Authorization": f"Bearer {token}", "X-Copy": token, "Cookie": f"a={token}"}
    with httpx.Client(trust_env=False, timeout=PATIENCE) as client:
        query = {"token": token} if is_in_query else None
        return client.post(url, content=body, headers=headers, params=query).status_code


def is_up(data: Path) -> bool:
    """Return whether a window has put up its files."""
    return (data / "window.ini").exists() and (data / FILE_NAME).exists()


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    with ExitStack() as stack:
        home = tmp_path / "keyring"
        home.mkdir()
        stack.enter_context(gnome_keyring(home, monkeypatch))
        yield Office(tmp_path / "office", stack, os.environ[BUS])


def live(office: Office, length: Length) -> None:
    """Go once through all that the program does, with what must not come out of it."""
    secrets = {
        "authorization-token": TOKEN,
        "authorization-user": USER,
        "receiver-token": RECEIVED,
        "receiver-token-next": NEXT,
    }
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda one: office.run("credentials", "set", one[0], given=one[1].encode()), secrets.items()))
    day = ("fetch", "--carrier", CARRIER, "--date", office.today)
    echo = f"{TOKEN} {USER}".encode()
    answers = [
        says(200, manifest()),
        says(401, echo),
        says(302, echo, {"Location": f"https://{CARRIER}.example/?token=x"}),
        says(500, echo),
        says(200, b"<html>" + echo),
    ][: length.of(2, 5)]
    with ScriptedCarrier(*answers) as carrier:
        for _ in answers:
            office.run(*day, DESPACHO_BASE_URL=carrier.url)
        assert carrier.requests[0].headers["authorization-token"] == TOKEN
    office.run_with_leaking_errors(*day, DESPACHO_BASE_URL=carrier.url)
    with office.receiving() as url:
        for token in (RECEIVED, NEXT):
            assert post(url, notification(office.today, visita_id=len(token) + ord(token[0])), token) == 200
        assert post(url, notification(office.today), WRONG) == 401
        assert post(url, notification(office.today), WRONG, is_in_query=True) == 401
        assert post(url, f"no json {NAME}".encode(), RECEIVED) == 200
        assert post(f"{url}/{RECEIVED}", notification(office.today, visita_id=5), RECEIVED) in (200, 404)
        assert post(url, notification(office.today, visita_id=6), RECEIVED, is_in_query=True) == 200
    with office.receiving(sys.executable, "-m", "tests.faults.leaking_errors") as url:
        assert post(url, notification(office.today, visita_id=9), RECEIVED) >= 500
    with ThreadPoolExecutor(2) as pool:
        tables = ("shipments", "visits", "notifications", "rejected", "gaps")
        endings = ("csv", "json", "xlsx")
        wanted = [
            (table, one)
            for place, table in enumerate(tables)
            for one in length.of(endings[(place + 2) % 3 :][:1], endings)
        ]
        list(
            pool.map(
                lambda one: office.run(
                    "export", one[0], "--date", office.today, "--output", str(office.exports / ".".join(one))
                ),
                wanted,
            )
        )
    office.run("doctor", "--json", DESPACHO_BASE_URL=carrier.url)
    desk(office)


def desk(office: Office) -> None:
    """Open the window, start it a second time, let it crash hard, and open and close it once more."""
    data = office.root / "data"
    first = office.start_desk()
    wait_until(lambda: any(data.glob("despacho-*.fatal")) or any((data / "log").glob("despacho-*.fatal")))
    wait_until(lambda: is_up(data) and (data / "log" / "despacho.log").exists())
    office.finish(office.start_desk())  # it ends once the first one has come to the front
    first.send_signal(signal.SIGSEGV)
    office.finish(first)
    assert first.returncode == -signal.SIGSEGV
    second = office.start_desk()
    wait_until(
        lambda: any(
            "crash" in one.name for one in (data / "log").glob("crash-*.txt") if "ended like" in one.read_text()
        )
    )
    office.finish(office.start_desk())
    second.terminate()
    office.finish(second)
    assert second.returncode == 0


def test_no_secret_and_no_unneeded_personal_data_is_written(office: Office, length: Length, figures: Figures) -> None:
    live(office, length)
    data = office.root / "data"
    files = files_in(office.root, office.temporary)
    places = files | office.said | office.lines.seen
    logs = {name: text for name, text in files.items() if "/log/" in name}
    assert {Path(name).name for name in logs} >= {"despacho.log", "receive.log", "fetch.log"}
    assert sum("crash-" in name for name in logs) >= 3
    reports = b"".join(text for name, text in logs.items() if "crash-" in name)
    assert all(kind in reports for kind in (b"RuntimeError", b"ValueError", b"Segmentation fault"))
    with closing(sqlite3.connect(data / "facts.sqlite")) as db:
        assert db.execute("SELECT count(*) FROM notification").fetchone()[0] >= 4
    places_of_persons = data / "facts.sqlite", data / "board-", data / "backups", office.exports
    kept = [name for name in files if name.startswith(tuple(map(str, places_of_persons)))]
    assert {Path(name).suffix for name in kept} >= {".csv", ".xlsx", ".json", ".sqlite"}
    assert set(PERSONAL.found(files)) >= {str(data / "facts.sqlite"), str(office.exports / "visits.csv")}
    elsewhere = {name: text for name, text in places.items() if name not in kept}
    figures.at_least("places searched for secrets and persons", len(places), 60)
    secrets, persons = SECRETS.found(places), PERSONAL.found(elsewhere)
    assert (secrets, persons) == ({}, {})
    figures.at_most("secrets found", sum(secrets.values()), 0)
    figures.at_most("personal data found outside the database and exports", sum(persons.values()), 0)


def test_the_search_finds_a_secret_in_every_encoding() -> None:
    text = f"x{TOKEN}y"
    for shape in (
        text.encode(),
        text.encode("utf-16-le"),
        quote(text).encode(),
        json.dumps({"a": text}).encode(),
        *(base64.b64encode(b"z" * before + text.encode()) for before in range(4)),
        json.dumps(NAME).encode(),
    ):
        assert SECRETS.count(shape) or PERSONAL.count(shape)
    assert not SECRETS.count(b"Kanarien")
