"""The addresses of identity photos in a body, and what stands in their place."""

import json
from urllib.parse import quote

import pytest

from app.domain.contract.identity_photos import IDENTITY_PHOTO, shown_body

ADDRESS = "https://fotos.example/7/carne.jpg"
EVIDENCE = "https://fotos.example/7/entrega.jpg"
PHOTOS = {"dni": ADDRESS, "evidencia": EVIDENCE}
ESCAPED = ADDRESS.replace("/", "\\/")
ENCODED = (
    ADDRESS.upper(),
    ADDRESS.replace("https", "http"),
    quote(ADDRESS, safe=""),
    quote(quote(ADDRESS, safe=""), safe=""),
    quote(quote(quote(ADDRESS, safe=""), safe=""), safe=""),
    ADDRESS.replace("carne", "%63%61rne"),
    ADDRESS.replace("/", "&#47;"),
    ADDRESS.replace("/", "&#x2F;"),
    quote(ADDRESS.replace("/", "&#47;"), safe=""),
    ADDRESS.replace("/", "&amp;#47;"),
)
CODED = "".join(f"\\u{ord(char):04x}" for char in ADDRESS)


def shown(said: object) -> str:
    body = said if isinstance(said, bytes) else said.encode() if isinstance(said, str) else json.dumps(said).encode()
    return shown_body(body).decode(errors="replace")


def test_the_address_is_replaced_and_all_else_stays_as_it_was_sent() -> None:
    sent = '{ "n": 1.50,\n "data": {"nota": "ñ \\u00f1 \\/", "fotos": {"dni": "%s", "evidencia": "%s"}}}'
    assert shown(sent % (ADDRESS, EVIDENCE)) == sent % (IDENTITY_PHOTO, EVIDENCE)
    assert shown(sent % (ESCAPED, EVIDENCE)) == sent % (IDENTITY_PHOTO, EVIDENCE)
    assert shown(sent % (CODED, EVIDENCE)) == sent % (IDENTITY_PHOTO, EVIDENCE)


@pytest.mark.parametrize("value", [None, "", "None", "null", 7, False])
def test_a_body_without_an_address_stays_as_it_is(value: object) -> None:
    body = json.dumps({"data": {"fotos": {"dni": value, "evidencia": EVIDENCE}, "titulo": "None"}}).encode()
    assert shown_body(body) is body


@pytest.mark.parametrize(
    "document",
    [
        {"fotos": {"dni": "fotos/carne.jpg"}},
        {"fotos": {"DNI": ADDRESS}},
        {"fotos": {" d-n-i ": ADDRESS}},
        {"fotos": {"\uff44\uff4e\uff49": ADDRESS}},
        {"Fotos": {"documento_frente": ADDRESS}},
        {"fotos": {"dni": {"url": ADDRESS}}},
        {"fotos": {"dni": [ADDRESS, ADDRESS + "2"]}},
        {"fotos": {"evidencia": {"dni": ADDRESS}}},
        {"fotos": {ADDRESS: "dni"}},
        {"fotos": ADDRESS},
        {"fotos": [{"tipo": "dni", "url": ADDRESS}]},
        {"fotos": json.dumps(PHOTOS)},
        {"data": {"visita": {"fotos": PHOTOS}}},
        {"foto_dni": ADDRESS},
        {"dni": {"frente": [ADDRESS]}},
        {"fotos": PHOTOS, "nota": f"Ver {ADDRESS} ya", ADDRESS: 1},
        {"fotos": PHOTOS, "nota": f"ñ {ADDRESS} ya", ADDRESS: 1},
        {"data": json.dumps({"fotos": PHOTOS})},
        json.dumps({"fotos": PHOTOS}),
        json.dumps(json.dumps({"fotos": PHOTOS})),
        [{"fotos": PHOTOS}],
        {"fotos": [f"{ADDRESS}?{nth}" for nth in range(60)], "nota": f"Ver {ADDRESS}?59"},
        *(
            {name: ADDRESS}
            for name in ("foto_documento", "foto_c\u00e9dula", "documento_identidad", "Image", "photo_id")
        ),
        *(
            {name: {"frente": [ADDRESS]}}
            for name in ("fotosVisita", "imagenes", "fotograf\u00edas", "identificaci\u00f3n")
        ),
        {"fotos": {"evidencia": [EVIDENCE, ADDRESS]}},
        {"fotos": {"evidencia": {"entrega": EVIDENCE, "otra": ADDRESS}}},
        {"evidencia": [EVIDENCE, ADDRESS]},
        {"fotos": {"dni": {"fotos": {"evidencia": ADDRESS}}}},
        {"documento": {"fotos": {"evidencia": ADDRESS}}},
        {"data": json.dumps({"fotos": PHOTOS}).replace("dni", "d\\u006ei").replace("fotos", "f\\u006ftos")},
        {"data": f"{{'dni': '{ADDRESS}'}}"},
        {"data": quote(quote(json.dumps({"dni": ADDRESS})))},
        *({"fotos": PHOTOS, "nota": f"Ver {one} ya"} for one in ENCODED),
        *({"fotos": PHOTOS, one: 1} for one in ENCODED),
        *({"fotos": {"dni": one}, "nota": f"Ver {ADDRESS} ya"} for one in ENCODED),
        *({"documento": one} for one in ENCODED),
        {"fotos": {"dni": "fotos/carne.jpg"}, "nota": "Ver fotos%2Fcarne.jpg ya"},
    ],
)
def test_whatever_may_be_the_address_is_replaced(document: object) -> None:
    for said in (document, json.dumps(document), json.dumps(document).replace("/", "\\/")):
        found = shown(said)
        assert IDENTITY_PHOTO in found
        assert "carne" not in found.casefold()
        json.loads(found)


def test_one_text_of_evidence_and_other_addresses_are_shown() -> None:
    document = {"fotos": PHOTOS, "web": f"{EVIDENCE}?a=%20&amp;b", "nota": "7 %2F 8"}
    assert shown(document) == json.dumps(document).replace(ADDRESS, IDENTITY_PHOTO)


def test_a_number_of_a_document_is_no_address() -> None:
    assert "998877" in shown({"contacto": {"dni": "998877", "documento": "998877"}})
    assert "998877" in shown('{"contacto": {"documento": "998877"')


@pytest.mark.parametrize(
    "body",
    [
        f'{{"fotos": {{"dni": "{ADDRESS}"',
        f'{{"fotos": {{"dni": "{ADDRESS[:20]}',
        f'{{"fotos": {{"dni": "{ESCAPED}"',
        f'{{"fotos": {{"dni": "{CODED}"',
        '{"fotos": {"DNI" : "fotos/carne.jpg"',
        f'{{"fotos": {{"dni": "{ADDRESS}", "dni": "{ADDRESS}2"}}}}',
        f'{{"fotos": {{"dni": "{ADDRESS}"}}, "n": NaN}}',
        f"{{'fotos': {{'dni': '{ADDRESS}'}}}}",
        "{'fotos': {'dni': 'fotos/carne.jpg'}}",
        "{'foto_documento' : 'fotos/carne.jpg'}",
        *(f'{{"nota": "{one}' for one in ENCODED),
        f"{{'dni': '{quote('fotos/carne.jpg', safe='')}'}}",
        f"not JSON {ADDRESS} at all",
        "ftp://fotos.example/carne.jpg",
        "//fotos.example/carne.jpg www.fotos.example/carne.jpg",
        "https%3A%2F%2Ffotos.example%2Fcarne.jpg",
        json.dumps(json.dumps({"fotos": PHOTOS}))[:-1],
        b"\xff" + ADDRESS.encode(),
        ADDRESS.encode("utf-16"),
        ADDRESS.encode("utf-16-be"),
        ADDRESS.encode("utf-32"),
        b"[" * 100_000 + ADDRESS.encode(),
    ],
)
def test_in_a_body_that_cannot_be_parsed_every_url_is_replaced(body: str | bytes) -> None:
    found = shown(body).replace("\0", "").replace("\ufffd", "")
    assert IDENTITY_PHOTO in found
    assert "fotos.e" not in found.casefold()
    assert "carne" not in found.casefold()


def test_of_a_body_that_cannot_be_parsed_only_urls_are_replaced() -> None:
    assert shown(f'no json {ADDRESS} tail, a/b "x" <{EVIDENCE}>') == (
        f'no json {IDENTITY_PHOTO} tail, a/b "x" <{IDENTITY_PHOTO}>'
    )
    body = b"\xff no URL: http:/ x"
    assert shown_body(body) is body


@pytest.mark.parametrize(
    "body",
    [
        json.dumps({"fotos": PHOTOS, "x": ['a"'] * 100_000}).encode(),
        json.dumps({"fotos": [f"https://a/{nth}" for nth in range(40_000)]}).encode(),
        json.dumps({"fotos": PHOTOS, "x": "\\" * 400_000}).encode(),
        *(piece * (1_000_000 // len(piece)) for piece in (b"a", b"\\", b'"', b":", b"%2f ", b"://a ", b'dni"')),
        *(piece * (1_000_000 // len(piece)) for piece in (b"%25", b"&#47;", b"&amp;#47;a ", b"'dni':'", b"fotdniimag")),
        json.dumps({"fotos": [f"https://a/{nth}" for nth in range(50)], "x": ["HTTPS://A/1 "] * 60_000}).encode(),
        json.dumps({"fotos": PHOTOS, "x": [quote(ADDRESS, safe="")] * 20_000}).encode(),
        json.dumps({"fotos": PHOTOS, "x": "%252F" * 200_000}).encode(),
        json.dumps({"fotos": ["%"] * 250_000}).encode(),
        json.dumps({f"foto{nth}": "a/b" for nth in range(50_000)}).encode(),
    ],
)
def test_the_largest_body_is_read_in_one_pass(body: bytes) -> None:
    found = shown_body(body)  # 0.8 s at most; with a look from each letter at all others, hours
    assert b"://" not in found.replace(EVIDENCE.encode(), b"")
