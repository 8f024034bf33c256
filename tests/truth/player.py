"""Plays a history into the real store of a folder, and reads what it exports of its days."""

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from app.board.reading.reader import Reader
from app.domain.board.facts import SetBack
from app.domain.contract.manifests import Manifest, ReceivedManifest, ReceivedShipment, Shipment
from app.domain.contract.notifications import Received, Saving
from app.domain.contract.outcomes import Outcome
from app.domain.days import CarrierAnswer, Day
from app.domain.site import SiteRules
from app.domain.views.columns import Table
from app.facts.file.opening import FILE_NAME
from app.facts.gaps import Heartbeat, save_heartbeat, save_set_back
from app.facts.loads.day_answer import DayAnswer
from app.services.exporting.summary_sheet import FIGURES
from app.services.exporting.totals import figure_lines
from app.store.notification_ingest import NotificationIngest
from app.store.save_day import save_day
from app.store.site_settings import save_site_rules
from app.store.writer import Writer
from tests.database import wait_until_derived
from tests.faults.truth.receiving_store import exported
from tests.truth.events import Arrival, Event, Expected, Key, Listed, Load, Site

_IDENTIFIERS = ("numeroExterno", "parcelNumber", "parcelId", "numeroPedido")
_INNER = {"parcelNumber", "parcelId", "numeroPedido"}
_FAR_METRES = 100


def play(folder: Path, site: Site, events: Sequence[Event]) -> dict[Key, dict[str, Any]]:
    """Play events in their order into a new store, and return its exported shipments by their keys."""
    path = folder / FILE_NAME
    bugs: list[BaseException] = []
    with ExitStack() as stack:
        writer = stack.enter_context(Writer(path))
        _settle(writer, site)
        intake = NotificationIngest(writer)
        waiting: list[Saving] = []
        for event in events:
            if isinstance(event, Arrival):
                waiting.append(intake.save(Received.read(body(event), event.received_at)))
            else:
                _flush(waiting)
                _load(writer, event)
        _flush(waiting)
        wait_until_derived(writer)
    if bugs:
        raise bugs[0]
    days = {one.day for one in events if isinstance(one, Load)}
    rows = [row for day in sorted(days) for row in exported(path, Table.SHIPMENTS, day)]
    return {_key(row): row for row in rows}


COMPARED = ("estado", "senales", "visita_id", "vigente", "resultado_dia")
"""The columns that say what the rule decides; whether a row counts is no column."""


def differences(
    expected: Mapping[Key, Expected], found: Mapping[Key, Mapping[str, Any]]
) -> dict[Key, dict[str, tuple[object, object]]]:
    """Return where exported rows say something else than they must: what they must say, and what they say."""
    differing: dict[Key, dict[str, tuple[object, object]]] = {}
    for key, must in expected.items():
        wanted = asdict(must) | {"senales": " ".join(sorted(must.senales))}
        row = found.get(key, {})
        wrong = {name: (wanted[name], row.get(name)) for name in COMPARED if wanted[name] != row.get(name, "no column")}
        if wrong:
            differing[key] = wrong
    return differing


def _settle(writer: Writer, site: Site) -> None:
    """Settle what decides."""
    sender = None if site.sender_zone == site.zone else site.sender_zone
    save_site_rules(writer, SiteRules(site.zone, sender, site.lag_minutes, _FAR_METRES, site.day_ends_at))
    if (listening_since := site.listening_since) is not None:
        writer.write(lambda db: save_heartbeat(db, Heartbeat(listening_since, "a-process")))
    for one in site.set_backs:
        writer.write(partial(save_set_back, set_back=SetBack(*one)))


def _flush(waiting: list[Saving]) -> None:
    """Wait until all that came is kept; a load that follows sees it."""
    for one in waiting:
        if one.result(30) is Outcome.QUARANTINED:
            raise AssertionError("a notification of the history is not one")
    waiting.clear()


def _load(writer: Writer, load: Load) -> None:
    day = Day(load.carrier, load.day)
    if not load.listed:
        said = CarrierAnswer.NOT_FOUND if load.listed is None else CarrierAnswer.EMPTY
        save_day(writer, DayAnswer(writer.path, day), load.asked_at, said)
        return
    received = DayAnswer(writer.path, day)
    manifests: dict[tuple[str, int], list[Listed]] = {}
    for one in load.listed:
        manifests.setdefault((one.manifest, one.entry), []).append(one)
    for position, ((number, _), listed) in enumerate(manifests.items()):
        estado = "VIG" if listed[0].in_force else "ANU"
        head = {"idPlanillaReparto": int(number), "estado": estado, "codigoCarrier": load.carrier}
        received.take_manifest(ReceivedManifest(position, Manifest.model_validate(head), json.dumps(head)))
        envios = [envio(one) for one in listed]
        received.take_shipments(
            [ReceivedShipment(position, Shipment.model_validate(one), json.dumps(one)) for one in envios]
        )
    save_day(writer, received, load.asked_at)


def envio(one: Listed) -> dict[str, Any]:
    """Return a shipment as the carrier sends it."""
    document, name, address = one.recipient
    present = dict(zip(_IDENTIFIERS, one.identifiers, strict=False))
    return {
        "numero": one.number,
        "idEstadoEnvio": one.status_id,
        "estadoEnvio": one.status,
        "numeroExterno": present.get("numeroExterno"),
        "documentoDest": document,
        "destinatario": name,
        "direccionDest": address,
        "dinamicouno": json.dumps({name: text for name, text in present.items() if name in _INNER}),
    }


def body(arrival: Arrival) -> bytes:
    """Return a notification as the provider sends it."""
    data: dict[str, Any] = {
        "visita_id": arrival.visit_id,
        "estado_nuevo": arrival.status,
        "estado_anterior": arrival.previous,
        "tracking_id": arrival.tracking_id,
    }
    if arrival.numbers is not None:
        data["numero_seguimientos"] = list(arrival.numbers)
    return json.dumps({"event": arrival.event, "timestamp": arrival.timestamp, "data": data}).encode()


def _key(row: dict[str, Any]) -> Key:
    return row["codigoCarrier"], date.fromisoformat(row["fecha"]), str(row["idPlanillaReparto"]), row["numero"]


def labelled_figures(reader: Reader, carrier: str, day: date) -> dict[object, object]:
    """Return the figures of a carrier's day, by their labels in the first sheet of `export day`."""
    lines = (line.cells for line in figure_lines(reader.figures(Day(carrier, day)), FIGURES, str))
    return {cells[0]: cells[1] for cells in lines}
