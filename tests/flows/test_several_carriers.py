"""A desk with several carriers, in the real window: they load and fail alone, and everything is over all of them."""

import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from itertools import count

import pytest
from openpyxl import load_workbook
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog

from app.domain.days import Day, LoadProgress, Scope
from app.domain.errors import CarrierStatusError
from app.domain.texts import Text
from app.domain.views.columns import CARRIER, Table
from app.domain.views.queries import ValueFilter, View
from app.domain.views.report import Group
from app.ui.shift.end_page import EndPage
from app.ui.top_bar.carrier_field import CheckMenu
from tests.carrier.scripted_carrier import Conversation, ScriptedCarrier, says
from tests.flows.conftest import NOW, Bench
from tests.flows.places.ways import search
from tests.flows.test_export import press_key
from tests.flows.test_map import close, wait_for

CODES = ("ANDINA-BOG", "ANDINA-SOA", "ANDINA-CHI")
FAILED = {"idEstadoEnvio": "4", "estadoEnvio": "Excepción"}


class Site:
    """A carrier's service that answers for each code what it is told to."""

    def __init__(self, codes: Sequence[str]) -> None:
        numbers = count(100)
        self.shipments: dict[str, list[dict[str, str]]] = {
            code: [_shipment(f"{next(numbers)}"), _shipment(f"{next(numbers)}") | FAILED, _shipment("shared")]
            for code in codes
        }
        self.refused: set[str] = set()
        self.asked: list[str] = []

    def __call__(self, conversation: Conversation) -> Awaitable[None]:
        code = conversation.line.partition("codigoCarrier=")[2].partition("&")[0]
        self.asked.append(code)
        manifest = {"idPlanillaReparto": 9001, "estado": "VIG", "envios": self.shipments.get(code, [])}
        answer = says(200, json.dumps([manifest]).encode())
        return (says(403) if code in self.refused else answer)(conversation)


def _shipment(number: str) -> dict[str, str]:
    return {
        "numero": number, "idEstadoEnvio": "2", "estadoEnvio": "En Reparto", "telefonoDest": f"300555{number[:3]:0>4}",
        "destinatario": f"Person {number}", "direccionDest": "Cl. 1 # 2-3",
    }  # fmt: skip


Open = Callable[..., Site]


@pytest.fixture
def open_with(bench: Bench) -> Iterator[Open]:
    """Opens the window of a desk with these codes."""
    servers: list[ScriptedCarrier] = []

    def opened(codes: Sequence[str] = CODES, *, chosen: bool = True) -> Site:
        site = Site(codes)
        servers.append(ScriptedCarrier(site))
        server = servers[-1].__enter__()
        bench.change_settings(base_url=server.url, carriers=",".join(codes), carrier=codes[0])
        bench.trust()
        bench.open()
        if chosen and len(codes) > 1:
            choose(bench, f"All ({len(codes)})")
        return site

    yield opened
    for server in servers:
        server.__exit__(None, None, None)


def choose(bench: Bench, text: str) -> None:
    """Choose an entry of the carrier's field."""
    field = bench.window.top.carrier
    place = field.findText(text)
    assert place >= 0, [field.itemText(nth) for nth in range(field.count())]
    field.setCurrentIndex(place)
    field.activated.emit(place)


def entries(field: QComboBox) -> list[str]:
    return [field.itemText(place) for place in range(field.count())]


def is_shown(bench: Bench, table: Table = Table.SHIPMENTS) -> bool:
    """Return whether the column of the carrier is among those of a table."""
    header = bench.window.tabs.pages[table].view.columns_header
    model = bench.window.tabs.pages[table].model
    return model.position(CARRIER.key) in header.chosen_places()


def test_each_of_three_carriers_loads_and_fails_alone(bench: Bench, open_with: Open) -> None:
    site = open_with()
    site.refused = {"ANDINA-SOA"}
    window, said, told = bench.window, [], []
    day = window.current_day
    day.day_shown.connect(lambda: told.append(bench.says("Loaded 2 of 3")))
    day.load_started.connect(lambda: day.load_progressed.emit(LoadProgress(7, None)))
    day.load_progressed.connect(lambda _progress: said.append(window.top.age.text()))
    bench.load()
    assert site.asked == list(CODES)
    assert said[0] == "ANDINA-BOG: 7 shipments…"
    assert told[-1]
    assert not any(told[:-1])  # while one was still asked
    assert window.top.age.text() == "Loaded 2 of 3"
    assert bench.says("Loaded 2 of 3. ANDINA-SOA,")
    assert bench.column(CARRIER.key) == ["BOG", "BOG", "BOG", "CHI", "CHI", "CHI"]
    assert window.current_day.failed == (Day("ANDINA-SOA", NOW.date()),)
    bench.qtbot.waitUntil(lambda: window.line._totals == "Whole day: BOG 3 · SOA – · CHI 3")  # it never answered: not 0
    assert [item.text() for item in window.views._of_carriers] == list(CODES)

    site.refused, site.asked = set(), []
    bench.trust()
    with bench.qtbot.waitSignal(window.current_day.load_ended):
        window.current_day.retry()
    bench.settle()
    assert site.asked == ["ANDINA-SOA"]
    assert not bench.says("Loaded 2 of 3")
    assert window.top.age.text() != "Loaded 2 of 3"
    assert sorted(set(bench.column(CARRIER.key))) == ["BOG", "CHI", "SOA"]
    bench.qtbot.waitUntil(lambda: window.line._totals == "Whole day: BOG 3 · SOA 3 · CHI 3")


def test_carriers_that_no_setting_orders_stand_by_name(bench: Bench, open_with: Open) -> None:
    open_with()
    bench.load()
    bench.change_settings(carriers="", carrier="ANDINA-SOA")
    assert bench.window.navigation.desk_carriers() == ("ANDINA-BOG", "ANDINA-CHI", "ANDINA-SOA")


def test_the_age_is_that_of_the_oldest_load(bench: Bench, open_with: Open) -> None:
    open_with()
    bench.load()
    bench.clock += 600
    bench.window.top.carrier.setEditText("ANDINA-BOG")
    bench.window.top.carrier.chosen.emit()
    bench.load()
    alone = bench.window.loading.age()
    choose(bench, "All (3)")
    assert (alone, bench.window.loading.age()) == ("loaded just now", "loaded 10 min ago")


def test_what_is_ticked_is_shown_and_remembered(bench: Bench, open_with: Open) -> None:
    open_with(chosen=False)
    window = bench.window
    field = window.top.carrier
    assert entries(field)[0] == "All (3)"
    assert entries(field)[-1] == "Choose…"
    assert field.currentText() == "ANDINA-BOG"
    choose(bench, "Choose…")
    menu = field.findChild(CheckMenu)
    assert menu is not None
    ticked = {action.text(): action.isChecked() for action in menu.actions()}
    assert ticked == {"ANDINA-BOG": True, "ANDINA-SOA": False, "ANDINA-CHI": False}
    menu.setActiveAction(menu.actions()[2])
    QTest.keyClick(menu, Qt.Key.Key_Space)
    for _ in range(2):  # ticked, and not any more
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(menu.actions()[1]).center())
    assert menu.isVisible()
    assert [action.isChecked() for action in menu.actions()] == [True, False, True]
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert window.current_day.shown_day == Scope(("ANDINA-BOG", "ANDINA-CHI"), NOW.date())
    assert field.currentText() == "2 of 3"
    assert window.navigation.first_day() == window.current_day.shown_day
    bench.change_settings(carriers="ANDINA-BOG,ANDINA-SOA,ANDINA-CHI,ANDINA-MED")
    choose(bench, "All (3)")  # as it was when the field was filled; then it holds what is there now
    choose(bench, "All (4)")
    bench.change_settings(carriers="ANDINA-BOG,ANDINA-MED")
    assert window.navigation.first_day().carriers == ("ANDINA-BOG", "ANDINA-MED")


def test_with_one_code_nothing_of_it_is_seen(bench: Bench, open_with: Open) -> None:
    open_with(CODES[:1])
    bench.load()
    window = bench.window
    assert not {"All (1)", "Choose…"} & {*entries(window.top.carrier)}
    assert not is_shown(bench)
    header = window.tabs.pages[Table.SHIPMENTS].view.columns_header
    assert "Carr." not in [title for title, _ in header.offered()]
    assert window.line.message.text() != "Whole day: BOG 3"
    window.tabs.setCurrentWidget(window.tabs.pages[Table.MANIFESTS])
    bench.settle()
    assert not is_shown(bench, Table.MANIFESTS)


def test_twenty_carriers_are_one_desk(bench: Bench, open_with: Open) -> None:
    codes = tuple(f"SITE-{nth:02}" for nth in range(20))
    site = open_with(codes)
    bench.load()
    assert site.asked == list(codes)
    assert bench.window.top.carrier.currentText() == "All (20)"
    assert len(bench.column("number")) == 60
    assert sorted(set(bench.column(CARRIER.key))) == [f"{nth:02}" for nth in range(20)]


def test_codes_without_a_common_beginning_are_shown_whole(bench: Bench, open_with: Open) -> None:
    open_with(("ANDINA-BOG", "RAPIDA"))
    bench.load()
    assert sorted(set(bench.column(CARRIER.key))) == ["ANDINA-BOG", "RAPIDA"]


def test_the_column_is_there_while_several_are_shown(bench: Bench, open_with: Open) -> None:
    open_with()
    bench.load()
    window = bench.window
    model = window.tabs.page.model
    assert is_shown(bench)
    cell = model.index(0, model.position(CARRIER.key))
    assert "ANDINA-BOG" in str(model.data(cell, Qt.ItemDataRole.ToolTipRole))
    window.navigation.show_view(View.TO_ATTEND)
    bench.settle()
    assert is_shown(bench)
    window.filtering.clear()
    window.tabs.page.add_filter(ValueFilter(CARRIER.key, "ANDINA-SOA"))
    bench.settle()
    assert bench.column(CARRIER.key) == ["SOA"] * 3
    window.filtering.clear()
    bench.settle()
    panel = window.views
    (item,) = panel.findItems("ANDINA-CHI", Qt.MatchFlag.MatchExactly)
    with bench.qtbot.waitSignal(window.tabs.page.rows_shown):
        panel.setCurrentItem(item)
    assert bench.column(CARRIER.key) == ["CHI"] * 3
    QTest.keyClick(panel, Qt.Key.Key_Delete)  # which deletes the user's own views alone
    window.filtering.clear()
    choose(bench, "ANDINA-BOG")
    bench.settle()
    assert not is_shown(bench)
    bench.qtbot.waitUntil(lambda: not panel.findItems("ANDINA-CHI", Qt.MatchFlag.MatchExactly))


def test_visits_calls_and_the_end_of_the_shift_are_over_all_of_them(bench: Bench, open_with: Open) -> None:
    open_with()
    bench.load()
    bench.receive()
    for visit, number in enumerate(("100", "103", "of nobody"), 1):
        bench.notify(visit, "falso_flete", number, at=f"10:0{visit}:00")
    window = bench.window
    window.tabs.setCurrentWidget(window.tabs.pages[Table.VISITS])
    bench.settle()
    assert bench.column("id", Table.VISITS) == ["3", "2", "1"]
    window.tabs.setCurrentWidget(window.tabs.pages[Table.SHIPMENTS])
    bench.settle()
    search(bench, "103")
    bench.settle()
    assert bench.column("number") == ["103"]
    window.filtering.clear()
    bench.settle()
    shared = [number == "shared" for number in bench.column("number")]
    signs = [bool(text) for text in bench.column("signs")]
    assert [one and other for one, other in zip(signs, shared, strict=True)] == shared

    window.calls.open()
    bench.qtbot.waitUntil(lambda: window.calls.page is not None)
    called = {case.number for group in window.calls.session._groups for case in group.cases}
    assert called == {"100", "101", "103", "105", "of nobody"}
    window.calls.close()

    window.shift.end()
    ending = bench.the(EndPage)
    bench.qtbot.waitUntil(ending.main.isEnabled)
    text = ending.message.toPlainText()
    assert "ANDINA-BOG + SOA + CHI" in text
    assert "Parcels: 7" in text  # "shared" once
    for number in ("100", "101", "103", "105", "of nobody"):
        assert f"- {number}" in text
    ending.buttons.rejected.emit()


def test_drivers_map_alerts_and_the_workbook_are_over_all_of_them(bench: Bench, open_with: Open) -> None:
    open_with()
    bench.load()
    bench.receive()
    window = bench.window
    bench.qtbot.waitUntil(lambda: window.state.alert_marks is not None)
    for visit, (number, driver) in enumerate({"100": "Ana", "103": "Luis", "106": "Eva"}.items(), 1):
        close(
            bench,
            visit,
            visit / 100,
            "falso_flete",
            numero_seguimientos=[number],
            conductor={"id": str(visit), "nombre": driver},
        )
    window.tabs.show_named("drivers")
    bench.qtbot.waitUntil(lambda: {line.name for line in window.drivers.lines} == {"Ana", "Eva", "Luis"})
    window.tabs.show_named("map")
    wait_for(bench, 1, 2, 3)
    bench.qtbot.waitUntil(lambda: {one.visit_id for one in window.alerts.list.kept} == {1, 2, 3})
    press_key(bench, "Ctrl+Shift+E")
    bench.qtbot.waitUntil(lambda: bool(window.findChildren(QFileDialog)))
    files = bench.the(QFileDialog)
    with bench.qtbot.waitSignal(window.printing.saved):
        files.fileSelected.emit(str(bench.folder / "day.xlsx"))
    files.reject()
    rows = list(load_workbook(bench.folder / "day.xlsx")["Shipments"].values)
    assert len(rows) == 10
    assert all(any(code in row for row in rows) for code in CODES)


def test_the_day_has_a_card_of_the_carriers(bench: Bench, open_with: Open) -> None:
    open_with()
    bench.load()
    window = bench.window
    window.tabs.setCurrentWidget(window.day.place)
    page = window.day.page
    bench.qtbot.waitUntil(lambda: page.report is not None)
    card = page.groups[Group.CARRIER]
    bench.qtbot.waitUntil(card.isVisible)
    lines = card.table.groups.lines
    assert sum(line.tally.total for line in lines) == 7
    line = next(line for line in lines if line.name == "ANDINA-SOA")
    card.table.line_asked.emit(Group.CARRIER, line)
    bench.settle()
    assert {*bench.column(CARRIER.key)} == {"SOA"}
    choose(bench, "ANDINA-BOG")
    window.tabs.setCurrentWidget(window.day.place)
    bench.qtbot.waitUntil(lambda: page.report is not None and page.report.day.carriers == ("ANDINA-BOG",))
    assert not card.isVisible()


def test_an_automatic_load_that_fails_names_its_carrier(bench: Bench, open_with: Open) -> None:
    site = open_with()
    bench.load()
    assert site.asked == list(CODES)
    bench.window.current_day.note_reload(Day("ANDINA-CHI", NOW.date()), CarrierStatusError(Text("T", "away"), 500))
    assert bench.says("Loaded 2 of 3. ANDINA-CHI,")
    assert bench.says("away")
    bench.window.current_day.note_reload(Day("ANDINA-CHI", NOW.date()), None)
    assert not bench.says("away")
