"""Every place of the window, one after the other."""

from collections.abc import Iterator

from tests.flows.conftest import Bench
from tests.flows.places.board import board
from tests.flows.places.calling import calling
from tests.flows.places.emptiness import emptiness
from tests.flows.places.finding import finding
from tests.flows.places.handing_on import handing_on
from tests.flows.places.listening import listening
from tests.flows.places.notices import notices
from tests.flows.places.program import program
from tests.flows.places.setting_up import setting_up
from tests.flows.places.ways import Place


def every_place(bench: Bench) -> Iterator[Place]:
    """Yield each place by its name while it shows; afterwards the window is as before."""
    for places in (
        board,
        finding,
        calling,
        handing_on,
        listening,
        notices,
        setting_up,
        program,
        emptiness,
    ):
        yield from places(bench)
