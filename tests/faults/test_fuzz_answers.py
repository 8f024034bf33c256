"""Any foreign answer, and any typed or pasted text, gives a finding, a row or a message, and never a bug."""

from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import strategies as st
from pytestqt.logging import _QtMessageCapture
from pytestqt.qtbot import QtBot

from tests.faults.corpus.answers import ADDRESSES, PROBES, TYPED
from tests.faults.figures import Figures, Length
from tests.faults.fuzzing.answers import (
    TypedFuzz,
    fuzz_address,
    fuzz_probe_answer,
    fuzz_signature,
    typed,
)
from tests.faults.fuzzing.exploration import VALUES, as_json, explore
from tests.faults.fuzzing.pictures import fuzz_picture, pictures

FAULT = "malformed JSON and hostile values"

_PIECES = st.lists(
    st.sampled_from([one for one in ADDRESSES.values() if len(one) < 1000]) | st.binary(max_size=9), max_size=4
)


@pytest.mark.parametrize("answer", PROBES.values(), ids=PROBES)
def test_a_probe_answer_gets_a_finding(answer: bytes) -> None:
    fuzz_probe_answer(answer)


@pytest.mark.parametrize("address", ADDRESSES.values(), ids=ADDRESSES)
def test_an_address_is_accepted_or_refused(address: bytes) -> None:
    fuzz_address(address)


def test_every_corpus_text_can_be_searched(tmp_path: Path) -> None:
    with TypedFuzz.opened(tmp_path) as look_for:
        for text in TYPED.values():
            look_for(text)


def test_any_probe_answer_gets_a_finding(length: Length, figures: Figures) -> None:
    bodies = as_json(VALUES) | st.binary(max_size=60)
    heads = _PIECES.map(b"".join).map(lambda value: value.replace(b"\n", b""))
    answers = st.builds(
        lambda status, head, body: status + head + b"\n" + body, st.binary(min_size=2, max_size=2), heads, bodies
    )
    count = explore(fuzz_probe_answer, answers, length, 80, 20_000)
    figures.at_least("answers to a probe", count, length.of(80, 20_000))


def test_any_address_is_accepted_or_refused(length: Length, figures: Figures) -> None:
    addresses = _PIECES.map(b"".join) | _PIECES.map(lambda pieces: b"https://" + b"".join(pieces))
    count = explore(fuzz_address, addresses, length, 80, 20_000)
    count += explore(fuzz_signature, st.binary(max_size=20), length, 20, 2_000)
    figures.at_least("addresses", count, length.of(100, 22_000))


def test_any_text_can_be_searched(tmp_path: Path, length: Length, figures: Figures) -> None:
    count = length.of(25, 3_000)
    with TypedFuzz.opened(tmp_path) as look_for:
        for text in islice(typed(1), count):
            look_for(text)
        count += explore(look_for, st.binary(max_size=30), length, 10, 1_000)
    figures.at_least("texts looked for", count, length.of(35, 4_000))


def test_any_file_is_decoded_or_refused(
    qtbot: QtBot, qtlog: _QtMessageCapture, length: Length, figures: Figures
) -> None:
    count = length.of(200, 20_000)
    with qtlog.disabled():  # the decoders tell of what is wrong with a file
        for file in islice(pictures(Random(1)), count):
            fuzz_picture(file)
    figures.at_least("files that begin as pictures do", count, count)
