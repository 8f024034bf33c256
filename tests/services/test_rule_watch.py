"""Alerts by rule from a real store: each is raised once, and again after it ended."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import Queue

import pytest

from app.credentials.credentials import Credentials, SessionVault
from app.domain.errors import AppError
from app.domain.reception.alerts import Alert, AlertKind
from app.services.alerting.rule_watch import RuleWatch
from app.services.app_context import AppContext
from app.store.writer import Writer
from app.threads import OnceReporter
from tests.temporary_store import DAY, Store, aviso, envio

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)
ANA, LUIS = {"nombre": "Ana Peña", "id": "7"}, {"nombre": "Luis", "id": "8"}
NORTE = {"nombre": "Norte"}


class Site(AppContext):
    """An AppContext whose clock a test moves on."""

    minutes = 0.0

    def now(self) -> datetime:
        return NOON + timedelta(minutes=Site.minutes)


class Bench:
    """A watch over a store; its looks are the test's."""

    def __init__(self, folder: Path, writer: Writer) -> None:
        Site.minutes = 0
        self.place = Site(folder, {}, Credentials({}, SessionVault(), SessionVault()))
        self.store = Store(writer)
        self.raised: Queue[Sequence[Alert]] = Queue()
        self.bugs: Queue[BaseException] = Queue()
        self.problems: list[AppError] = []
        reporter = OnceReporter(self.problems.append)
        self.watch = RuleWatch(self.place, self.raised.put, self.bugs.put, reporter)

    def set(self, **settings: object) -> None:
        self.place.settings_file.write({"time_zone": "America/Bogota", "carriers": DAY.carrier} | settings)

    def look(self, minutes: float = 0.0) -> list[str]:
        """Return what is raised by a look after so many minutes, one look a minute until then."""
        for _ in range(int(minutes)):
            Site.minutes += 1
            self.watch._look()
        self.watch._look()
        return [str(alert.problem) for alerts in self.taken() for alert in alerts]

    def taken(self) -> Iterator[Sequence[Alert]]:
        while not self.raised.empty():
            yield self.raised.get()

    def close(self, visit: int, at: str, status: str = "completada", **data: object) -> None:
        self.store.post(aviso(visit, at, status, **data))


@pytest.fixture
def bench(tmp_path: Path, writer: Writer) -> Iterator[Bench]:
    bench = Bench(tmp_path / "data", writer)
    bench.set()
    yield bench
    assert bench.bugs.empty()


def test_a_silent_driver_is_told_once_and_again_only_after_a_visit(bench: Bench) -> None:
    bench.set(alert_silent_minutes=45)
    bench.close(1, "11:10:00", conductor=ANA)
    bench.close(2, "11:59:00", conductor=LUIS)
    assert bench.look() == ["Ana Peña has closed no visit since 11:10."]
    assert bench.look(5) == []
    bench.close(3, "12:05:00", conductor=ANA)
    bench.close(4, "12:06:00", conductor=LUIS)
    assert bench.look() == []
    Site.minutes = 55
    bench.close(5, "12:54:00", conductor=LUIS)
    assert bench.look() == ["Ana Peña has closed no visit since 12:05."]


def test_drivers_who_have_nothing_left_to_close_are_not_silent(bench: Bench) -> None:
    bench.set(alert_silent_minutes=45)
    bench.store.load({1: [envio("01")]})
    bench.close(1, "11:10:00", conductor=ANA, numero_seguimientos=["01"])
    bench.close(2, "11:59:00", conductor=LUIS)
    assert bench.look() == []
    bench.store.load({1: [envio("01"), envio("02")]})
    assert bench.look() == ["Ana Peña has closed no visit since 11:10."]


def test_promises_of_today_are_told_for_each_carrier_while_any_is_open(bench: Bench) -> None:
    promised = {"dinamicouno": {"promesaEntrega": "2026-11-20"}}
    tomorrow = {"dinamicouno": {"promesaEntrega": "2026-11-21"}}
    bench.set(alert_promise_at="12:05")
    bench.store.load({1: [envio("01", **promised), envio("02", **promised), envio("03", **tomorrow)]})
    assert bench.look(4) == []
    assert bench.look(1) == ["ANDINA-BOG: 2 parcel(s) promised for today, not delivered yet."]
    bench.close(1, "12:05:00", numero_seguimientos=["01"])
    assert bench.look(1) == []
    bench.close(2, "12:06:00", numero_seguimientos=["02"])
    assert bench.look(1) == []
    bench.store.load({1: [envio("01", **promised), envio("04", **promised)]}, at=bench.place.now())
    assert bench.look() == ["ANDINA-BOG: 1 parcel(s) promised for today, not delivered yet."]


def test_a_route_is_told_over_the_share_and_again_after_it_fell_below(bench: Bench) -> None:
    bench.set(alert_route_percent=40)
    for visit, status in enumerate(("falso_flete", "falso_flete", "completada", "completada"), 1):
        bench.close(visit, "11:00:00", status, ruta=NORTE)
    assert bench.look() == []
    bench.close(5, "11:01:00", "falso_flete", ruta=NORTE)
    assert bench.look() == ["Norte: 3 of 5 closed visits failed."]
    bench.close(6, "11:02:00", ruta=NORTE)
    bench.close(7, "11:02:00", ruta=NORTE)
    bench.close(8, "11:02:00", ruta=NORTE)
    assert bench.look() == []  # 3 of 8
    bench.close(9, "11:03:00", "falso_flete", ruta=NORTE)
    assert bench.look() == ["Norte: 4 of 9 closed visits failed."]


def test_a_carrier_is_told_when_its_day_was_not_loaded_for_long(bench: Bench) -> None:
    bench.set(carriers=f"{DAY.carrier},OTHER", alert_not_loaded_minutes=10)
    bench.store.load({1: [envio("01")]}, at=NOON)
    assert bench.look() == bench.look(9) == []
    assert bench.look(1) == ["ANDINA-BOG: today was last loaded at 12:00.", "OTHER: today was not loaded."]
    bench.store.load({1: [envio("01")]}, at=bench.place.now())
    assert bench.look(9) == []
    assert bench.look(1) == ["ANDINA-BOG: today was last loaded at 12:10."]


def test_after_the_computer_slept_a_carrier_has_its_time_to_be_loaded(bench: Bench) -> None:
    bench.set(alert_not_loaded_minutes=10)
    bench.store.load({1: [envio("01")]}, at=NOON)
    assert bench.look() == []
    Site.minutes = 120
    assert bench.look() == bench.look(9) == []
    assert bench.look(1) == ["ANDINA-BOG: today was last loaded at 12:00."]


def test_a_rule_that_is_switched_on_is_looked_at_at_once_and_off_it_is_silent(bench: Bench) -> None:
    for visit in range(5):
        bench.close(visit + 1, "11:00:00", "falso_flete", ruta=NORTE, conductor=ANA)
    bench.watch.start()
    try:
        bench.set(alert_route_percent=50)
        bench.watch.look_soon()
        (alert,) = bench.raised.get(timeout=60)
        assert (alert.kind, alert.on, alert.of_visits) == (AlertKind.ROUTE, DAY.date, ("route", "Norte"))
    finally:
        bench.watch.stop()
    bench.set(alert_route_percent=0)
    assert bench.look() == []
    bench.set(alert_route_percent=50)
    assert bench.look() == ["Norte: 5 of 5 closed visits failed."]


def test_the_log_names_no_driver(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.set(alert_silent_minutes=45)
    bench.close(1, "11:10:00", conductor=ANA)
    bench.close(2, "11:59:00", conductor=LUIS)
    assert len(bench.look()) == 1
    assert "Alert (silent): *** has closed no visit since 11:10." in caplog.text
    assert "Ana" not in caplog.text


def test_settings_that_cannot_be_read_are_reported_once_and_looked_at_again(bench: Bench) -> None:
    bench.place.settings_file.path.write_text("no toml")
    bench.watch.start()
    bench.watch.look_soon()
    bench.watch.stop()
    assert len(bench.problems) == 1
