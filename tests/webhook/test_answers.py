"""Every row of the table in interface.md."""

import gzip
import json
import logging
import zlib
from collections.abc import Callable

import pytest

from app.domain.contract.outcomes import Outcome, QuarantineReason
from app.domain.reception.refusals import Refusal
from tests.webhook.conftest import StartServer
from tests.webhook.running_server import DEADLINE, NOON, TOKEN, Differences, RunningServer, digests, request, visit

MEBIBYTE = 1024 * 1024


@pytest.mark.parametrize("outcome", list(Outcome))
def test_a_saved_notification_is_answered_200_with_its_outcome(server: RunningServer, outcome: Outcome) -> None:
    server.store.outcome = outcome
    reply = server.post(visit(8))
    assert (reply.status, reply.json) == (200, {"status": outcome.value})
    (received,) = server.store.kept
    assert received.change is not None
    assert (received.change.visit_id, received.received_at, received.path) == (8, NOON, None)
    state = server.webhook.state()
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
def test_any_body_with_the_right_token_is_kept_as_it_came(
    server: RunningServer, body: bytes, reason: QuarantineReason
) -> None:
    reply = server.post(body)
    assert (reply.status, reply.said) == (200, "quarantined")
    assert [(one.body, one.reason) for one in server.store.kept] == [(body, reason)]


def test_another_event_status_and_field_is_a_notification_all_the_same(server: RunningServer) -> None:
    body = visit(event="otro", extra=1, data={"visita_id": 1, "estado_nuevo": "nuevo"})
    assert server.post(body).said == "stored"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"])
def test_the_content_type_does_not_matter(server: RunningServer, kind: str) -> None:
    raw = request(visit()).replace(b"application/json", kind.encode())
    assert server.ask(raw).said == "stored"


def test_a_chunked_body_is_kept_whole(server: RunningServer) -> None:
    body = visit(9)
    chunked = b"".join(b"%x\r\n%c\r\n" % (1, byte) for byte in body) + b"0\r\n\r\n"
    assert server.post(chunked, headers={"Transfer-Encoding": "chunked"}).said == "stored"
    assert server.store.kept[0].body == body


def test_http_1_0_is_spoken_as_old_proxies_do(server: RunningServer) -> None:
    raw = request(visit()).replace(b"HTTP/1.1", b"HTTP/1.0").replace(b"Host: localhost\r\n", b"")
    assert server.ask(raw).said == "stored"


@pytest.mark.parametrize("scheme", ["Bearer ", "bearer ", "BEARER \t "])
def test_the_scheme_may_be_written_in_any_case(server: RunningServer, scheme: str) -> None:
    raw = request(visit(), token=None, headers={"Authorization": scheme + TOKEN})
    assert server.ask(raw).status == 200


@pytest.mark.parametrize(
    "authorization", [None, "", "Bearer", "Bearer ", "Basic dXNlcjpwYXNz", TOKEN, "BearerX " + TOKEN]
)
def test_without_a_token_it_is_401_whatever_else_is_wrong(server: RunningServer, authorization: str | None) -> None:
    headers = {"Content-Encoding": "gzip"} | ({} if authorization is None else {"Authorization": authorization})
    reply = server.ask(request(visit(), token=None, headers=headers, length=2 * MEBIBYTE))
    assert (reply.status, reply.json) == (401, {"status": "unauthorized"})
    assert reply.headers["www-authenticate"] == "Bearer"
    assert server.webhook.state().refused == {Refusal.TOKEN: 1}


@pytest.mark.parametrize("token", [TOKEN[:-1], TOKEN + "x", TOKEN.upper(), b"\xff\xfe", b"\xc3\xb1", "x" * 8000])
def test_a_wrong_token_is_401_and_nothing_is_kept(server: RunningServer, token: str | bytes) -> None:
    assert server.post(token=token).status == 401
    assert server.post(token=token, path="/otra").status == 401
    assert server.webhook.state().refused == {Refusal.TOKEN: 2}
    assert server.store.kept == []


def test_another_path_is_404_without_a_token_and_kept_with_the_right_one(server: RunningServer) -> None:
    assert server.post(token=None, path="/wp-login.php").status == 404
    assert server.webhook.state().refused == {Refusal.PATH: 1}
    assert server.post(path="/visitas/?token=1").said == "stored"
    assert server.store.kept[0].path == "/visitas/"
    assert server.webhook.state().last_other_path == "/visitas/"
    server.post()
    assert server.webhook.state().last_other_path == "/visitas/"


@pytest.mark.parametrize("target", ["/visitas", "/visitas?a=b", "/visit%61s"])
def test_the_own_path_is_known_however_it_is_written(server: RunningServer, target: str) -> None:
    server.post(path=target)
    assert server.store.kept[0].path is None


def test_the_own_path_may_have_letters_that_no_request_may(start_server: StartServer) -> None:
    server = start_server(path="/día")
    assert server.webhook.url.endswith("/d%C3%ADa")
    server.post(path="/d%C3%ADa")
    assert server.store.kept[0].path is None


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"])
def test_another_method_is_405(server: RunningServer, method: str) -> None:
    reply = server.ask(request(visit(), method=method))
    assert (reply.status, reply.headers["allow"]) == (405, "POST")
    assert server.webhook.state().refused == {Refusal.METHOD: 1}
    assert server.store.kept == []


def _bare(body: bytes) -> bytes:
    deflating = zlib.compressobj(wbits=-15)
    return deflating.compress(body) + deflating.flush()


_PACKED = (
    ("gzip", gzip.compress), (" GZIP ", gzip.compress), ("x-gzip", gzip.compress),
    ("deflate", zlib.compress), ("deflate", _bare),
    ("identity", bytes),
)  # fmt: skip


@pytest.mark.parametrize(("encoding", "pack"), _PACKED)
def test_a_body_that_comes_compressed_is_kept_as_it_was(
    server: RunningServer, encoding: str, pack: Callable[[bytes], bytes]
) -> None:
    assert server.post(pack(visit()), headers={"Content-Encoding": encoding}).said == "stored"
    assert server.store.kept[0].body == visit()


@pytest.mark.parametrize(("encoding", "pack"), _PACKED)
def test_what_is_unpacked_may_be_as_large_as_any_body(
    server: RunningServer, encoding: str, pack: Callable[[bytes], bytes]
) -> None:
    packed, headers = pack(visit().ljust(MEBIBYTE)), {"Content-Encoding": encoding}
    assert server.post(packed, headers=headers).said == "stored"
    reply = server.post(pack(visit().ljust(MEBIBYTE + 1)), headers=headers)
    assert (reply.status, reply.said) == (413, "too_large")
    assert len(server.store.kept) == 1


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
@pytest.mark.parametrize("body", [visit(), b"", gzip.compress(visit())[:-1], gzip.compress(visit()) + b"more"])
def test_what_is_not_what_its_encoding_says_is_kept_as_it_came(
    server: RunningServer, encoding: str, body: bytes
) -> None:
    assert server.post(body, headers={"Content-Encoding": encoding}).said == (
        "stored" if body == visit() else "quarantined"
    )
    assert server.store.kept[0].body == body


@pytest.mark.parametrize("encoding", ["UTF-8", "none", "br", "gzip, gzip", ""])
@pytest.mark.parametrize("body", [visit(), b"\xef\xbb\xbf" + visit(), visit().decode().encode("utf-16"), b"[]"])
def test_a_body_of_any_encoding_that_reads_as_it_is_is_kept_as_it_came(
    server: RunningServer, encoding: str, body: bytes
) -> None:
    assert server.post(body, headers={"Content-Encoding": encoding}).status == 200
    (received,) = server.store.kept
    assert received.body == body
    places = [one.place for one in received.deviations]
    assert ("header.Content-Encoding" in places) == (received.reason is None)


@pytest.mark.parametrize("encoding", ["br", "gzip, gzip", "UTF-8"])
@pytest.mark.parametrize("body", [gzip.compress(gzip.compress(visit())), b"\x0b\x02\x80hello\x03", b""])
def test_a_body_of_another_encoding_that_does_not_read_as_it_is_is_415(
    server: RunningServer, encoding: str, body: bytes
) -> None:
    reply = server.post(body, headers={"Content-Encoding": encoding})
    assert (reply.status, reply.said) == (415, "encoded")
    assert server.webhook.state().refused == {Refusal.ENCODED: 1}
    assert server.store.kept == []


def test_an_empty_encoding_is_none_so_that_any_body_with_it_is_kept(server: RunningServer) -> None:
    assert server.post(b"no json", headers={"Content-Encoding": ""}).said == "quarantined"


_REFUSED = (
    (415, request(b"no json", headers={"Content-Encoding": "br"})),
    (413, request(length=2 * MEBIBYTE)),
    (405, request(visit(), method="PUT")),
    (431, request(visit(), headers={f"X-{name}": "x" * 8000 for name in "abc"})),
    (400, request(visit(), path="http://a/visitas")),
    (400, request(visit(), headers={"Authorization": "Bearer x"})),
)


@pytest.mark.parametrize(("status", "raw"), _REFUSED)
def test_each_refusal_of_the_right_token_is_reported(start_server: StartServer, status: int, raw: bytes) -> None:
    reports: list[None] = []
    server = start_server(on_refused=lambda: reports.append(None))
    server.tokens.refresh(DEADLINE).result(DEADLINE)
    assert server.ask(raw).status == status
    assert len(reports) == 1
    server.ask(raw.replace(TOKEN.encode(), b"wrong"))
    assert len(reports) == 1


@pytest.mark.parametrize("raw", [request(visit()), request(b"no json"), request(token="x"), request(path="/a")])
def test_what_is_kept_or_has_no_right_token_is_no_refusal_to_report(start_server: StartServer, raw: bytes) -> None:
    reports: list[None] = []
    server = start_server(on_refused=lambda: reports.append(None))
    server.ask(raw)
    assert reports == []


def test_a_body_of_one_mebibyte_is_kept_and_one_byte_more_is_413(server: RunningServer) -> None:
    body = visit().ljust(MEBIBYTE)
    chunked = b"%x\r\n%s\r\n" % (MEBIBYTE, body)
    assert server.post(body).said == "stored"
    assert server.post(chunked + b"0\r\n\r\n", headers={"Transfer-Encoding": "chunked"}).said == "stored"
    assert server.post(b"", length=MEBIBYTE + 1).status == 413  # before any of it came
    reply = server.post(chunked + b"1\r\nx\r\n0\r\n\r\n", headers={"Transfer-Encoding": "chunked"})
    assert (reply.status, reply.said) == (413, "too_large")
    assert server.webhook.state().refused == {Refusal.TOO_LARGE: 2}
    assert len(server.store.kept) == 2


def test_a_body_is_asked_for_only_once_the_token_is_right(server: RunningServer) -> None:
    waiting = {"Expect": "100-Continue"}
    with server.client() as client:
        client.send(request(headers=waiting, length=len(visit())))
        assert client.socket.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.send(visit())
        assert client.reply().said == "stored"
    for wrong in ({"token": "x"}, {"length": MEBIBYTE + 1}, {"method": "PUT"}):
        reply = server.ask(request(headers=waiting, **wrong))
        assert reply.status in (401, 413, 405)


@pytest.mark.parametrize(
    "raw", [request(visit()), request(token="x"), request(token="x", path="/"), request(path="http://a/")]
)
def test_every_answer_is_small_json_without_details(server: RunningServer, raw: bytes) -> None:
    reply = server.ask(raw)
    assert reply.headers["content-type"] == "application/json; charset=utf-8"
    assert int(reply.headers["content-length"]) == len(reply.body) < 40
    assert reply.headers["server"] == "Despacho"
    assert list(reply.json) == ["status"]


def test_headers_are_kept_in_their_order_without_secrets(server: RunningServer) -> None:
    kept = {"X-One": "1", "User-Agent": "emisor/1.0 (ñ)", "x-one": "2", "Keep-Alive": "3"}
    secret = {
        "Proxy-Authorization": "Basic eA==", "Cookie": "a=b", "X-Api-Key": "k", "X-Auth-Token": "t", "X-Secret": "s",
        "Cf-Access-Jwt-Assertion": "j", "X-Hub-Signature": "h", "X-Original": f"Bearer {TOKEN}",
    }  # fmt: skip
    server.post(headers={**kept, **secret})
    headers = server.store.kept[0].headers
    sent = [("Host", "localhost"), ("Content-Type", "application/json"), *kept.items()]
    assert headers == (*sent, ("Content-Length", str(len(visit()))))
    assert TOKEN not in repr(server.store.kept[0])


def test_a_short_token_does_not_take_other_headers_with_it(start_server: StartServer) -> None:
    server = start_server(read=lambda: digests("a"))
    server.post(token="a", headers={"X-Same": "a", "Accept": "*/*; a"})
    names = [name for name, _ in server.store.kept[0].headers]
    assert names == ["Host", "Content-Type", "Accept", "Content-Length"]


def test_a_method_that_is_none_is_400(server: RunningServer) -> None:
    assert server.post(method="BREW").status == 400
    assert server.webhook.state().refused == {Refusal.MALFORMED: 1}


def test_a_head_with_a_token_that_cannot_be_parsed_is_not_logged(
    server: RunningServer, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    token = f"Authorization: Bearer {TOKEN}"
    with caplog.at_level(logging.DEBUG):
        for wrong in (token + "\0", token + "\n", " " + token, token + TOKEN * 200, f"X: {TOKEN}\0", f"{TOKEN}\0: x"):
            reply = server.ask(request(visit()).replace(token.encode(), wrong.encode()))
            assert reply.status == 400
    assert server.webhook.state().refused == {Refusal.MALFORMED: 6}
    assert TOKEN not in caplog.text + "".join(capfd.readouterr())


def test_nothing_that_comes_in_is_logged(server: RunningServer, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        for raw in (request(visit()), request(token="wrong"), b"GET \xff HTTP/1.1\r\n\r\n", b"\x16\x03\x01\n", b"{}"):
            server.ask(raw.replace(b"{}", b"POST / HTTP/1.1\r\nA: b\n"))
        server.post(b"zz\r\n", headers={"Transfer-Encoding": "chunked"})
    said = [record for record in caplog.records if record.name.startswith("aiohttp") or record.levelno > logging.DEBUG]
    assert said == []


def test_the_state_counts_requests_and_reports_changes(server: RunningServer) -> None:
    assert server.webhook.state().since == NOON
    server.post(token=None)
    server.post(token=None)
    server.post()
    server.wait_for(lambda: server.webhook.state().kept == 1 and server.webhook.state().refused == {Refusal.TOKEN: 2})
    assert json.dumps(server.webhook.state().refused) == '{"token": 2}'


def test_a_token_in_the_path_is_not_kept(server: RunningServer) -> None:
    assert server.post(path=f"/otra/{TOKEN}").said == "stored"
    assert server.store.kept[0].path == "/***"


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("body", [visit(), visit().ljust(300_000)])
def test_a_sender_that_closes_its_half_behind_the_request_is_answered(
    server: RunningServer, body: bytes, at_once: bool
) -> None:
    server.store.gate.clear()
    raw = request(body)
    with server.client() as client:
        client.send(raw if at_once else raw[:-9])
        if not at_once:
            client.send(raw[-9:])
        client.end()
        assert server.store.arrived.acquire(timeout=DEADLINE)
        server.store.gate.set()
        assert client.reply().said == "stored"
        assert client.rest().raw == b""


@pytest.mark.parametrize("head", [{"token": "x"}, {"method": "PUT"}, {"path": "http://a/"}])
def test_a_sender_that_closes_its_half_behind_a_refused_request_is_answered(
    server: RunningServer, head: Differences
) -> None:
    with server.client() as client:
        client.send(request(visit(), **head))
        client.end()
        assert client.reply().status in (400, 401, 405)


@pytest.mark.parametrize("last", [{}, {"Connection": "close"}])
def test_a_sender_that_closes_its_half_behind_a_later_request_is_answered(
    server: RunningServer, last: dict[str, str]
) -> None:
    with server.client() as client:
        client.send(request(visit()))
        assert client.reply().said == "stored"
        server.store.gate.clear()
        client.send(request(visit(), headers=last))
        client.end()
        for _ in range(2):
            assert server.store.arrived.acquire(timeout=DEADLINE)
        server.store.gate.set()
        assert client.reply().said == "stored"
        assert client.rest().raw == b""


def test_a_connection_without_a_whole_request_ends_once_its_sender_closes_its_half(server: RunningServer) -> None:
    for sent in (b"", request(visit())[:-9], request(visit())[:30]):
        with server.client() as client:
            client.send(sent)
            client.end()
            assert client.rest().raw == b""
    assert server.store.kept == []
