import json

import pytest

from app.domain.reception.probing import PROBE_HEADER, Cause, Diagnosis, Probe
from tests.carrier.scripted_carrier import Conversation, Script, ScriptedCarrier
from tests.url_check.desks import PATH, answered, answers, ask, proves, read_body

HTML = {"Content-Type": "text/html", "Server": "nginx"}
CLOUDFLARE = {"Content-Type": "text/html", "Server": "cloudflare", "CF-RAY": "8c1-BOG"}


def said(diagnosis: Diagnosis) -> str:
    return str(diagnosis.text)


def test_this_very_desk_answers() -> None:
    probe = Probe.new()
    diagnosis = answered(proves(probe), probe)
    assert (diagnosis.works, diagnosis.cause, diagnosis.status) == (True, Cause.FINE, 200)
    assert diagnosis.milliseconds >= 0
    assert "this desk answered at 127.0.0.1:" in said(diagnosis)


def test_the_request_is_what_the_senders_would_be_and_bears_the_nonce() -> None:
    probe, bodies = Probe.new(), list[bytes]()

    async def script(conversation: Conversation) -> None:
        bodies.append(await read_body(conversation))

    with ScriptedCarrier(script) as server:
        ask(server, probe)
    (request,) = server.requests
    assert request.line == f"POST {PATH} HTTP/1.1"
    assert request.headers["host"] == f"127.0.0.1:{server.port}"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["authorization"] == f"Bearer {probe.nonce}"
    assert request.headers[PROBE_HEADER.lower()] == probe.nonce
    assert isinstance(json.loads(bodies[0]), dict)


@pytest.mark.parametrize("status", [201, 204])
def test_whatever_the_sender_takes_for_a_success_is_one(status: int) -> None:
    probe = Probe.new()
    body = json.dumps({"proof": probe.proof, "authorization": True, "path": True})

    async def script(conversation: Conversation) -> None:  # 204 has no body, so it cannot prove anything
        await answers(status, "" if status == 204 else body)(conversation)

    assert answered(script, probe).cause is (Cause.STRANGER if status == 204 else Cause.FINE)


def test_another_path_works_with_a_warning() -> None:
    probe = Probe.new()
    diagnosis = answered(proves(probe, path=False), probe)
    assert (diagnosis.works, diagnosis.cause) == (True, Cause.OTHER_PATH)
    assert "keep the path" in said(diagnosis)


@pytest.mark.parametrize(
    ("status", "changes", "cause", "words"),
    [
        (200, {"authorization": False}, Cause.TOKEN_LOST, "the Authorization header was removed"),
        (200, {"authorization": False, "path": False}, Cause.TOKEN_LOST, "the Authorization header was removed"),
        (503, {"status": "unavailable"}, Cause.CANNOT_KEEP, "cannot save notifications now"),
        (202, {}, Cause.STATUS_CHANGED, "changed to 202 on the way"),
        (404, {}, Cause.STATUS_CHANGED, "changed to 404 on the way"),
    ],
)
def test_this_very_desk_answers_and_yet_it_does_not_work(
    status: int, changes: dict[str, object], cause: Cause, words: str
) -> None:
    probe = Probe.new()
    diagnosis = answered(proves(probe, status, **changes), probe)
    assert (diagnosis.works, diagnosis.cause, diagnosis.status) == (False, cause, status)
    assert words in said(diagnosis)


@pytest.mark.parametrize("status", [200, 201, 202, 204, 206])
def test_a_stranger_who_says_that_all_is_well_is_the_worst(status: int) -> None:
    diagnosis = answered(answers(status, "" if status == 204 else '{"status": "ok"}'))
    assert (diagnosis.works, diagnosis.cause, diagnosis.status) == (False, Cause.STRANGER, status)
    assert "this desk never receives it" in said(diagnosis)


@pytest.mark.parametrize(
    "body",
    [
        b'{"proof": "guessed"}',
        b'{"proof": null}',
        b'{"proof": "\xc3\xb1"}',
        b'{"proof": "\\ud800"}',
        b'["proof"]',
        b"[" * 60_000,
        b"\xff\xfe",
        b"",
    ],
)
def test_no_proof_is_no_proof(body: bytes) -> None:
    assert answered(answers(200, body)).cause is Cause.STRANGER


def test_the_probe_sent_back_proves_nothing() -> None:
    async def echo(conversation: Conversation) -> None:
        await answers(200, json.dumps({"proof": conversation.headers[PROBE_HEADER.lower()]}))(conversation)

    assert answered(echo).cause is Cause.STRANGER


def test_no_more_than_the_beginning_of_an_answer_is_read() -> None:
    probe, gone = Probe.new(), list[bool]()

    async def endless(conversation: Conversation) -> None:
        await read_body(conversation)
        await conversation.send(b"HTTP/1.1 200 OK\r\n\r\n")
        try:
            while True:
                await conversation.send(b" " * 65536)
        except ConnectionError:
            gone.append(True)

    assert answered(endless, probe).cause is Cause.STRANGER
    assert gone == [True]


def test_an_answer_that_breaks_off_is_judged_by_what_came() -> None:
    async def script(conversation: Conversation) -> None:
        await read_body(conversation)
        await conversation.send(b"HTTP/1.1 404 Not Found\r\nContent-Length: 999\r\n\r\n<html>")

    diagnosis = answered(script)
    assert (diagnosis.cause, diagnosis.status) == (Cause.NO_SUCH_PATH, 404)


@pytest.mark.parametrize(
    ("script", "cause", "words"),
    [
        (answers(502, "<html>", HTML), Cause.NOT_REACHED, "cannot reach it (status 502)"),
        (answers(503, "", HTML), Cause.NOT_REACHED, "cannot reach it (status 503)"),
        (answers(504, "", HTML), Cause.NOT_REACHED, "cannot reach it (status 504)"),
        (answers(404, "", HTML), Cause.NO_SUCH_PATH, "does not know the path (status 404)"),
        (answers(405, "", HTML), Cause.NO_SUCH_PATH, "does not know the path (status 405)"),
        (answers(401, "", HTML), Cause.SIGN_IN, "requires a sign-in"),
        (answers(403, "", HTML), Cause.SIGN_IN, "requires a sign-in"),
        (answers(407, "", HTML), Cause.SIGN_IN, "requires a sign-in"),
        (answers(400, "", HTML), Cause.REJECTED, "(status 400)"),
        (answers(413, "", HTML), Cause.REJECTED, "a POST of 1 MiB"),
        (answers(415, "", HTML), Cause.REJECTED, "(status 415)"),
        (answers(429, "", HTML), Cause.REJECTED, "(status 429)"),
        (answers(500, "", HTML), Cause.TROUBLE, "with status 500"),
        (answers(521, "", HTML), Cause.TROUBLE, "with status 521"),
    ],
)
def test_each_answer_in_the_desks_place_has_its_cause(script: Script, cause: Cause, words: str) -> None:
    diagnosis = answered(script)
    assert (diagnosis.works, diagnosis.cause) == (False, cause)
    assert words in said(diagnosis)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed_and_its_place_is_named_without_what_may_be_secret(status: int) -> None:
    location = "https://login.example/a%20way/in?return=secret&token=secret"
    with ScriptedCarrier(answers(status, headers={"Location": location})) as server:
        diagnosis = ask(server)
    assert (diagnosis.cause, diagnosis.status) == (Cause.REDIRECT, status)
    assert "to https://login.example/a%20way/in (status" in said(diagnosis)
    assert "secret" not in said(diagnosis)
    assert len(server.requests) == 1


def test_a_redirect_within_the_same_server_is_named_whole() -> None:
    with ScriptedCarrier(answers(308, headers={"Location": f"{PATH}/"})) as server:
        assert f"to {server.url}{PATH}/ (status" in said(ask(server))


@pytest.mark.parametrize("headers", [{}, {"Location": "http://[::"}])
def test_a_redirect_to_nowhere_says_so(headers: dict[str, str]) -> None:
    assert "without saying where" in said(answered(answers(302, headers=headers)))


@pytest.mark.parametrize(
    ("script", "cause", "words"),
    [
        (
            answers(404, "<html>offline", {"Ngrok-Error-Code": "ERR_NGROK_3200"}),
            Cause.TUNNEL_DOWN,
            "ngrok has no connection from this computer (ERR_NGROK_3200)",
        ),
        (answers(404, "<pre>The endpoint is offline.\n\nERR_NGROK_3200</pre>"), Cause.TUNNEL_DOWN, "answers 404"),
        (answers(502, headers={"Ngrok-Error-Code": "ERR_NGROK_8012"}), Cause.NOT_REACHED, "The tunnel of ngrok is up"),
        (answers(200, "<html>ERR_NGROK_6024"), Cause.CHALLENGED, "warning page"),
        (answers(429, headers={"Ngrok-Error-Code": "ERR_NGROK_734"}), Cause.TROUBLE, "error ERR_NGROK_734"),
        (answers(530, "error code: 1033", CLOUDFLARE), Cause.TUNNEL_DOWN, "Cloudflare has no connection"),
        (answers(530, "<title>DNS points to…</title>", CLOUDFLARE), Cause.TUNNEL_DOWN, "Start cloudflared"),
        (answers(530, "error code: 1016", CLOUDFLARE), Cause.TROUBLE, "(status 530, error 1016)"),
        (answers(502, "error code: 502", CLOUDFLARE), Cause.NOT_REACHED, "The tunnel of Cloudflare is up"),
        (answers(524, "", CLOUDFLARE), Cause.NOT_REACHED, "(status 524, error 524)"),
        (answers(403, "", {**CLOUDFLARE, "cf-mitigated": "challenge"}), Cause.CHALLENGED, "Bot Fight Mode"),
        (answers(403, "error code: 1010", CLOUDFLARE), Cause.TROUBLE, "(status 403, error 1010)"),
    ],
)
def test_ngrok_and_cloudflare_are_named_where_they_answer_themselves(script: Script, cause: Cause, words: str) -> None:
    diagnosis = answered(script)
    assert (diagnosis.works, diagnosis.cause) == (False, cause)
    assert words in said(diagnosis)


@pytest.mark.parametrize("status", [404, 503])
def test_what_merely_came_through_cloudflare_is_not_taken_for_its_own(status: int) -> None:
    plain = answered(answers(status, headers=HTML))
    assert answered(answers(status, '{"detail": "no"}', CLOUDFLARE)).cause is plain.cause


def test_the_desk_behind_a_tunnel_is_known_by_its_proof() -> None:
    probe = Probe.new()
    body = json.dumps({"proof": probe.proof, "authorization": True, "path": True, "note": "ERR_NGROK_3200"})
    assert answered(answers(200, body, CLOUDFLARE), probe).cause is Cause.FINE


@pytest.mark.parametrize("status", [200, 302, 400, 401, 404, 500, 503])
def test_no_sentence_quotes_what_was_sent_or_what_came(status: int) -> None:
    probe = Probe.new()

    async def echo(conversation: Conversation) -> None:
        everything = f"{conversation.headers} {probe.proof}"
        headers = {"Location": f"https://a.example/?{probe.nonce}", "X-Echo": probe.nonce}
        await answers(status, everything, headers)(conversation)

    diagnosis = answered(echo, probe)
    assert probe.nonce not in repr(diagnosis)
    assert probe.proof not in repr(diagnosis)
