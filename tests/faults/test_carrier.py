"""`despacho fetch` with every failure of the carrier: message, exit code, and unchanged cached day."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import TOKEN, Despacho, Ended
from tests.cli.wire import DATE, good_day
from tests.database import connected
from tests.faults.carrier_cases import OFTEN, Case, cases, trusting
from tests.faults.figures import Figures, Length

FAULT = "the carrier's failures"
FETCH = ("fetch", "--carrier", "ACME", "--date", DATE, "--json")
EXPORT = ("export", "shipments", "--carrier", "ACME", "--date", DATE, "--format", "json")
TABLES = ("manifest", "shipment", "shipment_text", "shipment_history", "skipped")
NO_TOKEN = "Not set yet: authorization-token" if sys.platform == "win32" else "DESPACHO_AUTHORIZATION_TOKEN"
"""Of what says that it is missing: Windows always has a place to keep it; elsewhere a variable is named beside it."""
REDIRECTS = (301, 302, 303, 307, 308)


def cached(despacho: Despacho) -> list[object]:
    """Return every row of the cache, but for when the day was asked for last."""
    with connected(despacho.folder / "facts.sqlite") as db:
        rows = [db.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in TABLES]
        return [*rows, db.execute("SELECT carrier, date, first_loaded_at FROM day").fetchall()]


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Despacho:
    """A good day in a cache."""
    despacho = Despacho(tmp_path_factory.mktemp("loaded") / "data")
    load(despacho)
    return despacho


def load(despacho: Despacho) -> None:
    with ScriptedCarrier(says(200, good_day())) as carrier:
        assert despacho.asking(carrier.url).run(*FETCH).code == 0


@pytest.fixture
def unharmed(loaded: Despacho) -> Iterator[Despacho]:
    """A cache with a good day that must come out of the test as it went in."""
    before = cached(loaded)
    yield loaded
    assert cached(loaded) == before


def failed(ended: Ended, code: int, *words: str, lines: int = 1) -> None:
    assert (ended.code, ended.out) == (code, b"")
    assert ended.said.count("\n") == lines
    for word in words:
        assert word.format(carrier="ACME", date=DATE) in ended.said


def wrong(case: Case, ended: Ended, asked: int) -> str:
    """Return what of a case did not come as it must; empty where all did."""
    try:
        if case.code:
            failed(ended, case.code, *case.words, lines=2 if case.lists_nothing else 1)
        assert (ended.code, asked) == (case.code, case.asked)
    except AssertionError as error:
        return f"{case.name}: exit code {ended.code}, {asked} requests, {ended.said!r}: {error}"
    return ""


def test_each_failure_is_reported_retried_only_if_useful_and_loses_nothing(
    unharmed: Despacho, tmp_path: Path, figures: Figures, length: Length
) -> None:
    authority, bundle = trusting(tmp_path)
    trusted, exported = unharmed.knowing(SSL_CERT_FILE=str(bundle)), unharmed.run(*EXPORT)

    def tried(case: Case) -> str:
        with case.standing(authority) as (url, asked):
            asking = trusted.asking(url)
            if case.patience is not None:
                asking = asking.knowing(DESPACHO_TIMEOUT_SECONDS=str(case.patience))
            return wrong(case, asking.run(*FETCH), asked())

    chosen = cases()[: length.of(OFTEN, None) : length.of(2, 1)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(tried, [case for case in chosen if not case.lists_nothing]))
    for case in filter(lambda case: case.lists_nothing, chosen):
        found.append(tried(case))
        load(unharmed)
    error_notices = [one for one in found if one]
    assert error_notices == []
    assert unharmed.run(*EXPORT) == exported
    figures.at_least(
        "failures reported by `fetch`, the cached day whole", len(chosen) - len(error_notices), len(chosen)
    )


def test_a_redirect_does_not_get_the_credentials(unharmed: Despacho, figures: Figures, length: Length) -> None:
    statuses, requests = length.of((302, 307), REDIRECTS), 0
    with ScriptedCarrier(says(200, good_day())) as elsewhere:
        places = [f"http://localhost:{elsewhere.port}/v2?t={TOKEN}", f"//127.0.0.1:{elsewhere.port}/", elsewhere.url]

        def sent_on(status: int, place: str) -> Ended:
            with ScriptedCarrier(says(status, b"", {"Location": place})) as carrier:
                ended = unharmed.asking(carrier.url).run(*FETCH)
            assert len(carrier.requests) == 1
            return ended

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            asked = [(status, place) for status in statuses for place in places[: length.of(1, None)]]
            for ended in pool.map(sent_on, *zip(*asked, strict=True)):
                failed(ended, 5, str(elsewhere.port), "Credentials are not sent to another server")
        requests += elsewhere.connected.qsize()
    figures.at_most("connections to whom a redirect of `fetch` names", requests, 0)


def test_without_address_or_credentials_no_request_is_sent(unharmed: Despacho) -> None:
    with ScriptedCarrier(says(200, good_day())) as carrier:
        asking = unharmed.asking(carrier.url)
        failed(asking.knowing(DESPACHO_BASE_URL="").run(*FETCH), 2, "despacho settings set base_url")
        failed(asking.knowing(DESPACHO_AUTHORIZATION_TOKEN="").run(*FETCH), 4, NO_TOKEN)
        failed(asking.knowing(DESPACHO_AUTHORIZATION_USER="ñ").run(*FETCH), 2, "authorization-user")
    assert carrier.requests == []


def test_a_404_is_remembered(unharmed: Despacho) -> None:
    with ScriptedCarrier(says(404)) as carrier:
        assert unharmed.asking(carrier.url).run(*FETCH).code == 3
    with connected(unharmed.folder / "facts.sqlite") as db:
        assert db.execute("SELECT answer FROM day").fetchall() == [("not_found",)]
