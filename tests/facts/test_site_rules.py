"""When a receiver first listened and the first notification arrived: retention keeps both."""

from app.board.reading.reader import Reader
from app.domain.board.signs import Sign
from app.domain.contract.notifications import Received
from app.domain.contract.outcomes import Outcome, QuarantineReason
from app.domain.reception.receiver_status import FirstReception
from app.facts.file.corruption import DamageMark
from app.facts.file.database import utc_text
from app.facts.file.generations import newest_file
from app.facts.gaps import Heartbeat, save_heartbeat
from app.store.retention import purge
from tests.temporary_store import DAY, Store, aviso, damage, envio, moment

PORT = 8750


def first_reception(store: Store) -> FirstReception:
    with Reader.opened(store.writer.path) as reader:
        return reader.first_reception()


def receive(store: Store, minute: int) -> None:
    store.writer.write(lambda db: save_heartbeat(db, Heartbeat(moment(minute), "one", PORT)))


def test_the_first_heartbeat_and_the_first_notification_are_kept_forever(store: Store) -> None:
    assert first_reception(store) == FirstReception()
    receive(store, 5)
    assert first_reception(store) == FirstReception(moment(5))
    store.post(b"no json", aviso(1), received_at=moment(7))
    receive(store, 10)
    store.post(aviso(2), received_at=moment(12))
    assert first_reception(store) == FirstReception(moment(5), moment(7))


def test_a_body_that_cannot_be_read_is_no_first_notification_before_it_is_applied(store: Store) -> None:
    receive(store, 5)
    store.load({1: [envio("a", idEstadoEnvio="2")]})
    store.minute = 20
    store.load({1: [envio("a", idEstadoEnvio="3", estadoEnvio="Entregado")]})
    body = aviso(1, f"{DAY.date}T07:09:00", "completada", "elsewhere")
    store.intake.save(Received(body, moment(9), reason=QuarantineReason.NOT_JSON)).result()
    store.post(b"no json", received_at=moment(10))
    assert first_reception(store) == FirstReception(moment(5))
    assert store.shown("a")["signs"] == ""
    assert store.intake.apply_again(1, moment(30)) is Outcome.STORED
    assert first_reception(store) == FirstReception(moment(5), moment(9))
    assert store.shown("a")["signs"] == Sign.POSSIBLY_MISSED
    assert {1} in [one.shipments for one in store.kept]


def test_they_outlast_the_days_that_are_removed(store: Store) -> None:
    receive(store, 5)
    store.post(aviso(1), received_at=moment(7))
    purge(store.writer, moment(8), lambda _: False)
    with Reader.opened(store.writer.path) as reader:
        assert reader.last_received_at() is None
    receive(store, 30)
    store.post(aviso(2), received_at=moment(40))
    assert first_reception(store) == FirstReception(moment(5), moment(7))


def test_they_are_read_out_of_a_damaged_file_that_no_copy_is_of(store: Store) -> None:
    receive(store, 5)
    store.post(aviso(1), received_at=moment(7))
    file = newest_file(store.writer.path)
    damage(file)
    DamageMark(store.writer.path).set("a test damaged it", file)
    store.writer.recover()
    assert newest_file(store.writer.path) != file
    assert first_reception(store) == FirstReception(moment(5), moment(7))


def test_times_stand_as_all_others_do(store: Store) -> None:
    receive(store, 5)
    rows = store.writer.read(lambda db: db.execute("SELECT heard_since FROM site").fetchall()).result()
    assert rows == [(utc_text(moment(5)),)]
