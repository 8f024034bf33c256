from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit

from app.domain.contract.statuses import State
from app.domain.views.columns import Table
from app.domain.views.queries import View
from app.domain.views.report import OUTCOMES, Group
from app.ui.printing.paper import Paper
from tests.flows.conftest import Bench
from tests.flows.places.day import a_day
from tests.flows.places.ways import settle
from tests.pdf import pdf_text
from tests.shown_counts import view_count
from tests.systems import own_print_dialog

DRIVER = {"id": 7, "nombre": "Eva Ríos"}
PARCELS = 57
"""Of the demo's sixty rows three list a parcel a second time."""


def ready(bench: Bench, shipments: int = 60) -> Bench:
    bench.carrier(shipments)
    bench.trust()
    bench.open().load()
    bench.receive()
    return bench


def look(bench: Bench) -> Bench:
    """Go to the Day tab by its key, and wait until it shows its figures."""
    bench.qtbot.waitUntil(bench.window.isActiveWindow)
    with bench.qtbot.waitSignal(bench.window.day.page.report_shown):
        QTest.keySequence(bench.window, QKeySequence("Ctrl+7"))
    return bench


def test_the_page_fills_its_room_after_the_window_grew_while_another_was_in_front(bench: Bench) -> None:
    a_day(bench)
    window = look(bench).window
    day, content = window.tabs.currentIndex(), window.day.page._scroll.widget()
    assert content is not None
    for tab, width, height in ((day, 747, 418), (2, 747, 418), (2, 1200, 700), (day, 1200, 700)) * 2:
        window.tabs.setCurrentIndex(tab)
        window.resize(width, height)
        settle()
        if tab == day:
            bench.qtbot.waitUntil(lambda: content.layout().geometry() == content.rect())  # type: ignore[union-attr]


def count(bench: Bench, outcome: State) -> int:
    """Return how many parcels the legend of the bar says of an outcome."""
    name = bench.window.day.page.bar.parts[outcome].accessibleName()
    return int(name.partition(": ")[2].partition(" ")[0].replace(",", ""))


def text_of(path: Path) -> str:
    return " ".join(pdf_text(path, "-layout").split())


def save_to(bench: Bench, path: Path) -> None:
    """Save the day as a PDF, and wait for the dialog to take the name."""
    bench.window.printing.save_day()
    bench.qtbot.waitUntil(lambda: bench.window.findChild(QFileDialog) is not None)
    dialog = bench.the(QFileDialog)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.fileSelected.emit(str(path))
    dialog.reject()


def test_the_day_tab_shows_the_counts_of_the_views_and_leads_to_them(bench: Bench) -> None:
    look(ready(bench))
    window = bench.window
    bench.qtbot.waitUntil(lambda: view_count(window.views, View.ALL) == 60)
    page = window.day.page
    for outcome, view in ((State.DELIVERED, View.DELIVERED), (State.EXCEPTION, View.EXCEPTIONS)):
        assert count(bench, outcome) == view_count(window.views, view), "loaded once: the states are the outcomes"
    assert int(page.to_attend.figure.text()) == view_count(window.views, View.TO_ATTEND)
    assert not window.detail.isVisible()
    assert window.line.counted.text() == "Each parcel is counted once · 3 rows left out"
    delivered = count(bench, State.DELIVERED)
    assert page.headline.text() == f"At 10:00, {delivered} of {PARCELS} parcels are delivered"
    window.tabs.pages[Table.SHIPMENTS].search("nothing has this")
    page.bar.parts[State.DELIVERED].click()
    bench.settle()
    assert set(bench.column("shown_status")) == {"Delivered"}
    assert len(bench.column("number")) == delivered
    assert window.tabs.page.view.hasFocus()
    bench.qtbot.waitUntil(lambda: window.line.counted.text().startswith(f"{delivered} of 60 ·"))


def test_a_new_visit_updates_the_shown_figures(bench: Bench) -> None:
    look(ready(bench))
    page = bench.window.day.page
    number = bench.column("number")[[one == "Out for delivery" for one in bench.column("shown_status")].index(True)]
    failed = count(bench, State.EXCEPTION)
    assert bench.notify(1, "falso_flete", number, conductor=DRIVER) == "stored"
    bench.qtbot.waitUntil(lambda: count(bench, State.EXCEPTION) == failed + 1)
    assert page.report is not None
    assert [line.name for line in page.report.groups[Group.DRIVER]] == ["Eva Ríos", None]
    assert page.report.visits == 1


def test_a_driver_and_an_hour_lead_to_their_visits(bench: Bench) -> None:
    ready(bench)
    bench.notify(1, "completada", at="08:05:00", conductor=DRIVER)
    bench.notify(2, "falso_flete", at="08:59:59", conductor=DRIVER)
    bench.notify(3, "completada", at="09:00:00", conductor={"nombre": "Leo"})
    look(bench)
    window, page = bench.window, bench.window.day.page
    page.hours.chart.hour_asked.emit(8, None)
    bench.settle()
    assert window.tabs.page is window.tabs.pages[Table.VISITS]
    assert bench.column("id", Table.VISITS) == ["2", "1"]
    window.tabs.setCurrentWidget(window.day.place)
    QTest.mouseClick(page.to_attend.figure, Qt.MouseButton.LeftButton)
    bench.settle()
    assert (window.tabs.page.table, window.tabs.page.narrowing.view) == (Table.SHIPMENTS, View.TO_ATTEND)


def test_the_day_opens_the_queue_of_calls(bench: Bench) -> None:
    look(ready(bench))
    QTest.mouseClick(bench.window.day.page.call, Qt.MouseButton.LeftButton)
    bench.qtbot.waitUntil(lambda: bench.window.calls.page is not None)


def test_a_line_of_any_group_leads_to_the_number_of_shipments_it_shows(bench: Bench) -> None:
    ready(bench)
    first, second, third, fourth = bench.column("number")[:4]
    bench.notify(1, "completada", first, second, conductor=DRIVER, ruta={"nombre": "Norte"})
    bench.notify(2, "falso_flete", third, conductor=DRIVER)
    bench.notify(3, "falso_flete", "no-shipment", conductor=DRIVER)
    bench.notify(4, "falso_flete", fourth)
    look(bench)
    window, page = bench.window, bench.window.day.page
    assert page.report is not None
    assert [(line.name, line.tally.total) for line in page.report.groups[Group.DRIVER]] == [
        ("Eva Ríos", 3),
        ("", 1),
        (None, PARCELS - 4),
    ]
    for group in page.report.groups:
        table = page.groups[group].table
        for line in table.groups.all:
            table.line_asked.emit(group, line)
            bench.settle()
            shown = window.tabs.page
            assert (shown.table, len(shown.model.ids)) == (Table.SHIPMENTS, line.tally.total), line


def test_a_day_without_anything_says_why_and_what_to_do(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    look(bench.open())
    empty = bench.window.day.page.empty
    bench.qtbot.waitUntil(empty.isVisible)
    assert empty.title.text() == "This day is not loaded yet"
    with bench.qtbot.waitSignal(bench.window.current_day.load_ended):
        QTest.keyClick(empty.main_button(), Qt.Key.Key_Space)
    bench.qtbot.waitUntil(lambda: not empty.isVisible())
    assert sum(count(bench, outcome) for outcome in OUTCOMES) == PARCELS


def test_the_day_tab_is_restored_if_it_was_in_front(bench: Bench) -> None:
    ready(bench).window.resize(1440, 860)
    width = bench.window.detail.width()
    look(bench).window.settings.rebuild_asked.emit()
    bench.qtbot.waitUntil(lambda: bench.window.day.page.report is not None)
    assert bench.window.day.is_in_front
    assert not bench.window.detail.isVisible()
    bench.window.tabs.setCurrentIndex(0)
    bench.qtbot.waitUntil(lambda: bench.window.detail.width() == width)


def test_a_key_cycles_through_the_panes_of_the_day(bench: Bench) -> None:
    look(ready(bench))
    window = bench.window
    main = window.day.page.bar.parts[State.DELIVERED]
    bench.qtbot.waitUntil(main.hasFocus)
    window.top.search.setFocus()
    passed = []
    for _ in range(3):
        QTest.keyClick(window, Qt.Key.Key_F6)
        passed.append(QApplication.focusWidget())
    assert passed == [window.views, main, window.top.search]


def test_the_day_is_saved_as_a_pdf_off_the_main_thread(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    ready(bench)
    contact = {"nombre": "<b>Rosa</b>", "telefono": "3005550100"}
    bench.notify(1, "falso_flete", at="10:05:00", contacto=contact, conductor=DRIVER)
    path = bench.folder / "day"
    with bench.qtbot.waitSignal(bench.window.printing.done):
        save_to(bench, path)
    text = text_of(path.with_suffix(".pdf"))
    assert "ANDINA-BOG · Friday, November 20, 2026" in text
    assert "<b>Rosa</b>" in text
    assert "300 555 0100" in text
    assert bench.window.line.message.text() == f"The day was saved as {path}.pdf"
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toLocalFile())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    assert bench.window.exporting.open_file.isVisible()
    bench.window.exporting.open_file.click()
    assert opened == [f"{path}.pdf"]
    assert [one.name for one in bench.folder.iterdir() if one.suffix == ".tmp"] == []


def test_a_pdf_that_has_not_begun_is_dropped_when_the_window_closes(bench: Bench) -> None:
    ready(bench)
    cancelled = bench.window.printing.cancelled
    for _ in range(4):  # as many as there are threads
        bench.window.context.workers.start(lambda _report: cancelled.wait(30))
    save_to(bench, bench.folder / "day.pdf")
    assert bench.window.close()
    bench.desk.stop()
    assert not (bench.folder / "day.pdf").exists()


def test_on_windows_without_a_printer_printing_says_so(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Qt's dialog for printers would not open there, and say nothing."""
    ready(bench)
    monkeypatch.setattr("app.ui.printing.printing.sys.platform", "win32")
    with bench.qtbot.waitSignal(bench.window.context.signals.failed) as said:
        bench.window.printing.print_day()
    assert said.args == ["There is no printer. Save the day as a PDF file."]
    assert bench.window.findChild(QPrintDialog) is None


def test_a_pdf_that_cannot_be_written_is_reported_and_leaves_no_file(bench: Bench) -> None:
    ready(bench)
    save_to(bench, bench.folder / "not there" / "day.pdf")
    bench.qtbot.waitUntil(lambda: "does not exist" in bench.window.banner.text)
    (bench.folder / "other.pdf").write_bytes(b"somebody's")
    save_to(bench, bench.folder / "other")
    bench.qtbot.waitUntil(lambda: "is there already" in bench.window.banner.text)
    assert (bench.folder / "other.pdf").read_bytes() == b"somebody's"
    save_to(bench, bench.folder / ("n" * 256))
    bench.qtbot.waitUntil(lambda: "is too long" in bench.window.banner.text)


def print_to(bench: Bench, path: Path) -> None:
    """Print the day to a file."""
    QTest.keySequence(bench.window, QKeySequence("Ctrl+P"))
    bench.qtbot.waitUntil(lambda: bench.window.findChild(QPrintDialog) is not None)
    dialog = bench.the(QPrintDialog)
    name = dialog.findChild(QLineEdit, "filename")
    assert isinstance(name, QLineEdit)
    name.setText(str(path))
    dialog.accept()


@own_print_dialog
def test_the_day_is_printed(bench: Bench) -> None:
    ready(bench)
    path = bench.folder / "printed.pdf"
    with bench.qtbot.waitSignal(bench.window.printing.done):
        print_to(bench, path)
    assert "Page 2 of 2" in text_of(path)
    assert bench.window.line.message.text() == f"The day was saved as {path}"


@own_print_dialog
@pytest.mark.parametrize("is_cancelled", [True, False])
def test_a_file_that_is_not_printed_whole_is_not_left(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, is_cancelled: bool
) -> None:
    ready(bench)
    if is_cancelled:
        bench.window.printing.cancel()
    else:
        monkeypatch.setattr(Paper, "paint", lambda *_: False)
    with bench.qtbot.waitSignal(bench.window.context.signals.failed):
        print_to(bench, bench.folder / "printed.pdf")
    assert not (bench.folder / "printed.pdf").exists()


def test_there_is_nothing_to_print_of_a_day_without_anything(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open()
    bench.window.printing.save_day()
    bench.qtbot.waitUntil(lambda: bench.window.line.message.text() == "There is nothing of this day to print.")
    assert bench.window.findChild(QFileDialog) is None
