"""Read marks: which notifications the user has seen."""

from pathlib import Path

import pytest

from app.board.reading.reader import Reader
from app.domain.contract.notifications import Received
from app.domain.site import SiteRules
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.domain.views.queries import RowQuery
from app.facts.journal import ChangedRows
from app.store.follow_ups import FollowUps
from app.store.notification_ingest import NotificationIngest
from app.store.site_settings import save_site_rules
from app.store.writer import Writer
from tests.database import wait_until_derived
from tests.temporary_store import DAY, FAR, ZONE, Store, aviso, envio, moment

UNSEEN = -2
"""The cell behind a row's columns that says whether it has news."""


class Looker:
    """Somebody who looks at rows, and what is new to them."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.reported: list[ChangedRows] = []
        self.follow_ups = FollowUps(writer, self.reported.append, lambda: "eva")

    def unseen(self, table: Table = Table.VISITS) -> set[int]:
        with Reader.opened(self.writer.path) as reader:
            ids = reader.row_ids(RowQuery(table, DAY), DAY.date)
            return {one for one, cells in reader.cells(table, ids).items() if cells[UNSEEN]}


@pytest.fixture
def looker(store: Store) -> Looker:
    return Looker(store.writer)


def test_news_are_unseen_until_the_visit_or_a_shipment_of_it_was_looked_at(store: Store, looker: Looker) -> None:
    store.load({1: [envio("a"), envio("b"), envio("c")]})
    store.post(*(aviso(one, "07:30:00", "falso_flete", number) for one, number in enumerate("abz", 1)))
    assert (looker.unseen(), looker.unseen(Table.SHIPMENTS)) == ({1, 2, 3}, {1, 2})
    looker.follow_ups.mark_seen(
        [Subject(Table.VISITS, 1), Subject(Table.SHIPMENTS, 2), Subject(Table.SHIPMENTS, 3)], moment(50)
    )
    assert looker.reported == [ChangedRows({1, 2}, {1, 2})]
    assert (looker.unseen(), looker.unseen(Table.SHIPMENTS)) == ({3}, set())
    looker.follow_ups.mark_seen([Subject(Table.VISITS, 1)], moment(50))
    assert len(looker.reported) == 1  # nothing looks otherwise by that


def test_newer_news_of_a_visit_that_was_looked_at_are_unseen_again(store: Store, looker: Looker) -> None:
    store.post(aviso(1, "07:30:00"))
    looker.follow_ups.mark_seen([Subject(Table.VISITS, 1)], moment(50))
    store.post(aviso(1, "07:30:00"), received_at=moment(31))  # a retry
    assert looker.unseen() == set()
    store.post(aviso(1, "07:32:00"), received_at=moment(32))
    assert looker.unseen() == {1}
    looker.follow_ups.mark_seen([Subject(Table.VISITS, 1)], moment(50))
    assert looker.unseen() == set()


def test_all_are_seen_at_once_and_what_comes_later_is_not(store: Store, looker: Looker) -> None:
    store.load({1: [envio("a")]})
    store.post(aviso(1, "07:30:00", "completada", "a"), aviso(2, "07:29:00"), received_at=moment(30))
    looker.follow_ups.mark_seen([Subject(Table.VISITS, 2)], moment(50))
    looker.follow_ups.mark_seen(None, moment(50))
    assert looker.reported[-1] == ChangedRows({1}, {1})
    assert looker.unseen() == set()
    assert store.writer.read(lambda db: db.execute("SELECT * FROM seen").fetchall()).result() == []
    store.post(b"quarantined", received_at=moment(31))
    store.post(aviso(3, "07:32:00"), received_at=moment(32))
    assert looker.unseen() == {3}
    looker.follow_ups.mark_seen(None, moment(50))
    looker.follow_ups.mark_seen(None, moment(50))
    assert looker.unseen() == set()
    assert len(looker.reported) == 3


def test_what_comes_after_all_were_marked_is_new_however_late_that_is_written(store: Store, looker: Looker) -> None:
    store.load({1: [envio("a")]})
    store.post(aviso(1, "07:30:00"), aviso(2, "07:30:00"), aviso(3, "07:30:00"), received_at=moment(30))
    looker.follow_ups.mark_seen([Subject(Table.VISITS, 3)], moment(30))
    store.post(aviso(2, "07:32:00"), aviso(4, "07:30:00", "falso_flete", "a"), received_at=moment(32))
    looker.follow_ups.mark_seen(None, moment(31))
    assert looker.reported[-1] == ChangedRows({1}, set())
    assert looker.unseen() == {2, 4}


def test_a_file_whose_site_was_never_settled_knows_what_was_seen(path: Path) -> None:
    with Writer(path) as writer:
        looker = Looker(writer)
        looker.follow_ups.mark_seen(None, moment(50))
        assert looker.reported == []
        intake = NotificationIngest(writer)
        intake.save(Received.read(aviso(1, "07:30:00"), moment(30))).result()
        wait_until_derived(writer)
        assert looker.unseen() == {1}
        looker.follow_ups.mark_seen(None, moment(50))
        assert looker.unseen() == set()
        save_site_rules(writer, SiteRules(ZONE, far_metres=FAR))
        assert looker.unseen() == set()
        with Reader.opened(path) as reader:
            assert (reader.zone(), reader.far_metres()) == (ZONE, FAR)
