"""A megabyte of the worst text in any field of what others send keeps nobody else waiting."""

import json
import zlib
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.domain.access.credentials import SecretName
from app.domain.days import Day
from app.domain.follow_ups import FollowUpEdit
from app.domain.reception.gaps import Gap, GapCause
from app.domain.relay.shared_fact import FactKind, SharedFact
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.facts.gaps import save_gap
from app.relay.messages import is_readable, message_of
from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.faults.figures import Figures, Length
from tests.faults.test_carrier_volume import knocking
from tests.flows.conftest import RECEIVER_TOKEN, Bench
from tests.relay.conftest import authority, server, trusted
from tests.relay.nats_servers import LUIS, RECEIVER, NatsServer
from tests.relay.raw_client import raw_client
from tests.store.exchanging import SharingDesk, sharing_desks
from tests.temporary_store import DAY, envio, moment
from tests.waiting import PATIENCE

__all__ = ["authority", "server", "trusted"]

FAULT = "hostile text"
SAMPLES = Path("tests/samples")
SIZE = 1_000_000
"""Bytes: with the other fields, nearly as many as the receiver takes."""
MOST_LISTED = 4
"""Such shipments in one answer: of more, which compress so well, other desks set the whole answer aside."""
LONGEST = 1.0
"""Seconds that any other request may wait for its answer."""
TEXTS: Mapping[str, str] = {
    "combining marks": "\u0301",
    "marks of two classes in the wrong order": "\u0301\u0316",
    "letters with accents": "é",
    "what one sign becomes eighteen of": "\ufdfa",
    "invisible characters": "\u200b",
    "signs outside the first plane": "😀",
    "parts of syllables": "\u1100\u1161\u11a8",
    "opening brackets": "[",
    "lists in lists": "[[1],",
    "names and colons": '{"a":',
    "quotes": '"',
    "backslashes": "\\",
    "blanks": " ",
    "commas": "1,",
    "digits": "7",
    "digits with signs between them": "7-",
    "dots": "1.",
    "line ends": "\r\n",
    "controls": "\x1f",
    "words": "calle 7 ",
}


def filled(document: Mapping[str, Any], text: str) -> Iterator[dict[str, Any]]:
    """Yield an object once for each of its fields, which holds the text, also for those of objects in it."""
    for name, value in document.items():
        if isinstance(value, dict):
            yield from ({**document, name: inner} for inner in filled(value, text))
        yield {**document, name: text}


def sample(name: str) -> dict[str, Any]:
    """Return the first of the samples."""
    one: dict[str, Any] = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))[0]
    return one


def long_text(piece: str) -> str:
    """Return a text of these that takes `SIZE` bytes in JSON."""
    return piece * (SIZE // len(json.dumps(piece, ensure_ascii=False).encode()[1:-1]))


@pytest.fixture
def desk(bench: Bench) -> Bench:
    bench.trust()
    return bench.open()


def test_notifications_with_long_texts_keep_no_other_waiting(desk: Bench, figures: Figures, length: Length) -> None:
    url, answered, longest = desk.receive(), list[int](), 0.0
    headers = {"Authorization": f"Bearer {RECEIVER_TOKEN}", "Content-Type": "application/json"}
    with httpx.Client(trust_env=False, timeout=PATIENCE, headers=headers) as sender:
        for piece in islice(TEXTS.values(), length.of(1, None)):
            with knocking(url) as answers:
                for one in islice(filled(sample("notifications"), long_text(piece)), length.of(3, None)):
                    body = json.dumps(one, ensure_ascii=False).encode()
                    answered.append(sender.post(url, content=body).status_code)
            longest = max(longest, *(seconds for _, seconds in answers))
            assert {status for status, _ in answers} <= {200, 503}
    desk.settle()
    kept = answered.count(200)
    figures.at_least("notifications with a megabyte of text in one field, kept", kept, len(answered))
    figures.at_most("longest answer to another notification meanwhile", longest, LONGEST, "s")


def test_answers_with_long_texts_keep_no_notification_waiting(desk: Bench, figures: Figures, length: Length) -> None:
    url, longest, loaded = desk.receive(), 0.0, set[str]()
    manifest, pieces = sample("manifests"), [*islice(TEXTS.values(), length.of(1, None))]
    beside = [f"N{nth}" for nth in range(len(pieces))]
    for piece, number in zip(pieces, beside, strict=True):
        shipments = [*islice(filled(manifest["envios"][0], long_text(piece)), length.of(3, None))]
        body = json.dumps([{**manifest, "envios": [*shipments, {"numero": number}]}], ensure_ascii=False).encode()
        with ScriptedCarrier(says(200, body)) as carrier:
            desk.change_settings(base_url=carrier.url)
            with knocking(url) as answers:
                desk.load()
        assert desk.window.current_day.problem is None
        loaded |= {number} & {*desk.column("number")}
        longest = max(longest, *(seconds for _, seconds in answers))
    figures.at_least("good shipments loaded beside a megabyte of text in one field", len(loaded), len(beside))
    figures.at_most("longest answer to a notification while they are loaded", longest, LONGEST, "s")


def told(fact: SharedFact, text: str) -> Iterator[SharedFact]:
    """Yield a fact once for each of its fields, which holds the text."""
    for nth, said in enumerate(filled(json.loads(fact.body), text)):
        body = json.dumps(said, ensure_ascii=False).encode()
        yield replace(fact, body=body, identity=f"{hash(body)} {nth}")


def loads_with(load: SharedFact, text: str) -> Iterator[SharedFact]:
    """Yield a load once for each field of a manifest and of its shipment, which holds the text in its answer."""
    manifest = sample("manifests")
    answers = [*filled(manifest | {"envios": []}, text)]
    answers += [manifest | {"envios": [one]} for one in filled(manifest["envios"][0], text)]
    for nth, answer in enumerate(answers):
        head = {name: value for name, value in answer.items() if name != "envios"}
        lines: list[object] = [[], [str(head.get("idPlanillaReparto")), json.dumps(head), [["A1", 1]], 1]]
        listed = answer["envios"] if isinstance(answer["envios"], list) else ()
        lines += [[one["numero"], 1, one["idEstadoEnvio"], one["estadoEnvio"], json.dumps(one)] for one in listed]
        packed = zlib.compress("\n".join(json.dumps(one, ensure_ascii=False) for one in lines).encode())
        said = {"number": 100_000 + nth, "after": None, "part": 0, "parts": 1, "packed": b64encode(packed).decode()}
        body = json.dumps(json.loads(load.body) | said).encode()
        yield replace(load, body=body, identity=f"{hash(body)} {nth}")


def facts_with(
    text: str, other: SharingDesk, luis: SharingDesk, day: Day, good: str, moments: Iterator[datetime], most: int | None
) -> list[SharedFact]:
    """Return what a receiver and a desk share of notifications and an answer with the text, and facts that hold it."""
    bodies = [*islice(filled(sample("notifications"), text), most)]
    for nth, one in enumerate(bodies):
        if isinstance(one["data"], dict) and one["data"]["visita_id"] != text:
            one["data"] = one["data"] | {"visita_id": 1000 * luis.store.minute + nth}
    other.store.post(*(json.dumps(one, ensure_ascii=False).encode() for one in bodies))
    facts = other.publish()
    listed = [
        {**one, "numero": f"{good} {nth}"}
        for nth, one in enumerate(islice(filled(sample("manifests")["envios"][0], text), most))
        if len(str(one["estadoEnvio"])) + len(str(one["idEstadoEnvio"])) < SIZE // 10  # else other desks set it aside
    ]
    for first in range(0, len(listed), MOST_LISTED):
        luis.store.load({1: [*listed[first : first + MOST_LISTED], envio(good)]}, day=day, at=next(moments))
        facts += luis.publish()
    edit = FollowUpEdit(note=text[:1000], is_called=True)
    luis.saving.save([Subject(Table.SHIPMENTS, luis.row(good, day))], edit, moment(20))
    luis.store.writer.write(lambda db: save_gap(db, Gap(moment(0), next(moments), GapCause.CLOSED)))
    facts += luis.publish()
    templates = {one.kind: one for one in facts}
    odd = [one for fact in templates.values() for one in islice(told(fact, text), most)]
    return [*odd, *islice(loads_with(templates[FactKind.LOAD], text), most), *facts]


def is_shown(desk: Bench, number: str) -> bool:
    return number in desk.column("number")


def published(facts: Sequence[SharedFact], server: NatsServer, authority: Path) -> None:
    """Publish facts, each as the desk whose it is."""
    for credentials, desk in ((RECEIVER, "server"), (LUIS, "luis")):
        with raw_client(server.port, authority, credentials, desk) as client:
            for message in (message_of(one, "north") for one in facts if one.desk == desk and is_readable(one)):
                answer = client.ask(message.subject, message.data)
                assert answer is not None
                assert "stream" in answer, answer


def test_shared_facts_with_long_texts_keep_no_notification_waiting(
    bench: Bench, server: NatsServer, figures: Figures, length: Length, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.store.sharing._LONG", 600)  # no day rests
    bench.change_settings(relay_url=server.url, site="north", desk="server")
    for name, secret in ((SecretName.RELAY_USER, RECEIVER.user), (SecretName.RELAY_PASSWORD, RECEIVER.password)):
        bench.credentials.write(name, secret, address=server.url)
    bench.open()
    url, longest, shown = bench.receive(), 0.0, set[str]()
    pieces = [*islice(TEXTS.values(), length.of(1, None))]
    good = [f"N{nth}" for nth in range(len(pieces))]
    moments = (moment(1) + timedelta(seconds=nth) for nth in count())
    with sharing_desks(tmp_path, "server", "luis") as (other, luis):
        for nth, (piece, number) in enumerate(zip(pieces, good, strict=True)):
            day = DAY._replace(date=DAY.date - timedelta(days=nth))
            facts = facts_with(long_text(piece), other, luis, day, number, moments, length.of(3, None))
            bench.window.navigation.show_day(day)
            with knocking(url) as answers:
                published(facts, server, tmp_path / "authority.pem")
                bench.qtbot.waitUntil(partial(is_shown, bench, number))
            shown.add(number)
            longest = max(longest, *(seconds for _, seconds in answers))
            assert {status for status, _ in answers} <= {200, 503}
    figures.at_least("good shipments shared beside a megabyte of text in one field", len(shown), len(good))
    figures.at_most("longest answer to a notification while they are taken", longest, LONGEST, "s")
