"""What a newer version writes beside a running one holds nothing up, and is shown as far as it is known."""

from app.board.applied import has_unapplied
from app.board.reading.reader import Reader
from app.domain.contract.outcomes import Outcome
from app.domain.views.columns import Table
from tests.database import connected, wait_until_derived
from tests.temporary_store import DAY, Store, aviso, envio


def test_an_entry_of_an_unknown_kind_holds_nothing_up(store: Store) -> None:
    store.writer.write(lambda db: db.execute("INSERT INTO journal (kind, key) VALUES ('weather', 'Cali')"))
    store.load({9001: [envio("A")]})
    wait_until_derived(store.writer)
    assert store.numbers() == ["A"]
    assert not store.writer.board.read(has_unapplied).result()


def test_a_notification_of_an_outcome_or_reason_that_is_not_known_is_shown_as_set_aside(store: Store) -> None:
    store.post(aviso(1), b"no JSON")
    with connected(store.writer.path) as db:
        db.execute("UPDATE notification SET outcome = 'postponed' WHERE visit_id = 1")
        db.execute("UPDATE notification SET reason = 'too_new' WHERE visit_id IS NULL")
    with Reader.opened(store.writer.path) as reader:
        details = [reader.notification(one) for one in (1, 2)]
        visit = reader.visit(1)
        assert len(list(reader.exported_notifications(DAY.date))) == 1
        assert len(reader.cells(Table.NOTIFICATIONS, [1, 2])) == 2
    assert [(one.outcome, one.reason) for one in details if one] == [(Outcome.QUARANTINED, None)] * 2
    assert visit is not None
    assert [one.outcome for one in visit.news] == [Outcome.QUARANTINED]
