"""10,000 visits grouped into the clusters of the map."""

import time
from pathlib import Path

from app.ui.map.map_marks import clustered, level_of
from tests.bench.row import Figures, Row, Target
from tests.ui.test_map_clusters import crowd

ROW = Row(
    "10,000 visits grouped for the map",
    "",
    (Target("seconds", "from the visits to the clusters", 100),),
    tried="",
    yardsticks=(),
)


def contender(_folder: Path) -> Figures:
    """Group them at a scale at which some stand alone."""
    spots, level = crowd(10_000).spots, level_of(0.01)
    began = time.perf_counter()
    clustered(spots, level)
    return {"seconds": time.perf_counter() - began}
