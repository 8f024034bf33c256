"""A bug is shown and reported, and the desk continues."""

import re
from pathlib import Path

from PySide6.QtWidgets import QPushButton

from app.domain.errors import LoadCancelledError
from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import TOKEN, USER, Despacho
from tests.cli.wire import DATE, good_day
from tests.flows.conftest import Bench
from tests.programs import Programs


def button(bench: Bench) -> QPushButton:
    return bench.notice_buttons()["Show report"]


def test_a_bug_is_shown_with_its_report_and_the_desk_continues(bench: Bench, programs: Programs) -> None:
    bench.carrier()
    bench.trust()
    bench.open()
    bench.desk._uncaught(ValueError("of 3015550199"))
    bench.qtbot.waitUntil(lambda: "ValueError" in bench.window.banner.text)
    report = bench.journal.latest_report()
    assert report is not None
    assert "ValueError: of ***99" in report.read_text(encoding="utf-8")
    button(bench).click()
    assert programs.opened == [(bench.folder / "log").as_uri()]
    bench.load()
    assert bench.window.tabs.page.model.ids


def test_alternating_bugs_raise_one_alert_an_hour_each(bench: Bench) -> None:
    bench.open()
    error_notices, rung = bench.window.notices.errors, []
    for minutes in (0, 1, 59, 60, 61):
        bench.clock = minutes * 60.0
        for name in ("ValueError", "KeyError"):
            error_notices.show_bug(name, None)
            assert name in bench.window.banner.text
        rung.append([one.bug for one in bench.window.alerts.list.kept])
    assert rung == [["ValueError", "KeyError"]] * 3 + [["ValueError", "KeyError"] * 2] * 2


def test_an_unhandled_failure_is_shown_without_a_report(bench: Bench) -> None:
    bench.open()
    bench.desk._uncaught(LoadCancelledError())
    bench.qtbot.waitUntil(lambda: bench.window.banner.text.startswith("Loading was cancelled."))
    assert not button_is_there(bench)
    assert bench.journal.latest_report() is None


def button_is_there(bench: Bench) -> bool:
    return "Show report" in bench.notice_buttons()


def test_a_crash_is_reported_at_the_next_start(bench: Bench, programs: Programs) -> None:
    bench.open()
    bench.window.notices.errors.show_crash(bench.folder / "log" / "crash-20261120-150000.txt")
    assert "crash-20261120-150000.txt" in bench.window.banner.text
    button(bench).click()
    assert programs.opened == [(bench.folder / "log").as_uri()]


def test_a_fetch_is_logged_without_secrets(tmp_path: Path) -> None:
    despacho = Despacho(tmp_path / "data")
    with ScriptedCarrier(says(503, b""), says(200, good_day())) as carrier:
        assert despacho.asking(carrier.url).run("fetch", "--carrier", "ACME", "--date", DATE).code == 0
    with ScriptedCarrier(says(401, b"")) as carrier:
        assert despacho.asking(carrier.url).run("fetch", "--carrier", "ACME", "--date", DATE).code == 4
    said = (tmp_path / "data" / "log" / "fetch.log").read_text(encoding="utf-8")
    assert "Attempt 1 of 4 failed" in said
    assert re.search(rf"Load of ACME {DATE}: \d+ manifests, \d+ shipments, .* unreadable, \d+\.\d s\n", said)
    assert f"Load of ACME {DATE}: CredentialsRefusedError after " in said
    assert said.count("fetch ends") == 2
    for secret in (TOKEN, USER):
        assert secret not in said
