"""Failures in the program's own sentences, with values as long as real ones, for the places that show one."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from app.carrier.failures import _UNKNOWN_ISSUER
from app.carrier.http_status import _UNAUTHORIZED
from app.domain.board.visit_time import LAST_STAMPS, SenderClock, sender_clock
from app.domain.errors import CarrierUnreachableError, CredentialsRefusedError, PortTakenError, StoreUnusableError
from app.domain.reception.probing import Cause, Diagnosis
from app.domain.relay.relay_status import OtherDesks, RelayPhase, RelayStatus
from app.domain.site import SiteRules
from app.export.output import _not_written
from app.facts.file.failures import _FULL
from app.net.addresses import command_for
from app.relay.connection import _UNREACHABLE as _NO_RELAY
from app.relay.connection import FULL as _NO_SPACE
from app.url_check.answer_meaning import _REDIRECT
from app.webhook.sockets import _TAKEN_BY_OTHER
from tests.flows.conftest import NOW

FOLDER = "C:\\Users\\Despacho Norte\\AppData\\Local\\despacho"
_SERVER, _PUBLIC = "guias.transportes-del-norte.example", "despacho-andina-bogota.trycloudflare.example"
_PORT = 8750

REFUSED = CredentialsRefusedError(_UNAUTHORIZED, 401)
UNTRUSTED = CarrierUnreachableError(
    _UNKNOWN_ISSUER.filled(server=_SERVER, reason="self-signed certificate in certificate chain")
)
PORT_TAKEN = PortTakenError(_TAKEN_BY_OTHER.filled(port=_PORT, user="despacho-norte", command=command_for(_PORT)))
DISK_FULL = StoreUnusableError(_FULL.filled(path=FOLDER))
NOT_WRITTEN = _not_written(PermissionError(13, "Permission denied"), Path(FOLDER) / "Envíos ANDINA-BOG 2026-11-20.xlsx")
REDIRECTED = Diagnosis(
    False,
    Cause.REDIRECT,
    302,
    1234,
    _REDIRECT.filled(server=_PUBLIC, place="https://entrar.transportes-del-norte.example", status=302),
)


def other_desks() -> tuple[OtherDesks, ...]:
    """Return the others as they are heard, away, on a full relay, with a silent receiver, and with a wrong clock."""
    shared = RelayStatus(RelayPhase.SHARING, site="bogota-occidente", desk="mesa 2")
    receivers = (("servidor-andina-bogota", NOW), ("mesa-de-la-noche", NOW - timedelta(hours=9)))
    unreachable = _NO_RELAY.filled(server=f"tls://{_SERVER}:4222", reason="Connect call failed")
    lost = replace(shared, phase=RelayPhase.FAILED, problem=unreachable, away_since=NOW - timedelta(days=7))
    full = replace(shared, held_up=_NO_SPACE.filled(reason="no space left on device"), away_since=lost.away_since)
    fast = replace(shared, ahead=timedelta(hours=1), ahead_desk="mesa-de-la-noche", newer=1234)
    states = ((shared, receivers), (lost, receivers), (full, receivers), (shared, receivers[1:]), (fast, receivers))
    return tuple(OtherDesks(status, heard, NOW, NOW - timedelta(days=1)) for status, heard in states)


def sender_clocks() -> tuple[SenderClock, ...]:
    """Return what the last notifications say of a sender that writes UTC, and of one whose zone has no name."""
    found = []
    for ahead in (timedelta(hours=5), timedelta(minutes=90)):
        arrivals = [NOW + timedelta(minutes=nth) for nth in range(LAST_STAMPS)]
        zone = ZoneInfo("America/Bogota")
        stamps = [(one.astimezone(zone).replace(tzinfo=None) + ahead, one + timedelta(seconds=1)) for one in arrivals]
        clock = sender_clock(stamps, SiteRules(zone, None))
        assert clock is not None
        found.append(clock)
    return tuple(found)
