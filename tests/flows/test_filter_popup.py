"""The values of a column are ticked in the popup of its title."""

import pytest
from PySide6.QtCore import QEvent, QLocale, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QTreeWidgetItem

from app.domain.column import Kind
from app.domain.views.queries import Bound, SortKey, ValueFilter
from app.ui.tables.filter_bar import FilterChip
from app.ui.views.filter_popup import FilterPopup, LimitFields
from tests.flows.conftest import Bench
from tests.flows.test_views import chips, press, ready


def opened(bench: Bench, key: str) -> FilterPopup:
    page = bench.window.tabs.page
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # of one that was closed
    page.view.columns_header.values_asked.emit(page.model.position(key))
    popup = bench.the(FilterPopup)
    bench.qtbot.waitUntil(lambda: popup.list.topLevelItemCount() > 0)
    return popup


def items(popup: FilterPopup) -> dict[str, QTreeWidgetItem]:
    """Return the lines of the values; the first one stands for all."""
    found = [popup.list.topLevelItem(row) for row in range(1, popup.list.topLevelItemCount())]
    return {item.text(0): item for item in found if item is not None}


def rows(bench: Bench) -> set[tuple[str, str]]:
    bench.settle()
    return {*zip(bench.column("locality"), bench.column("shown_status"), strict=True)}


def test_rows_of_the_ticked_values_are_shown_and_counted_under_the_other_filters(bench: Bench) -> None:
    ready(bench)
    page = bench.window.tabs.page
    page.add_filter(ValueFilter("shown_status", "En Reparto"))
    bench.settle()
    localities = bench.column("locality")
    popup = opened(bench, "locality")
    counts = {name: int(item.text(1)) for name, item in items(popup).items()}
    assert counts == {name: localities.count(name) for name in localities}
    first, second, *_ = sorted(counts, key=counts.__getitem__, reverse=True)
    for name in (first, second):
        items(popup)[name].setCheckState(0, Qt.CheckState.Checked)
    assert rows(bench) == {(first, "Out for delivery"), (second, "Out for delivery")}
    assert chips(bench)[:3] == ["Filters · 2", "Status: Out for delivery", f"Locality: {first}, {second}"]
    items(popup)[first].setCheckState(0, Qt.CheckState.Unchecked)
    assert rows(bench) == {(second, "Out for delivery")}
    popup.reject()
    popup = opened(bench, "locality")
    ticked = [name for name, item in items(popup).items() if item.checkState(0) is Qt.CheckState.Checked]
    assert (ticked, {*items(popup)}) == ([second], {*counts})
    popup.remove.click()
    bench.settle()
    assert sorted(bench.column("locality")) == sorted(localities)
    press(bench, "Status: Out for delivery")
    bench.settle()
    assert len(page.model.ids) == 60


def test_numbers_and_times_are_limited_above_the_list(bench: Bench) -> None:
    ready(bench)
    page = bench.window.tabs.page
    pieces = sorted(int(one) for one in bench.column("pieces") if one.isdigit())  # some carriers send “2 de 3”
    popup = opened(bench, "pieces")
    limits = popup.limits
    assert limits is not None
    limits.low.setText(str(pieces[20]))
    limits.high.setText(str(pieces[40]))
    QTest.keyClick(limits.high, Qt.Key.Key_Return)
    bench.settle()
    assert sorted(map(int, bench.column("pieces"))) == [one for one in pieces if pieces[20] <= one <= pieces[40]]
    assert chips(bench)[1] == f"Pieces: {pieces[20]} – {pieces[40]}"
    with bench.qtbot.waitSignal(limits.changed):  # after a pause
        limits.high.clear()
    bench.settle()
    assert chips(bench)[1] == f"Pieces: ≥ {pieces[20]}"
    popup.reject()
    popup = opened(bench, "pieces")
    again = popup.limits
    assert again is not None
    assert (again.low.text(), again.high.text()) == (str(pieces[20]), "")
    popup.remove.click()
    bench.settle()
    assert len(page.model.ids) == 60
    times = opened(bench, "visit_timestamp").limits
    assert times is not None
    QTest.keyClicks(times.low, "730")
    times.high.setText("9:3")  # not typed to its end
    times.apply()
    early = ValueFilter("visit_timestamp", "07:30", bound=Bound.FROM)
    assert page.narrowing.filters == (early,)
    assert [bool(one.property("invalid")) for one in (times.low, times.high)] == [False, True]
    page.add_filter(ValueFilter("visit_timestamp", None, exclude=True))  # of a cell: the limit stays
    assert page.narrowing.filters[0] == early


@pytest.mark.parametrize(
    ("locale", "typed", "number"),
    [
        ("es_CO", "12,5", 12.5),
        ("es_CO", "12.5", 12.5),
        ("es_CO", "1.234", 1234),
        ("es_ES", "1.234", 1234),
        ("es_MX", "12,5", 12.5),
        ("en_US", "1,234.5", 1234.5),
        ("es_CO", "123456789012345678901234", None),
        ("es_CO", "doce", None),
    ],
)
def test_a_number_is_read_with_either_sign_before_its_decimals(
    qapp: QApplication, locale: str, typed: str, number: float | None
) -> None:
    fields = LimitFields("declared_value", Kind.MONEY, (), QLocale(locale))
    said: list[tuple[ValueFilter, ...]] = []
    fields.changed.connect(said.append)
    fields.low.setText(typed)
    fields.apply()
    assert said == ([] if number is None else [(ValueFilter("declared_value", number, bound=Bound.FROM),)])
    assert bool(fields.low.property("invalid")) is (number is None)


def test_the_first_line_of_the_values_stands_for_all(bench: Bench) -> None:
    ready(bench)
    popup = opened(bench, "locality")
    everything, state = popup.list.topLevelItem(0), Qt.CheckState
    assert everything is not None
    assert (everything.text(0), everything.text(1), everything.checkState(0)) == ("All", "60", state.Checked)
    first = next(iter(items(popup).values()))
    first.setCheckState(0, state.Checked)
    assert everything.checkState(0) is state.PartiallyChecked
    everything.setCheckState(0, state.Checked)
    assert (first.checkState(0), everything.checkState(0)) == (state.Unchecked, state.Checked)
    assert bench.window.tabs.page.narrowing.filters == ()
    popup.field.setText(first.text(0))
    assert everything.isHidden()
    popup.field.clear()
    popup.list.setCurrentItem(everything)
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert bench.window.tabs.page.narrowing.filters == ()
    everything = opened(bench, "declared_value").list.topLevelItem(0)
    assert everything is not None
    assert everything.isHidden(), "limits leave rows out, whatever is ticked"


def test_a_chip_is_edited_by_its_words_and_removed_by_its_sign(bench: Bench) -> None:
    ready(bench)
    page = bench.window.tabs.page
    page.add_filter(ValueFilter("shown_status", "En Reparto"))
    bench.settle()
    chip = next(one for one in page.filters.findChildren(FilterChip) if one.text().startswith("Status: "))
    left = Qt.MouseButton.LeftButton
    QTest.mouseClick(chip, left, pos=QPoint(20, chip.height() // 2))
    popup = bench.the(FilterPopup)
    assert popup.windowTitle() == "Filter by Status"
    popup.reject()
    assert page.narrowing.filters
    QTest.mouseClick(chip, left, pos=QPoint(chip.width() - 12, chip.height() // 2))
    assert not page.narrowing.filters


def test_what_is_typed_narrows_the_values_and_enter_shows_the_first_alone(bench: Bench) -> None:
    ready(bench)
    locality = bench.column("locality")[0]
    popup = opened(bench, "locality")
    popup.field.setText(locality.lower())
    assert [name for name, item in items(popup).items() if not item.isHidden()] == [locality]
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    bench.settle()
    assert {*bench.column("locality")} == {locality}
    opened(bench, "number").descending.click()
    assert bench.window.tabs.page.narrowing.sort == (SortKey("number", descending=True),)


def test_a_value_under_the_pointer_can_be_seen_alone(bench: Bench) -> None:
    ready(bench)
    popup = opened(bench, "recipient")
    first, second, third, *_ = items(popup)
    for name in (first, second):
        items(popup)[name].setCheckState(0, Qt.CheckState.Checked)
    at = {name: popup.list.visualItemRect(items(popup)[name]).center() for name in (first, second, third)}
    for name in (first, second, third):
        where, no = QPointF(at[name]), Qt.MouseButton.NoButton
        moved = QMouseEvent(QEvent.Type.MouseMove, where, where, no, no, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(popup.list.viewport(), moved)
        assert items(popup)[name].text(1) == "Only this"
    assert [name for name, item in items(popup).items() if item.text(1) == "Only this"] == [third]
    of_words = QPoint(popup.list.columnViewportPosition(1) + 8, at[third].y())
    QTest.mouseClick(popup.list.viewport(), Qt.MouseButton.LeftButton, pos=of_words)
    bench.settle()
    assert {*bench.column("recipient")} == {third}
    ticked = [name for name, item in items(popup).items() if item.checkState(0) is Qt.CheckState.Checked]
    assert ticked == [third]
    popup.field.setText("nobody of that name")
    assert (popup.note.text(), popup.note.isVisible()) == ("No value matches.", True)


def test_the_values_open_by_the_sign_of_a_title_by_a_key_and_by_the_button_of_all_columns(bench: Bench) -> None:
    ready(bench)
    page = bench.window.tabs.page
    header, view = page.view.columns_header, page.view
    section = page.model.position("recipient")
    at = header._sign_of(header._rect_of(section)).center()
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    popup = bench.the(FilterPopup)
    assert (popup.windowTitle(), page.narrowing.sort) == ("Filter by Recipient", ())
    popup.reject()
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at - QPoint(30, 0))
    assert page.narrowing.sort == (SortKey("recipient"),)
    view.setCurrentIndex(page.model.index(0, section))
    bench.qtbot.waitUntil(lambda: bench.window.findChild(FilterPopup) is None)
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    bench.the(FilterPopup).reject()
    bench.qtbot.waitUntil(lambda: bench.window.findChild(FilterPopup) is None)
    button = next(one for one in page.filters.findChildren(QPushButton) if one.accessibleName() == "Filters")
    button.click()
    menu = bench.the(QMenu, page.filters)
    next(one for one in menu.actions() if one.text() == "Recipient").trigger()
    assert bench.the(FilterPopup).windowTitle() == "Filter by Recipient"
    bench.the(FilterPopup).reject()
