"""Answers in other encodings than UTF-8, from a real server."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.carrier.encoding import AnswerDecoder
from app.domain.contract.deviations import What
from tests.carrier.loading import Load
from tests.carrier.scripted_carrier import ScriptedCarrier, in_pieces, says

_PRINTED = st.characters(min_codepoint=0x20, max_codepoint=0x7E) | st.characters(min_codepoint=0xA0, max_codepoint=0xFF)
WORDS = "Excepción · José Ñáñez, Bogotá"
ANSWER = json.dumps([{"idPlanillaReparto": 1, "envios": [{"numero": "1", "destinatario": WORDS}]}], ensure_ascii=False)


@pytest.mark.parametrize(
    ("body", "headers", "example"),
    [
        (ANSWER.encode(), {"Content-Type": "application/json; charset=utf-8"}, None),
        (ANSWER.encode(), {}, None),
        (ANSWER.encode("latin-1"), {}, "Latin-1, not declared"),
        (ANSWER.encode("latin-1"), {"Content-Type": "application/json; charset=ISO-8859-1"},
         "Latin-1, declared as iso-8859-1"),
        (ANSWER.encode("latin-1"), {"Content-Type": "application/json; charset=utf-8"},
         "Latin-1, declared as utf-8"),
        (ANSWER.encode(), {"Content-Type": "application/json; charset=ISO-8859-1"},
         "UTF-8, declared as iso-8859-1"),
        (ANSWER.encode("utf-8-sig"), {}, "UTF-8 with a byte order mark"),
        (ANSWER.encode("utf-16"), {}, "UTF-16"),
        (ANSWER.encode("utf-16-be"), {"Content-Type": "application/json; charset=utf-16"}, "UTF-16-BE"),
        (ANSWER.encode("utf-16-le"), {}, "UTF-16-LE"),
        (ANSWER.encode("utf-32"), {}, "UTF-32"),
    ],
)  # fmt: skip
def test_an_answer_is_read_right_in_whatever_encoding_it_comes(
    body: bytes, headers: dict[str, str], example: str | None
) -> None:
    with ScriptedCarrier(says(200, body, headers)) as carrier:
        load = Load(carrier.url)
        load.run()
    assert [one.shipment.cells["recipient"] for one in load.shipments] == [WORDS]
    found = [one.example for one in load.deviations if one.what is What.OTHER_ENCODING]
    assert found == ([] if example is None else [example])


def test_a_letter_that_is_cut_in_two_is_one_letter() -> None:
    body = ANSWER.encode()
    with ScriptedCarrier(in_pieces(*(body[at : at + 1] for at in range(len(body))))) as carrier:
        load = Load(carrier.url)
        load.run()
    assert load.shipments[0].shipment.cells["recipient"] == WORDS
    assert load.deviations == []


@given(st.text(_PRINTED), st.integers(1, 7))
def test_latin_1_in_pieces_is_the_same_text_unless_it_looks_like_utf_8(text: str, size: int) -> None:
    body = b"[ " + text.encode("latin-1")
    try:
        wanted = body.decode()
    except UnicodeDecodeError:
        wanted = ""
    reader = AnswerDecoder()
    pieces = [reader.decode(body[at : at + size]) for at in range(0, len(body), size)]
    got = "".join(pieces) + reader.decode(b"", is_last=True)
    if wanted:
        assert got == wanted
    elif not any(0xC2 <= byte <= 0xF4 for byte in body):  # none that could begin a character of UTF-8
        assert got == f"[ {text}"


@given(st.text().filter(lambda text: not text.startswith("\0")), st.integers(1, 7))
def test_utf_8_goes_through_as_it_is(text: str, size: int) -> None:
    body = b"[" + text.encode(errors="replace")  # which no other encoding begins with
    reader = AnswerDecoder()
    got = "".join(reader.decode(body[at : at + size]) for at in range(0, len(body), size))
    got += reader.decode(b"", is_last=True)
    assert (got.encode(), reader.found) == (body, "")
