"""Desks with real folders that tell each other their facts through a list, as a relay would."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from random import Random

from app.domain.relay.shared_fact import SharedFact, Taken, origin_of
from app.facts.file.opening import FILE_NAME
from app.facts.sharing.relay_state import StreamPosition
from app.store.sharing import SharedFactStore
from app.store.writer import Writer
from tests.board.board_rows import board_of
from tests.database import connected, wait_until_derived
from tests.store.desks import Desk

Rows = dict[str, list[tuple[object, ...]]]

_NOTES = """
    SELECT carrier, date, number, visit_id, saved_at, saved_by, coalesce(decides_at, saved_at), failure, note,
           called_at, next_step, acknowledged_at, acknowledged_by, failures, remind_at
    FROM follow_up ORDER BY 1, 2, 3, 4, 7, 6, 9
"""
"""What the timelines say; which desk merged what is not told."""


class Relay(list[SharedFact]):
    """The stream: what was published, in that order."""


class SharingDesk(Desk):
    """A desk that shares its facts."""

    def __init__(self, writer: Writer, name: str, relay: Relay) -> None:
        super().__init__(writer, name)
        self.relay = relay
        self.sharing = SharedFactStore(writer, name)
        self.taken = 0

    def publish(self) -> list[SharedFact]:
        """Publish all that is not published yet."""
        self.sharing.merge()
        told: list[SharedFact] = []
        while (outgoing := self.sharing.outgoing(3)).up_to is not None:
            told += outgoing.facts
            self.sharing.published(outgoing.up_to)
        assert all(one.desk == self.sharing.desk and one.origin == origin_of(one.desk, one.proof) for one in told)
        self.relay += told
        return told

    def take_facts(self, facts: Sequence[SharedFact] | None = None, sequence: int = 0) -> Taken:
        """Take facts, or else those of the relay that are not taken yet."""
        some = self.relay[self.taken :] if facts is None else facts
        self.taken = len(self.relay)
        taken = self.sharing.take(some, "", StreamPosition("stream", sequence or self.taken))
        self.sharing.merge()
        return taken

    def board(self) -> Rows:
        """Return what the board shows, and what the timelines say."""
        wait_until_derived(self.store.writer)
        rows = board_of(self.store.writer.path)
        with connected(self.store.writer.path) as db:
            notes = db.execute(_NOTES).fetchall()
        return rows | {"visit": [(one[0], *one[2:]) for one in rows["visit"]], "follow_up": notes}


@contextmanager
def sharing_desks(folder: Path, *names: str) -> Iterator[list[SharingDesk]]:
    """Open desks with new folders that share one relay."""
    relay = Relay()
    with ExitStack() as open_writers:
        found = []
        for name in names:
            (folder / name).mkdir()
            found.append(SharingDesk(open_writers.enter_context(Writer(folder / name / FILE_NAME)), name, relay))
        yield found


def take_in_pieces(desk: SharingDesk, random: Random) -> None:
    """Have a desk take all of the relay in random order, in pieces, and some of it twice."""
    facts = [*desk.relay, *random.sample(desk.relay, len(desk.relay) // 3)]
    random.shuffle(facts)
    while facts:
        count = random.randint(1, max(len(facts) // 2, 1))
        desk.take_facts(facts[:count])
        del facts[:count]


def exchange(desks: Sequence[SharingDesk]) -> None:
    """Have all desks publish what they have, and take what the others told."""
    for desk in desks:
        desk.publish()
    for desk in desks:
        desk.take_facts()
        wait_until_derived(desk.store.writer)


def at(hour: int, minute: int = 0) -> datetime:
    return datetime.fromisoformat(f"2026-11-20T{hour:02}:{minute:02}:00+00:00")
