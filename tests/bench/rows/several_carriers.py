"""The window on a day of 100,000 shipments of three carriers, beside the same number of one."""

import shutil
from pathlib import Path

from app.domain.days import Day, Scope
from app.facts.file.opening import FILE_NAME
from app.store.writer import Writer
from tests.bench.days import DAY, answer_bytes, data_folder, load_day, own_copy
from tests.bench.row import Compared, Figures, Row, Target
from tests.bench.rows.column_click import clicked
from tests.bench.rows.keystroke import SHIPMENTS, typed
from tests.bench.windows import desk_on, wait_for
from tests.database import wait_until_derived

CARRIERS = ("BENCH-N", "BENCH-O", "BENCH-S")

ROW = Row(
    "Keys, clicks on titles and scrolling, 100,000 rows of three carriers",
    "the same number of rows of one carrier",
    (
        Target("key_p50", "median keystroke → painted", 1.5, compared=Compared.TIMES),
        Target("key_worst", "worst keystroke", 1.5, compared=Compared.TIMES),
        Target("click_p50", "median click on a title → painted", 1.5, compared=Compared.TIMES),
        Target("scrolled_late", "event loop late while scrolling", 1.5, compared=Compared.TIMES),
    ),
    "",
    rounds=3,
)


def prepare(folder: Path) -> None:
    """Make both days."""
    data_folder(folder, SHIPMENTS)
    made = folder / "three-carriers"
    if made.exists():
        return
    part = folder / "making-three-carriers"
    part.mkdir()
    with Writer(part / FILE_NAME) as writer:
        for nth, carrier in enumerate(CARRIERS):
            day = Day(carrier, DAY.date)
            load_day(writer, answer_bytes((SHIPMENTS + nth) // len(CARRIERS), day), day)
        wait_until_derived(writer)
    part.rename(made)


def contender(folder: Path) -> Figures:
    """Use the window on three carriers."""
    own = folder / "three-own"
    shutil.rmtree(own, ignore_errors=True)
    shutil.copytree(folder / "three-carriers", own)
    return _used(own, Scope(CARRIERS, DAY.date))


def yardstick(folder: Path) -> Figures:
    """Use the window on one."""
    return _used(own_copy(folder, SHIPMENTS, "own"), Scope((DAY.carrier,), DAY.date))


def _used(folder: Path, day: Scope) -> Figures:
    with desk_on(folder, carriers=",".join(day.carriers), carrier=day.carriers[0]) as desk:
        wait_for(desk.window.tabs.page.rows_shown, lambda: desk.window.navigation.show_day(day))
        keys, clicks = typed(desk), clicked(desk)
    return {
        "key_p50": keys["painted_p50"],
        "key_worst": keys["painted_worst"],
        "click_p50": clicks["painted_p50"],
        "scrolled_late": clicks["scrolled_late"],
    }
