"""Whatever a carrier answers: a sentence, the promised exit code, and the cached day as it was."""

import os
import socket
import sqlite3
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
import trustme

from tests.cli.process import Despacho, Ended
from tests.cli.wire import DATE, good_day
from tests.manifest.scripted_carrier import Script, ScriptedCarrier, in_pieces, raw, says, says_nothing

FETCH = ("fetch", "--carrier", "ACME", "--date", DATE, "--json")
TABLES = ("manifest", "shipment", "shipment_document", "shipment_text", "shipment_history", "skipped")


BAD: list[tuple[Script, int, list[str], int]] = [
    (says(400, b"{}"), 5, ["status 400", "ACME", DATE], 1),
    (says(401, b"{}"), 4, ["status 401"], 1),
    (says(403), 4, ["status 403", "permission"], 1),
    (says(404), 3, ["no manifest for carrier ACME", DATE], 1),
    (says(418), 5, ["status 418"], 1),
    (says(429), 5, ["status 429"], 1),
    (says(500, b"<html>"), 5, ["status 500"], 4),
    (says(502), 5, ["status 502"], 4),
    (says(503), 5, ["status 503"], 4),
    (says(504), 5, ["status 504"], 4),
    (says(505), 5, ["status 505"], 1),
    (says(302, headers={"Location": "https://elsewhere.example/x?y"}), 5, ["https://elsewhere.example "], 1),
    (says(307), 5, ["elsewhere"], 1),
    (says(204), 5, ["status 204"], 1),
    (says(200, b"<!doctype html><title>Sign in</title>"), 5, ["a web page or a text"], 1),
    (says(200, b'{"error": "none"}'), 5, ["object instead of a list"], 1),
    (says(200, b'[{"error": "none"}]'), 5, ["nothing in it is a manifest"], 1),
    (says(200, b""), 5, ["empty"], 1),
    (says(200, good_day()[:-40]), 5, ["ends in the middle"], 1),
    (says(200, good_day()[:-40], length=len(good_day())), 5, ["was lost"], 4),
    (in_pieces(good_day()[:300], b"\x00\xff"), 5, ["not valid JSON"], 1),
    (raw(b"SSH-2.0-OpenSSH_9.2\r\n"), 5, ["127.0.0.1"], 4),
]
"""What is answered, and what comes of it: the exit code, words of the sentence, and how often the carrier is asked."""


def cached(despacho: Despacho) -> list[object]:
    """Return every row of the cache, but for when the day was asked for last."""
    with closing(sqlite3.connect(despacho.folder / "despacho.sqlite")) as db:
        rows = [db.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in TABLES]
        return [*rows, db.execute("SELECT id, carrier, date, loaded_at, first_loaded_at FROM day").fetchall()]


@pytest.fixture
def unharmed(loaded: Despacho) -> Iterator[Despacho]:
    """A cache that must come out of the test as it went in."""
    before = cached(loaded)
    yield loaded
    assert cached(loaded) == before


def failed(ended: Ended, code: int, *words: str) -> None:
    assert (ended.code, ended.out) == (code, b"")
    assert ended.said.count("\n") == 1
    for word in words:
        assert word in ended.said


def test_a_bad_answer_is_told_in_a_sentence_and_costs_nothing(unharmed: Despacho) -> None:
    def fetched(script: Script) -> tuple[Ended, int]:
        with ScriptedCarrier(script) as carrier:
            return unharmed.asking(carrier.url).run(*FETCH), len(carrier.requests)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for (_, code, words, asked), (ended, requests) in zip(
            BAD, pool.map(fetched, [bad[0] for bad in BAD]), strict=True
        ):
            failed(ended, code, *words)
            assert requests == asked, words


def test_silence_ends_in_a_time_out(unharmed: Despacho) -> None:
    with ScriptedCarrier(says_nothing) as carrier:
        asking = unharmed.asking(carrier.url, DESPACHO_TIMEOUT_SECONDS="0.2")
        failed(asking.run(*FETCH), 5, "within 0.2 s", "timeout_seconds")
    assert len(carrier.requests) == 1


def test_a_refused_connection_is_told(unharmed: Despacho) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    failed(unharmed.asking(f"http://127.0.0.1:{port}").run(*FETCH), 5, "No connection to 127.0.0.1")


def test_a_certificate_that_is_not_trusted_gets_no_request(unharmed: Despacho) -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(tls)
    with ScriptedCarrier(says(200, good_day()), tls=tls) as carrier:
        failed(unharmed.asking(carrier.url).run(*FETCH), 5, "does not trust the certificate")
    assert carrier.requests == []


def test_tls_to_a_server_without_it_is_told(unharmed: Despacho) -> None:
    with ScriptedCarrier(greeting=b"HTTP/1.1 400 Bad Request\r\n\r\n") as carrier:
        asking = unharmed.asking(carrier.url.replace("http:", "https:"))
        failed(asking.run(*FETCH), 5, "No secure connection")


def test_without_address_or_credentials_nothing_is_asked(unharmed: Despacho) -> None:
    with ScriptedCarrier(says(200, good_day())) as carrier:
        asking = unharmed.asking(carrier.url)
        failed(asking.knowing(DESPACHO_BASE_URL="").run(*FETCH), 2, "despacho settings set base_url")
        failed(asking.knowing(DESPACHO_AUTHORIZATION_TOKEN="").run(*FETCH), 4, "DESPACHO_AUTHORIZATION_TOKEN")
        failed(asking.knowing(DESPACHO_AUTHORIZATION_USER="ñ").run(*FETCH), 2, "authorization-user")
    assert carrier.requests == []


def test_a_404_is_kept_in_mind_and_the_day_stays(unharmed: Despacho) -> None:
    exported = unharmed.run("export", "shipments", "--date", DATE)
    with ScriptedCarrier(says(404)) as carrier:
        assert unharmed.asking(carrier.url).run(*FETCH).code == 3
    assert unharmed.run("export", "shipments", "--date", DATE) == exported
    with closing(sqlite3.connect(unharmed.folder / "despacho.sqlite")) as db:
        assert db.execute("SELECT answer FROM day").fetchall() == [("not_found",)]
