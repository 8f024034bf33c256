"""Alerts by rule in a real window: under the bell, outside it, and what a click on each shows."""

from PySide6.QtCore import Qt

from app.domain.days import Day
from app.domain.reception.alerts import AlertKind
from app.domain.views.columns import Table
from app.domain.views.queries import ValueFilter, View
from app.services.kept_secrets import secret_states
from app.ui.settings.forms import show_value
from app.ui.settings.settings_dialog import SettingsDialog
from tests.flows.conftest import NOW, Bench
from tests.flows.test_alerts import choose, ready, with_tray


def use(bench: Bench, **settings: object) -> None:
    """Save settings as the dialog does."""
    bench.window.context.settings.save(settings)
    bench.window.receiver.note_secrets(secret_states(bench.place))


def raised(bench: Bench) -> set[AlertKind]:
    return {one.kind for one in bench.window.alerts.list.kept}


def wait_for(bench: Bench, *kinds: AlertKind) -> None:
    bench.qtbot.waitUntil(lambda: {*kinds} <= raised(bench))


def choose_kind(bench: Bench, kind: AlertKind) -> None:
    choose(bench, [group[0].kind for group, _ in bench.window.alerts.list.lines()].index(kind))


def visited(bench: Bench) -> Bench:
    """A desk in whose day a route failed five times, and whose driver closed nothing for an hour before ten."""
    ready(bench)
    for visit in range(1, 6):
        bench.notify(visit, "falso_flete", at="09:00:00", ruta={"nombre": "Norte 1"}, conductor={"nombre": "Luis Páez"})
    bench.notify(6, at="09:59:00", conductor={"nombre": "Ana Peña"}, ruta={"nombre": "Sur"})
    return bench


def test_without_rules_nothing_is_raised_and_with_them_each_is_listed_and_leads_to_its_visits(bench: Bench) -> None:
    visited(bench)
    wait_for(bench, AlertKind.FAILED)
    assert raised(bench) == {AlertKind.FAILED}
    use(bench, alert_silent_minutes=45, alert_route_percent=50)
    wait_for(bench, AlertKind.SILENT, AlertKind.ROUTE)
    bench.window.top.bell.click()
    panel = bench.window.alerts.panel
    said = [panel.list.item(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(panel.list.count())]
    panel.close()
    assert any("1 silent driver" in line and "Luis Páez has closed no visit since 09:00." in line for line in said)
    assert any("Many failures on a route" in line and "Norte 1: 5 of 5" in line for line in said)
    visits = bench.window.tabs.pages[Table.VISITS]
    for kind, kept in (
        (AlertKind.ROUTE, ValueFilter("route", "Norte 1")),
        (AlertKind.SILENT, ValueFilter("driver", "Luis Páez")),
    ):
        choose_kind(bench, kind)
        assert bench.window.tabs.currentWidget() is visits
        assert visits.narrowing.filters == (kept,)
        bench.qtbot.waitUntil(lambda: len(bench.column("driver", Table.VISITS)) == 5)


def test_a_rule_is_announced_outside_the_window_in_its_own_way(bench: Bench) -> None:
    visited(bench)
    icons, beeps = with_tray(bench), list[str]()
    announcer = bench.window.alerts.announcer
    announcer._beep = lambda: beeps.append("beep")
    use(bench, alert_silent_minutes=45, alert_silent_as="both", alert_route_percent=50, alert_route_as="list")
    wait_for(bench, AlertKind.SILENT, AlertKind.ROUTE)
    announcer.gathering.timeout.emit()
    (icon,) = icons
    assert [said for said in icon.said if ":" in said] == [
        "1 silent driver: Luis Páez has closed no visit since 09:00."
    ]
    assert beeps == ["beep"]
    use(bench, alert_silent_as="list")
    assert icon.said[-1] == "hide"


def test_what_is_promised_for_today_leads_to_its_view_of_its_carrier(bench: Bench) -> None:
    ready(bench)
    due = bench.rows.view_counts(Day("ANDINA-BOG", NOW.date()), NOW.date())[View.DUE_TODAY]
    assert due
    bench.window.navigation.show_day(Day("OTHER", NOW.date()))
    use(bench, carriers="ANDINA-BOG", alert_promise_at="10:00")
    wait_for(bench, AlertKind.PROMISE)
    (alert,) = (one for one in bench.window.alerts.list.kept if one.kind is AlertKind.PROMISE)
    assert alert.problem is not None
    assert bench.window.context.say(alert.problem).startswith(f"ANDINA-BOG: {due} parcels promised for today")
    choose_kind(bench, AlertKind.PROMISE)
    page = bench.window.tabs.pages[Table.SHIPMENTS]
    bench.qtbot.waitUntil(lambda: page.narrowing.view is View.DUE_TODAY)
    assert bench.window.current_day.shown_day.carriers == ("ANDINA-BOG",)
    bench.qtbot.waitUntil(lambda: page.model.rowCount() == due)


def test_a_carrier_that_is_not_loaded_leads_to_its_day(bench: Bench) -> None:
    ready(bench)
    use(bench, carriers="ANDINA-BOG,OTHER", refresh_minutes=0, alert_not_loaded_minutes=1)
    bench.clock = 61
    bench.desk._rules.look_soon()
    wait_for(bench, AlertKind.NOT_LOADED)
    assert {one.carrier for one in bench.window.alerts.list.kept} == {"ANDINA-BOG", "OTHER"}
    choose_kind(bench, AlertKind.NOT_LOADED)
    assert bench.window.current_day.shown_day.carriers in (("ANDINA-BOG",), ("OTHER",))


def test_the_settings_of_the_rules_are_saved_and_a_wrong_hour_is_marked_beside_its_field(bench: Bench) -> None:
    ready(bench)
    bench.window.alerts.panel.settings_asked.emit()
    dialog = bench.the(SettingsDialog)
    save = dialog.buttons.button(dialog.buttons.StandardButton.Save)
    show_value(dialog.fields["alert_silent_minutes"], 45)
    show_value(dialog.fields["alert_silent_as"], "both")
    dialog.fields.line("alert_promise_at").setText("24:10")
    save.click()
    assert dialog.focusWidget() is dialog.fields.line("alert_promise_at")
    assert "13:30" in dialog.fields.line("alert_promise_at").accessibleDescription()
    dialog.fields.line("alert_promise_at").setText("9:00")
    server = dialog.fields.line("smtp_server")
    server.setText("mail.example.com")
    dialog.fields.line("alert_mail_to").setText("ana@example.com, luis@example.com")
    save.click()
    assert dialog.focusWidget() is server
    assert "mail.example.com:587" in server.accessibleDescription()
    server.setText("mail.example.com:587")
    with bench.qtbot.waitSignal(dialog.saved):
        save.click()
    settings = bench.place.settings_file.read()
    assert (settings.smtp_server, settings.alert_mail_to) == (
        "mail.example.com:587",
        "ana@example.com,luis@example.com",
    )
    assert (settings.alert_silent_minutes, settings.alert_silent_as, settings.alert_promise_at) == (45, "both", "09:00")
    assert (settings.alert_route_percent, settings.alert_route_as) == (0, "list")
    wait_for(bench, AlertKind.PROMISE)  # it is ten
