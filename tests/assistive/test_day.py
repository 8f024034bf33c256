"""A dispatcher's day from the first start to the end of the shift, by keyboard and screen reader alone.

With `DESPACHO_PICTURES`, a folder, each step leaves a picture there, and those of the manual below `en/` and `es/`;
`DESPACHO_PICTURES_THEME` is `light` or `dark`.
"""

import json
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.domain.views.columns import SHIPMENT_COLUMNS, VISIT_COLUMNS
from tests.assistive.live_desk import CARRIER, SITE, Street
from tests.assistive.screen_reader import Listener, listening
from tests.assistive.words import Words
from tests.faults.figures import results_folder
from tests.proxies.programs import free_port

SCREEN = "1366x768"
"""The small screen of many desks."""
IN_MANUAL = {
    "first-steps": (350, 120, 645, 505),
    "board": (0, 49, 704, 404),
    "note": (662, 97, 704, 605),
    "calls": (0, 48, 1366, 690),
    "map": (246, 97, 1120, 640),
}
"""Which part of a step's picture the manual shows: left, top, width, height."""
LANGUAGES = ("es",) if results_folder() is None and not os.environ.get("DESPACHO_PICTURES") else ("es", "en")
"""The day takes a minute, so that only `packaging/dev.py soak`, and who wants pictures, plays it in both."""
PHRASE = "luna llena sobre suba"
NOTE = "llamar desde las 5"
FAILURES = 5
_KEYS = [column.key for column in SHIPMENT_COLUMNS]
COLUMNS = [_KEYS.index(key) for key in ("number", "recipient_phone", "shown_status", "note")]
NUMBER, PHONE, STATUS, NOTED = range(len(COLUMNS))
VISIT_STATUS = [column.key for column in VISIT_COLUMNS].index("status")


@dataclass(frozen=True)
class Shift:
    """A dispatcher's desk that was never used, the words on it, and what happens in the street."""

    desk: Listener
    words: Words
    street: Street
    receiver_url: str
    folder: Path
    language: str

    def picture(self, name: str) -> None:
        """Save a picture of the display, if pictures are wanted."""
        wanted = os.environ.get("DESPACHO_PICTURES")
        if wanted:
            theme = os.environ.get("DESPACHO_PICTURES_THEME", "light")
            self.desk.take_picture(Path(wanted) / f"{name}-{self.language}-{theme}.png")
            if name in IN_MANUAL:
                folder = Path(wanted) / self.language / "pictures"
                folder.mkdir(parents=True, exist_ok=True)
                self.desk.take_picture(folder / f"{name}.png", *IN_MANUAL[name])

    def count(self, view: str) -> int:
        """Return the count of a view; 0 while it is not listed."""
        title = re.escape(self.words("View", view))
        found = [re.fullmatch(rf"{title} (\d+)", one) for one in self.desk.items(self.words("ViewsPanel", "Views"))]
        return next((int(one[1]) for one in found if one), 0)

    def shipments(self) -> list[list[str]]:
        """Return the first rows of the shipments, in `COLUMNS`."""
        return self.desk.rows(self.words("TableTabs", "Shipments"), COLUMNS)

    def numbers(self) -> list[str]:
        return [row[NUMBER] for row in self.shipments()]

    def command(self, context: str, source: str) -> None:
        """Choose a command in the palette."""
        desk, palette = self.desk, self.words("Palette", "Palette")
        desk.press("ctrl+k")
        desk.look_at(palette)
        desk.at(palette)
        wanted = self.words(context, source).removesuffix("…")
        desk.write(re.sub(r"[^ -~].*", "", wanted))
        desk.until(lambda: any(one.startswith(wanted) for one in desk.items(self.words("Palette", "What can be done"))))
        desk.press("Return")

    def to_window(self) -> None:
        """Wait until no dialog is open, and return to the window, in which some control has the focus."""
        self.desk.until(lambda: not any(one["role"] == "dialog" for one in self.desk.everything()))
        self.desk.until(lambda: self.desk.ask("focus window", title="^Despacho") and self.desk.focused())


@pytest.fixture(params=LANGUAGES)
def shift(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shift]:
    language, street, port = str(request.param), Street(FAILURES), free_port()
    run = tmp_path / "run"
    run.mkdir(mode=0o700)
    environment = {
        "LANG": {"en": "en_US.UTF-8", "es": "es_CO.UTF-8"}[language],
        "LC_ALL": "",
        "TZ": SITE,
        "XDG_RUNTIME_DIR": str(run),
        "XDG_DATA_HOME": str(tmp_path / "share"),
        "KEYRING_PASSWORD": "correct horse",
        "DESPACHO_RECEIVER_PORT": str(port),
        "DESPACHO_THEME": os.environ.get("DESPACHO_PICTURES_THEME", "light"),
    }
    with ExitStack() as stack:
        stack.enter_context(street.carrier)
        arguments = ["--data-dir", str(tmp_path / "data")]
        desk = stack.enter_context(listening(arguments, tmp_path, environment, SCREEN))
        yield Shift(desk, Words(language), street, f"http://127.0.0.1:{port}/visitas", tmp_path, language)


def test_a_day_from_the_first_start_to_the_end_of_the_shift(shift: Shift) -> None:
    takes_the_first_steps(shift)
    sets_the_receiver_up(shift)
    hears_of_failed_visits(shift)
    makes_the_calls(shift)
    writes_down_and_takes_back(shift)
    finds_by_phone_and_by_list(shift)
    looks_at_the_map_and_the_day(shift)
    exports_the_day(shift)
    ends_the_shift(shift)
    closes_the_desk(shift)


def takes_the_first_steps(shift: Shift) -> None:
    """Enter what the carrier gave; it is tested without a click, and the day is loaded."""
    desk, words, street = shift.desk, shift.words, shift.street
    desk.look_at(words("Assistant", "First steps"))
    for field, text in (
        (words("Setting", "Address"), street.carrier.url),
        (words("CarrierSettings", "Token"), street.credentials.token),
        (words("CarrierSettings", "User"), street.credentials.user),
        (words("Setting", "Carrier's code"), CARRIER),
    ):
        desk.at(field)
        desk.write(text)
        desk.press("Return")
    desk.at(words("Assistant", "Save and load today"))
    desk.hears("✓ 200")
    shift.picture("first-steps")
    desk.press("Return")
    shift.to_window()
    desk.until(lambda: shift.count("All") and shift.shipments())
    assert desk.named(words("CarrierField", "Carrier"))


def sets_the_receiver_up(shift: Shift) -> None:
    """Follow the steps to the token; from then on notifications are heard."""
    desk, words = shift.desk, shift.words
    desk.hears(words("StepsCard", "Enter the token"))
    shift.command("WindowActions", "Steps to receive notifications")
    shift.to_window()
    desk.at(words("StepsCard", "Enter the token"))
    desk.press("space")
    desk.look_at(words("SettingsDialog", "Settings"))
    desk.at(words("ReceiverSettings", "Token"))
    desk.write(shift.street.token)
    desk.press("Return")
    shift.to_window()
    desk.hears(words("Reception", "Listening on this computer only"))
    shift.picture("steps")


def hears_of_failed_visits(shift: Shift) -> None:
    """Hear of what drivers close: the view counts it, and the bell lists it and leads to it."""
    desk, words = shift.desk, shift.words
    before = shift.count("To attend")
    shift.street.notify(shift.receiver_url)
    shift.street.close_visits(FAILURES)
    desk.until(lambda: shift.count("To attend") > before + 1)
    press_until(desk, "Tab", words("StepsCard", "Close the steps"))
    desk.press("space")
    desk.until(lambda: desk.named(words("StepsCard", "Close the steps")) is None)
    assert desk.focused()
    shift.picture("board")
    desk.press("ctrl+b")
    desk.look_at(words("AlertsPanel", "Alerts"))
    desk.at(words("AlertsPanel", "Alerts"))
    counts = range(FAILURES, 2 * FAILURES)  # of some days, a visit failed first and was delivered then
    told = [words("AlertWords", "%Ln failed visit(s)", count) for count in counts]
    desk.until(lambda: any(one in "".join(desk.focused()) for one in told))
    assert desk.nameless() == []
    shift.picture("bell")
    desk.press("Return")
    shift.to_window()
    failed = words("Status", "Failed")
    visits = words("TableTabs", "Visits")
    desk.until(lambda: {row[0] for row in desk.rows(visits, [VISIT_STATUS])} == {failed})
    desk.press("ctrl+1", "shift+F6")
    desk.at(words("ViewsPanel", "Views"))
    press_until(desk, "Down", f"{words('View', 'To attend')} {shift.count('To attend')}")
    desk.until(lambda: len(shift.numbers()) > 1 and {row[STATUS] for row in shift.shipments()} == {failed})


def makes_the_calls(shift: Shift) -> None:
    """Note one call with an outcome, and promise another one for later."""
    desk, words = shift.desk, shift.words
    desk.press("F8")
    desk.until(lambda: left_to_call(shift) > 1)
    before = left_to_call(shift)
    assert desk.nameless() == []
    shift.picture("calls")
    desk.press("2")  # it wants to know when
    desk.at(words("CallPage", "Note"))
    desk.write(NOTE)
    desk.press("ctrl+Return")
    desk.hears(words("CallWords", "%Ln done", 1))
    desk.press("1")
    desk.hears(words("CallWords", "%Ln done", 2))
    later = words("CallList", "Call again · {count}").format(count=1).upper()
    desk.until(lambda: any(one.startswith(later) for one in desk.items(words("CallList", "Queue of calls"))))
    assert left_to_call(shift) == before - 2
    shift.picture("calls-later")
    desk.press("Escape")
    shift.to_window()


def left_to_call(shift: Shift) -> int:
    """Return how many recipients are to be called now, as the head of the calls says; 0 while it says nothing."""
    said = re.escape(shift.words("CallWords", "%Ln to call now", 7)).replace("7", r"(\d+)")
    found = [re.match(said, str(one["name"])) for one in shift.desk.everything()]
    return next((int(one[1]) for one in found if one), 0)


def writes_down_and_takes_back(shift: Shift) -> None:
    """Write a note about a row, acknowledge it, and undo that."""
    desk, words, table = shift.desk, shift.words, shift.words("TableTabs", "Shipments")
    desk.press("ctrl+1")
    desk.at(table)
    desk.press("ctrl+Home", "F2")
    desk.at(words("FollowUpCard", "Note"))
    desk.write(NOTE)
    shift.picture("note")
    desk.press("Tab")
    desk.until(lambda: NOTE in [row[NOTED] for row in shift.shipments()])
    before = shift.count("To attend")
    desk.press("ctrl+1", "ctrl+Return")
    desk.until(lambda: shift.count("To attend") < before)
    desk.press("ctrl+z")
    desk.hears(words.part("UndoStack", "Undone: {what}"))
    desk.until(lambda: shift.count("To attend") == before)


def finds_by_phone_and_by_list(shift: Shift) -> None:
    """Find a row by a customer's phone, and the rows of a list that somebody sent."""
    desk, words = shift.desk, shift.words
    every = shift.count("All")
    desk.press("Escape", "Escape")  # the first one closes the detail
    desk.hears(counted(shift, every, every))
    row = next(one for one in shift.shipments() if len(re.sub(r"\D", "", one[PHONE])) > 6)
    search(shift, row[PHONE])
    desk.until(lambda: row[NUMBER] in shift.numbers() and not desk.says(counted(shift, every, every)))
    desk.press("Escape")
    desk.hears(counted(shift, every, every))
    first, second, *_ = dict.fromkeys(shift.numbers())
    search(shift, f"{first},{second},999999")
    desk.press("ctrl+a", "ctrl+x", "ctrl+v")
    desk.hears(words("FilterBar", "{found} of {listed} numbers found").format(found=2, listed=3))
    desk.hears(f"{words('FilterBar', '%Ln not found', 1)}: 999999")
    shift.picture("list")
    desk.press("Escape")
    desk.hears(counted(shift, every, every))


def counted(shift: Shift, shown: int, total: int) -> str:
    return shift.words("RowCounter", "{shown} of {total}").format(shown=shown, total=total)


def search(shift: Shift, text: str) -> None:
    shift.desk.press("ctrl+f")
    shift.desk.at(shift.words("TopBar", "Search"))
    shift.desk.write(text)


def looks_at_the_map_and_the_day(shift: Shift) -> None:
    desk, words = shift.desk, shift.words
    desk.press("ctrl+shift+m")
    desk.until(lambda: desk.named(words("MapPage", "Zoom in")))
    shift.picture("map")
    desk.press("ctrl+7")
    desk.until(lambda: [one for one in desk.focused() if one.startswith(words("Outcome of the day", "Delivered"))])
    desk.until(lambda: desk.named(words("HoursChart", "Visits closed by hour")))
    shift.picture("day")


def exports_the_day(shift: Shift) -> None:
    desk, words, file = shift.desk, shift.words, shift.folder / "day.xlsx"
    desk.press("ctrl+1")
    desk.at(words("TableTabs", "Shipments"))
    desk.press("ctrl+e")
    desk.look_at(words("ExportDialog", "Export"))
    desk.until(lambda: (desk.named(words("ExportDialog", "Export…")) or {}).get("enabled"))  # the day is counted
    shift.picture("export")
    desk.press("Return")
    name_file(desk, words("ExportController", "Export"), file)
    shift.to_window()
    desk.hears(words.part("ExportController", "%Ln row(s) exported to {path}", shift.count("All")))
    assert file.read_bytes().startswith(b"PK")


def name_file(desk: Listener, title: str, path: Path) -> None:
    """Write a path into the dialog that asks for it."""

    def is_asked() -> bool:
        return bool(desk.ask("focus window", title=f"^{title}$")) and [one["role"] for one in desk.ask("focused")] == [
            "text"
        ]

    def is_written() -> bool:
        """Write it again where the dialog filled its field, or lost the focus, meanwhile."""
        if not desk.says(str(path)) and is_asked():
            desk.press("ctrl+a")
            desk.write(str(path))
        return desk.says(str(path))

    desk.until(is_written)
    desk.press("Return")


def ends_the_shift(shift: Shift) -> None:
    """Load once more, read the message, and save the day's PDF and the file for the next desk."""
    desk, words = shift.desk, shift.words
    desk.press("F5")
    desk.until(lambda: not desk.says(str(shift.folder)))
    shift.command("WindowActions", "End shift…")
    desk.look_at(words("ShiftDialog", "Shift"))
    desk.hears(f"{words('ShiftWords', 'Promised')} (", NOTE)
    assert desk.nameless() == []
    press_until(desk, "Tab", words("PhraseField", "Shared phrase"))
    desk.write(PHRASE)
    shift.picture("end-of-shift")
    desk.press("Return")
    name_file(desk, words("EndShift", "Folder for the files"), shift.folder)
    desk.look_at(words("ShiftDialog", "Shift"))
    desk.hears(words.part("EndPage", "Saved in {folder}: {names}"))
    (handed_over,) = shift.folder.glob("*.json")
    assert [*map(json.loads, handed_over.read_bytes().splitlines())]
    assert [one.read_bytes()[:4] for one in shift.folder.glob("*.pdf")] == [b"%PDF"]
    desk.press("Escape")
    shift.to_window()


def closes_the_desk(shift: Shift) -> None:
    """Close it although it receives: it asks, and ends without an error."""
    desk, close = shift.desk, shift.words("ClosingDialog", "Close Despacho")
    desk.close_window("Despacho")
    desk.look_at(close)
    shift.picture("closing")
    press_until(desk, "Tab", close)
    desk.press("space")
    desk.until(desk.has_ended)


def press_until(desk: Listener, key: str, name: str) -> None:
    """Press a key until the control with a name has the focus; every control on the way must have a name."""
    for _ in range(12):
        if name in desk.focused():
            return
        assert desk.focused()[0]
        desk.press(key)
    raise AssertionError((name, desk.focused()))
