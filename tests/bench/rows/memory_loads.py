"""How much more memory the window has after many loads than after one."""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.loads import answer_in, changed, desk_before_the_carrier, load
from tests.bench.memory import memory
from tests.bench.row import Compared, Figures, Row, Scale, Target

SHIPMENTS = 10_000
LOADS = 100
_VARIANTS = 5

ROW = Row(
    f"Memory after {LOADS} loads of a day of {SHIPMENTS:,} shipments, each with one status in fifty changed",
    "the same process after the first load",
    (
        Target(
            "rss", "resident", 1.05, scale=Scale.MEGABYTES, compared=Compared.TIMES, yardstick="contender", base="first"
        ),
    ),
    "Of what grew at first, about half was the benchmark's own: it made up the next answer in the process that it "
    "measured. With what was freed given back by `malloc_trim`, the third load and the sixth had the same. Folded "
    "texts of whole shipments are no longer remembered.",
    yardsticks=(),
    rounds=1,
    on_a_screen=True,
)


def prepare(folder: Path) -> None:
    """Make up the answers; to do so takes memory, too, which is not to be counted."""
    body = answer_in(folder, SHIPMENTS)
    for turn in range(_VARIANTS):
        (folder / f"changed-{turn}.json").write_bytes(changed(body, turn))


def contender(folder: Path) -> Figures:
    """Load the day again and again."""
    answers = [folder / f"changed-{turn}.json" for turn in range(_VARIANTS)]
    with TemporaryDirectory(dir=folder) as own, desk_before_the_carrier(Path(own)) as desk:
        load(desk, answers[0].read_bytes())
        figures = {f"first_{name}": size for name, size in memory().items()}
        for turn in range(1, LOADS):
            load(desk, answers[turn % _VARIANTS].read_bytes())
            if turn == LOADS // 10:
                figures |= {f"tenth_{name}": size for name, size in memory().items()}
        return {"first": figures["first_rss"], **figures, **memory()}
