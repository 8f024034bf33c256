"""The outage of the public address that goes on is kept until it has ended."""

from datetime import UTC, datetime
from pathlib import Path

from app.domain.reception.probing import Outage
from app.facts.file.opening import FILE_NAME
from app.facts.gaps import running_outage, save_running_outage
from app.store.writer import Writer

OUTAGE = Outage(
    datetime(2026, 11, 20, 17, tzinfo=UTC), datetime(2026, 11, 20, 18, 0, 1, 5, tzinfo=UTC), "https://a.example/b"
)


def test_it_is_read_as_it_was_saved_until_it_ends(tmp_path: Path) -> None:
    with Writer(tmp_path / FILE_NAME) as writer:
        assert writer.read(running_outage).result() is None
        writer.write(lambda db: save_running_outage(db, OUTAGE))
        assert writer.read(running_outage).result() == OUTAGE
        writer.write(lambda db: save_running_outage(db, None))
        assert writer.read(running_outage).result() is None
