"""Who waits for an answer goes before a load: it stands back, but not for ever."""

from threading import Event

import pytest

from app.domain.answers import SentShipment
from app.domain.errors import OverloadedError, StoreBusyError
from app.domain.notifications import Received
from app.store import notifications
from app.store.making import write_lock
from app.store.precedence import Courtesy, Precedence
from app.store.staging import StagedAnswer
from tests.store.conftest import Store, aviso, envio, moment


class Clock(Event):
    """A clock that goes on while one waits; nobody ever gives what is waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = self.waited = 0.0
        self.waits = 0

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        self.seconds += timeout
        self.waited += timeout
        self.waits += 1
        return False


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def precedence(clock: Clock) -> Precedence:
    made = Precedence()
    made.nobody_waits = clock
    return made


def test_where_nobody_waits_nobody_stands_back(precedence: Precedence, clock: Clock) -> None:
    courtesy = Courtesy(precedence, lambda: clock.seconds)
    precedence.claim()
    precedence.claim()
    precedence.release()
    precedence.release()
    clock.seconds += 1
    courtesy.give_way()
    assert clock.waits == 0


@pytest.mark.parametrize(("worked", "stands_back"), [(0.001, 0.003), (0.01, 0.03), (10, 0.1)])
def test_work_stands_back_three_times_as_long_as_it_lasted_and_never_long(
    precedence: Precedence, clock: Clock, worked: float, stands_back: float
) -> None:
    courtesy = Courtesy(precedence, lambda: clock.seconds)
    precedence.claim()
    precedence.claim()
    precedence.release()
    for _ in range(100):
        clock.seconds += worked
        courtesy.give_way()
    assert clock.waits == 100
    assert clock.waited == pytest.approx(100 * stands_back)


def test_a_load_stands_back_at_each_of_its_pieces_while_somebody_waits(store: Store, clock: Clock) -> None:
    store.writer.precedence.nobody_waits = clock
    store.writer.precedence.claim()
    store.load({9001: [envio("A")]})
    assert clock.waits > 5
    before = clock.waits
    store.writer.precedence.release()
    store.load({9001: [envio("B")]})
    assert clock.waits == before


def test_a_load_stands_back_while_shipments_are_read(store: Store, clock: Clock) -> None:
    store.writer.precedence.nobody_waits = clock
    store.writer.precedence.claim()
    staged = StagedAnswer(store.writer)
    for nth in range(80):
        assert not staged.has_cached(SentShipment(0, str(nth), {}, "{}"))
    assert clock.waits == 10


def test_a_notification_goes_before_until_it_is_kept_or_given_up(store: Store) -> None:
    precedence, goes_on = store.writer.precedence, Event()
    stopped = store.writer.submit(lambda _db: goes_on.wait())
    kept, given_up = (store.intake.keep(Received.read(aviso(nth), moment(30))) for nth in (1, 2))
    assert not precedence.nobody_waits.is_set()
    assert given_up.cancel()
    assert not precedence.nobody_waits.is_set()
    goes_on.set()
    stopped.result()
    kept.result()
    assert precedence.nobody_waits.wait(60)


def test_what_is_refused_or_cannot_be_kept_has_nobody_stand_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    precedence = store.writer.precedence
    monkeypatch.setattr(notifications, "MOST_WAITING", 1)
    monkeypatch.setattr(notifications, "_PATIENCE_SECONDS", 0)
    goes_on = Event()
    store.writer.look(lambda _db: goes_on.wait())
    with write_lock(store.writer.path):
        failed = store.intake.keep(Received.read(aviso(1), moment(30)))
        with pytest.raises(OverloadedError):
            store.intake.keep(Received.read(aviso(2), moment(30)))
        goes_on.set()
        with pytest.raises(StoreBusyError):
            failed.result()
    assert precedence.nobody_waits.wait(60)
