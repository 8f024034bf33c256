import socket

import pytest

from app.carrier.connection_probe import probe
from app.domain.access.addresses import Endpoint
from app.domain.access.connection import ConnectionReport, Part, Verdict
from app.domain.access.credentials import CarrierCredentials
from app.domain.cancellation import Cancellation
from tests.carrier.loading import CREDENTIALS, DAY
from tests.carrier.scripted_carrier import Conversation, Script, ScriptedCarrier, in_pieces, says, says_nothing

WRONG = "11111111-1111-4111-8111-111111111111"


def tried(url: str, seconds: float = 60.0) -> ConnectionReport:
    return probe(Endpoint(url, seconds, 0.01), CREDENTIALS, DAY)


@pytest.mark.parametrize(
    ("status", "works", "words"),
    [
        (404, True, "works: the carrier answered. It has no manifest for carrier C 1/ñ on 2026-06-01"),
        (302, False, "without saying where"),
        (400, False, "carrier code C 1/ñ"),
        (401, False, "token or the user"),
        (403, False, "no permission"),
        (500, False, "has a problem"),
    ],
)
def test_every_status_has_a_meaning_and_is_asked_for_once(status: int, *, works: bool, words: str) -> None:
    with ScriptedCarrier(says(status)) as carrier:
        report = tried(carrier.url)
    assert (report.works, report.status) == (works, status)
    assert words in str(report.meaning)
    assert 0 <= report.milliseconds < 60_000
    assert len(carrier.requests) == 1


def test_of_a_good_answer_only_the_beginning_is_read() -> None:
    async def endless(conversation: Conversation) -> None:
        await conversation.send(b'HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n [{"envios')
        await conversation.until_gone()

    with ScriptedCarrier(endless) as carrier:
        report = tried(carrier.url)
    assert (report.works, report.status) == (True, 200)
    assert "accepts the credentials" in str(report.meaning)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"<html>", "instead of JSON"),
        (b"{}", "object instead of a list"),
        (b" ", "is empty"),
    ],
)
def test_a_200_from_somebody_else_is_no_connection(body: bytes, words: str) -> None:
    with ScriptedCarrier(in_pieces(body)) as carrier:
        report = tried(carrier.url)
    assert (report.works, report.status) == (False, 200)
    assert words in str(report.meaning)


def test_without_an_answer_there_is_no_status() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        report = tried(f"http://127.0.0.1:{taken.getsockname()[1]}")
    assert (report.works, report.status) == (False, None)
    assert "No connection" in str(report.meaning)
    with ScriptedCarrier(says_nothing) as carrier:
        report = tried(carrier.url, 0.2)
    assert (report.works, report.status) == (False, None)
    assert "did not answer" in str(report.meaning)


def test_an_answer_of_blanks_ends_after_twice_the_time_out() -> None:
    async def drips(conversation: Conversation) -> None:
        await conversation.send(b"HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n")
        await conversation.drip(b" " * 10_000, 0.02)

    with ScriptedCarrier(drips) as carrier:
        report = tried(carrier.url, 0.25)
    assert (report.verdict, report.status, report.about) == (Verdict.FAILS, 200, None)
    assert "stopped answering, within 0.25 s" in str(report.meaning)


def test_an_address_that_is_none_is_a_report_too() -> None:
    report = tried("nowhere")
    assert (report.works, report.status) == (False, None)
    assert "address" in str(report.meaning)


def test_a_trial_can_be_cancelled() -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    with ScriptedCarrier(says(200, b"[]")) as carrier:
        report = probe(Endpoint(carrier.url, 60, 0.01), CREDENTIALS, DAY, cancellation)
    assert not report.works
    assert "cancelled" in str(report.meaning)


@pytest.mark.parametrize(
    ("right", "wrong", "verdict", "words"),
    [
        (says(200, b"[]"), says(401), Verdict.WORKS, "refuses a wrong token"),
        (says(200, b"[]"), says(403), Verdict.WORKS, "refuses a wrong token"),
        (says(200, b"[]"), says(200, b"[]"), Verdict.UNSURE, "to a wrong token as well"),
        (says(200, b"[]"), says(503), Verdict.UNSURE, "could not be found out"),
        (says(404), says(401), Verdict.UNSURE, "refuses a wrong one, but has no manifest for carrier C 1/ñ"),
        (says(404), says(404), Verdict.UNSURE, "may not be the carrier's service"),
    ],
)
def test_a_connection_is_proven_only_by_a_list_and_the_refusal_of_a_wrong_token(
    right: Script, wrong: Script, verdict: Verdict, words: str
) -> None:
    with ScriptedCarrier(right, wrong) as carrier:
        report = probe(Endpoint(carrier.url, 60, 0.01), CREDENTIALS, DAY, wrong_token=WRONG)
    assert report.verdict is verdict
    assert words in str(report.meaning)
    assert [one.headers["authorization-token"] for one in carrier.requests] == [CREDENTIALS.token, WRONG]
    assert {one.headers["authorization-user"] for one in carrier.requests} == {CREDENTIALS.user}


def test_a_wrong_token_is_sent_once_for_an_address_and_credentials() -> None:
    answers: dict[tuple[str, CarrierCredentials], ConnectionReport] = {}

    def prove(url: str, credentials: CarrierCredentials = CREDENTIALS) -> Verdict:
        return probe(Endpoint(url, 60, 0.01), credentials, DAY, wrong_token=WRONG, answers=answers).verdict

    with ScriptedCarrier(says(200, b"[]"), says(401), says(200, b"[]")) as carrier:
        assert [prove(carrier.url), prove(carrier.url)] == [Verdict.WORKS, Verdict.WORKS]
        assert prove(carrier.url, CarrierCredentials(CREDENTIALS.token, "user-8")) is Verdict.UNSURE
        sent = [one.headers["authorization-token"] for one in carrier.requests]
        assert sent == [CREDENTIALS.token, WRONG, CREDENTIALS.token, CREDENTIALS.token, WRONG]


def test_a_wrong_token_is_not_sent_again_after_its_test_was_cancelled() -> None:
    answers: dict[tuple[str, CarrierCredentials], ConnectionReport] = {}
    cancellation = Cancellation()

    async def cancels(conversation: Conversation) -> None:
        cancellation.cancel()
        await conversation.until_gone()

    with ScriptedCarrier(says(200, b"[]"), cancels, says(200, b"[]")) as carrier:
        endpoint = Endpoint(carrier.url, 60, 0.01)
        probe(endpoint, CREDENTIALS, DAY, cancellation, wrong_token=WRONG, answers=answers)
        report = probe(endpoint, CREDENTIALS, DAY, wrong_token=WRONG, answers=answers)
    assert report.verdict is Verdict.UNSURE
    assert "tried only once" in str(report.meaning)
    assert len(carrier.requests) == 3


@pytest.mark.parametrize(
    ("script", "about"),
    [
        (says(401), Part.CREDENTIALS),
        (says(403), Part.CARRIER),
        (says(400), Part.CARRIER),
        (says(302, headers={"Location": "https://login.example/"}), Part.ADDRESS),
        (in_pieces(b"<!doctype html><title>Sign in</title>"), Part.ADDRESS),
        (says(503), None),
    ],
)
def test_a_failure_names_what_is_to_be_corrected_and_sends_no_wrong_token(script: Script, about: Part | None) -> None:
    with ScriptedCarrier(script) as carrier:
        report = probe(Endpoint(carrier.url, 60, 0.01), CREDENTIALS, DAY, wrong_token=WRONG)
    assert (report.verdict, report.about) == (Verdict.FAILS, about)
    assert len(carrier.requests) == 1
