"""A day that is derived again from its loads equals the day that the loads left."""

import random
import zlib
from datetime import timedelta
from pathlib import Path

import pytest

from app.board.projecting.day_rows import DayProjection
from app.domain.days import CarrierAnswer, Day, Skipped, SkipReason
from app.facts.loads.day_facts import IncompleteDayError
from tests.board.board_rows import board_of
from tests.store.loads import FIRST, SECOND, say, shown
from tests.temporary_store import DAY, ListedDay, Store, aviso, envio, moment

DAYS = [DAY, Day(DAY.carrier, DAY.date + timedelta(days=1)), Day("OTRA", DAY.date)]
STATUSES = [("1", "Pendiente"), ("2", "En Reparto"), ("3", "Entregado"), ("4", "Excepción")]


def rebuild(store: Store) -> None:
    store.writer.rebuild(lambda *_: None)


def answer(rng: random.Random) -> ListedDay:
    """Return some of nine shipments in some of three manifests, one without a number; a few of them twice."""
    said: ListedDay = {manifest: [] for manifest in rng.sample([9001, 9002, None], rng.randint(1, 3))}
    for number in rng.choices("ABCDEFGHI", k=rng.randint(0, 12)):
        status_id, status = rng.choice(STATUSES)
        words = {"destinatario": rng.choice(["Ana", "Ñandú"]), "numeroExterno": f"X{rng.randint(1, 3)}"}
        said[rng.choice(list(said))].append(envio(number, idEstadoEnvio=status_id, estadoEnvio=status, **words))
    return said


def step(store: Store, rng: random.Random) -> None:
    """Load a day, or ask for it in vain, or have a driver close a visit."""
    day, at = rng.choice(DAYS), f"07:{store.minute:02}:{rng.randint(0, 59):02}"
    match rng.randint(0, 9):
        case 0 | 1 | 2 | 3 | 4:
            lost = Skipped(rng.choice("ABC"), None, SkipReason.UNREADABLE_FIELDS, "peso")
            store.load(answer(rng), *[lost] * rng.randint(0, 1), day=day, void={rng.choice([9001, 9002, 9003])})
        case 5:
            store.minute += 1
            say(store.writer, day, rng.choice([CarrierAnswer.EMPTY, CarrierAnswer.NOT_FOUND]), moment(store.minute))
        case _:
            numbers = rng.sample([*"ABCDEFGHI", "X1", "X2"], rng.randint(1, 2))
            store.post(aviso(rng.randint(1, 6), at, rng.choice(["completada", "falso_flete"]), *numbers))


@pytest.mark.parametrize("seed", range(20))
def test_after_any_history_a_rebuild_changes_nothing(store: Store, path: Path, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(14):
        step(store, rng)
    board, seen = board_of(path), shown(path, with_ids=False)
    rebuild(store)
    assert board_of(path) == board
    assert shown(path, with_ids=False) == seen


def test_a_load_after_a_rebuild_goes_on_from_it(store: Store, path: Path) -> None:
    store.load(FIRST)
    rebuild(store)
    store.load(SECOND)
    board = board_of(path)
    assert len(board["shipment"]) == 15
    rebuild(store)
    assert board_of(path) == board


def test_of_what_is_not_whole_nothing_is_made(store: Store, path: Path) -> None:
    store.load(FIRST)
    board = board_of(path)
    for damage in (
        "DELETE FROM content WHERE key = '9003'",
        "UPDATE content SET words = (SELECT words FROM content WHERE key = '9001') WHERE key = '9002'",
        "DELETE FROM load",
    ):
        store.writer.write(lambda db, damage=damage: db.execute("SAVEPOINT s") and db.execute(damage))  # type: ignore[misc]
        with pytest.raises((IncompleteDayError, zlib.error)):
            store.writer.board.write(lambda db: DayProjection(DAY, {}).show(db))
        assert board_of(path) == board
