import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QColor
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget

from app.domain.access.credentials import SecretName
from app.domain.views.queries import View
from app.services.receiving.restarted_server import ListenAddress
from app.ui.appearance.formats import UNKNOWN
from app.ui.appearance.theme import CELL_PADDING, LIGHT, row_height
from app.ui.help.help_dialog import HelpDialog
from app.ui.settings.assistant import Assistant
from app.ui.settings.forms import show_value
from app.ui.settings.settings_dialog import SettingsDialog
from app.ui.tables.table_view import RowsView
from app.ui.widgets.first_minutes import FirstMinutes
from tests.flows.conftest import TOKEN, USER, Bench
from tests.shown_counts import view_count


def title(bench: Bench) -> str:
    return bench.window.tabs.page.empty.title.text()


def test_a_new_user_is_shown_the_settings_and_the_demo(bench: Bench) -> None:
    bench.change_settings(carrier="")
    bench.open()
    bench.qtbot.waitUntil(lambda: title(bench) == "First steps")
    wanted = {"Enter them", "Load", "Enter it", "Set up…", "Try the demo"}
    bench.qtbot.waitUntil(lambda: wanted <= {one.text() for one in bench.offered()})  # once the keyring has answered
    (main,) = (one for one in bench.offered() if one.property("primary"))
    assert main.text() == "Enter them"
    next(one for one in bench.offered() if one.text() == "Load").click()
    assert bench.the(Assistant).isVisible()  # step 1 comes first
    bench.the(Assistant).reject()
    next(one for one in bench.offered() if one.text() == "Where do I get the token?").click()
    assert bench.the(HelpDialog).isVisible()


def test_a_new_desk_shows_how_each_step_stands_until_its_first_day_is_there(bench: Bench) -> None:
    bench.carrier()
    bench.trust(token="00000000-0000-4000-8000-000000000000")
    bench.change_settings(dispatcher="Ana Peña")
    window = bench.open().window
    bench.desk.listen(ListenAddress("127.0.0.1", 0, "/visitas"))
    bench.qtbot.waitUntil(lambda: title(bench) == "First steps")

    def stands() -> list[str]:
        cards = [one for one in window.tabs.page.empty.findChildren(FirstMinutes) if one.isVisible()]
        return [step.progress.name for card in cards for step in card.steps]

    def press(text: str) -> None:
        next(one for one in bench.offered() if one.text() == text).click()

    bench.qtbot.waitUntil(lambda: stands() == ["DONE", "OPEN", "OPEN", "DONE", "OPEN"])
    with bench.qtbot.waitSignal(window.current_day.load_ended):
        press("Load")
    bench.qtbot.waitUntil(lambda: stands() == ["FAILED", "OPEN", "OPEN", "DONE", "OPEN"])
    assert any("401" in one.steps[0].text for one in window.tabs.page.empty.findChildren(FirstMinutes))
    next(one for one in reversed(bench.offered()) if one.text() == "Set up…").click()
    sharing = bench.the(SettingsDialog)
    assert sharing.focusWidget() is sharing.fields["relay_url"]
    sharing.reject()
    bench.qtbot.waitUntil(lambda: not window.findChildren(SettingsDialog))
    press("Enter the token")
    dialog = bench.the(SettingsDialog)
    bench.qtbot.waitUntil(lambda: dialog.carrier.token_line.isAncestorOf(QApplication.focusWidget() or dialog))
    dialog.reject()
    bench.trust()
    bench.load()
    bench.qtbot.waitUntil(window.tabs.page.view.isVisible)
    assert not window.tabs.page.empty.isVisible()


def test_a_day_that_was_never_loaded_offers_to_load_it(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open()
    bench.qtbot.waitUntil(lambda: title(bench) == "This day is not loaded yet")
    assert "ANDINA-BOG" in bench.window.tabs.page.empty.text.text()
    window, (button,) = bench.window, bench.offered()
    useless = (window.tabs.page.filters, window.tab_actions.filters, window.tab_actions.more, window.detail_fold.button)
    assert not any(one.isVisible() for one in useless)
    assert window.line.counted.text() == "Nothing loaded yet"
    with bench.qtbot.waitSignal(bench.window.current_day.load_ended):
        button.click()
    bench.qtbot.waitUntil(lambda: len(bench.window.tabs.page.model.ids) == 60)
    assert [one.isVisible() for one in useless] == [True, False, True, True]


def test_no_manifest_that_day_says_so_and_asks_to_check(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.change_settings(carrier="SIN-PLANILLA-1")
    bench.open().load()
    assert title(bench) == "The carrier has no manifests of this day."
    window = bench.window
    assert "Check the code and the date" in window.tabs.page.empty.text.text()
    bench.qtbot.waitUntil(lambda: window.line.counted.text() == "Nothing loaded yet")
    (everything,) = window.views.findItems("All", Qt.MatchFlag.MatchExactly)
    bench.qtbot.waitUntil(lambda: everything.data(Qt.ItemDataRole.AccessibleTextRole) == f"All {UNKNOWN}")
    assert not window.tab_actions.call.isEnabled()
    assert not window.top.load.property("primary")
    (main,) = (one for one in bench.offered() if one.property("primary"))
    assert main.text() == "Previous day"
    before = window.current_day.shown_day.date
    main.click()
    assert window.current_day.shown_day.date == before - timedelta(days=1)


def test_before_anything_is_known_the_views_are_few_and_none_is_counted(bench: Bench) -> None:
    bench.change_settings(carrier="")
    views = bench.open().window.views
    bench.qtbot.waitUntil(lambda: title(bench) == "First steps")
    few = [
        *("DAY", "All", "Out for delivery", "Delivered", "Failed", "Ready for pickup", "Other statuses"),
        *("ATTENTION", "To attend", "My cases", "Overdue", "Due today", "Of earlier days", "No visit", "Far away"),
    ]

    def shown() -> list[str]:
        return [views.item(row).text() for row in range(views.count()) if not views.item(row).isHidden()]

    bench.qtbot.waitUntil(lambda: shown() == few)  # once the store was asked


def test_a_loaded_day_without_rows_in_a_table_keeps_its_filters(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    window = bench.window
    window.tabs.setCurrentIndex(1)
    bench.qtbot.waitUntil(window.tabs.page.empty.isVisible)
    assert window.tabs.page.filters.isVisible()
    window.resize(900, 500)
    bench.qtbot.waitUntil(window.tab_actions.filters.isVisible)


def test_an_empty_list_says_that_it_is_empty(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.change_settings(carrier="VACIA-1")
    bench.open().load()
    assert title(bench) == "The carrier has no manifests of this day."
    assert "empty list" in bench.window.tabs.page.empty.text.text()


def test_a_view_counts_possibly_missed_notifications_only_where_they_can_be_known(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    (missed,) = bench.window.views.findItems("Missed notification?", Qt.MatchFlag.MatchExactly)
    bench.qtbot.waitUntil(lambda: view_count(bench.window.views, View.ALL) == 60)
    assert missed.data(Qt.ItemDataRole.AccessibleTextRole) == f"Missed notification? {UNKNOWN}"


def test_a_carrier_out_of_reach_without_a_cached_day_says_why(bench: Bench) -> None:
    bench.trust()
    bench.change_settings(base_url="http://127.0.0.1:9")
    bench.open().load()
    window = bench.window
    assert title(bench) == "The day could not be loaded"
    assert window.tabs.page.empty.text.text()
    filled = [one for one in window.findChildren(QPushButton) if one.isVisible() and one.property("primary")]
    assert filled == [window.banner.strip.remedy]
    assert QApplication.focusWidget() is window.banner.strip.remedy
    assert "Nothing kept was deleted." in window.banner.text
    assert "Check the network" not in window.banner.strip._text.text()


def test_a_carrier_out_of_reach_leaves_the_cached_day_and_says_how_old_it_is(bench: Bench) -> None:
    url = bench.carrier()
    bench.trust()
    bench.open().load()
    bench.change_settings(base_url="http://127.0.0.1:9")
    bench.load()
    assert len(bench.window.tabs.page.model.ids) == 60
    assert "loaded just now" in bench.window.banner.text
    bench.change_settings(base_url=url)
    with bench.qtbot.waitSignal(bench.window.current_day.load_ended):
        bench.notice_buttons("loaded just now")["Retry"].click()
    assert "could not be read" in bench.window.banner.text


def test_refused_credentials_say_so_in_the_window(bench: Bench) -> None:
    bench.carrier()
    bench.trust(token="00000000-0000-4000-8000-000000000000")
    bench.open().load()
    assert title(bench) == "The day could not be loaded"
    assert "401" in bench.window.tabs.page.empty.text.text()
    assert "00000000" not in bench.window.tabs.page.empty.text.text()


@contextmanager
def loading(bench: Bench) -> Iterator[None]:
    """Have a load hang; cancel it at the end."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        asked = threading.Event()

        def take() -> None:
            connection, _ = silent.accept()
            with connection:
                connection.recv(65536)
                asked.set()
                connection.recv(1)

        thread = threading.Thread(target=take)
        thread.start()
        bench.change_settings(base_url=f"http://127.0.0.1:{silent.getsockname()[1]}")
        bench.window.top.load.click()
        bench.qtbot.waitUntil(asked.is_set)
        yield
        with bench.qtbot.waitSignal(bench.window.current_day.load_ended):
            bench.window.top.cancel.click()
        thread.join()
    bench.settle()


def test_a_load_that_hangs_is_cancelled_at_once_and_changes_nothing(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    window = bench.open().window
    bench.load()
    with loading(bench):
        assert window.top.cancel.isVisible()
        assert not window.top.load.isVisible()
        bench.qtbot.waitUntil(window.top.progress.isVisible)
    assert window.top.load.isVisible()
    assert not window.top.progress.isVisible()
    assert len(window.tabs.page.model.ids) == 60
    assert window.current_day.problem is None


def grey_bars(bench: Bench) -> int:
    """Return how many bars lie below each other in the first column."""
    view = bench.window.tabs.page.view
    picture, high = view.viewport().grab().toImage(), row_height()
    x = view.columnViewportPosition(view.columns_header.shown_places()[0]) + 2 * CELL_PADDING
    middles = range(high // 2, picture.height(), high) if view.isVisible() else ()
    return sum(picture.pixelColor(x, y) == QColor(LIGHT.line) for y in middles)


def test_a_day_that_is_loaded_for_the_first_time_shows_grey_rows_until_it_is_there(bench: Bench) -> None:
    bench.trust()
    bench.open()
    with loading(bench):
        bench.qtbot.waitUntil(lambda: grey_bars(bench) == 8)
        assert bench.window.tabs.page.view.accessibleDescription() == "Loading…"
    assert grey_bars(bench) == 0
    assert bench.window.tabs.page.empty.isVisible()
    bench.carrier()
    bench.load()
    with loading(bench):
        assert (grey_bars(bench), len(bench.window.tabs.page.model.ids)) == (0, 60)
        assert not bench.window.tabs.page.view.accessibleDescription()


def open_settings(bench: Bench) -> SettingsDialog:
    bench.window.settings.open_settings()
    return bench.the(SettingsDialog)


def test_the_settings_test_the_connection_before_anything_is_saved(bench: Bench) -> None:
    url = bench.carrier()
    bench.change_settings(base_url="")
    bench.open()
    dialog = open_settings(bench)
    dialog.carrier.base_url.setText(url)
    dialog.carrier.user_line.field.setText(USER)
    dialog.carrier.token_line.field.setText("00000000-0000-4000-8000-000000000000")
    dialog.carrier.test.button.click()
    bench.qtbot.waitUntil(lambda: dialog.carrier.test.outcome.text().startswith("✕ 401"))
    dialog.carrier.token_line.field.setText(TOKEN)
    dialog.carrier.test.button.click()
    bench.qtbot.waitUntil(lambda: dialog.carrier.test.outcome.text().startswith("✓ 200"))
    assert bench.credentials.read(SecretName.AUTHORIZATION_TOKEN) is None
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.buttons.accepted.emit()
    assert bench.credentials.read(SecretName.AUTHORIZATION_TOKEN) == TOKEN
    assert bench.place.settings_file.read().base_url == url
    bench.load()
    assert len(bench.window.tabs.page.model.ids) == 60


def test_the_settings_ask_before_kept_credentials_go_to_another_address(bench: Bench) -> None:
    another, url = bench.carrier(), bench.carrier()
    bench.trust()
    bench.open().load()
    dialog = open_settings(bench)
    bench.qtbot.waitUntil(lambda: "kept" in dialog.carrier.token_line.field.placeholderText())
    dialog.carrier.base_url.setText(another)
    dialog.carrier.test.button.click()
    token_line = dialog.carrier.token_line
    bench.qtbot.waitUntil(lambda: f"entered for {url}, so" in dialog._errors.text(token_line))
    dialog.buttons.accepted.emit()
    bench.qtbot.waitUntil(dialog.send_kept.isVisible)
    assert dialog.send_kept.text() == f"Send the kept credentials to {another}"
    assert dialog.focusWidget() is dialog.carrier.base_url  # Enter must not send them
    assert f"entered for {url}, so they are not sent to {another}" in dialog._errors.text(dialog.carrier.base_url)
    dialog.carrier.base_url.setText("https://third.example")
    dialog.send_kept.click()
    assert dialog.send_kept.text() == "Send the kept credentials to https://third.example"
    assert bench.place.settings_file.read().base_url == url
    dialog.carrier.base_url.setText(another)
    dialog.buttons.accepted.emit()
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.send_kept.click()
    assert bench.place.settings_file.read().base_url == another
    bench.load()
    assert bench.window.current_day.problem is None


def test_another_address_with_its_own_credentials_needs_no_question(bench: Bench) -> None:
    another, _ = bench.carrier(), bench.carrier()
    bench.trust("the-token-of-another", "eva")
    bench.open().load()
    dialog = open_settings(bench)
    bench.qtbot.waitUntil(lambda: "kept" in dialog.carrier.token_line.field.placeholderText())
    dialog.carrier.base_url.setText(another)
    dialog.carrier.token_line.field.setText(TOKEN)
    dialog.carrier.user_line.field.setText(USER)
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.buttons.accepted.emit()
    bench.load()
    assert bench.window.current_day.problem is None


def test_a_kept_value_that_cannot_be_used_is_shown_as_kept_and_can_be_replaced(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.credentials._keyring.write(SecretName.AUTHORIZATION_TOKEN, "sEcReT\r\nX: 1")
    bench.open()
    dialog = open_settings(bench)
    bench.qtbot.waitUntil(lambda: "kept" in dialog.carrier.token_line.field.placeholderText())
    assert dialog.carrier.user_line.is_kept_here


def test_the_settings_never_show_a_secret(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open()
    dialog = open_settings(bench)
    bench.qtbot.waitUntil(lambda: "kept" in dialog.carrier.token_line.field.placeholderText())
    assert dialog.carrier.token_line.field.echoMode() is QLineEdit.EchoMode.Password
    shown = [one.text() + one.placeholderText() for one in dialog.findChildren(QLineEdit)]
    assert not any(TOKEN in one for one in shown)


def test_an_invalid_setting_is_reported_in_the_dialog_and_nothing_is_saved(bench: Bench) -> None:
    url = bench.carrier()
    bench.open()
    dialog = open_settings(bench)
    dialog.tabs.setCurrentIndex(3)
    dialog.carrier.base_url.setText("ftp://somewhere")
    dialog.buttons.accepted.emit()
    bench.qtbot.waitUntil(lambda: "no address of a service" in dialog._errors.text(dialog.carrier.base_url))
    assert dialog.carrier.isVisible()
    assert dialog.focusWidget() is dialog.carrier.base_url
    assert bench.place.settings_file.read().base_url == url


def test_another_language_rebuilds_the_window_and_keeps_the_day(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    dialog = open_settings(bench)
    show_value(dialog.fields["language"], "es")
    old = bench.window
    dialog.buttons.accepted.emit()
    bench.qtbot.waitUntil(lambda: bench.window is not old)
    assert bench.window.top.load.text() == "Cargar"
    assert bench.window.tabs.tabText(0) == "Envíos"
    bench.qtbot.waitUntil(lambda: len(bench.window.tabs.page.model.ids) == 60)


def test_every_focusable_control_has_a_name_and_labels_show_plain_text(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    bench.window.tabs.page.view.selectRow(0)
    bench.qtbot.waitUntil(lambda: len(bench.window.detail.shown_texts()) > 8)
    dialog = open_settings(bench)
    widgets = [*bench.window.findChildren(QWidget), *dialog.findChildren(QWidget)]
    nameless = [
        widget
        for widget in widgets
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and widget.isVisible()
        and not QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
    ]
    assert [f"{type(one).__name__} {one.objectName()} in {type(one.parent()).__name__}" for one in nameless] == []
    rich = [
        one.text()
        for one in widgets
        if isinstance(one, QLabel) and one.text() and one.textFormat() != Qt.TextFormat.PlainText
    ]
    assert rich == []


def test_the_window_has_the_documented_accessible_names(bench: Bench) -> None:
    bench.carrier()
    bench.open()
    tables = {"Shipments", "Visits", "Manifests", "Notifications"}
    promised = {"Carrier", "Date", "Load", "Cancel", "Search", "Views", "Detail", *tables}

    def names(kind: type[QWidget]) -> set[str]:
        widgets = bench.window.findChildren(kind)
        return {QAccessible.queryAccessibleInterface(one).text(QAccessible.Text.Name) for one in widgets}

    bench.qtbot.waitUntil(lambda: names(RowsView) == tables)  # those behind the first come once that one is shown
    assert names(QWidget) >= promised


def test_a_new_window_for_another_language_does_not_end_the_program(bench: Bench) -> None:
    bench.carrier()
    bench.open()
    old = bench.window
    seen: list[bool] = []

    def look() -> None:
        seen.append(bench.window is not old and bench.window.isVisible())
        bench.desk.close()

    def rebuild() -> None:
        old.settings.rebuild_asked.emit()
        QTimer.singleShot(0, lambda: QTimer.singleShot(0, lambda: QTimer.singleShot(50, look)))

    QTimer.singleShot(0, rebuild)
    assert bench.desk.run() == 0
    assert seen == [True]


def test_a_setting_that_a_field_shows_rounded_is_not_changed_by_saving_another(bench: Bench) -> None:
    bench.change_settings(retry_seconds=0.25, timeout_seconds=2.55)
    bench.open()
    dialog = open_settings(bench)
    show_value(dialog.fields["far_metres"], 250)
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.buttons.accepted.emit()
    settings = bench.place.settings_file.read()
    assert (settings.retry_seconds, settings.timeout_seconds, settings.far_metres) == (0.25, 2.55, 250)


def test_a_secret_is_deleted_once_that_is_saved(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open()
    line = open_settings(bench).carrier.token_line
    bench.qtbot.waitUntil(lambda: not line.forget.isHidden())
    line.forget.click()
    assert bench.credentials.read(SecretName.AUTHORIZATION_TOKEN) == TOKEN
    dialog = bench.the(SettingsDialog)
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.buttons.accepted.emit()
    assert bench.credentials.read(SecretName.AUTHORIZATION_TOKEN) is None
    assert bench.credentials.read(SecretName.AUTHORIZATION_USER) == USER


def test_a_refused_token_leads_to_its_field_from_the_table_and_from_the_banner(bench: Bench) -> None:
    bench.carrier()
    bench.trust(token="00000000-0000-4000-8000-000000000000")
    bench.open()
    with bench.qtbot.waitSignal(bench.window.current_day.load_ended):
        bench.window.top.load.click()
    bench.qtbot.waitUntil(lambda: title(bench) == "The day could not be loaded")
    button, again = bench.offered()
    assert (button.text(), again.text()) == ("Enter the token", "Retry")
    button.click()
    dialog = bench.the(SettingsDialog)
    assert dialog.focusWidget() is dialog.carrier.token_line.field
    dialog.reject()
    bench.qtbot.waitUntil(lambda: bench.window.findChild(SettingsDialog) is None)
    bench.trust()
    bench.load()
    bench.trust(token="00000000-0000-4000-8000-000000000000")
    bench.load()
    bench.notice_buttons()["Enter the token"].click()
    assert bench.the(SettingsDialog).focusWidget() is bench.the(SettingsDialog).carrier.token_line.field


def test_without_a_carrier_code_the_button_leads_to_its_field(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.change_settings(carrier="")
    bench.open()
    bench.qtbot.waitUntil(lambda: title(bench) == "Which carrier?")
    (button,) = bench.offered()
    button.click()
    assert bench.window.focusWidget() is bench.window.top.carrier
