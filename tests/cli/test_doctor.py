import socket
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.facts.file.corruption import DamageMark
from app.facts.file.generations import newest_file
from app.facts.gaps import Heartbeat, save_heartbeat
from app.facts.recovery.backups import back_up
from app.store.writer import Writer
from tests.carrier.scripted_carrier import Script, ScriptedCarrier, says, says_to
from tests.cli.process import DEADLINE, TOKEN, Despacho
from tests.cli.wire import DATE, good_day
from tests.mail.server import PASSWORD, USER, SmtpServer
from tests.temporary_store import damage

UNREACHABLE = "http://127.0.0.1:1"
OF_THE_DATA = [
    *(
        "folder",
        "disk",
        "backups",
        "check",
        "recovery",
        "clock",
        "sender",
        "token",
        "gaps",
        "reports",
        "notifications",
        "deviations",
    ),
]


def asked_for(carrier: ScriptedCarrier) -> list[str]:
    return [request.line.split("codigoCarrier=")[1].split("&")[0] for request in carrier.requests]


def test_every_check_that_passes_says_so(loaded: Despacho) -> None:
    with ScriptedCarrier(says_to(TOKEN, good_day())) as carrier:
        asking = loaded.asking(carrier.url)
        ended = asking.run("doctor", "--json")
        named = asking.knowing(DESPACHO_CARRIER="OTHER").run("doctor")
    assert (ended.code, ended.said) == (0, "")
    assert set(ended.json) == {"ok", "checks"}
    assert ended.json["ok"] is True
    assert all(one["ok"] for one in ended.json["checks"])
    names = [one["check"] for one in ended.json["checks"]]
    assert names == ["settings", "store", *OF_THE_DATA, "credentials", "carrier", "parser", "port"]
    assert asked_for(carrier) == ["ACME", "ACME", "OTHER", "OTHER"]  # the last one loaded; with a wrong token too
    assert (named.code, named.said) == (0, "")
    signs = {line.split(":")[0] for line in named.text.splitlines()}
    assert signs == {f"{'!' if name == 'deviations' else '✓'} {name}" for name in names}  # it has unknown fields


def test_a_restored_folder_passes_and_its_own_receiver_is_recognized(tmp_path: Path) -> None:
    despacho = Despacho(tmp_path / "data")
    path = despacho.folder / "facts.sqlite"
    scripts = says(200, good_day()), says(404), says(401)
    with ScriptedCarrier(*scripts) as carrier, socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        asking = despacho.asking(carrier.url, DESPACHO_RECEIVER_PORT=str(port))
        assert asking.run("fetch", "--carrier", "ACME", "--date", DATE).code == 0
        with Writer(path) as writer:
            back_up(path, datetime.now(UTC))
        damage(path)
        DamageMark(path).set("of the test", path)
        with Writer(path) as writer:
            writer.write(lambda db: save_heartbeat(db, Heartbeat(datetime.now(UTC), "the receiver", port)))
        assert newest_file(path) != path
        ended = asking.run("doctor")
    assert "✓ store: The data is intact." in ended.text
    assert "✓ port: Despacho itself listens on this port." in ended.text
    assert "✓ disk: " in ended.text
    assert "! recovery: The data was damaged and was restored from the copy of " in ended.text
    assert asked_for(carrier) == ["ACME", "ACME", "ACME"]  # the last one loaded


def test_missing_data_with_a_copy_is_not_taken_for_a_new_installation(copied: Despacho) -> None:
    path = copied.folder / "facts.sqlite"
    with Writer(path):
        back_up(path, datetime.now(UTC))
    path.rename(copied.folder / "elsewhere.sqlite")
    with ScriptedCarrier(says(404)) as carrier:
        asking = copied.asking(carrier.url)
        before = asking.run("doctor")
        assert asking.run("export", "shipments", "--date", DATE).code == 0
        after = asking.run("doctor")
    assert before.code == 6
    assert f"✕ store: The data file {path} is missing." in before.text
    assert "! recovery: The data was missing and was restored from the copy of " in after.text
    assert "damaged" not in after.text


def test_a_fresh_installation_is_shown_the_first_steps(despacho: Despacho) -> None:
    ended = despacho.run("doctor")
    assert (ended.code, ended.said) == (2, "")
    settings, store, credentials, _parser, port = ended.text.splitlines()
    assert settings.startswith("✕ settings: ")
    assert "despacho settings set base_url" in settings
    assert store == "✓ store: There is no data yet; the first load creates it."
    assert credentials.startswith("✕ credentials: ")
    assert port.startswith("✓ port: The receiver can listen on port ")
    assert port.endswith("despacho credentials set receiver-token")
    assert not despacho.folder.exists()
    spanish = despacho.knowing(DESPACHO_LANGUAGE="es").run("doctor", "--json")
    assert spanish.json["ok"] is False
    assert "La dirección del servicio" in spanish.json["checks"][0]["message"]


def test_a_missing_c_parser_is_found(despacho: Despacho) -> None:
    with ScriptedCarrier(says(404)) as carrier:
        asking = despacho.asking(carrier.url, DESPACHO_LANGUAGE="es")
        assert "✓ parser: " in asking.run("doctor").text
        ended = asking.knowing(AIOHTTP_NO_EXTENSIONS="1").run("doctor")
    assert ended.code == 2
    assert "✕ parser: Falta el analizador en C de aiohttp" in ended.text
    assert "pip install --force-reinstall --only-binary aiohttp aiohttp" in ended.text


@pytest.mark.parametrize(
    ("script", "code", "said"),
    [
        (says(404), 0, "✓ carrier: The service answers."),
        (says(401), 4, "✕ carrier: The carrier does not accept the token or the user (status 401)."),
        (says(503), 5, "✕ carrier: The carrier's service has a problem (status 503)."),
    ],
)
def test_the_service_is_tested_before_a_carrier_is_known(
    despacho: Despacho, script: Script, code: int, said: str
) -> None:
    with ScriptedCarrier(script) as carrier:
        ended = despacho.asking(carrier.url).run("doctor")
    assert (ended.code, ended.said) == (code, "")
    assert ended.text.splitlines()[-3].startswith(said)
    assert len(carrier.requests) == 1


def test_a_refusal_for_a_known_carrier_is_a_credentials_failure(despacho: Despacho) -> None:
    with ScriptedCarrier(says(403), says(404), says(401)) as carrier:
        asking = despacho.asking(carrier.url, DESPACHO_CARRIER="ACME")
        refused, nothing = asking.run("doctor"), asking.run("doctor")
    assert refused.code == 4
    assert "no permission for carrier ACME" in refused.text
    assert nothing.code == 0
    assert "has no manifest for carrier ACME" in nothing.text


def test_credentials_that_cannot_be_sent_are_found(despacho: Despacho) -> None:
    ended = despacho.asking(UNREACHABLE).knowing(DESPACHO_AUTHORIZATION_USER="ñ").run("doctor")
    assert ended.code == 4
    assert "authorization-user contains characters that cannot be sent" in ended.text


def test_an_unreachable_service_is_found(loaded: Despacho) -> None:
    ended = loaded.asking(UNREACHABLE).run("doctor")
    assert ended.code == 5
    assert "✕ carrier: No connection to 127.0.0.1:1 can be made." in ended.text
    assert loaded.run("export", "shipments", "--date", DATE).code == 0


def test_a_port_used_by_another_program_is_found(despacho: Despacho) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, ScriptedCarrier(says(404)) as carrier:
        port = str(server.getsockname()[1])
        ended = despacho.asking(carrier.url, DESPACHO_RECEIVER_PORT=port).run("doctor")
    assert ended.code == 7
    assert f"✕ port: Port {port} is taken by another program" in ended.text


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_port_used_by_the_own_receiver_is_fine(despacho: Despacho) -> None:
    with ScriptedCarrier(says(404)) as carrier:
        knowing = despacho.asking(carrier.url, DESPACHO_RECEIVER_TOKEN="a-token")
        with knowing.start("receive") as receiver:
            assert receiver.stderr is not None
            receiver.stderr.readline()  # it says that it receives
            ended = knowing.run("doctor")
            receiver.terminate()
            receiver.communicate(timeout=DEADLINE)
    assert ended.code == 0
    assert "✓ port: Despacho itself listens on this port." in ended.text
    assert "! receiver_token: receiver-token is too short" in ended.text


def test_an_unreachable_public_address_is_found(despacho: Despacho) -> None:
    with ScriptedCarrier(says(404)) as carrier:
        asking = despacho.asking(carrier.url, DESPACHO_RECEIVER_TOKEN="a-token")
        plain = asking.knowing(DESPACHO_PUBLIC_URL="http://example.com/visitas").run("doctor")
        local = asking.knowing(DESPACHO_PUBLIC_URL="https://localhost/visitas").run("doctor", "--json")
    assert plain.code == 5
    assert "✕ public_url: The address begins with http://" in plain.text
    assert [one["check"] for one in local.json["checks"] if not one["ok"]] == ["public_url"]


@pytest.mark.parametrize("login", [{}, {"DESPACHO_SMTP_USER": USER, "DESPACHO_SMTP_PASSWORD": PASSWORD}])
def test_a_mail_server_is_tried_without_a_mail(despacho: Despacho, login: dict[str, str]) -> None:
    with SmtpServer() as server:
        known = despacho.knowing(DESPACHO_SMTP_SERVER=server.address, **login)
        to_nobody = known.run("doctor")
        ended = known.knowing(DESPACHO_ALERT_MAIL_TO="ana@example.com").run("doctor", "--json")
    mail = next(one for one in ended.json["checks"] if one["check"] == "mail")
    assert (mail["ok"], server.mails, server.logins) == (not login, [], [])
    if login:
        assert "does not offer encryption, so nothing was sent" in mail["message"]
    else:
        assert mail["message"] == f"The mail server {server.address} answers."
        assert "! mail: No alert is mailed, as nobody is to get one." in to_nobody.text
    unreachable = known.knowing(DESPACHO_SMTP_SERVER="127.0.0.1:1").run("doctor")
    assert "✕ mail: The mail server 127.0.0.1:1 cannot be reached" in unreachable.text
