"""A megabyte of the worst text in any field of what others send keeps nobody else waiting."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.faults.figures import Figures, Length
from tests.faults.test_carrier_volume import knocking
from tests.flows.conftest import RECEIVER_TOKEN, Bench
from tests.waiting import PATIENCE

FAULT = "hostile text"
SAMPLES = Path("resources/samples")
SIZE = 1_000_000
"""Bytes: with the other fields, nearly as many as the receiver takes."""
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
