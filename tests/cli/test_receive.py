"""`despacho receive`, and exports of the saved notifications."""

import csv
import io
import json
import os
import re
import signal
import socket
import sqlite3
import struct
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from uuid import uuid4

import httpx
import openpyxl
import pytest

from app.cli.receive import _report_settled, _WrongTokenMessages
from app.cli.terminal.context import Context
from app.domain.errors import AppError, StoreBusyError
from app.domain.reception.refusals import WrongTokenCount
from app.domain.site import SiteRules
from app.domain.texts import Text
from app.facts.gaps import Heartbeat, save_heartbeat
from app.store.writer import Writer
from app.threads import OnceReporter
from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import DEADLINE, Despacho
from tests.cli.wire import DATE
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

RECEIVER_TOKEN = "a-receiver-token"
VISITS = (
    "visita_id tracking_id titulo direccion estado_anterior estado_nuevo numero_seguimientos conductor.id"
    " conductor.nombre ruta.id ruta.nombre contacto.nombre contacto.telefono contacto.email ubicacion.latitud"
    " ubicacion.longitud check_in.fecha_hora check_in.latitud check_in.longitud check_out.fecha_hora"
    " check_out.latitud check_out.longitud fotos.dni fotos.evidencia timestamp recibida envios distancia_check_in_m"
    " permanencia_s"
)
NOTIFICATIONS = "visita_id timestamp event estado_nuevo recibida repetidas resultado cuerpo"


def body(visit: int = 1, at: str = "12:00:05", **data: object) -> bytes:
    visited = {"visita_id": visit, "estado_nuevo": "completada", "numero_seguimientos": ["K1"], **data}
    return json.dumps({"event": "visita_estado_cambio", "timestamp": f"{DATE}T{at}.000000", "data": visited}).encode()


@contextmanager
def receiving(despacho: Despacho, *more: str, stop: signal.Signals = signal.SIGTERM) -> Iterator[str]:
    """Run the receiver, yield its URL, and end it by this signal; unless killed it must exit with 0."""
    knowing = despacho.knowing(DESPACHO_RECEIVER_TOKEN=RECEIVER_TOKEN, DESPACHO_TIME_ZONE="America/Bogota")
    with knowing.start("receive", "--port", "0", *more) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().decode().strip()
            process.send_signal(stop)
            out, said = process.communicate(timeout=DEADLINE)
        finally:
            process.kill()  # if the test failed; else it has ended
    assert out == b""
    assert process.returncode == (0 if stop is not signal.SIGKILL else -signal.SIGKILL)
    assert b"Traceback" not in said
    assert RECEIVER_TOKEN.encode() not in said


def post(url: str, content: bytes, token: str | None = RECEIVER_TOKEN) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.post(url, content=content, headers=headers, trust_env=False, timeout=PATIENCE, verify=False)


def test_one_line_says_where_it_listens_and_a_signal_ends_it(despacho: Despacho) -> None:
    for stop in (signal.SIGTERM, signal.SIGINT):
        with receiving(despacho, "--path", "/aviso", stop=stop) as url:
            assert url.startswith("http://127.0.0.1:")
            assert url.endswith("/aviso")
            assert post(url, body()).status_code == 200
            assert post(url, body(), "another").status_code == 401
            assert httpx.get(url.replace("/aviso", "/healthz"), trust_env=False, timeout=PATIENCE).status_code == 200


@pytest.mark.skipif(sys.platform != "linux", reason="sockets with abstract names")
def test_systemd_is_told_that_it_is_ready_what_it_does_that_it_lives_and_that_it_ends(despacho: Despacho) -> None:
    name = f"despacho-{uuid4()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"\0{name}")
        manager.settimeout(DEADLINE)
        with receiving(despacho.knowing(NOTIFY_SOCKET=f"@{name}", DESPACHO_LANGUAGE="en")):
            told = [manager.recv(1000).decode()]
            while not {"WATCHDOG=1", "STATUS=Receiving."} <= {*told}:
                told.append(manager.recv(1000).decode())
        while told[-1] != "STOPPING=1":
            told.append(manager.recv(1000).decode())
    assert told[0] == "READY=1"


@pytest.mark.skipif(sys.platform != "linux", reason="sockets with abstract names, and /proc")
@pytest.mark.parametrize("is_killed", [False, True])
def test_the_process_that_loads_days_tells_systemd_nothing_and_leaves_nothing_behind(
    despacho: Despacho, is_killed: bool
) -> None:
    name = f"despacho-{uuid4()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"\0{name}")
        manager.settimeout(DEADLINE)
        manager.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)

        def hear() -> tuple[int, str]:
            said, ((_, _, credentials),), *_ = manager.recvmsg(1000, 100)
            return struct.unpack("3i", credentials)[0], said.decode()

        with receiving(despacho.knowing(NOTIFY_SOCKET=f"@{name}")) as url:
            told = [hear()]
            receiver = told[0][0]
            wait_until(lambda: _children(receiver), "the process that loads days")
            (loader,) = _children(receiver)
            if is_killed:  # as without memory, where OOMPolicy=continue lets the receiver go on
                os.kill(loader, signal.SIGKILL)
            told += [hear() for _ in range(3)]
            assert post(url, body()).status_code == 200
        while told[-1][1] != "STOPPING=1":  # by KillMode=mixed the signal is for the receiver alone
            told.append(hear())
    assert {sender for sender, _ in told} == {receiver}
    assert "WATCHDOG=1" in [said for _, said in told]
    assert not Path(f"/proc/{loader}").exists()


def _children(pid: int) -> list[int]:
    listed = [thread.read_text(encoding="ascii") for thread in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for children in listed for child in children.split()]


def test_received_notifications_are_exported(despacho: Despacho) -> None:
    envio = {"numero": "7", "numeroExterno": "K1", "idEstadoEnvio": "2", "estadoEnvio": "En Reparto"}
    day = json.dumps([{"idPlanillaReparto": 1, "estado": "VIG", "envios": [envio]}]).encode()
    with ScriptedCarrier(says(200, day)) as carrier:
        assert (
            despacho.asking(carrier.url, DESPACHO_TIME_ZONE="America/Bogota")
            .run("fetch", "--carrier", "A", "--date", DATE)
            .code
            == 0
        )
    data: dict[str, Any] = {
        "conductor": {"id": 4, "nombre": "=cmd()", "placa": "ABC1"},
        "precio": 1.50,
        "check_in": {"fecha_hora": f"{DATE}T11:55:00", "latitud": "4.601", "longitud": "-74.10"},
        "check_out": {"fecha_hora": f"{DATE}T11:58:20"},
        "ubicacion": {"latitud": "4.60", "longitud": "-74.10"},
    }
    whole = body(**data).replace(b"1.5", b"1.50")
    with receiving(despacho) as url:
        assert [post(url, one).json()["status"] for one in (whole, whole, body(at="11:00:00"), b"no")] == [
            "stored",
            "duplicate",
            "stored",
            "quarantined",
        ]
    of_the_day = ("--date", DATE, "--headers", "api", "--delimiter", "comma")
    visits, nested, news, shipments, book = despacho.run_each(
        ("export", "visits", *of_the_day),
        ("export", "visits", "--date", DATE, "--format", "json"),
        ("export", "notifications", *of_the_day),
        ("export", "shipments", *of_the_day),
        ("export", "visits", "--date", DATE, "--output", str(despacho.folder / "visits.xlsx")),
    )
    (row,) = csv.DictReader(io.StringIO(visits.text.removeprefix("\ufeff")))
    assert list(row) == VISITS.split()
    assert (row["envios"], row["distancia_check_in_m"], row["permanencia_s"]) == ("7", "111.2", "200")
    assert (row["conductor.nombre"], row["recibida"][-1]) == ("'=cmd()", "Z")

    (visit,) = nested.json
    assert visit["conductor"] == data["conductor"]
    assert visit["envios"] == ["7"]
    assert visit["contacto"] is None
    assert (visit["timestamp"], visit["permanencia_s"]) == (f"{DATE}T12:00:05.000000", 200)
    assert '"precio": 1.50' in nested.text

    first, second = csv.DictReader(io.StringIO(news.text.removeprefix("\ufeff")))
    assert list(first) == NOTIFICATIONS.split()
    assert (first["repetidas"], first["resultado"], second["resultado"]) == ("1", "stored", "stored")
    assert first["cuerpo"] == whole.decode()

    (shipment,) = csv.DictReader(io.StringIO(shipments.text.removeprefix("\ufeff")))
    assert [shipment[key] for key in ("estado", "conflicto", "visita_id", "estado_nuevo", "visita_timestamp")] == [
        "Entregado", "true", "1", "completada", f"{DATE}T12:00:05.000000",
    ]  # fmt: skip
    assert book.code == 0
    sheet = openpyxl.load_workbook(despacho.folder / "visits.xlsx").worksheets[0]
    assert sheet.cell(2, 28).value == 111.2


def test_exported_visits_have_integers_where_floats_stood_for_them(despacho: Despacho) -> None:
    sent = body(numero_seguimientos=["700000059.0", 4007199254740995.0, " K1"], visita_id="880001.0")
    with receiving(despacho) as url:
        assert post(url, sent).json() == {"status": "stored"}
    (visit,) = despacho.run("export", "visits", "--date", DATE, "--format", "json").json
    assert (visit["visita_id"], visit["numero_seguimientos"]) == ("880001", ["700000059", 4007199254740995, " K1"])


def test_quarantined_bodies_and_gaps_are_exported_by_the_sites_day(despacho: Despacho) -> None:
    with receiving(despacho) as url:
        assert post(url, b"\xff not JSON").json() == {"status": "quarantined"}
    today = despacho.knowing(DESPACHO_TIME_ZONE="America/Bogota")
    coded, spoken, gaps = today.run_each(
        ("export", "rejected", "--format", "json"), ("export", "rejected"), ("export", "gaps", "--headers", "api")
    )
    (row,) = coded.json
    assert (row["motivo"], row["cuerpo"]) == ("not_json", "ÿ not JSON")
    assert "it is not JSON" in spoken.text
    assert gaps.text.removeprefix("\ufeff") == "desde,hasta,causa\r\n"
    elsewhere = despacho.knowing(DESPACHO_TIME_ZONE="America/Bogota").run("export", "rejected", "--date", "2020-01-01")
    assert "has nothing of" in elsewhere.said


def test_a_kill_and_a_start_later_leave_a_gap_and_lose_nothing(despacho: Despacho) -> None:
    with receiving(despacho, stop=signal.SIGKILL) as url:
        assert post(url, body()).status_code == 200
    with closing(sqlite3.connect(despacho.folder / "facts.sqlite", isolation_level=None)) as db:
        db.execute("UPDATE heartbeat SET at = '2026-11-20T03:00:00.000000Z'")
    with receiving(despacho) as url:
        assert post(url, body()).json() == {"status": "duplicate"}
    gap = despacho.knowing(DESPACHO_TIME_ZONE="America/Bogota")
    (row,) = gap.run("export", "gaps", "--date", "2026-11-19", "--format", "json").json
    assert (row["desde"], row["causa"]) == ("2026-11-20T03:00:00.000000Z", "closed")


def test_a_taken_port_and_a_foreign_address_are_reported(despacho: Despacho) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        ended = despacho.run("receive", "--port", str(port))
    assert (ended.code, ended.out) == (7, b"")
    assert str(port) in ended.said
    assert despacho.run("receive", "--host", "192.0.2.1", "--port", "0").code == 2
    assert despacho.run("receive", "--path", "no slash").code == 2
    assert despacho.run("receive", "--port", "70000").code == 2


@pytest.mark.skipif(sys.platform != "linux", reason="only on Linux all of 127.0.0.0/8 is this computer")
def test_without_encryption_it_listens_beyond_this_computer_only_if_that_is_asked_for_by_name(
    despacho: Despacho,
) -> None:
    exposed = despacho.knowing(DESPACHO_RECEIVER_HOST="0.0.0.0", DESPACHO_TIME_ZONE="America/Bogota")
    refused = exposed.run("receive", "--port", "0")
    assert (refused.code, refused.out) == (2, b"")
    assert "does not listen on 0.0.0.0: it does not encrypt" in refused.said
    assert "despacho receive --host 0.0.0.0" in refused.said
    assert "Run: despacho settings set receiver_host 127.0.0.1" in refused.said
    checked = exposed.run("doctor", "--json").json["checks"]
    assert [one["ok"] for one in checks_of_port(checked)] == [False]
    with receiving(exposed, "--host", "0.0.0.0") as url:
        assert post(url.replace("127.0.0.1", "127.0.0.2"), body()).status_code == 200


def test_an_address_of_ipv6_may_stand_in_brackets(despacho: Despacho) -> None:
    with receiving(despacho, "--host", "[::1]") as url:
        assert url.startswith("http://[::1]:")
        assert post(url, body()).status_code == 200


def checks_of_port(checks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for one in checks if one["check"] == "port"]


def test_without_a_token_it_listens_and_answers_503(despacho: Despacho) -> None:
    with despacho.start("receive", "--port", "0") as process:
        assert process.stdout is not None
        url = process.stdout.readline().decode().strip()
        assert post(url, body()).status_code == 503
        assert httpx.get(url.replace("/visitas", "/healthz"), trust_env=False, timeout=PATIENCE).status_code == 503
        assert process.stderr is not None
        assert b"despacho credentials set receiver-token" in process.stderr.readline()
        process.terminate()
        process.communicate(timeout=DEADLINE)
    assert process.returncode == 0


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert Despacho(tmp_path / "file").run("receive", "--port", "0").code == 6


def said_meanwhile(despacho: Despacho, send: Callable[[str], None], awaited: str) -> str:
    """Have something sent to a receiver's URL, and return what it said once it said the awaited, and has ended."""
    assert despacho.run("settings", "set", "language", "en").code == 0
    with despacho.knowing(DESPACHO_RECEIVER_TOKEN=RECEIVER_TOKEN).start("receive", "--port", "0") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        send(process.stdout.readline().decode().strip())
        lines, text = iter(process.stderr.readline, b""), ""
        while awaited not in text:
            text += next(lines).decode()
        process.send_signal(signal.SIGTERM)
        return text + process.communicate(timeout=DEADLINE)[1].decode()


def test_a_source_of_many_wrong_tokens_is_named_once(despacho: Despacho) -> None:
    def send(url: str) -> None:
        for _ in range(40):
            assert post(url, body(), "another").status_code == 401

    text = said_meanwhile(despacho, send, "without the right token")
    assert len(re.findall(r"127\.0\.0\.1 sent \d+ requests without the right token", text)) == 1
    log = "".join(one.read_text(encoding="utf-8") for one in despacho.folder.rglob("*.log"))
    assert "127.0.0.1 sent" not in log


def test_another_path_to_which_notifications_come_is_named_once(despacho: Despacho) -> None:
    def send(url: str) -> None:
        for _ in range(2):
            assert post(f"{url}/otra", body()).status_code == 200

    text = said_meanwhile(despacho, send, "They are kept")
    assert text.count("Notifications come to /visitas/otra instead of /visitas.") == 1


def test_a_refused_notification_is_a_gap_that_receive_export_and_doctor_name(despacho: Despacho) -> None:
    def send(url: str) -> None:
        headers = {"Authorization": f"Bearer {RECEIVER_TOKEN}", "Content-Encoding": "br"}
        refused = httpx.post(url, content=b"\x0b", headers=headers, timeout=PATIENCE, trust_env=False)
        assert refused.status_code == 415

    text = said_meanwhile(despacho, send, "may be missing")
    assert "what the provider sent could not be read" in text
    day = datetime.now(UTC).date()
    for date in (day, day - timedelta(days=1)):
        exported = despacho.run("export", "gaps", "--format", "json", "--date", date.isoformat()).json
        if exported:
            break
    assert [gap["causa"] for gap in exported] == ["refused"]
    checks = despacho.run("doctor", "--json").json
    assert "what the provider sent could not be read" in json.dumps(checks)


def test_a_source_that_leaves_the_list_and_comes_back_is_not_named_again() -> None:
    printed = list[str]()
    messages = _WrongTokenMessages(
        cast("Context", SimpleNamespace(print_message=lambda text: printed.append(str(text))))
    )
    hour = datetime(2026, 11, 20, 17, tzinfo=UTC)
    two = [WrongTokenCount(hour, source, 50) for source in ("192.0.2.1", "192.0.2.2")]
    later = WrongTokenCount(hour + timedelta(hours=1), "192.0.2.1", 50)
    for counts in (two, two[:1], two, two[1:], [later, *two], [later]):
        messages.show(tuple(counts))
    assert [text.partition(" sent")[0] for text in printed] == ["192.0.2.1", "192.0.2.2", "192.0.2.1"]


def test_settings_damaged_meanwhile_and_a_gap_are_reported(despacho: Despacho) -> None:
    assert despacho.run("settings", "set", "language", "en").code == 0
    path = despacho.folder / "facts.sqlite"
    with Writer(path) as writer:
        writer.write(lambda db: save_heartbeat(db, Heartbeat(datetime.now(UTC) - timedelta(days=2), "another", 1)))
    settings = despacho.folder / "settings.toml"
    knowing = despacho.knowing(DESPACHO_RECEIVER_TOKEN=RECEIVER_TOKEN)
    with knowing.start("receive", "--port", "0") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        settings.write_text("no TOML", encoding="utf-8")
        lines, text = iter(process.stderr.readline, b""), ""
        while "may be missing" not in text or "no valid TOML" not in text:
            text += next(lines).decode()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=DEADLINE)
    day = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC"
    assert re.search(f"Notifications may be missing from {day} to {day}: Despacho was closed", text)
    assert text.count("is no valid TOML") == 1


def test_site_settings_that_cannot_be_saved_after_a_recovery_are_reported() -> None:
    reported: list[AppError] = []
    settled: Future[tuple[SiteRules, bool]] = Future()
    settled.set_exception(StoreBusyError(Text("Test", "Locked.")))
    _report_settled(settled, OnceReporter(reported.append))
    assert [type(one) for one in reported] == [StoreBusyError]
