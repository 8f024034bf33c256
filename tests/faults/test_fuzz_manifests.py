"""Any answer of a carrier: good parts are kept, bad parts are reported, and no bug is raised."""

import json
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import strategies as st

from app.domain.errors import AppError
from tests.carrier.loading import Load
from tests.carrier.scripted_carrier import ScriptedCarrier, in_pieces, says
from tests.faults.corpus.manifests import ANSWERS, PROVIDER_DATA
from tests.faults.figures import Figures, Length
from tests.faults.fuzzing.exploration import VALUES, as_json, explore, mutated
from tests.faults.fuzzing.manifests import (
    REFUSED,
    WITH_ANOTHER,
    Heap,
    ManifestStore,
    answers,
    broken_days,
    fuzz_answer,
    fuzz_broken_day,
    fuzz_provider_data,
    in_an_answer,
    provider_seeds,
    read,
    seeds,
)
from tests.faults.fuzzing.mutating import Mutator

FAULT = "malformed JSON and hostile values"

PARTS = 2
BROKEN_PARTS = 8
_IN_A_DAY = 20
"""Answers of the corpus for one day: most list the same number, and each row shows all of that."""
_FIELDS = ("idEstadoEnvio", "remitente", "telefonoDest", "valorDeclarado", "dinamicouno", "x")
_SHIPMENTS = st.dictionaries(st.sampled_from(_FIELDS), VALUES, max_size=3)
_MANIFESTS = st.fixed_dictionaries(
    {"envios": st.lists(_SHIPMENTS | VALUES, max_size=3) | VALUES}, optional={"idPlanillaReparto": VALUES, "x": VALUES}
)


@pytest.mark.parametrize("part", range(PARTS))
def test_answers_are_read_or_refused(length: Length, figures: Figures, part: int) -> None:
    share = length.of(300, 50_000)
    count = 0
    for answer in islice(answers(part), share):
        fuzz_answer(answer)
        count += 1
    figures.at_least(f"answers read, part {part + 1} of {PARTS}", count, share)


@pytest.mark.parametrize("part", range(BROKEN_PARTS))
def test_a_broken_shipment_costs_no_other_one(length: Length, figures: Figures, part: int) -> None:
    share = length.of(40, 125_000)
    cost = Counter(map(fuzz_broken_day, islice(broken_days(part), share)))
    named = f"part {part + 1} of {BROKEN_PARTS}"
    figures.at_least(f"answers with a broken shipment, {named}", cost.total(), share)
    figures.at_most(f"of them refused, {named}", cost[REFUSED], share // 10)
    figures.at_most(f"of them without another shipment, which is told, {named}", cost[WITH_ANOTHER], share // 1000)


def test_provider_data_never_lose_a_shipment(length: Length, figures: Figures) -> None:
    breeder, share = Mutator(provider_seeds(), Random(5)), length.of(300, 50_000)
    for _ in range(share):
        fuzz_provider_data(breeder.body())
    share += explore(fuzz_provider_data, as_json(VALUES) | mutated(provider_seeds()), length, 40, 5_000)
    figures.at_least("provider data read", share, length.of(340, 55_000))


@pytest.mark.parametrize("part", range(PARTS))
def test_answers_are_stored_and_exported(tmp_path: Path, length: Length, figures: Figures, part: int) -> None:
    share = length.of(12, 1_000)
    with ManifestStore.opened(tmp_path) as store:
        for nth, answer in enumerate(islice(answers(100 + part), share)):
            store.load(answer)
            if nth % 10 == 0:
                store.show(tmp_path)
        store.show(tmp_path)  # what an answer no longer lists stays, marked
        figures.at_least(f"answers loaded, shown and exported, part {part + 1} of {PARTS}", store.loaded, share // 2)


def test_every_corpus_answer_is_stored_and_exported(tmp_path: Path) -> None:
    whole = [*ANSWERS.values(), *map(in_an_answer, PROVIDER_DATA.values())]
    for first in range(0, len(whole), _IN_A_DAY):
        with ManifestStore.opened(tmp_path / str(first)) as store:
            for answer in whole[first : first + _IN_A_DAY]:
                fuzz_answer(answer)
                store.load(answer)
            store.show(tmp_path)  # what an answer no longer lists stays, marked
    for data in PROVIDER_DATA.values():
        fuzz_provider_data(data)


def test_every_corpus_answer_gives_the_same_over_http() -> None:
    kept = list(ANSWERS.values())
    scripts = [says(200, one) if nth % 2 else in_pieces(*_cut(one)) for nth, one in enumerate(kept)]
    with ScriptedCarrier(*scripts) as carrier:
        for answer in kept:
            load, heap = Load(carrier.url), Heap()
            with suppress(AppError):
                load.run()
            with suppress(AppError):
                read(answer, heap)
            assert [one.raw for one in load.shipments] == [one.raw for one in heap.shipments]
            assert load.missed == heap.skipped


def _cut(answer: bytes) -> list[bytes]:
    return [answer[start : start + 5000] for start in range(0, len(answer), 5000)]


def test_good_shipments_beside_bad_ones_are_kept_and_the_bad_ones_reported(length: Length, figures: Figures) -> None:
    def fuzz(data: bytes) -> None:
        heap, listed = Heap(), json.loads(data)
        read(json.dumps([{"idPlanillaReparto": 1, "envios": _among_good(listed)}], allow_nan=False).encode(), heap)
        numbers = [one.shipment.number for one in heap.shipments]
        assert [one for one in numbers if one.startswith("good ")] == [f"good {nth}" for nth in range(len(listed) + 1)]
        assert len(heap.shipments) + len(heap.skipped) == 2 * len(listed) + 1

    lists = st.lists(_SHIPMENTS.map(lambda one: {"numero": "bad", **one}) | VALUES, max_size=6)
    examples = explore(fuzz, as_json(lists.filter(_is_json)), length, 60, 5_000)
    figures.at_least("lists of shipments, good and bad ones", examples, length.of(60, 5_000))


def _is_json(document: object) -> bool:
    try:
        json.dumps(document, allow_nan=False)
    except ValueError:
        return False
    return True


def _among_good(listed: list[object]) -> list[object]:
    between: list[object] = [{"numero": "good 0"}]
    for nth, one in enumerate(listed, 1):
        between += [one, {"numero": f"good {nth}"}]
    return between


def test_no_document_raises_a_bug(length: Length, figures: Figures) -> None:
    documents = st.lists(_MANIFESTS | VALUES, max_size=3) | VALUES
    examples = explore(fuzz_answer, as_json(documents) | mutated(seeds()), length, 80, 20_000)
    figures.at_least("answers that Hypothesis made", examples, length.of(80, 20_000))


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_no_small_input_uses_much_memory(length: Length, figures: Figures) -> None:
    command = [sys.executable, "-m", "tests.faults.fuzzing.bombs"]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    found = json.loads(ended.stdout)
    figures.at_most("seconds of computing for the worst MB", max(seconds for seconds, _ in found.values()), 10.0, "s")
    figures.at_most("memory for the worst MB", max(grown for _, grown in found.values()), 64.0, "MB")
