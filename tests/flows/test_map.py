"""The map beside the table of visits: the same visits, the same selection, and their photos."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from app.domain.views.columns import Table
from app.domain.views.queries import ValueFilter
from app.ui.appearance.theme import scaled
from app.ui.map.map_view import MapView
from app.ui.photos.photo_dialog import PhotoDialog
from app.ui.tables.filter_bar import FilterBar, FilterChip
from tests.flows.conftest import NOW, Bench
from tests.flows.places.ways import search, settle
from tests.programs import Programs

PLACE = (4.668, -74.054)


def where(latitude: float, longitude: float) -> dict[str, str]:
    return {"latitud": f"{latitude:.6f}", "longitud": f"{longitude:.6f}"}


def close(bench: Bench, visit: int, north: float = 0.0, status: str = "completada", **data: object) -> None:
    """Notify of a visit, somewhat to the north of the first one."""
    bench.notify(
        visit,
        status,
        at=f"10:{visit:02}:00",
        **{
            "conductor": {"id": 3, "nombre": "Ana Peña"},
            "ubicacion": where(PLACE[0] + north, PLACE[1]),
            "check_in": {"fecha_hora": f"{NOW.date()}T09:56:00", **where(PLACE[0] + north, PLACE[1] + 0.002)},
        }
        | data,
    )


def opened(bench: Bench) -> Bench:
    """Open the desk on the map of its visits."""
    bench.open()
    bench.receive()
    bench.window.tabs.show_named("map")
    return bench


def on_map(bench: Bench) -> set[int]:
    return {one.visit.visit_id for one in bench.window.map.page.view.scene.spots}


def wait_for(bench: Bench, *visits: int) -> None:
    bench.qtbot.waitUntil(lambda: on_map(bench) == set(visits))


def button(bench: Bench, name: str) -> QPushButton:
    pane = bench.window.detail

    def found() -> list[QPushButton]:
        return [one for one in pane.findChildren(QPushButton) if name in (one.text(), one.accessibleName())]

    bench.qtbot.waitUntil(lambda: bool(found()))
    return found()[0]


def test_the_map_shows_notified_visits_and_hides_those_that_the_table_hides(bench: Bench) -> None:
    opened(bench)
    close(bench, 1)
    wait_for(bench, 1)
    close(bench, 2, 0.01, "falso_flete")
    close(bench, 3, ubicacion={"latitud": "0", "longitud": "0"}, check_in=None)
    wait_for(bench, 1, 2)
    page = bench.window.map.page
    bench.qtbot.waitUntil(lambda: "1 visit has nothing to place it by" in page.view.accessibleDescription())
    spots = {one.visit.visit_id: one for one in page.view.scene.spots}
    assert page.larger.isVisible()  # though the bar was made before there was a row to filter
    assert spots[1].is_far
    assert round(spots[1].distance_m or 0) == 222
    bench.window.tabs.page.add_filter(ValueFilter("status", "falso_flete"))
    wait_for(bench, 2)
    search(bench, "zzz")
    bench.qtbot.waitUntil(lambda: "no visit matches" in page.empty.text.text())
    next(one for one in page.empty.findChildren(QPushButton) if one.text() == "Show all rows").click()
    wait_for(bench, 1, 2)


def test_the_selection_is_the_same_in_table_and_map(bench: Bench) -> None:
    opened(bench)
    for visit in (1, 2, 3):
        close(bench, visit, visit / 100)
    wait_for(bench, 1, 2, 3)
    view, page = bench.the(MapView), bench.window.tabs.page
    page.pick(2)
    bench.qtbot.waitUntil(lambda: view.chosen == 2)
    spot = next(one for one in view.scene.spots if one.visit.visit_id == 3)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.camera.seen(spot.at).toPoint())
    assert page.view.current_id() == 3
    bench.qtbot.waitUntil(lambda: view.chosen == 3)
    assert not bench.window.detail.isVisible(), "it would cover the map for nothing"
    bench.window.map.page.card.detail.click()
    bench.qtbot.waitUntil(bench.window.detail.isVisible)
    assert "Visit 3" in bench.window.detail.shown_texts()
    bench.window.map.page.card.row.click()
    assert bench.window.tabs.front is page
    assert page.view.current_id() == 3


def test_a_driver_chosen_beside_the_map_is_a_filter_of_the_table_and_the_others_stay_on_the_map(bench: Bench) -> None:
    opened(bench)
    for visit in (1, 2):
        close(bench, visit, visit / 100)
    close(bench, 3, conductor={"id": 4, "nombre": "Luis"})
    close(bench, 4, conductor=None)
    wait_for(bench, 1, 2, 3, 4)
    page, table = bench.window.map.page, bench.window.tabs.pages[Table.VISITS]
    bench.qtbot.waitUntil(lambda: len(page.list.drivers.lines) == 3)
    assert page.list_title.text() == "DRIVERS · 3"
    names = [one.name for one in page.list.drivers.lines]
    assert names == ["Ana Peña", "Luis", "No name"]
    page.list.setCurrentIndex(page.list.drivers.index(0, 0))
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    bench.qtbot.waitUntil(lambda: sorted(table.model.ids) == [1, 2])
    assert table.narrowing.filters == (ValueFilter("driver", "Ana Peña"),)
    assert page.view.driver == "3"
    assert on_map(bench) == {1, 2, 3, 4}
    page.list.setCurrentIndex(page.list.drivers.index(2, 0))
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    bench.qtbot.waitUntil(lambda: list(table.model.ids) == [4])
    page.everyone.click()
    bench.qtbot.waitUntil(lambda: len(table.model.ids) == 4)
    assert page.view.driver is None


def test_the_zoom_stays_while_visits_arrive(bench: Bench) -> None:
    opened(bench)
    for visit in (1, 2):
        close(bench, visit, visit / 100)
    wait_for(bench, 1, 2)
    view = bench.the(MapView)
    bench.window.tabs.page.pick(1)
    bench.qtbot.waitUntil(lambda: view.chosen == 1)
    for _ in range(12):
        QTest.keyClick(view, Qt.Key.Key_Plus)
        QTest.keyClick(view, Qt.Key.Key_Up)
    camera, spots = view.camera, view.scene.spots
    assert not camera.shows(next(one.at for one in spots if one.visit.visit_id == 1))
    close(bench, 3, 0.015)
    wait_for(bench, 1, 2, 3)
    assert view.camera == camera


def test_a_visit_is_shown_on_the_map_from_its_detail(bench: Bench) -> None:
    bench.open()
    bench.receive()
    for visit in (1, 2):
        close(bench, visit, visit / 5)
    page = bench.window.tabs.pages[Table.VISITS]
    bench.window.tabs.setCurrentWidget(page)
    bench.qtbot.waitUntil(lambda: len(page.model.ids) == 2)
    page.pick(1)
    button(bench, "Show on the map").click()
    wait_for(bench, 1, 2)
    view = bench.the(MapView)
    spot = next(one for one in view.scene.spots if one.visit.visit_id == 1)
    bench.qtbot.waitUntil(lambda: view.camera.shows(spot.at, 100))
    assert view.chosen == 1
    assert view.camera.scale >= 0.2


def test_the_browsers_map_is_opened_on_a_click_and_never_before(bench: Bench, programs: Programs) -> None:
    opened(bench)
    close(bench, 1)
    wait_for(bench, 1)
    bench.window.tabs.page.pick(1)
    bench.qtbot.waitUntil(bench.window.map.page.card.isVisible)
    assert programs.opened == []
    bench.window.map.page.card.browser.click()
    assert programs.opened == [
        "https://www.openstreetmap.org/?mlat=4.668000&mlon=-74.052000#map=17/4.668000/-74.052000"
    ]


def test_the_map_is_in_front_again_where_it_was(bench: Bench) -> None:
    opened(bench)
    bench.window.settings.rebuild_asked.emit()
    assert bench.window.tabs.name == "map"


def test_streets_are_asked_for_only_where_a_server_is_named_and_what_leaves_is_always_said(bench: Bench) -> None:
    opened(bench)
    foot = bench.window.map.page.foot
    bench.qtbot.waitUntil(lambda: foot.said.text().startswith("Background without internet: 0 visits"))
    assert not foot.streets.isEnabled()
    assert "No server of street maps is set" in foot.streets.toolTip()
    foot.ask.click()
    assert foot.leaves.isVisible()
    assert foot.leaves.text().startswith(
        "This computer would ask the server that you enter in Settings for the pictures"
    )
    bench.change_settings(map_tiles="https://tiles.example/{z}/{x}/{y}.png")
    bench.window.drivers.visits.aged.emit()
    foot.streets.click()
    assert foot.said.text().startswith("tiles.example is asked for the area that you look at.")
    assert bench.window.state.shows_streets
    foot.streets.click()
    assert foot.said.text().endswith("Nothing leaves this computer.")


def test_a_photo_that_cannot_be_fetched_says_why(bench: Bench) -> None:
    bench.open()
    bench.receive()
    close(bench, 1, fotos={"evidencia": "https://fotos.example/1.jpg", "dni": "https://127.0.0.1/1.jpg"})
    page = bench.window.tabs.pages[Table.VISITS]
    bench.window.tabs.setCurrentWidget(page)
    bench.qtbot.waitUntil(lambda: len(page.model.ids) == 1)
    page.pick(1)
    for name, reason in (
        ("Photo of the visit", "fotos.example is a name reserved for examples"),
        ("Photo of the document", "127.0.0.1 leads into a private network"),
    ):
        button(bench, name).click()
        dialog = bench.the(PhotoDialog)
        bench.qtbot.waitUntil(dialog.again.isVisible)
        said = [one.text() for one in dialog.findChildren(QLabel)]
        assert any(reason in one for one in said)
        assert any("never stored or exported" in one for one in said) is (name == "Photo of the document")
        with bench.qtbot.waitSignal(dialog.destroyed):
            dialog.close_button.click()
    assert QApplication.activeModalWidget() is None


def test_an_area_of_the_map_selects_its_rows_and_copies_them(bench: Bench) -> None:
    opened(bench)
    for visit in (1, 2, 3):
        close(bench, visit, visit / 100)
    wait_for(bench, 1, 2, 3)
    view, page = bench.the(MapView), bench.window.tabs.page
    seen: dict[int, QPoint] = {}

    def is_still() -> bool:
        """Whether all visits are in sight, and stand where they stood when this was asked before."""
        before = seen.copy()
        seen.update({one.visit.visit_id: view.camera.seen(one.at).toPoint() for one in view.scene.spots})
        return seen == before and all(view.camera.shows(one.at) for one in view.scene.spots)

    bench.qtbot.waitUntil(is_still)
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.mousePress(view, Qt.MouseButton.LeftButton, shift, seen[3] - QPoint(30, 15))
    QTest.mouseMove(view, seen[2] + QPoint(30, 15))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, shift, seen[2] + QPoint(30, 15))
    assert sorted(page.view.selected_ids()) == [2, 3]
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    titles, *rows = QApplication.clipboard().text().splitlines()
    assert titles.startswith("Closed\t")
    assert len(rows) == 2
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert page.view.selected_ids() == []


def test_the_chip_of_a_driver_with_a_long_name_stands_beside_the_tools_of_map_and_lanes(bench: Bench) -> None:
    opened(bench)
    bench.window.resize(1366, 730)
    close(bench, 1, conductor={"id": 4, "nombre": "María Fernanda Ramírez Molina de los Ángeles"})
    wait_for(bench, 1)
    visits = bench.window.drivers.visits
    visits.choose(visits.read.lanes[0])
    for name in ("map", "drivers"):
        bench.window.tabs.show_named(name)
        page = bench.window.map.page if name == "map" else bench.window.lanes.page
        (bar,) = page.findChildren(FilterBar)
        settle()
        assert any(one.isVisible() for one in bar.findChildren(FilterChip))
        assert (name, bar.height() <= scaled(42)) == (name, True)


def test_a_look_at_the_map_takes_no_room_from_views_and_detail(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    window = opened(bench).window
    bench.load()
    window.resize(1366, 736)
    settle()
    window.tabs.show_table(Table.SHIPMENTS)
    bench.qtbot.waitUntil(lambda: len(window.tabs.page.model.ids) > 0)
    window.tabs.page.view.pick(0)
    bench.qtbot.waitUntil(window.detail.isVisible)
    assert window.detail.width() >= 390
    assert window.views.width() >= window.views.sizeHint().width()
