"""The notice that the sender seems to use another time zone, and its button, with real parts."""

from datetime import timedelta

from app.facts.site_rules import stored_rules
from app.ui.settings.settings_dialog import SettingsDialog
from app.ui.settings.zone_field import ZoneField
from tests.flows.conftest import NOW, Bench
from tests.flows.test_receiver_panel import listening, wait_for_banner


def receive(bench: Bench, ahead: timedelta, first: int = 0) -> None:
    """Have 22 visits come, stamped by a clock that is ahead of the site's; the bench's own stands still."""
    stamp = NOW - timedelta(hours=5) + ahead
    for visit in range(first, first + 22):
        bench.notify(visit, "completada", at=f"{stamp:%H:%M:%S}")


def says_finding(bench: Bench) -> bool:
    return bench.says("seems to")


def shown_at(bench: Bench) -> set[str]:
    """Return the times of the visits by the site's clock."""
    rows = bench.writer.board.read(lambda db: db.execute("SELECT DISTINCT at FROM visit").fetchall()).result()
    return {row[0] for row in rows}


def test_one_click_sets_the_zone_and_derives_every_visit_again(bench: Bench) -> None:
    listening(bench)
    receive(bench, timedelta(hours=5))
    wait_for_banner(bench, "The provider of the notifications seems to write UTC")
    here = (NOW - timedelta(hours=5)).replace(tzinfo=None).isoformat(timespec="microseconds")
    assert shown_at(bench) == {here}  # never later than the arrival
    bench.writer.board.write(lambda db: db.execute("UPDATE visit SET at = ''"))
    bench.notice_buttons()["Use UTC"].click()
    bench.qtbot.waitUntil(lambda: not says_finding(bench))
    assert bench.place.settings_file.read().sender_time_zone == "UTC"
    assert bench.writer.read(stored_rules).result().sender_zone == "UTC"
    assert shown_at(bench) == {here}
    sent, local = NOW.replace(tzinfo=None).isoformat(), f"{NOW - timedelta(hours=5):%H:%M:%S}"
    bench.qtbot.waitUntil(lambda: bench.window.clock.formats.sent_at(sent) == local)
    receive(bench, timedelta(hours=5), first=100)
    assert bench.rows.sender_clock() is None


def test_a_zone_without_a_name_opens_the_settings_at_the_field_and_a_closed_notice_stays_so(bench: Bench) -> None:
    listening(bench)
    receive(bench, timedelta(hours=4, minutes=30))
    wait_for_banner(bench, "4 h 30 min ahead of America/Bogota")
    bench.notice_buttons()["Choose its time zone"].click()
    bench.qtbot.waitUntil(lambda: bench.window.findChild(SettingsDialog) is not None)
    dialog = bench.the(SettingsDialog)
    zone = dialog.fields["sender_time_zone"]
    assert isinstance(zone, ZoneField)
    bench.qtbot.waitUntil(zone.isVisible)
    assert zone.currentText() == "As the site's"
    assert dialog.focusWidget() is zone
    dialog.reject()
    bench.notice_buttons("seems to")["Close"].click()
    bench.window.notices.sender_clock.refresh()
    assert not says_finding(bench)


def test_a_variable_of_the_environment_is_named_in_place_of_a_button(bench: Bench) -> None:
    bench.place.environment["DESPACHO_SENDER_TIME_ZONE"] = "America/Bogota"  # type: ignore[index]
    listening(bench)
    receive(bench, timedelta(hours=-2))
    wait_for_banner(bench, "2 h behind America/Bogota")
    assert "DESPACHO_SENDER_TIME_ZONE" in bench.window.banner.text
    assert set(bench.notice_buttons("DESPACHO_SENDER_TIME_ZONE")) == {"Help", "Close"}


def test_the_settings_change_what_the_site_keeps(bench: Bench) -> None:
    bench.carrier()
    bench.open()
    bench.window.context.settings.save({"sender_time_zone": "UTC", "carrier_lag_minutes": 30})
    bench.qtbot.waitUntil(lambda: bench.writer.read(stored_rules).result()[1:3] == ("UTC", 30))
    bench.change_settings(time_zone="Europe/Madrid")  # as `despacho settings set` in a terminal does
    bench.desk._live_settings.apply_rules()
    bench.qtbot.waitUntil(lambda: bench.writer.read(stored_rules).result().zone == "Europe/Madrid")
    assert bench.window.clock.zone.key == "Europe/Madrid"
