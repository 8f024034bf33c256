"""Any body of a notification is saved or quarantined, shown and exported, without an error."""

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import strategies as st

from app.domain.contract.notifications import Received
from app.domain.contract.outcomes import Outcome, QuarantineReason
from tests.faults.corpus.notifications import KEPT, apart
from tests.faults.figures import Figures, Length
from tests.faults.fuzzing.exploration import VALUES, as_json, explore, mutated
from tests.faults.fuzzing.notifications import NOON, NotificationStore, bodies, fuzz_body, seeds

FAULT = "malformed JSON and hostile values"

PARTS = 5
"""Into which the big numbers are split, so that all cores have something to do."""

_LENIENT = ("tracking_id", "numero_seguimientos", "conductor", "ubicacion", "check_in", "check_out", "fotos")
_DATA = st.fixed_dictionaries(
    {"visita_id": st.integers(-(2**63), 2**63 - 1) | VALUES, "estado_nuevo": st.just("completada") | VALUES},
    optional=dict.fromkeys(
        ("tracking_id", "numero_seguimientos", "conductor", "ubicacion", "check_in", "check_out", "fotos"), VALUES
    ),
)
_ENVELOPES = st.fixed_dictionaries(
    {"timestamp": st.datetimes().map(lambda at: at.isoformat()) | VALUES, "data": _DATA | VALUES},
    optional={"event": VALUES, "x": VALUES},
)


@pytest.mark.parametrize("part", range(PARTS))
def test_a_million_bodies_are_read_or_quarantined(length: Length, figures: Figures, part: int) -> None:
    share = length.of(1000, 200_000)
    read = 0
    for body in islice(bodies(part), share):
        fuzz_body(body)
        read += 1
    figures.at_least(f"bodies read, part {part + 1} of {PARTS}", read, share)


@pytest.mark.parametrize("part", range(PARTS))
def test_bodies_are_saved_unchanged_shown_and_exported(
    tmp_path: Path, length: Length, figures: Figures, part: int
) -> None:
    batches, size = length.of((1, 200), (4, 12_500))
    kept = shown = exported = 0
    for batch in range(batches):
        folder = tmp_path / str(batch)
        folder.mkdir()
        with NotificationStore.opened(folder) as store:
            store.keep(list(islice(bodies(1000 * part + batch + 100), size)))
            kept += store.outcomes.total()
            shown += store.show()
            exported += store.export(folder)
            store.apply_again(length.of(5, 100))
            assert set(store.outcomes) == set(Outcome) or length is Length.SHORT
    assert exported == shown >= kept * 0.9
    figures.at_least(f"bodies kept, shown and exported, part {part + 1} of {PARTS}", kept, batches * size)


def test_every_corpus_body_is_saved_shown_and_exported(tmp_path: Path) -> None:
    for body in KEPT.values():
        fuzz_body(body)
    with NotificationStore.opened(tmp_path) as store:
        store.keep([*KEPT.values(), *apart()])
        assert store.show() > 0
        assert store.export(tmp_path) > len(KEPT) // 2
        store.apply_again(len(KEPT))


def test_no_document_raises_an_error(length: Length, figures: Figures) -> None:
    examples = explore(fuzz_body, as_json(_ENVELOPES | VALUES) | mutated(seeds()), length, 150, 40_000)
    figures.at_least("bodies that Hypothesis made", examples, length.of(150, 40_000))


def with_more(value: str) -> Received:
    """Read a notification with an unknown field."""
    data = f'{{"visita_id": 1, "estado_nuevo": "completada", "x": {value}}}'
    return Received.read(f'{{"timestamp": "2026-11-20T12:00:05", "data": {data}}}'.encode(), NOON)


def test_nesting_is_accepted_up_to_its_limit() -> None:
    inside = 98  # of the envelope and its `data`
    assert with_more("[" * inside + "]" * inside).reason is None
    for depth in (inside + 1, 500, 100_000):
        assert with_more("[" * depth + "]" * depth).reason is QuarantineReason.TOO_DEEP, depth


@pytest.mark.parametrize("digits", [19, 20, 4300, 4301, 100_000])
def test_a_number_of_any_length_is_not_quarantined(digits: int) -> None:
    for sign in ("", "-"):
        assert with_more(sign + "9" * digits).change is not None
