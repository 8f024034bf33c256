"""A desk makes a file with the kept phrase, and doubts that of another site."""

import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from app.credentials.credentials import Credentials, SessionVault
from app.domain.access.credentials import SecretName
from app.domain.days import Day
from app.domain.errors import HandoverError, HandoverPhraseError
from app.domain.handover.document import LARGEST_BYTES, Handover, SignedHandover
from app.domain.handover.saved_follow_up import Case, SavedFollowUp
from app.files.reading import read_given_file
from app.services.app_context import AppContext
from app.services.handover_exchange import Exchange
from app.store.follow_ups import Handovers
from app.store.writer import Writer
from tests.systems import needs_links, needs_posix_files
from tests.temporary_store import Store, envio

PHRASE = "luna llena sobre suba"
DAY = Day("ANDINA-BOG", date(2026, 11, 20))


@pytest.fixture
def keyring() -> SessionVault:
    return SessionVault()


@pytest.fixture
def exchange(tmp_path: Path, keyring: SessionVault) -> Iterator[Exchange]:
    context = AppContext(tmp_path, {}, Credentials({}, SessionVault(), keyring))
    context.settings_file.write({"time_zone": "America/Bogota", "base_url": "https://api.example/carrier"})
    with Writer(context.database) as writer:
        Store(writer).load({1: [envio("1")]}, day=DAY)
        yield Exchange(context, Handovers(writer, lambda: None), "ana", is_demo=False)


def test_the_phrase_is_kept_as_chosen_and_only_once_it_was_right(
    exchange: Exchange, keyring: SessionVault, tmp_path: Path
) -> None:
    path = tmp_path / "shift.json"
    with pytest.raises(HandoverPhraseError, match="Enter the phrase"):
        exchange.make(DAY, "  ", remembers=True)
    with pytest.raises(HandoverPhraseError, match="at least 10 characters"):
        exchange.make(DAY, "luna llen", remembers=True)
    path.write_bytes(exchange.make(DAY, PHRASE, remembers=False).content)
    assert exchange.has_phrase()
    assert keyring.read(SecretName.HANDOVER_PHRASE) is None
    with pytest.raises(HandoverPhraseError, match="not the phrase"):
        exchange.open(path, "another phrase", remembers=True)
    assert keyring.read(SecretName.HANDOVER_PHRASE) is None
    opened = exchange.open(path, "  Luna LLENA sobre Suba", remembers=True)
    assert [str(one) for one in opened.doubts] == ["This desk made the file itself."]
    assert keyring.read(SecretName.HANDOVER_PHRASE) == PHRASE
    assert exchange.open(path, "", remembers=False).handover == opened.handover
    assert PHRASE.encode() not in path.read_bytes()


def test_a_file_of_another_site_carrier_or_clock_is_doubted(exchange: Exchange, tmp_path: Path) -> None:
    path, now = tmp_path / "shift.json", datetime.now(UTC)
    ours = Handover("b" * 32, "south", "eva", "America/Bogota", "api.example", now, DAY, ())
    theirs = replace(
        ours,
        zone="America/Lima",
        service="api.other.example",
        made_at=now + timedelta(hours=1),
        day=Day("RAYO", DAY.date),
    )
    doubts = []
    for one in (ours, theirs):
        path.write_bytes(one.signed(PHRASE, b"0123456789abcdef"))
        doubts.append([str(doubt) for doubt in exchange.open(path, PHRASE, remembers=False).doubts])
    assert doubts[0] == []
    zone, service, carrier, clock = doubts[1]
    assert "America/Lima; this one is in America/Bogota" in zone
    assert "api.other.example; this one works with api.example" in service
    assert "about RAYO" in carrier
    assert "60 min later than now" in clock or "59 min later than now" in clock


def test_what_is_dated_later_than_now_is_doubted_before_it_is_taken_over(exchange: Exchange, tmp_path: Path) -> None:
    path, now = tmp_path / "shift.json", datetime.now(UTC)
    case = Case(DAY.carrier, DAY.date.isoformat(), "1", None)
    entry = SavedFollowUp(
        case, "2031-11-20T17:00:00.000000Z", "eva", None, "south", "b" * 32, 1, 1, {"note": "x"}, ("note",)
    )
    made = Handover("b" * 32, "south", "eva", "America/Bogota", "api.example", now, DAY, (entry,))
    path.write_bytes(made.signed(PHRASE, b"0123456789abcdef"))
    (doubt,) = map(str, exchange.open(path, PHRASE, remembers=False).doubts)
    assert "dated up to 2031-11-20 12:00, later than now" in doubt


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("missing", "could not be read"),
        ("folder", "not a file"),
        pytest.param("link", "a link", marks=needs_links),
        pytest.param("pipe", "not a file", marks=needs_posix_files),
    ],
)
def test_what_is_no_file_is_not_opened(exchange: Exchange, tmp_path: Path, kind: str, said: str) -> None:
    path = tmp_path / "shift.json"
    if kind == "folder":
        path.mkdir()
    elif kind == "link":
        path.symlink_to(tmp_path / "settings.toml")
    elif kind == "pipe":
        os.mkfifo(path)
    with pytest.raises(HandoverError, match=said):
        exchange.open(path, PHRASE, remembers=False)


def test_of_a_huge_file_little_is_read(exchange: Exchange, tmp_path: Path) -> None:
    path = tmp_path / "shift.json"
    with path.open("wb") as stream:
        stream.truncate(LARGEST_BYTES * 1000)  # without blocks on the disk
    with pytest.raises(HandoverError, match="larger than 16 MB"):
        exchange.open(path, PHRASE, remembers=False)
    assert read_given_file(tmp_path / "settings.toml", 10) is None


def test_a_file_names_the_site_and_no_person_but_who_wrote(exchange: Exchange) -> None:
    made = exchange.make(DAY, PHRASE, remembers=False)
    handover = SignedHandover.read(made.content).opened(PHRASE)
    assert (handover.zone, handover.service, handover.user) == ("America/Bogota", "api.example", "ana")
    assert (made.cases, handover.entries) == (0, ())
