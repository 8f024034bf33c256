"""The window with every failure of the carrier: it says what to do, and shows the day unchanged."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import Despacho
from tests.cli.wire import body, good_day, manifest
from tests.faults.carrier_cases import OFTEN, Case, cases, trusting
from tests.faults.figures import Figures, Length
from tests.faults.stillness import MOST, Stillness
from tests.flows.conftest import NOW, TOKEN, Bench

FAULT = "the carrier's failures"
CARRIER, DATE = "ANDINA-BOG", NOW.date().isoformat()
WITHOUT_PATIENCE = 30.0


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> trustme.CA:
    """Who is trusted."""
    authority, bundle = trusting(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(bundle))
    return authority


@pytest.fixture
def ready(bench: Bench) -> Iterator[Bench]:
    """A window with a good day, which must be whole in the end: what it exports, byte for byte."""
    bench.trust()
    bench.open()
    load_good_day(bench)
    before = exported(bench)
    assert before.count(b'"crudo"') == 3
    yield bench
    assert exported(bench) == before


def load_good_day(bench: Bench) -> None:
    with ScriptedCarrier(says(200, good_day())) as carrier:
        bench.change_settings(base_url=carrier.url)
        bench.load()


def exported(bench: Bench) -> bytes:
    order = ("export", "shipments", "--carrier", CARRIER, "--date", DATE, "--format", "json")
    return Despacho(bench.folder).run(*order).out


def wrong(bench: Bench, case: Case, shown: list[str], asked: int) -> list[str]:
    """Return what of a case is not in the window as it must be."""
    words = [one.format(carrier=CARRIER, date=DATE) for one in case.in_desk or case.words]
    said = bench.window.banner.text
    lacking = [word for word in words if word not in said]
    lacking += [] if case.code == 0 or "loaded just now" in said else ["how old the day is"]
    lacking += [] if asked == case.asked else [f"{asked} requests, not {case.asked}"]
    lacking += [] if bench.column("number") == shown else ["the rows"]
    return [f"{case.name}: {one}; said was {said!r}" for one in lacking]


def test_each_failure_is_shown_and_the_day_stays(
    ready: Bench, authority: trustme.CA, figures: Figures, length: Length
) -> None:
    shown, error_notices, still = ready.column("number"), [], Stillness()
    chosen = cases()[: length.of(OFTEN, None)]
    for case in chosen:
        if case.lists_nothing:
            load_good_day(ready)
        with case.standing(authority) as (url, asked):
            ready.change_settings(base_url=url, timeout_seconds=case.patience or WITHOUT_PATIENCE)
            with still.watched():
                ready.load()
            error_notices += wrong(ready, case, shown, asked())
    assert error_notices == []
    figures.at_least("failures shown by the window, the cached day whole", len(chosen), len(chosen))
    figures.at_most("longest stand-still of the window in one of these loads", still.worst, MOST, "s")


def test_a_redirect_does_not_get_the_windows_credentials(ready: Bench, figures: Figures) -> None:
    with ScriptedCarrier(says(200, good_day())) as elsewhere:
        for status in (301, 302, 303, 307, 308):
            for place in (f"http://localhost:{elsewhere.port}/?t={TOKEN}", f"//127.0.0.1:{elsewhere.port}", "/again"):
                with ScriptedCarrier(says(status, b"", {"Location": place})) as carrier:
                    ready.change_settings(base_url=carrier.url)
                    ready.load()
                assert "Credentials are not sent to another server" in ready.window.banner.text
                assert TOKEN not in ready.window.banner.text
                assert len(carrier.requests) == 1
        figures.at_most("connections to whom a redirect of the window's load names", elsewhere.connected.qsize(), 0)


def some_bad(shipments: int, each: int) -> bytes:
    """Return a day in which each so many-th shipment cannot be read, by one fault or another."""
    bad = ({"numero": None}, "no object", {"numero": {"no": "text"}})
    envios = [bad[nth % len(bad)] if nth % each == 0 else {"numero": f"{nth:06}"} for nth in range(1, shipments + 1)]
    return body(manifest(*envios))


def test_good_shipments_are_kept_and_the_bad_ones_listed(bench: Bench, figures: Figures, length: Length) -> None:
    bench.trust()
    bench.open()
    for shipments, each in ((300, 300), (length.of(1000, 10_000), 10)):
        with ScriptedCarrier(says(200, some_bad(shipments, each))) as carrier:
            bench.change_settings(base_url=carrier.url)
            bench.load()
        bad = shipments // each
        state = bench.window.current_day.state
        assert state is not None
        figures.at_least(f"kept of {shipments:,} shipments with {bad:,} bad ones", state.shipments, shipments - bad)
        assert state.shipments == shipments - bad
        figures.at_least(f"listed of these {bad:,}", len(state.skipped), bad)
        assert re.match(rf"{bad:,} shipments? could not be read", bench.window.banner.text)
