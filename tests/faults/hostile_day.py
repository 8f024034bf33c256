"""A day with hostile text in every field: markup, formulas, control and direction characters, long texts."""

import json
from typing import Any

import httpx

from tests.cli.wire import OPERATOR, SELLER, body, manifest
from tests.flows.conftest import NOW, RECEIVER_TOKEN, Bench
from tests.waiting import PATIENCE

LONG = 10_000
FIRST_VISIT = 100


def hostile_texts(url: str, file: str) -> dict[str, str]:
    """Return hostile texts by their kind.

    Args:
        url: address that markup would load.
        file: path that markup would load.
    """
    return {
        "picture": f'<img src="{url}/picture.png"><img src="{file}">',
        "markup": f'<b>bold</b><a href="{url}/link">link</a><script src="{url}/s.js"></script>',
        "page": f'<!DOCTYPE html><html><body background="{url}/b.png"><h1>Huge</h1><table><tr><td>x',
        "style": f"<style>@import url({url}/s.css); * {{ font-size: 99pt }}</style><p>styled",
        "entities": "&lt;b&gt;&amp;amp; &nbsp;&#x202e; && & _&Underlined",
        "formula": "=1+1",
        "command": "=cmd|' /C calc'!A0",
        "link": f'=HYPERLINK("{url}/h","press")',
        "plus": "+1+1",
        "minus": "-1+1",
        "at": "@SUM(1+1)",
        "tab": "\t=1+1",
        "return": "\r=1+1",
        "pipe": "|calc|",
        "comma": '","=1+1","',
        "nul": "a\x00b\x01c\x07",
        "escape": "\x1b[31mred\x1b[2J\x1b]0;title\x07\x9b31m",
        "bidi": "\u202egnp.exe\u202c \u2066\u2067\u2068\u2069 \u200f",
        "invisible": "a\u200b\u200c\u200d\u2060\ufeff\u00ad\u180eb",
        "right to left": "שלום עולם مرحبا بالعالم 123 (abc)",
        "marks": "Z" + "\u0335\u0301\u0489" * 60,
        "emoji": "👩‍👩‍👧‍👦🏳️‍🌈👍🏽🇨🇴" * 5,
        "lines": "first\nsecond\r\nthird\u2028fourth\u2029fifth\x0bsixth\x0cseventh\x85eighth",
        "long": "ñandú " * (LONG // 6),
        "word": "W" * LONG,
        "placeholders": "{carrier} {0} {} %1 %n %L1 %s %(a)s ${HOME} `id` $(id)",
        "quotes": "'; DROP TABLE shipment; -- \" \\",
        "half": "\\ud800 \ufffd \ufffe",
        "blank": " \u00a0\u3000 ",
    }


def hostile_day(texts: dict[str, str]) -> bytes:
    """Return an answer with a shipment for each text, in every field; digits make its number unique."""
    envios: list[object] = []
    for nth, text in enumerate(texts.values()):
        one: dict[str, Any] = {key: _everywhere(value, text) for key, value in {**SELLER, **OPERATOR}.items()}
        inner = {key: _everywhere(value, text) for key, value in json.loads(OPERATOR["dinamicouno"]).items()}
        inner |= {"numeroPedido": text, "skus": [{"skuDesc": text, "weight": text, text: text}], text: text}
        one |= {"numero": f"{nth:03}{text}", "dinamicouno": json.dumps(inner), text: text, "dinamicodos": text}
        envios.append(one)
    envios += [{"numero": {text: text}, "destinatario": text} for text in texts.values()]  # these have no number
    heads = [manifest(number=nth) | {"estado": text, "codigoCarrier": text} for nth, text in enumerate(texts.values())]
    return body(manifest(*envios, number=9001), *heads)


def _everywhere(value: object, text: str) -> object:
    return text if isinstance(value, str) else value


def send_hostile_visits(bench: Bench, texts: dict[str, str]) -> None:
    """Send a failed visit for each text, with the text in every field, and bodies that are no notification."""
    headers = {"Authorization": f"Bearer {RECEIVER_TOKEN}"}
    with httpx.Client(trust_env=False, timeout=PATIENCE, headers=headers) as client:
        for nth, text in enumerate(texts.values()):
            for sent in (hostile_visit(nth, text), text.encode("utf-8", "replace")):
                assert client.post(bench.receiver_url, content=sent).status_code == 200


def hostile_visit(nth: int, text: str) -> bytes:
    """Return the notification of a visit with a text in every field."""
    data = {
        "visita_id": FIRST_VISIT + nth,
        "estado_nuevo": "falso_flete" if nth % 2 == 0 else text,
        "numero_seguimientos": [f"{nth:03}{text}", text],
        "tracking_id": text,
        "conductor": {"id": 1, "nombre": text},
        "ruta": {"id": nth % 3 + 6, "nombre": text},
        "contacto": {"nombre": text, "telefono": text, "email": text},
        "direccion": text,
        "ubicacion": {"latitud": 4.65 + nth / 500, "longitud": -74.05},
        "check_in": {"fecha_hora": text, "latitud": 4.652, "longitud": -74.051},
        "motivo": {"id": 1, "nombre": text},
        "observaciones": text,
        "comentario": text,
        "fotos": {"dni": text, "evidencia": f"https://fotos.example/{nth}.jpg"},
        text: text,
    }
    at = f"{NOW.date()}T{8 + nth // 10:02}:{nth:02}:07.000000"
    return json.dumps({"event": "visita_estado_cambio", "timestamp": at, "data": data}).encode()
