"""Any contents of the settings and of the window's state are read or reported, and the window opens."""

from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from tests.faults.corpus.settings import SETTINGS, STATES
from tests.faults.figures import Figures, Length
from tests.faults.fuzzing.exploration import VALUES, as_json, explore
from tests.faults.fuzzing.settings import SettingsFuzz, WindowStateFuzz, fuzz_views
from tests.faults.fuzzing.settings_files import settings_files, states

FAULT = "malformed JSON and hostile values"


@pytest.mark.parametrize("content", SETTINGS.values(), ids=SETTINGS)
def test_a_settings_file_is_read_or_left_unchanged(tmp_path: Path, content: bytes) -> None:
    SettingsFuzz(tmp_path)(content)


@pytest.mark.parametrize("content", STATES.values(), ids=STATES)
def test_a_window_state_is_read_or_ignored(tmp_path: Path, qapp: QApplication, content: bytes) -> None:
    WindowStateFuzz(tmp_path)(content)


def test_any_settings_file_is_read_or_left_unchanged(tmp_path: Path, length: Length, figures: Figures) -> None:
    fuzz, count = SettingsFuzz(tmp_path), length.of(100, 10_000)
    for content in islice(settings_files(Random(1)), count):
        fuzz(content)
    count += explore(fuzz, st.binary(max_size=100), length, 20, 2_000)
    assert fuzz.read > count // 20
    figures.at_least("settings files", count, length.of(120, 12_000))


def test_any_window_state_is_read_or_ignored(
    tmp_path: Path, qapp: QApplication, length: Length, figures: Figures
) -> None:
    fuzz, count = WindowStateFuzz(tmp_path), length.of(50, 2_000)
    for content in islice(states(Random(1)), count):
        fuzz(content)
    figures.at_least("window states", count, length.of(50, 2_000))


def test_any_saved_view_is_read_or_ignored(length: Length, figures: Figures) -> None:
    cells = st.tuples(st.sampled_from(("number", "shown_status", "x")), VALUES, VALUES)
    kept = st.fixed_dictionaries(
        {
            "name": VALUES,
            "table": st.sampled_from(("shipments", "visits", "gaps")) | VALUES,
            "view": st.sampled_from(("all", "missed")) | VALUES,
            "search": VALUES,
            "filters": st.lists(cells, max_size=3) | VALUES,
            "sort": st.lists(st.tuples(st.just("number"), VALUES), max_size=2) | VALUES,
        }
    )
    count = explore(fuzz_views, as_json(st.lists(kept, max_size=3) | VALUES), length, 60, 10_000)
    figures.at_least("saved views", count, length.of(60, 10_000))
