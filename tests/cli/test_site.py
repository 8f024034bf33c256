"""Settings of the site: the first value is kept; defaults and the environment do not change it, `settings set` does."""

import json
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from app.facts.site_rules import read_stored_rules
from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import DEADLINE, Despacho
from tests.cli.wire import DATE, good_day
from tests.waiting import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="TZ and signals of POSIX")

TOKEN = "a-receiver-token"
FETCH = ("fetch", "--carrier", "ACME", "--date", DATE)
_COMMANDS = (FETCH, ("export", "shipments"), ("export", "day"), ("receive", "--port", "0"))


def kept(despacho: Despacho) -> tuple[str | None, str | None, int | None]:
    rules = read_stored_rules(despacho.folder / "facts.sqlite")
    return rules.zone, rules.sender_zone, rules.lag_minutes


def fetched(despacho: Despacho, **variables: str) -> Despacho:
    """Load a day, and return `despacho` with the test's own environment."""
    with ScriptedCarrier(says(200, good_day())) as carrier:
        ended = despacho.asking(carrier.url, **variables).run(*FETCH)
    assert (ended.code, ended.said.count("in the environment")) == (0, 0), ended.said
    return despacho


def test_a_computer_in_another_zone_keeps_its_sites_zone(despacho: Despacho) -> None:
    fetched(despacho, TZ="America/Bogota")
    assert kept(despacho) == ("America/Bogota", "", 15)
    fetched(despacho, TZ="Asia/Tokyo")
    assert despacho.knowing(TZ="Asia/Tokyo").run("export", "shipments", "--date", DATE).code == 0
    assert kept(despacho) == ("America/Bogota", "", 15)


def test_today_is_the_sites_date_and_not_the_systems(despacho: Despacho) -> None:
    fetched(despacho, TZ="Etc/GMT+12")
    with ScriptedCarrier(says(200, good_day())) as carrier:
        ended = despacho.asking(carrier.url, TZ="Pacific/Kiritimati").run("fetch", "--carrier", "ACME", "--json")
    assert (
        datetime.now(UTC) - timedelta(hours=12, minutes=5)
        < datetime.fromisoformat(f"{ended.json['date']}T23:59:59Z")
        < datetime.now(UTC) + timedelta(hours=12)
    )


@pytest.mark.parametrize(
    ("key", "first", "other", "commands"),
    [
        ("time_zone", "America/Bogota", "Europe/Madrid", _COMMANDS),
        ("sender_time_zone", "UTC", "America/Lima", _COMMANDS[:1]),
        ("carrier_lag_minutes", "20", "40", _COMMANDS[-1:]),
    ],
)
def test_a_differing_variable_is_refused_until_the_site_is_changed(
    despacho: Despacho, key: str, first: str, other: str, commands: Sequence[Sequence[str]]
) -> None:
    variable = f"DESPACHO_{key.upper()}"
    fetched(despacho, **{variable: first})
    before = kept(despacho)
    assert first in map(str, before)
    differs = despacho.knowing(**{variable: other, "DESPACHO_RECEIVER_TOKEN": TOKEN})
    with ScriptedCarrier(says(200, good_day())) as carrier:
        asking = differs.asking(carrier.url)
        for command in commands:
            ended = asking.run(*command)
            assert (ended.code, ended.out, ended.said.count("\n")) == (2, b"", 1), ended.said
            for word in (variable, first, other, f"despacho settings set {key} {other}"):
                assert word in ended.said
        doctor = asking.run("doctor", "--json")
        assert (doctor.code, carrier.requests) == (2, [])
        assert variable in doctor.json["checks"][0]["message"]
    assert kept(despacho) == before

    assert differs.run("settings", "set", key, other).code == 0
    assert other in map(str, kept(despacho))
    assert differs.run("export", "shipments", "--date", DATE).code == 0
    refused = despacho.knowing(**{variable: first}).run("export", "shipments")
    assert (refused.code, variable in refused.said) == (2, True)


def test_the_sites_zone_set_for_the_sender_means_no_own_zone(despacho: Despacho) -> None:
    zone = {"DESPACHO_TIME_ZONE": "America/Bogota"}
    fetched(despacho, **zone)
    fetched(despacho, **zone, DESPACHO_SENDER_TIME_ZONE="America/Bogota")
    assert kept(despacho) == ("America/Bogota", "", 15)
    assert despacho.run("settings", "set", "sender_time_zone", "UTC").code == 0
    assert kept(despacho)[1] == "UTC"
    assert despacho.run("settings", "set", "sender_time_zone", "").code == 0
    assert kept(despacho)[1] == ""


def test_without_a_store_a_setting_is_only_written_to_the_file(despacho: Despacho) -> None:
    assert despacho.run("settings", "set", "sender_time_zone", "UTC").code == 0
    assert not (despacho.folder / "facts.sqlite").exists()
    fetched(despacho, DESPACHO_TIME_ZONE="America/Bogota")
    assert kept(despacho) == ("America/Bogota", "UTC", 15)


@contextmanager
def receiving(despacho: Despacho, said: list[str]) -> Iterator[str]:
    """Run the receiver, yield its URL, and end it once it has printed a message about the sender's zone."""
    with despacho.knowing(DESPACHO_RECEIVER_TOKEN=TOKEN).start("receive", "--port", "0") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        yield process.stdout.readline().decode().strip()
        for line in process.stderr:
            said.append(line.decode())
            if "sender_time_zone" in said[-1]:
                break
        process.send_signal(signal.SIGTERM)
        said += [line.decode() for line in process.stderr]
        assert process.wait(DEADLINE) == 0


def notify(url: str, visits: range, ahead: timedelta, zone_offset: timedelta) -> None:
    """Send completed visits with timestamps of a clock that is ahead of the site's."""
    with httpx.Client(trust_env=False, timeout=PATIENCE, headers={"Authorization": f"Bearer {TOKEN}"}) as client:
        for visit in visits:
            stamp = (datetime.now(UTC) + zone_offset + ahead).replace(tzinfo=None).isoformat(timespec="microseconds")
            data = {"visita_id": visit, "estado_nuevo": "completada", "numero_seguimientos": ["0045"]}
            body = {"event": "visita_estado_cambio", "timestamp": stamp, "data": data}
            assert client.post(url, content=json.dumps(body)).json() == {"status": "stored"}


def test_a_sender_that_writes_utc_is_reported_and_corrected_by_one_command(despacho: Despacho) -> None:
    site = fetched(despacho.knowing(TZ="America/Bogota"))
    said: list[str] = []
    with receiving(site, said) as url:
        notify(url, range(25), timedelta(hours=5), timedelta(hours=-5))
    (line,) = [one for one in said if "sender_time_zone" in one]  # once
    assert "seems to write UTC" in line
    assert "despacho settings set sender_time_zone UTC" in line

    def sender(of: Despacho) -> tuple[bool, str]:
        checks = {one["check"]: one for one in of.run("doctor", "--json").json["checks"]}
        return checks["sender"]["ok"], checks["sender"]["message"]

    is_right, message = sender(site)
    assert not is_right
    assert "despacho settings set sender_time_zone UTC" in message

    assert site.run("settings", "set", "sender_time_zone", "UTC").code == 0
    assert sender(site)[0]
    with despacho.knowing(DESPACHO_RECEIVER_TOKEN=TOKEN).start("receive", "--port", "0") as process:
        assert process.stdout is not None
        url = process.stdout.readline().decode().strip()
        notify(url, range(100, 125), timedelta(hours=5), timedelta(hours=-5))
        process.send_signal(signal.SIGTERM)
        _, rest = process.communicate(timeout=DEADLINE)
    assert b"sender_time_zone" not in rest
    assert sender(site)[0]
