"""Whatever desks load, hear and note, and in whatever order they tell it, their boards end equal."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.board.reading.reader import Reader
from app.domain.days import CarrierAnswer, Day
from app.domain.follow_ups import AS_IS, FailureReason, FollowUpEdit
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.facts.loads.day_answer import DayAnswer
from app.store.save_day import save_day
from app.store.writer import Writer
from tests.store.desks import YESTERDAY
from tests.store.exchanging import SharingDesk, at, sharing_desks, take_in_pieces
from tests.temporary_store import DAY, ListedDay, Store, aviso, envio

NAMES = ("north", "south", "east")
CLOCKS = (timedelta(), timedelta(hours=1), -timedelta(minutes=20))
"""By how much the desks' clocks are off."""
NUMBERS = ("A1", "A2", "A3", "A4")
STATUSES: Sequence[dict[str, object]] = (
    {},
    {"idEstadoEnvio": "3", "estadoEnvio": "Entregado"},
    {"idEstadoEnvio": "4", "estadoEnvio": "Excepción"},
)

_ROWS = st.lists(st.tuples(st.sampled_from(NUMBERS), st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=6)


@dataclass(frozen=True)
class Load:
    """An answer: for each row its number, status and manifest; no rows: the carrier knows no manifest."""

    day: Day
    rows: Sequence[tuple[str, int, int]]


@dataclass(frozen=True)
class Heard:
    """A notification."""

    visit: int
    minute: int
    status: str
    number: str


@dataclass(frozen=True)
class Noted:
    """A follow-up of a row, or of a visit."""

    row: int
    edit: FollowUpEdit


class Told:
    """The desk publishes, and another one takes all."""


_EDITS = st.builds(
    FollowUpEdit,
    reason=st.sampled_from([AS_IS, FailureReason.ABSENT, FailureReason.ADDRESS]),
    note=st.sampled_from([AS_IS, "dog", "bell"]),
    is_called=st.sampled_from([AS_IS, True]),
    is_acknowledged=st.sampled_from([AS_IS, AS_IS, True, False]),
)
_DAYS = st.sampled_from([DAY, DAY, YESTERDAY])
_STEPS = st.one_of(
    st.builds(Load, _DAYS, _ROWS),
    st.builds(Load, _DAYS, _ROWS),
    st.builds(Load, _DAYS, st.just(())),
    st.builds(
        Heard, st.integers(1, 3), st.integers(0, 9), st.sampled_from(["completada", "falso_flete"]),
        st.sampled_from(NUMBERS),
    ),
    st.builds(Noted, st.integers(0, 9), _EDITS),
    st.builds(Told),
)  # fmt: skip


@settings(
    max_examples=15,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(st.lists(st.tuples(st.integers(0, 2), _STEPS), min_size=3, max_size=25), st.integers(0, 99))
def test_boards_end_equal_and_as_that_of_one_folder_that_got_everything(
    steps: Sequence[tuple[int, Load | Heard | Noted | Told]], seed: int
) -> None:
    random = Random(seed)
    with TemporaryDirectory() as folder, sharing_desks(Path(folder), *NAMES, "one") as (*desks, one):
        loads, arrivals = _play(desks, steps)
        for desk in desks:
            take_in_pieces(desk, random)
        for desk in desks:
            desk.publish()
        boards = [desk.board() for desk in desks]
        assert boards[0] == boards[1]
        assert boards[0] == boards[2]
        one.sharing.outgoing(1)
        for now, load in sorted(loads, key=lambda one: one[0]):
            _load(one.store.writer, one.store, load, now)
        for now, body in sorted(arrivals):
            one.store.post(body, received_at=now)
        assert boards[0] == one.board() | {"follow_up": boards[0]["follow_up"]}
        assert [desk.publish() for desk in desks] == [[], [], []]


def _play(
    desks: Sequence[SharingDesk], steps: Sequence[tuple[int, Load | Heard | Noted | Told]]
) -> tuple[list[tuple[datetime, Load]], list[tuple[datetime, bytes]]]:
    """Have the desks do all that, and return what was loaded and first heard, with the times by the desks' clocks."""
    loads: list[tuple[datetime, Load]] = []
    arrivals: list[tuple[datetime, bytes]] = []
    known: list[set[bytes]] = [set() for _ in desks]  # a repetition says nothing new, whatever the clock
    for nth, (which, step) in enumerate(steps):
        desk, now = desks[which], at(12, nth) + CLOCKS[which] + timedelta(microseconds=nth)
        match step:
            case Load():
                _load(desk.store.writer, desk.store, step, now)
                loads.append((now, step))
            case Heard():
                body = aviso(step.visit, f"07:{step.minute:02}:00", step.status, step.number)
                desk.store.post(body, received_at=now)
                if body not in known[which]:
                    arrivals.append((now, body))
                known[which].add(body)
            case Noted():
                _note(desk, step, now)
            case Told():
                desks[nth % 3].take_facts()
                known[nth % 3].update(body for _, body in arrivals)
        desk.publish()
    return loads, arrivals


def _load(writer: Writer, store: Store, load: Load, now: datetime) -> None:
    if not load.rows:
        save_day(writer, DayAnswer(writer.path, load.day), now, CarrierAnswer.NOT_FOUND)
        return
    listed: ListedDay = {}
    for number, status, manifest in load.rows:
        listed.setdefault(manifest, []).append(envio(number, **STATUSES[status]))
    store.load(listed, day=load.day, at=now)


def _note(desk: SharingDesk, noted: Noted, now: datetime) -> None:
    rows = desk.store.rows()
    if noted.row % 3 == 0 and desk.board()["visit"]:
        visits = [int(str(row[0])) for row in desk.board()["visit"]]
        subject = Subject(Table.VISITS, visits[noted.row % len(visits)], DAY.carriers)
    elif rows:
        with Reader.opened(desk.store.writer.path) as reader:
            number = str(rows[noted.row % len(rows)]["number"])
            listings = reader.listings_of(number, DAY.date, DAY.carrier)
        subject = Subject(Table.SHIPMENTS, listings[0][1])
    else:
        return
    desk.saving.save([subject], noted.edit, now)
