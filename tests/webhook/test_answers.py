"""Every row of the table in interface.md."""

import gzip
import json
import logging
import zlib
from collections.abc import Callable

import pytest

from app.domain.contract.outcomes import Outcome, QuarantineReason
from app.domain.reception.listening import Refusal
from tests.webhook.conftest import Opened
from tests.webhook.visiting import NOON, TOKEN, House, digests, request, visit

MEBIBYTE = 1024 * 1024


@pytest.mark.parametrize("outcome", list(Outcome))
def test_what_is_kept_is_answered_200_with_what_became_of_it(house: House, outcome: Outcome) -> None:
    house.shelf.outcome = outcome
    reply = house.post(visit(8))
    assert (reply.status, reply.json) == (200, {"status": outcome.value})
    (received,) = house.shelf.kept
    assert received.change is not None
    assert (received.change.visit.id, received.received_at, received.path) == (8, NOON, None)
    state = house.webhook.state()
    assert (state.kept, state.last_kept_at, state.last_other_path, state.refused) == (1, NOON, None, {})


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", QuarantineReason.NOT_JSON),
        (b"\xff\xfe\x00", QuarantineReason.NOT_JSON),
        (b"[" * 200_000, QuarantineReason.TOO_DEEP),
        (b"[]", QuarantineReason.NOT_AN_OBJECT),
        (b'{"data": {"visita_id": 1}}', QuarantineReason.NO_TIMESTAMP),
    ],
)
def test_a_right_token_with_anything_else_is_kept_as_it_came(
    house: House, body: bytes, reason: QuarantineReason
) -> None:
    reply = house.post(body)
    assert (reply.status, reply.said) == (200, "quarantined")
    assert [(one.body, one.reason) for one in house.shelf.kept] == [(body, reason)]


def test_another_event_status_and_field_is_a_notification_all_the_same(house: House) -> None:
    body = visit(event="otro", extra=1, data={"visita_id": 1, "estado_nuevo": "nuevo"})
    assert house.post(body).said == "stored"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"])
def test_the_content_type_does_not_matter(house: House, kind: str) -> None:
    raw = request(visit()).replace(b"application/json", kind.encode())
    assert house.ask(raw).said == "stored"


def test_a_chunked_body_is_kept_whole(house: House) -> None:
    body = visit(9)
    chunked = b"".join(b"%x\r\n%c\r\n" % (1, byte) for byte in body) + b"0\r\n\r\n"
    assert house.post(chunked, headers={"Transfer-Encoding": "chunked"}).said == "stored"
    assert house.shelf.kept[0].body == body


def test_http_1_0_is_spoken_as_old_proxies_do(house: House) -> None:
    raw = request(visit()).replace(b"HTTP/1.1", b"HTTP/1.0").replace(b"Host: localhost\r\n", b"")
    assert house.ask(raw).said == "stored"


@pytest.mark.parametrize("scheme", ["Bearer ", "bearer ", "BEARER \t "])
def test_the_scheme_may_be_written_in_any_case(house: House, scheme: str) -> None:
    raw = request(visit(), token=None, headers={"Authorization": scheme + TOKEN})
    assert house.ask(raw).status == 200


@pytest.mark.parametrize(
    "authorization", [None, "", "Bearer", "Bearer ", "Basic dXNlcjpwYXNz", TOKEN, "BearerX " + TOKEN]
)
def test_without_a_token_it_is_401_whatever_else_is_wrong(house: House, authorization: str | None) -> None:
    headers = {"Content-Encoding": "gzip"} | ({} if authorization is None else {"Authorization": authorization})
    reply = house.ask(request(visit(), token=None, headers=headers, length=2 * MEBIBYTE))
    assert (reply.status, reply.json) == (401, {"status": "unauthorized"})
    assert reply.headers["www-authenticate"] == "Bearer"
    assert house.webhook.state().refused == {Refusal.TOKEN: 1}


@pytest.mark.parametrize("token", [TOKEN[:-1], TOKEN + "x", TOKEN.upper(), b"\xff\xfe", b"\xc3\xb1", "x" * 8000])
def test_a_wrong_token_is_401_and_nothing_is_kept(house: House, token: str | bytes) -> None:
    assert house.post(token=token).status == 401
    assert house.post(token=token, path="/otra").status == 401
    assert house.webhook.state().refused == {Refusal.TOKEN: 2}
    assert house.shelf.kept == []


def test_another_path_is_404_without_a_token_and_kept_with_the_right_one(house: House) -> None:
    assert house.post(token=None, path="/wp-login.php").status == 404
    assert house.webhook.state().refused == {Refusal.PATH: 1}
    assert house.post(path="/visitas/?token=1").said == "stored"
    assert house.shelf.kept[0].path == "/visitas/"
    assert house.webhook.state().last_other_path == "/visitas/"
    house.post()
    assert house.webhook.state().last_other_path == "/visitas/"


@pytest.mark.parametrize("target", ["/visitas", "/visitas?a=b", "/visit%61s"])
def test_the_own_path_is_known_however_it_is_written(house: House, target: str) -> None:
    house.post(path=target)
    assert house.shelf.kept[0].path is None


def test_the_own_path_may_have_letters_that_no_request_may(opened: Opened) -> None:
    house = opened(path="/día")
    assert house.webhook.url.endswith("/d%C3%ADa")
    house.post(path="/d%C3%ADa")
    assert house.shelf.kept[0].path is None


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"])
def test_another_method_is_405(house: House, method: str) -> None:
    reply = house.ask(request(visit(), method=method))
    assert (reply.status, reply.headers["allow"]) == (405, "POST")
    assert house.webhook.state().refused == {Refusal.METHOD: 1}
    assert house.shelf.kept == []


def _bare(body: bytes) -> bytes:
    deflating = zlib.compressobj(wbits=-15)
    return deflating.compress(body) + deflating.flush()


_PACKED = (
    ("gzip", gzip.compress), (" GZIP ", gzip.compress), ("deflate", zlib.compress), ("deflate", _bare),
    ("identity", bytes),
)  # fmt: skip


@pytest.mark.parametrize(("encoding", "pack"), _PACKED)
def test_a_body_that_comes_compressed_is_kept_as_it_was(
    house: House, encoding: str, pack: Callable[[bytes], bytes]
) -> None:
    assert house.post(pack(visit()), headers={"Content-Encoding": encoding}).said == "stored"
    assert house.shelf.kept[0].body == visit()


@pytest.mark.parametrize(("encoding", "pack"), _PACKED)
def test_what_is_unpacked_may_be_as_large_as_any_body(
    house: House, encoding: str, pack: Callable[[bytes], bytes]
) -> None:
    packed, headers = pack(visit().ljust(MEBIBYTE)), {"Content-Encoding": encoding}
    assert house.post(packed, headers=headers).said == "stored"
    reply = house.post(pack(visit().ljust(MEBIBYTE + 1)), headers=headers)
    assert (reply.status, reply.said) == (413, "too_large")
    assert len(house.shelf.kept) == 1


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
@pytest.mark.parametrize("body", [visit(), b"", gzip.compress(visit())[:-1], gzip.compress(visit()) + b"more"])
def test_what_is_not_what_its_encoding_says_is_kept_as_it_came(house: House, encoding: str, body: bytes) -> None:
    assert house.post(body, headers={"Content-Encoding": encoding}).said == (
        "stored" if body == visit() else "quarantined"
    )
    assert house.shelf.kept[0].body == body


@pytest.mark.parametrize("encoding", ["br", "gzip, gzip", "x", ""])
def test_a_body_in_another_encoding_is_415(house: House, encoding: str) -> None:
    reply = house.post(headers={"Content-Encoding": encoding})
    assert (reply.status, reply.said) == (415, "encoded")
    assert house.webhook.state().refused == {Refusal.ENCODED: 1}
    assert house.shelf.kept == []


def test_a_body_of_one_mebibyte_is_kept_and_one_byte_more_is_413(house: House) -> None:
    body = visit().ljust(MEBIBYTE)
    chunked = b"%x\r\n%s\r\n" % (MEBIBYTE, body)
    assert house.post(body).said == "stored"
    assert house.post(chunked + b"0\r\n\r\n", headers={"Transfer-Encoding": "chunked"}).said == "stored"
    assert house.post(b"", length=MEBIBYTE + 1).status == 413  # before any of it came
    reply = house.post(chunked + b"1\r\nx\r\n0\r\n\r\n", headers={"Transfer-Encoding": "chunked"})
    assert (reply.status, reply.said) == (413, "too_large")
    assert house.webhook.state().refused == {Refusal.TOO_LARGE: 2}
    assert len(house.shelf.kept) == 2


def test_a_body_is_asked_for_only_once_the_token_is_right(house: House) -> None:
    waiting = {"Expect": "100-Continue"}
    with house.client() as client:
        client.send(request(headers=waiting, length=len(visit())))
        assert client.socket.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.send(visit())
        assert client.reply().said == "stored"
    for wrong in ({"token": "x"}, {"length": MEBIBYTE + 1}, {"method": "PUT"}):
        reply = house.ask(request(headers=waiting, **wrong))
        assert reply.status in (401, 413, 405)


@pytest.mark.parametrize(
    "raw", [request(visit()), request(token="x"), request(token="x", path="/"), request(path="http://a/")]
)
def test_every_answer_is_small_json_and_tells_nothing(house: House, raw: bytes) -> None:
    reply = house.ask(raw)
    assert reply.headers["content-type"] == "application/json; charset=utf-8"
    assert int(reply.headers["content-length"]) == len(reply.body) < 40
    assert reply.headers["server"] == "Despacho"
    assert list(reply.json) == ["status"]


def test_headers_are_kept_in_their_order_without_secrets(house: House) -> None:
    kept = {"X-One": "1", "User-Agent": "emisor/1.0 (ñ)", "x-one": "2", "Keep-Alive": "3"}
    secret = {
        "Proxy-Authorization": "Basic eA==", "Cookie": "a=b", "X-Api-Key": "k", "X-Auth-Token": "t", "X-Secret": "s",
        "Cf-Access-Jwt-Assertion": "j", "X-Hub-Signature": "h", "X-Original": f"Bearer {TOKEN}",
    }  # fmt: skip
    house.post(headers={**kept, **secret})
    headers = house.shelf.kept[0].headers
    sent = [("Host", "localhost"), ("Content-Type", "application/json"), *kept.items()]
    assert headers == (*sent, ("Content-Length", str(len(visit()))))
    assert TOKEN not in repr(house.shelf.kept[0])


def test_a_short_token_does_not_take_other_headers_with_it(opened: Opened) -> None:
    house = opened(read=lambda: digests("a"))
    house.post(token="a", headers={"X-Same": "a", "Accept": "*/*; a"})
    names = [name for name, _ in house.shelf.kept[0].headers]
    assert names == ["Host", "Content-Type", "Accept", "Content-Length"]


def test_a_method_that_is_none_is_400(house: House) -> None:
    assert house.post(method="BREW").status == 400
    assert house.webhook.state().refused == {Refusal.MALFORMED: 1}


def test_a_head_with_a_token_that_cannot_be_parsed_is_not_logged(
    house: House, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    token = f"Authorization: Bearer {TOKEN}"
    with caplog.at_level(logging.DEBUG):
        for wrong in (token + "\0", token + "\n", " " + token, token + TOKEN * 200, f"X: {TOKEN}\0", f"{TOKEN}\0: x"):
            reply = house.ask(request(visit()).replace(token.encode(), wrong.encode()))
            assert reply.status == 400
    assert house.webhook.state().refused == {Refusal.MALFORMED: 6}
    assert TOKEN not in caplog.text + "".join(capfd.readouterr())


def test_nothing_that_comes_in_is_logged(house: House, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        for raw in (request(visit()), request(token="wrong"), b"GET \xff HTTP/1.1\r\n\r\n", b"\x16\x03\x01\n", b"{}"):
            house.ask(raw.replace(b"{}", b"POST / HTTP/1.1\r\nA: b\n"))
        house.post(b"zz\r\n", headers={"Transfer-Encoding": "chunked"})
    said = [record for record in caplog.records if record.name.startswith("aiohttp") or record.levelno > logging.DEBUG]
    assert said == []


def test_the_state_counts_and_the_change_is_told(house: House) -> None:
    assert house.webhook.state().since == NOON
    house.post(token=None)
    house.post(token=None)
    house.post()
    house.wait_for(lambda: house.webhook.state().kept == 1 and house.webhook.state().refused == {Refusal.TOKEN: 2})
    assert json.dumps(house.webhook.state().refused) == '{"token": 2}'


def test_a_token_in_the_path_is_not_kept(house: House) -> None:
    assert house.post(path=f"/otra/{TOKEN}").said == "stored"
    assert house.shelf.kept[0].path == "/***"
