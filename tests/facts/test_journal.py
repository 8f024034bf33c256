"""What a newer version writes beside a running one holds nothing up, and is shown as far as it is known."""

from app.board.applied import has_unapplied
from tests.database import wait_until_derived
from tests.temporary_store import Store, envio


def test_an_entry_of_an_unknown_kind_holds_nothing_up(store: Store) -> None:
    store.writer.write(lambda db: db.execute("INSERT INTO journal (kind, key) VALUES ('weather', 'Cali')"))
    store.load({9001: [envio("A")]})
    wait_until_derived(store.writer)
    assert store.numbers() == ["A"]
    assert not store.writer.board.read(has_unapplied).result()
