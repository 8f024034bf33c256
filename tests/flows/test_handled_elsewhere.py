"""Two desks share their facts: each tells the other whose case is open, and says what is open there."""

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from app.domain.relay.handling import Holder
from app.domain.views.columns import Table
from app.domain.views.queries import View
from app.services.relaying.sharing import Sharing
from app.ui.calls.call_page import CallPage
from tests.flows.conftest import NOW, Bench
from tests.flows.test_calls import failed_visits, opened, press
from tests.flows.test_visits import ready

WHO = "Ana (north)"


class OtherDesk:
    """What is open at another desk, and what it was told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.told: list[frozenset[str]] = [frozenset()]
        self.open: frozenset[str] = frozenset()
        monkeypatch.setattr(Sharing, "tell", lambda _self, cases: self.told.append(cases))
        monkeypatch.setattr(Sharing, "handled_by", lambda _self, cases: Holder(WHO, NOW) if self.open & cases else None)


@pytest.fixture
def ana(monkeypatch: pytest.MonkeyPatch, bench: Bench) -> OtherDesk:
    bench.change_settings(relay_url="nats://127.0.0.1:1")
    return OtherDesk(monkeypatch)


def says(widget: QWidget) -> Callable[[], bool]:
    return lambda: any(
        f"Being handled by {WHO}" in one.text() for one in widget.findChildren(QLabel) if one.isVisible()
    )


def test_a_call_that_is_open_at_another_desk_says_so(bench: Bench, ana: OtherDesk) -> None:
    failed_visits(bench)
    page = opened(bench)
    bench.qtbot.waitUntil(lambda: ana.told[-1] == {"visit 1", "visit 3"})
    ana.open = frozenset(["visit 3"])
    bench.qtbot.waitUntil(says(page))
    ana.open = frozenset()
    bench.qtbot.waitUntil(lambda: not says(page)())
    press(page, Qt.Key.Key_Right)
    bench.qtbot.waitUntil(lambda: ana.told[-1] == {"visit 2"})
    page.close_button.click()
    bench.qtbot.waitUntil(lambda: ana.told[-1] == frozenset())


def test_who_is_open_at_another_desk_is_passed_over_until_nobody_else_is_left(bench: Bench, ana: OtherDesk) -> None:
    failed_visits(bench)
    ana.open = frozenset(["visit 1"])
    page = opened(bench)

    def is_told(cases: set[str]) -> bool:
        return ana.told[-1] == cases

    def held() -> list[tuple[str, str]]:
        return [(one.text, one.below) for one in page.list.entries if one.is_held or "DESK" in one.text]

    bench.qtbot.waitUntil(partial(is_told, {"visit 2"}))
    assert not says(page)()
    assert held() == [("AT ANOTHER DESK · 1 · SKIPPED", ""), ("Señora 300", f"{WHO} · since 10:00")]
    assert page.progress.text() == "2 people to call now · 2 shipments · 1 at another desk: Señora 300"
    ana.open = frozenset()
    bench.qtbot.waitUntil(lambda: held() == [])
    ana.open = frozenset(["visit 1"])
    bench.qtbot.waitUntil(lambda: len(held()) == 2)
    for after in ({"visit 4"}, {"visit 1", "visit 3"}):
        press(page, Qt.Key.Key_Right)
        bench.qtbot.waitUntil(partial(is_told, after))
    bench.qtbot.waitUntil(says(page))


def test_the_card_of_a_row_that_is_open_at_another_desk_says_so(bench: Bench, ana: OtherDesk) -> None:
    failed_visits(bench)
    window = bench.window
    window.views.choose(View.TO_ATTEND_VISITS)
    bench.qtbot.waitUntil(lambda: window.tabs.page.table is Table.VISITS and len(window.tabs.page.model.ids) > 0)
    window.tabs.page.view.pick(0)
    card = window.detail.follow_up
    bench.qtbot.waitUntil(lambda: card.shown_detail is not None and card.isVisible())
    visit = f"visit {card.shown_detail.id}" if card.shown_detail is not None else ""
    bench.settle()
    assert ana.told == [frozenset()]  # to look at a row is not to work on it
    card.note.setFocus()
    bench.qtbot.waitUntil(lambda: visit in ana.told[-1])
    ana.open = frozenset([visit])
    bench.qtbot.waitUntil(says(card))
    QTest.keyClicks(card.note, "calls back")
    window.tabs.page.view.setFocus()
    bench.settle()
    assert says(card)()
    ana.open = frozenset()
    bench.qtbot.waitUntil(lambda: not says(card)())


def test_nothing_of_it_is_there_where_nothing_is_shared(bench: Bench) -> None:
    failed_visits(bench)
    assert bench.window.follow_up.others is None
    assert isinstance(opened(bench), CallPage)


def test_the_table_says_who_handles_a_case_at_another_desk(bench: Bench, ana: OtherDesk) -> None:
    ready(bench)
    model = bench.window.tabs.page.model
    carrier, day, number = (model.value(0, key) for key in ("day_carrier", "date", "number"))
    place = model.position("assigned_to")
    assert model.look(0, [place]).cells[0].text == ""
    ana.open = frozenset([f"shipment {carrier} {day} {number}"])
    assert [one.text for row in (0, 1) for one in model.look(row, [place]).cells] == [WHO, ""]
    cells = list(model.values(0) or ())
    cells[place] = "Pedro"  # who has the case stays beside who has it open
    assert model._text(place, tuple(cells)) == f"Pedro · {WHO}"
