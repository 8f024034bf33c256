"""The board may be lost at any moment: the derived rows equal those of an undisturbed desk."""

import random
from pathlib import Path

import pytest

from app.board import writer as board_writer
from app.board.projecting import day_rows
from tests.board.damaged_boards import WHILE_CLOSED, WHILE_OPEN, Desk, act, state
from tests.faults.figures import Figures, Length

FAULT = "the board deleted, damaged, old, cut"
PARTS = 2


@pytest.mark.parametrize("part", range(PARTS))
def test_a_board_lost_at_any_moment_is_derived_again_row_for_row(
    part: int, tmp_path: Path, length: Length, figures: Figures, monkeypatch: pytest.MonkeyPatch
) -> None:
    if part:  # each day is large: it comes onto the board in parts
        monkeypatch.setattr(day_rows, "LARGE_BYTES", 0)
        monkeypatch.setattr(board_writer, "_ROWS_PER_PART", 2)
    moments = other = 0
    wanted = length.of(20, 250)
    for seed in range(part, 1_000_000, PARTS):
        if moments >= wanted:
            break
        quiet, disturbed = (Desk(tmp_path / f"{seed}" / name) for name in ("quiet", "disturbed"))
        events = random.Random(seed)
        for nth in range(14):
            for desk in (quiet, disturbed):
                act(desk, random.Random(f"{seed} {nth}"))
            happens = events.random()
            if happens < 0.3 and WHILE_OPEN:
                events.choice(WHILE_OPEN)(disturbed)
                disturbed.store.writer.write(lambda _db: None)
            elif happens < 0.7:
                minute = disturbed.store.minute
                if happens < 0.5:
                    disturbed.close()
                else:
                    disturbed.kill()
                events.choice(WHILE_CLOSED)(disturbed)
                disturbed.open()
                disturbed.store.minute = minute
            moments += happens < 0.7
            other += state(disturbed) != state(quiet)  # also before the next loss, which would hide it
        quiet.close()
        disturbed.close()
    figures.at_least(f"moments at which the board went, part {part + 1} of {PARTS}", moments, wanted)
    figures.at_most("of them, behind which a row, sign, count or export was another one", other, 0)
