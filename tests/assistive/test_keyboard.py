"""A whole day's work with the keyboard and a screen reader."""

import re

from tests.assistive.live_desk import Office
from tests.assistive.screen_reader import Listener

TABLES = ("Shipments", "Visits", "Manifests", "Notifications")
NUMBER, STATUS = 5, 35
"""Indices of two columns of the shipments."""


def test_a_whole_days_work_is_possible_by_keyboard_and_screen_reader(office: Office) -> None:
    desk = office.listener
    loads_the_day(desk)
    numbers = [row[NUMBER] for row in desk.rows("Shipments") if "Out for delivery" in row]
    finds_a_shipment(desk, numbers[0])
    receive_failed_visits(office, numbers)
    goes_through_tabs_and_panes(desk)
    attends_to_what_failed(desk)
    exports_looks_up_and_asks(desk)


def loads_the_day(desk: Listener) -> None:
    """Cancel a load without an answer, and load again."""
    desk.at("Carrier")
    desk.press("F5")
    desk.until(lambda: desk.named("Cancel"))
    assert desk.named("Load") is None
    press_until(desk, "Tab", "Cancel")
    desk.press("space")
    desk.at("Load")
    desk.press("F5")
    desk.until(lambda: desk.rows("Shipments"))
    desk.until(lambda: count(desk, "All") == 60)
    assert desk.named("Cancel") is None


def finds_a_shipment(desk: Listener, number: str) -> None:
    desk.press("ctrl+f")
    desk.at("Search")
    desk.write(number)
    desk.until(lambda: {row[NUMBER] for row in desk.rows("Shipments")} == {number})
    press_until(desk, "Down", "Shipments")
    desk.press("Return")
    desk.at("Detail")
    desk.until(lambda: desk.named(number))
    assert desk.nameless() == []
    desk.press("Escape")
    desk.at("Shipments")
    desk.press("Escape")
    desk.until(lambda: len(desk.rows("Shipments")) > 1)


def receive_failed_visits(office: Office, numbers: list[str]) -> None:
    desk, before = office.listener, count(office.listener, "To attend")
    for visit, number in enumerate(numbers):
        office.fail(visit, number)
    desk.until(lambda: count(desk, "To attend") >= before + len(numbers))


def goes_through_tabs_and_panes(desk: Listener) -> None:
    for place, table in zip((1, 2, 5, 6), TABLES, strict=True):
        desk.press(f"ctrl+{place}")
        desk.at(table)
        desk.until(lambda table=table: any(any(row) for row in desk.rows(table)))  # type: ignore[misc]
        assert desk.nameless() == []
    desk.press("ctrl+3")
    desk.at("Drivers")
    desk.until(lambda: any("Delivered" in cell or "Failed" in cell for row in desk.rows("Drivers") for cell in row))
    assert desk.nameless() == []
    desk.press("ctrl+4")
    desk.at("Nothing to put on the map")  # these visits have no coordinates
    assert desk.nameless() == []
    desk.press("ctrl+7")
    desk.until(lambda: [name for name in desk.focused() if name.startswith("Delivered: ")])
    desk.until(lambda: any(one["name"].startswith("To attend: ") for one in desk.everything()))
    desk.until(lambda: desk.named("Visits closed by hour"))
    assert desk.nameless() == []
    desk.press("ctrl+1")
    desk.at("Shipments")
    desk.press("Down")
    desk.press("Return")
    desk.at("Detail")
    for pane in ("Search", "Views", "Shipments"):
        desk.press("F6")
        desk.at(pane)


def attends_to_what_failed(desk: Listener) -> None:
    """Acknowledge the first two rows of the view To attend, with a reason."""
    desk.press("shift+F6")
    desk.at("Views")
    before = count(desk, "To attend")
    press_until(desk, "Down", f"To attend {before}")
    desk.press("F6")
    desk.at("Shipments")
    desk.until(lambda: {row[STATUS] for row in desk.rows("Shipments")} == {"Failed"})
    desk.press("shift+Down", "ctrl+Return")
    desk.look_at("Acknowledge")
    desk.at("Reason")
    assert desk.nameless() == []
    desk.press("Tab")
    desk.at("Next step")
    desk.press("shift+Tab")
    desk.at("Reason")
    desk.press("Down", "Down", "Return")
    desk.until(lambda: count(desk, "To attend") < before)
    desk.look_at("Despacho")
    desk.at("Shipments")


def exports_looks_up_and_asks(desk: Listener) -> None:
    desk.press("ctrl+e")
    desk.look_at("Export")
    desk.at("Export…")
    assert desk.nameless() == []
    leave(desk, "Export…")
    desk.press("ctrl+k")
    desk.look_at("Palette")
    desk.at("Palette")
    desk.write("manifests")
    desk.until(lambda: "Ctrl+5" in described(desk, "text", "Palette"))
    desk.press("Return")
    desk.look_at("Despacho")
    desk.at("Manifests")
    desk.press("ctrl+F1")
    desk.look_at("Help")
    desk.at("Filter")
    desk.until(lambda: desk.rows("Shortcuts"))
    assert desk.nameless() == []
    leave(desk, "Filter")
    desk.at("Manifests")


def count(desk: Listener, view: str) -> int:
    """Return the count in a view's accessible name."""
    found = [re.fullmatch(rf"{view} (\d+)", one) for one in desk.items("Views")]
    return next(int(one[1]) for one in found if one)


def press_until(desk: Listener, key: str, name: str) -> None:
    """Press a key until the control with a name has the focus; every control on the way must have a name."""
    for _ in range(20):
        if name in desk.focused():
            return
        assert desk.focused()[0]
        desk.press(key)
    raise AssertionError((name, desk.focused()))


def leave(desk: Listener, last: str) -> None:
    """Close a dialog, and return to the window."""
    desk.press("Escape")
    desk.until(lambda: desk.named(last) is None)
    desk.look_at("Despacho")


def described(desk: Listener, role: str, name: str) -> str:
    """Return a control's accessible description."""
    return next(str(one["description"]) for one in desk.everything() if (one["role"], one["name"]) == (role, name))
