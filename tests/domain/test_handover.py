"""The file of a handover: what is signed is what is read, and what cannot be used is said in words."""

import json
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from app.domain.days import Scope
from app.domain.errors import HandoverError, HandoverPhraseError
from app.domain.follow_ups import FollowUp, NextStep
from app.domain.handover.document import LARGEST_BYTES, Handover, SignedHandover, Signer, phrase_of
from app.domain.handover.saved_follow_up import Case, SavedFollowUp
from app.domain.views.report import OpenCase, ShiftCases

PHRASE = "Luna llena sobre Ibagué"
DAY = Scope(("ANDINA-BOG", "ANDINA-SOA"), date(2026, 11, 20))
ENTRY = SavedFollowUp(
    Case(DAY.carriers[0], "2026-11-20", "700001", None), "2026-11-20T17:00:00.000000Z", "ana", None, "north", "a" * 32,
    4, 3, {"note": "«ñ»\nwith \N{LINE SEPARATOR} and \N{BELL}", "failure": "absent"}, ("failure", "note"),
)  # fmt: skip
OF_VISIT = replace(
    ENTRY,
    case=Case(None, None, None, 7),
    decides_at="2026-11-20T17:00:00.000001Z",
    state={"called_at": ENTRY.saved_at},
    sets=("called_at", "note"),
)
HANDOVER = Handover(
    "a" * 32, "north", "ana", "America/Bogota", "", datetime(2026, 11, 20, 23, tzinfo=UTC), DAY, (ENTRY, OF_VISIT),
    {"no_keys": "Sin llaves"},
)  # fmt: skip


@pytest.fixture(scope="module")
def signed() -> bytes:
    return HANDOVER.signed(PHRASE, b"0123456789abcdef")


def test_what_is_signed_is_read_with_the_phrase_as_it_was_told(signed: bytes) -> None:
    assert SignedHandover.read(signed).opened(" luna  LLENA sobre ibague\n") == HANDOVER
    with pytest.raises(HandoverPhraseError):
        SignedHandover.read(signed).opened("luna llena")
    assert phrase_of("\t Fin\N{NO-BREAK SPACE} de AN\N{COMBINING TILDE}O n\N{COMBINING TILDE}u") == "fin de ano nu"


def test_a_file_that_names_a_single_carrier_is_read(signed: bytes) -> None:
    head, _, line = signed.partition(b"\n")
    content = json.loads(line)
    del content["day"]["carriers"]  # as the first version wrote it
    older = json.dumps(content).encode()
    signature = Signer(PHRASE, b"0123456789abcdef").signature(older)
    raw = json.dumps(json.loads(head) | {"signature": signature}).encode() + b"\n" + older
    assert SignedHandover.read(raw).opened(PHRASE).day == Scope(("ANDINA-BOG",), DAY.date)


def test_a_file_is_the_same_with_what_an_editor_adds_around_it(signed: bytes) -> None:
    assert SignedHandover.read(b"\xef\xbb\xbf" + signed + b"\r\n").opened(PHRASE) == HANDOVER


def with_changed(**fields: object) -> Callable[[bytes], bytes]:
    """Change fields of the line that signs."""

    def change(raw: bytes) -> bytes:
        head, _, content = raw.partition(b"\n")
        return json.dumps(json.loads(head) | fields).encode() + b"\n" + content

    return change


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda _raw: b"", "not a file that a desk hands over"),
        (lambda _raw: b"%PDF-1.7\n\xff\xfe", "not a file that a desk hands over"),
        (lambda _raw: b"[1, 2]", "not a file that a desk hands over"),
        (lambda _raw: b'{"format": "another"}', "not a file that a desk hands over"),
        (lambda raw: raw[:100], "damaged or cut off"),
        (lambda raw: raw[:60] + b"[" * 900, "damaged or cut off"),
        (lambda raw: raw[:60] + b"[" * 200_000, "damaged or cut off"),
        (lambda raw: raw[:-200], "was changed on its way"),
        (lambda raw: raw.partition(b"\n")[0], "was changed on its way"),
        (lambda raw: raw.replace(b"ana", b"\xff\xff", 1), "was changed on its way"),
        (lambda raw: raw.replace(b'"edit": 3', b'"edit": NaN'), "was changed on its way"),
        (lambda raw: raw + b" " * LARGEST_BYTES, "larger than 16 MB"),
        (with_changed(version=2), "newer version"),
        (with_changed(version="1"), "damaged or cut off"),
        (with_changed(salt="00"), "damaged or cut off"),
        (with_changed(signature=None), "damaged or cut off"),
        (with_changed(signature="ñ"), "damaged or cut off"),
        (with_changed(signature="0" * 64), "was changed on its way"),
        (lambda raw: raw.replace(b'"saved_by": "ana"', b'"saved_by": "eva"', 1), "was changed on its way"),
        (with_changed(phrase_check="0" * 64), "not the phrase"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(signed: bytes, made: Callable[[bytes], bytes], said: str) -> None:
    with pytest.raises(HandoverError, match=said):
        SignedHandover.read(made(signed)).opened(PHRASE)


@pytest.mark.parametrize(
    "entry",
    [
        replace(ENTRY, saved_at="2026-11-20 17:00"),
        replace(ENTRY, saved_at="2026-13-20T17:00:00.000000Z"),
        replace(ENTRY, origin="north"),
        replace(ENTRY, edit=-1),
        replace(ENTRY, origin_id=2**63),
        replace(ENTRY, case=Case(DAY.carriers[0], "today", "7", None)),
        replace(ENTRY, state={"note": "x" * 5000}),
        replace(ENTRY, state={"called_at": "soon"}),
        replace(ENTRY, state={"note": True}),
    ],
)
def test_a_signed_file_is_checked_all_the_same(entry: SavedFollowUp) -> None:
    made = replace(HANDOVER, entries=(entry,)).signed(PHRASE, b"0123456789abcdef")
    with pytest.raises(HandoverError, match="damaged"):
        SignedHandover.read(made).opened(PHRASE)


@pytest.mark.parametrize("content", [b"[" * 200_000, b"\xff\xff", b"3" * 6000, b"NaN", b"[]", b"{}"])
def test_what_a_right_signature_signs_is_read_with_care(content: bytes) -> None:
    signer = Signer(PHRASE, b"0123456789abcdef")
    head = {"format": "despacho-handover", "version": 1, "salt": b"0123456789abcdef".hex()}
    head |= {"phrase_check": signer.phrase_check, "signature": signer.signature(content)}
    with pytest.raises(HandoverError, match="damaged or cut off"):
        SignedHandover.read(json.dumps(head).encode() + b"\n" + content).opened(PHRASE)


def test_nothing_of_a_file_is_unpacked_before_its_signature_is_right(signed: bytes) -> None:
    head = signed.partition(b"\n")[0]
    nested = head + b"\n[" + b"[],[]," * 2_000_000 + b"0]"
    tracemalloc.start()
    try:
        with pytest.raises(HandoverError, match="was changed on its way"):
            SignedHandover.read(nested).opened(PHRASE)
        assert tracemalloc.get_traced_memory()[1] < 4 * len(nested)
    finally:
        tracemalloc.stop()


def test_a_file_that_would_be_too_large_is_not_made() -> None:
    long = tuple(replace(ENTRY, origin_id=nth, state={"note": "x" * 2000}) for nth in range(9000))
    with pytest.raises(HandoverError, match="too many follow-ups for one file"):
        replace(HANDOVER, entries=long).signed(PHRASE, b"0123456789abcdef")


@pytest.mark.parametrize(
    ("follow_up", "is_to_attend", "where"),
    [
        (None, True, "to_call"),
        (FollowUp(note="closed gate"), True, "to_call"),
        (FollowUp(next_step=NextStep.CALL), False, "to_call"),
        (FollowUp(next_step=NextStep.RETRY), True, "promised"),
        (FollowUp(next_step=NextStep.PICKUP), False, "promised"),
        (FollowUp(called_at=HANDOVER.made_at), True, "others"),
        (FollowUp(next_step=NextStep.NOTHING), True, "others"),
        (FollowUp(next_step=NextStep.NOTHING), False, ""),
        (FollowUp(), False, ""),
    ],
)
def test_an_open_case_is_in_one_list(follow_up: FollowUp | None, where: str, *, is_to_attend: bool) -> None:
    case = OpenCase(DAY.days[0], "1", None, None, is_to_attend, follow_up)
    cases = ShiftCases.of([case])
    assert {name for name in ("to_call", "promised", "others") if getattr(cases, name)} == ({where} if where else set())


@pytest.mark.parametrize("made_at", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
def test_a_file_whose_time_no_clock_shows_is_damaged(made_at: datetime) -> None:
    raw = replace(HANDOVER, made_at=made_at).signed(PHRASE, b"0123456789abcdef")
    with pytest.raises(HandoverError, match="damaged"):
        SignedHandover.read(raw).opened(PHRASE)


@pytest.mark.parametrize("name", ["saved_at", "decides_at"])
def test_so_is_one_with_an_entry_after_which_there_is_no_time(name: str) -> None:
    last = "9999-12-31T23:59:59.999999Z"
    entry = replace(ENTRY, saved_at=last) if name == "saved_at" else replace(ENTRY, decides_at=last)
    raw = replace(HANDOVER, entries=(entry,)).signed(PHRASE, b"0123456789abcdef")
    with pytest.raises(HandoverError, match="damaged"):
        SignedHandover.read(raw).opened(PHRASE)


@pytest.mark.parametrize("names", [{"dog": 1}, {"dog": "x" * 5000}, {str(nth): "x" for nth in range(1001)}])
def test_so_is_one_with_odd_names_of_reasons(names: object) -> None:
    raw = replace(HANDOVER, reasons=names).signed(PHRASE, b"0123456789abcdef")  # type: ignore[arg-type]
    with pytest.raises(HandoverError, match="damaged"):
        SignedHandover.read(raw).opened(PHRASE)


def test_names_of_reasons_are_short_and_in_one_line() -> None:
    names = {"dog": " A\nfierce  dog", "none": " ", "long": "x" * 100}
    raw = replace(HANDOVER, reasons=names).signed(PHRASE, b"0123456789abcdef")
    assert SignedHandover.read(raw).opened(PHRASE).reasons == {"dog": "A fierce dog", "long": "x" * 40}


def test_a_field_of_a_newer_version_is_kept_whatever_its_name_suggests() -> None:
    newer = replace(ENTRY, state={**ENTRY.state, "new_at": "soon"})
    raw = replace(HANDOVER, entries=(newer,)).signed(PHRASE, b"0123456789abcdef")
    assert SignedHandover.read(raw).opened(PHRASE).entries == (newer,)
    odd = replace(HANDOVER, entries=(replace(ENTRY, state={"called_at": "soon"}),)).signed(PHRASE, b"0123456789abcdef")
    with pytest.raises(HandoverError, match="damaged"):
        SignedHandover.read(odd).opened(PHRASE)


def test_an_entry_that_was_saved_by_a_stopped_clock_is_read() -> None:
    old = replace(ENTRY, saved_at="1980-01-01T00:00:00.000000Z")
    raw = replace(HANDOVER, entries=(old,)).signed(PHRASE, b"0123456789abcdef")
    assert SignedHandover.read(raw).opened(PHRASE).entries == (old,)
