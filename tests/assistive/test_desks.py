"""A day with three carriers at two desks that share their facts, by keyboard and screen reader alone."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from openpyxl import load_workbook

from app.demo.carrier_server import CarrierServer
from app.demo.day.day import generate
from app.demo.world.options import DayOptions
from app.domain.access.credentials import CarrierCredentials, RelayCredentials
from app.domain.views.columns import SHIPMENT_COLUMNS
from tests.assistive.live_desk import SITE, Office
from tests.assistive.screen_reader import Listener, listening
from tests.assistive.test_day import name_file
from tests.assistive.test_keyboard import press_until
from tests.cli.process import TOKEN, USER
from tests.cli.test_receive import RECEIVER_TOKEN, receiving
from tests.relay.conftest import Sharing, authority, relay_url, server, sharing, trusted
from tests.relay.nats_servers import ANA, LUIS, RECEIVER

__all__ = ["authority", "relay_url", "server", "sharing", "trusted"]

CARRIERS = ("ANDINA-BOG", "ANDINA-CLO", "ANDINA-MDE")
SHIPMENTS = 20
DAY = DayOptions(SHIPMENTS, 0)
_KEYS = [column.key for column in SHIPMENT_COLUMNS]
COLUMNS = [_KEYS.index(key) for key in ("number", "assigned_to")]


@pytest.fixture
def desks(sharing: Sharing, tmp_path: Path) -> Iterator[tuple[Office, Listener]]:
    """Two desks of one site that have loaded nothing, the site's receiver, and the carriers."""
    credentials, here = CarrierCredentials(TOKEN, USER), ZoneInfo(SITE)
    with ExitStack() as stack:
        carrier = stack.enter_context(CarrierServer(DAY, credentials, now=lambda: datetime.now(here)))
        receiver_url = stack.enter_context(receiving(sharing("server", RECEIVER), "--relay"))

        def desk(name: str, relay: RelayCredentials) -> Listener:
            known = sharing(name, relay).asking(
                carrier.url,
                DESPACHO_CARRIER=CARRIERS[0],
                DESPACHO_CARRIERS=",".join(CARRIERS),
                DESPACHO_DISPATCHER=name.title(),
                KEYRING_PASSWORD="correct horse",
            )
            (tmp_path / name).mkdir()
            arguments = ["--data-dir", str(known.folder)]
            return stack.enter_context(listening(arguments, tmp_path / name, known.more, "1366x768"))

        yield Office(desk("ana", ANA), receiver_url, RECEIVER_TOKEN), desk("luis", LUIS)


def test_two_desks_share_a_day_of_three_carriers(desks: tuple[Office, Listener], tmp_path: Path) -> None:
    """One desk hears and hands out, the other calls and promises; each sees at once what the other did."""
    office, luis = desks
    ana = office.listener
    for desk in (ana, luis):
        chooses_all_carriers(desk)
    ana.press("F5")
    for desk in (ana, luis):  # a load is shared too
        has_all_carriers(desk)
    before = count(ana, "To attend")
    failed = fails_at_each_carrier(office)
    for desk in (ana, luis):
        desk.until(lambda desk=desk: count(desk, "To attend") == before + len(CARRIERS))  # type: ignore[misc]
    takes_a_case(luis, failed[0])
    find(ana, failed[0])
    ana.until(lambda: owner(ana, failed[0]).startswith("Luis"))
    luis.press("F8")
    luis.hears("1 No answer")
    ana.press("F8")
    ana.hears("1 at another desk: ")
    ana.press("Escape")
    luis.press("3")
    luis.hears("1 done")
    luis.press("Escape")
    attends_to(ana, failed[1])
    for desk in (ana, luis):
        desk.until(lambda desk=desk: count(desk, "To attend") == before + len(CARRIERS) - 2)  # type: ignore[misc]
    exports_all(ana, tmp_path / "days.xlsx")


def chooses_all_carriers(desk: Listener) -> None:
    """Choose all of the desk's carriers in the list of the field."""
    desk.at("Carrier")
    desk.press("alt+Down", "Home", "Return")
    desk.until(lambda: "CARRIERS" in desk.items("Views"))


def has_all_carriers(desk: Listener) -> None:
    desk.until(lambda: count(desk, "All") == SHIPMENTS * len(CARRIERS))
    totals = [one for one in desk.items("Views") if one.startswith("ANDINA")]
    assert totals == [f"{carrier} {SHIPMENTS}" for carrier in CARRIERS]
    assert desk.nameless() == []


def fails_at_each_carrier(office: Office) -> list[str]:
    """Have a visit of each carrier fail that is still open; return the numbers."""
    numbers = []
    for carrier in CARRIERS:
        plan = generate(carrier, datetime.now(ZoneInfo(SITE)).date(), DAY)
        visit = plan.closings[plan.closed_at_start]
        office.fail(visit.id, visit.numbers[0])
        numbers.append(visit.numbers[0])
    return numbers


def find(desk: Listener, number: str) -> None:
    desk.press("ctrl+1", "ctrl+f")
    desk.at("Search")
    desk.press("ctrl+a")
    desk.write(number)
    desk.until(lambda: [row[0] for row in desk.rows("Shipments", COLUMNS)] == [number])
    desk.press("Down")
    desk.at("Shipments")


def takes_a_case(desk: Listener, number: str) -> None:
    """Assign a case to oneself in the detail."""
    find(desk, number)
    desk.press("F2")
    desk.at("Note")
    press_until(desk, "shift+Tab", "Assigned to")
    desk.press("Down")
    desk.until(lambda: count(desk, "My cases") == 1)


def attends_to(desk: Listener, number: str) -> None:
    find(desk, number)
    desk.press("F2")
    desk.at("Note")
    desk.press("ctrl+Return")
    desk.until(lambda: [one for one in desk.focused() if one])


def exports_all(desk: Listener, file: Path) -> None:
    """Export the day of all carriers as a workbook."""
    desk.press("Escape", "Escape")
    desk.hears(f"{SHIPMENTS * len(CARRIERS)} of ")
    desk.press("ctrl+e")
    desk.look_at("Export")
    desk.until(lambda: (desk.named("Export…") or {}).get("enabled"))
    desk.press("Return")
    name_file(desk, "Export", file)
    desk.hears(str(file))
    sheet = load_workbook(file).worksheets[0]
    cells = [cell for row in sheet.iter_rows(values_only=True) for cell in row]
    assert Counter(cell for cell in cells if cell in CARRIERS) == dict.fromkeys(CARRIERS, SHIPMENTS)


def count(desk: Listener, view: str) -> int:
    """Return the count in a view's accessible name; 0 while it is not listed."""
    found = [re.fullmatch(rf"{view} (\d+)", one) for one in desk.items("Views")]
    return next((int(one[1]) for one in found if one), 0)


def owner(desk: Listener, number: str) -> str:
    return next((row[1] for row in desk.rows("Shipments", COLUMNS) if row[0] == number), "")
