"""The commands that share facts, as processes, over a real server."""

import json
from pathlib import Path

import httpx

from app.domain.access.credentials import RelayCredentials
from app.domain.relay.relay_status import SET_ASIDE
from tests.cli.process import Despacho
from tests.cli.test_receive import RECEIVER_TOKEN, receiving
from tests.relay.conftest import Sharing
from tests.relay.nats_servers import ANA, LUIS, RECEIVER, NatsServer
from tests.relay.raw_client import raw_client
from tests.waiting import wait_until

JUNK = str(SET_ASIDE.filled(desk="luis", count=1))


def notification(visit: int, at: str = "2026-11-20T10:00:00.000000") -> bytes:
    data = {
        "visita_id": visit,
        "estado_anterior": "pendiente",
        "estado_nuevo": "completada",
        "tracking_id": f"T{visit}",
    }
    return json.dumps({"event": "visita_estado_cambio", "timestamp": at, "data": data}).encode()


def post(url: str, body: bytes) -> int:
    headers = {"Authorization": f"Bearer {RECEIVER_TOKEN}", "Content-Type": "application/json"}
    return httpx.post(url, content=body, headers=headers, timeout=20, trust_env=False).status_code


def test_what_a_receiver_answered_is_on_a_desk(sharing: Sharing, server: NatsServer, tmp_path: Path) -> None:
    receiver, ana = sharing("server", RECEIVER), sharing("ana", ANA)
    with receiving(receiver, "--relay", "--relay-durable") as url:
        wait_until(lambda: post(url, notification(1)) == 200, "the relay is connected")
        late = notification(3, "2026-11-21T04:30:00.000000+00:00")  # that evening, by the site's clock
        assert [post(url, body) for body in (notification(2), late)] == [200, 200]
        with raw_client(server.port, tmp_path / "authority.pem", LUIS, "luis") as other:
            assert "seq" in (other.ask("despacho.north.follow_up.luis", b"no fact") or {})
        done = ana.run("sync")
        assert (done.code, done.said) == (0, f"{JUNK}\n")
        assert "New from other desks: " in done.text
        server.kill()
        assert post(url, notification(4)) == 503
        server.start()
        wait_until(lambda: post(url, notification(4)) == 200, "the relay is back")
    done = ana.run("sync")
    assert done.code == 0, done.said
    rows = ana.run("export", "notifications", "--format", "json", "--date", "2026-11-20").json
    assert sorted(row["visita_id"] for row in rows) == [1, 2, 3, 4]
    checks = {one["check"]: one for one in ana.run("doctor", "--json").json["checks"]}
    assert checks.pop("relay_set_aside")["message"] == JUNK
    relay = {name: checks[name]["message"] for name in checks if name.startswith("relay")}
    assert relay == {
        "relay": "The relay answers, and the stream of the site “north” can be read.",
        "relay_durable": "The relay keeps facts on disk for 90 days. Servers that have them: 1.",
        "relay_lag": "All that other desks shared is here, and all of this folder is shared.",
        "relay_clock": "This computer's clock agrees with the relay's.",
    }


def test_without_a_relay_what_needs_one_says_so(tmp_path: Path) -> None:
    despacho = Despacho(tmp_path / "data").knowing(DESPACHO_LANGUAGE="en", DESPACHO_TIME_ZONE="America/Bogota")
    for command in (("sync",), ("receive", "--port", "0", "--relay"), ("receive", "--port", "0", "--relay-durable")):
        done = despacho.run(*command)
        assert (done.code, "relay_url is empty" in done.said) == (2, True), done.said


def test_sync_ends_when_the_relay_is_away_or_refuses(sharing: Sharing, server: NatsServer) -> None:
    refused = sharing("ana", RelayCredentials("north-ana", "wrong")).run("sync")
    assert (refused.code, "refuses the credentials" in refused.said) == (4, True), refused.said
    server.kill()
    away = sharing("ana", ANA).run("sync", "--wait", "5")
    assert (away.code, "cannot be reached" in away.said) == (5, True), away.said


def test_an_address_that_is_not_encrypted_is_refused(tmp_path: Path) -> None:
    despacho = Despacho(tmp_path / "data").knowing(DESPACHO_LANGUAGE="en")
    for value in ("nats://relay.example:4222", "tls://user@relay.example", "https://relay.example"):
        assert despacho.run("settings", "set", "relay_url", value).code == 2
    assert despacho.run("settings", "set", "relay_url", "tls://a.example, tls://b.example:1").code == 0
    assert "tls://a.example:4222,tls://b.example:1" in despacho.run("settings", "show").text
