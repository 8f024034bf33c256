import gzip
import json
import threading
import zlib

import pytest

from app import __version__
from app.domain.days import CarrierAnswer, Skipped, SkipReason
from app.domain.errors import (
    CarrierAnswerError,
    CarrierError,
    CarrierRedirectError,
    CarrierStatusError,
    CredentialsRefusedError,
    StoreUnusableError,
)
from app.domain.texts import Text
from tests.carrier.loading import CREDENTIALS, DAY, Load
from tests.carrier.scripted_carrier import Conversation, ScriptedCarrier, in_pieces, says

GOOD = b"""[
 {"idPlanillaReparto": 7001, "estado": "VIG", "codigoCarrier": "C1", "fechaCreacion": "2026-06-01T06:00:00",
  "envios": [{"numero": "100", "valorDeclarado": 45000.50}, {"numero": 200, "peso": 1e2, "otro": {"a": [1]}}]},
 {"idPlanillaReparto": 7002, "envios": [{"numero": "300", "destinatario": "Jos\xc3\xa9 \\u00d1"}]}
]"""


def test_a_day_is_asked_for_as_the_contract_says() -> None:
    with ScriptedCarrier(says(200, b"[]")) as carrier:
        Load(carrier.url + "/base/").run()
    (asked,) = carrier.requests
    assert asked.line == "GET /base/v2/planillas-envios?codigoCarrier=C+1%2F%C3%B1&fecha=2026-06-01 HTTP/1.1"
    assert asked.headers["authorization-token"] == CREDENTIALS.token
    assert asked.headers["authorization-user"] == CREDENTIALS.user
    assert asked.headers["accept"] == "application/json"
    assert asked.headers["accept-encoding"] == "gzip"
    assert asked.headers["user-agent"] == f"despacho/{__version__}"


def test_manifests_and_shipments_arrive_in_order_with_their_text_as_it_was_sent() -> None:
    with ScriptedCarrier(says(200, GOOD)) as carrier:
        load = Load(carrier.url)
        assert load.run() is CarrierAnswer.MANIFESTS
    assert [(one.position, one.manifest.number) for one in load.manifests] == [(0, 7001), (1, 7002)]
    assert json.loads(load.manifests[0].raw) == {
        "idPlanillaReparto": 7001,
        "estado": "VIG",
        "codigoCarrier": "C1",
        "fechaCreacion": "2026-06-01T06:00:00",
    }
    assert load.numbers() == ["100", "200", "300"]
    assert [one.manifest_position for one in load.shipments] == [0, 0, 1]
    assert [one.raw for one in load.shipments] == [
        '{"numero":"100","valorDeclarado":45000.50}',
        '{"numero":200,"peso":1E+2,"otro":{"a":[1]}}',
        '{"numero":"300","destinatario":"José Ñ"}',
    ]
    assert load.missed == []


def test_an_empty_list_is_an_answer_of_its_own() -> None:
    with ScriptedCarrier(says(200, b" [ ] ")) as carrier:
        load = Load(carrier.url)
        assert load.run() is CarrierAnswer.EMPTY
    assert not load.manifests + load.shipments + load.missed


def test_an_answer_cut_into_single_bytes_is_the_same_answer() -> None:
    pieces = [bytes([byte]) for byte in b"\xef\xbb\xbf \n" + GOOD]
    with ScriptedCarrier(in_pieces(*pieces)) as carrier:
        load = Load(carrier.url)
        load.run()
    assert load.numbers() == ["100", "200", "300"]


def test_a_compressed_answer_is_read_and_its_progress_counted_as_it_travels() -> None:
    body = gzip.compress(GOOD)
    with ScriptedCarrier(says(200, body, {"Content-Encoding": "gzip"})) as carrier:
        load = Load(carrier.url)
        load.run()
    assert load.numbers() == ["100", "200", "300"]
    last = load.progress[-1]
    assert (last.received, last.total, last.fraction, last.shipments) == (len(body), len(body), 1.0, 3)
    assert str(last.text) == "3 shipments so far…"
    assert str(load.progress[0].text) == "Asking the carrier…"


def test_without_a_length_no_fraction_is_made_up() -> None:
    with ScriptedCarrier(in_pieces(GOOD)) as carrier:
        load = Load(carrier.url)
        load.run()
    assert {progress.fraction for progress in load.progress} == {None}
    assert load.progress[-1].received == len(GOOD)


def test_what_cannot_be_read_costs_nothing_else() -> None:
    body = json.dumps(
        [
            None,
            {"idPlanillaReparto": 1, "envios": [{"numero": "1"}, 5, {"numero": "None"}, {"numero": "2"}]},
            {"idPlanillaReparto": 2, "envios": "none today"},
            {"idPlanillaReparto": 3, "envios": None},
            {"idPlanillaReparto": 4, "envios": [{"numero": "4", "telefonoDest": {}}]},
            {"idPlanillaReparto": 5, "envios": [{"numero": "3"}]},
            {"estado": "VIG"},
        ]
    ).encode()
    with ScriptedCarrier(says(200, body)) as carrier:
        load = Load(carrier.url)
        assert load.run() is CarrierAnswer.MANIFESTS
    assert load.numbers() == ["1", "2", "4", "3"]
    assert [one.position for one in load.manifests] == [1, 2, 3, 4, 5, 6]
    assert load.missed == [
        Skipped(None, None, SkipReason.NOT_AN_OBJECT),
        Skipped(None, "1", SkipReason.NOT_AN_OBJECT),
        Skipped(None, "1", SkipReason.NO_NUMBER),
        Skipped(None, "2", SkipReason.UNREADABLE_FIELDS, "envios"),
        Skipped(None, "3", SkipReason.UNREADABLE_FIELDS, "envios"),
        Skipped(None, None, SkipReason.UNREADABLE_FIELDS, "envios"),
    ]


def test_hostile_values_cost_their_own_shipment_at_most() -> None:
    shipments = [
        b'{"numero": "1", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"numero": ' + b"9" * 5000 + b"}",
        b'{"numero": "3", "valorDeclarado": 1e9999999, "x": -1E+999999}',
        b'{"numero": "4", "destinatario": "\\ud800 \\u0000"}',
        b'{"numero": "4", "numero": "5"}',
        b'{"numero": "6", "dinamicouno": "' + b"[" * 100_000 + b'"}',
    ]
    with ScriptedCarrier(says(200, b'[{"envios": [' + b",".join(shipments) + b"]}]")) as carrier:
        load = Load(carrier.url)
        assert load.run() is CarrierAnswer.MANIFESTS
    assert load.numbers() == ["9" * 5000, "3", "4", "6"]
    assert load.shipments[1].shipment.declared_value == "1e9999999"
    assert load.shipments[2].shipment.cells["recipient"] == "? \N{REPLACEMENT CHARACTER}"
    assert load.missed == [Skipped("1", None, SkipReason.TOO_DEEP), Skipped(None, None, SkipReason.NO_NUMBER)]


@pytest.mark.parametrize("body", [b"[null]", b'["db down", 3]', b'[{"error": "db down"}]'])
def test_a_list_without_any_manifest_does_not_pass_for_a_day(body: bytes) -> None:
    with ScriptedCarrier(says(200, body)) as carrier, pytest.raises(CarrierAnswerError, match="nothing in it is a man"):
        Load(carrier.url).run()


def test_a_404_is_an_answer_that_is_not_asked_for_twice() -> None:
    with ScriptedCarrier(says(404)) as carrier:
        assert Load(carrier.url).run() is CarrierAnswer.NOT_FOUND


@pytest.mark.parametrize(
    ("status", "kind", "words"),
    [
        (204, CarrierStatusError, "status 204"),
        (400, CarrierStatusError, "carrier code C 1/ñ or the date 2026-06-01"),
        (401, CredentialsRefusedError, "token or the user"),
        (403, CredentialsRefusedError, "no permission for carrier C 1/ñ on 2026-06-01"),
        (407, CarrierStatusError, "does not name"),
        (408, CarrierStatusError, "status 408"),
        (418, CarrierStatusError, "status 418"),
        (429, CarrierStatusError, "too many requests"),
        (501, CarrierStatusError, "has a problem"),
        (700, CarrierStatusError, "status 700"),
    ],
)
def test_a_refusal_is_not_asked_for_twice_and_says_what_to_do(
    status: int, kind: type[CarrierError], words: str
) -> None:
    with ScriptedCarrier(says(status, b'{"mensaje": "no"}')) as carrier:
        load = Load(carrier.url)
        with pytest.raises(kind) as caught:
            load.run()
    assert type(caught.value) is kind
    assert getattr(caught.value, "status", status) == status
    assert words in str(caught.value)
    assert_no_secret(caught.value)
    assert len(carrier.requests) == 1
    assert not load.manifests + load.shipments + load.missed


@pytest.mark.parametrize("status", [300, 301, 302, 303, 304, 307, 308])
def test_a_redirect_is_not_followed(status: int) -> None:
    with ScriptedCarrier(says(200, GOOD)) as elsewhere:
        location = {"Location": f"{elsewhere.url}/login?token=abc"}
        with ScriptedCarrier(says(status, b"", location)) as carrier, pytest.raises(CarrierRedirectError) as caught:
            Load(carrier.url).run()
        assert elsewhere.connected.empty()
    assert f"redirects the request to {elsewhere.url} (status {status})" in str(caught.value)
    assert "login" not in str(caught.value)
    assert_no_secret(caught.value)
    assert len(carrier.requests) == 1


@pytest.mark.parametrize("headers", [{}, {"Location": "http://bad:port"}])
def test_a_redirect_to_nowhere_is_one_too(headers: dict[str, str]) -> None:
    with (
        ScriptedCarrier(says(302, b"", headers)) as carrier,
        pytest.raises(CarrierRedirectError, match="without saying where"),
    ):
        Load(carrier.url).run()


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"<!DOCTYPE html><html>Sign in</html>", "instead of JSON"),
        (b"null", "instead of JSON"),
        (b'{"envios": []}', "object instead of a list"),
        (b"\xef\xbb\xbf  {}", "object instead of a list"),
        (b"", "is empty"),
        (b"\xef\xbb", "instead of JSON"),
        (b" \r\n\t ", "is empty"),
        (GOOD[:200], "cut short"),
        (b"[{", "cut short"),
        (b"[NaN]", "nothing in it is a manifest"),
        (b"[1] x", "nothing in it is a manifest"),
        (b"[] x", "not valid JSON"),
        (b"[[]]", "nothing in it is a manifest"),
        (GOOD + b'{"error":"page 2"}', "not valid JSON"),
    ],
)
def test_a_200_that_is_no_list_of_manifests_is_refused(body: bytes, words: str) -> None:
    with ScriptedCarrier(says(200, body)) as carrier:
        load = Load(carrier.url)
        with pytest.raises(CarrierAnswerError, match=words) as caught:
            load.run()
    assert_no_secret(caught.value)
    assert caught.value.__cause__ is None
    assert len(carrier.requests) == 1


@pytest.mark.parametrize(
    ("coding", "body", "found"),
    [
        ("gzip", gzip.compress(GOOD), []),
        ("x-gzip", gzip.compress(GOOD), []),
        ("", GOOD, []),
        ("identity", GOOD, []),
        ("deflate", zlib.compress(GOOD), []),
        ("deflate", zlib.compress(GOOD, wbits=-15), []),
        (None, gzip.compress(GOOD), ["gzip, declared as nothing"]),
        ("utf-8", gzip.compress(GOOD), ["gzip, declared as utf-8"]),
        ("gzip", GOOD, ["nothing, declared as gzip"]),
        ("deflate", GOOD, ["nothing, declared as deflate"]),
        ("UTF-8", GOOD, ["nothing, declared as utf-8"]),
        ("none", GOOD, ["nothing, declared as none"]),
        ("br", GOOD, ["nothing, declared as br"]),
    ],
)
def test_a_body_is_decompressed_as_it_is_compressed_whatever_its_header_says(
    coding: str | None, body: bytes, found: list[str]
) -> None:
    with ScriptedCarrier(says(200, body, {} if coding is None else {"Content-Encoding": coding})) as carrier:
        load = Load(carrier.url)
        load.run()
    assert load.numbers() == ["100", "200", "300"]
    assert [one.example for one in load.deviations if one.place == "header.Content-Encoding"] == found


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("gzip", gzip.compress(GOOD)[:-30]),
        ("gzip", b"\x1f\x8b" + b"x" * 50),
        ("deflate", b"\x07" * 10),
        ("br", b"\x1b\x2f\x00\x04"),
        ("gzip, gzip", gzip.compress(gzip.compress(GOOD))),
    ],
)
def test_a_body_that_cannot_be_decompressed_is_refused(coding: str, body: bytes) -> None:
    answer = says(200, body, {"Content-Encoding": coding})
    with ScriptedCarrier(answer) as carrier, pytest.raises(CarrierAnswerError, match=r"compressed|cut short"):
        Load(carrier.url).run()


def test_a_page_that_quotes_the_request_puts_no_token_into_the_error() -> None:
    async def echo(conversation: Conversation) -> None:
        quoted = b"[" + repr(dict(conversation.headers)).encode()
        await says(200, quoted)(conversation)

    with ScriptedCarrier(echo) as carrier, pytest.raises(CarrierAnswerError) as caught:
        Load(carrier.url).run()
    assert_no_secret(caught.value)


def test_what_the_sink_raises_comes_out_as_it_is() -> None:
    failure = StoreUnusableError(Text("Error", "The disk is full."))

    def refuse(received: object) -> None:
        raise failure

    with ScriptedCarrier(says(200, GOOD)) as carrier, pytest.raises(StoreUnusableError) as caught:
        Load(carrier.url, on_shipments=refuse).run()
    assert caught.value is failure
    assert len(carrier.requests) == 1


def test_a_load_leaves_no_thread_behind() -> None:
    with ScriptedCarrier(says(200, GOOD)) as carrier:
        before = set(threading.enumerate())
        Load(carrier.url).run(DAY)
        left = [thread for thread in threading.enumerate() if thread not in before]
        for thread in left:
            thread.join(60)
            assert not thread.is_alive()


def assert_no_secret(error: BaseException) -> None:
    seen: BaseException | None = error
    while seen is not None:
        assert CREDENTIALS.token not in f"{seen} {seen!r}"
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b'{"Mensaje": "No se pudo consultar", "Razon": "La base est\xc3\xa1 en mantenimiento"}',
         "No se pudo consultar: La base está en mantenimiento"),
        (b'[{"Mensaje": "Fall\xf3"}]', "Falló"),
        (b'{"error": {"message": "down", "detail": "until 14:00"}}', "down: until 14:00"),
        (b"{'Mensaje': None, 'Razon': 'a\tb\\u202ec'}", "a b c"),
        (b'{"Mensaje": "token 5f0c3a52-8f63-4c1f-9d0b-1f2e3d4c5b6a of user-7"}', "token … of …"),
        (b'{"Mensaje": "TOKEN 5F0C3A52-8F63-4C1F-9D0B-1F2E3D4C5B6A"}', "TOKEN …"),
        (b'{"Mensaje": "' + b"x" * 180 + b' 5f0c3a52-8f63-4c1f-9d0b-1f2e3d4c5b6a"}', "x" * 180 + " …"),
        (b'{"Mensaje": "' + b"x" * 5000 + b'"}', "x" * 199 + "…"),
        (b"<html>down</html>", ""),
        (b'{"Mensaje": 5}', ""),
        (b"", ""),
    ],
)  # fmt: skip
def test_the_carriers_own_reason_is_quoted(body: bytes, reason: str) -> None:
    with ScriptedCarrier(says(500, body)) as carrier, pytest.raises(CarrierStatusError) as caught:
        Load(carrier.url).run()
    quoted = f" The carrier says: “{reason}”." if reason else ""
    assert str(caught.value).endswith(f"tell the carrier.{quoted}")


def test_a_reason_that_never_ends_is_not_waited_for_longer_than_the_time_out() -> None:
    async def drips(conversation: Conversation) -> None:
        await conversation.send(b'HTTP/1.1 501 No\r\nContent-Length: 9999999\r\n\r\n{"Mensaje": "x"')
        await conversation.until_gone()

    with ScriptedCarrier(drips) as carrier, pytest.raises(CarrierStatusError, match="has a problem"):
        Load(carrier.url, timeout_seconds=0.2).run()
