"""While all rows are derived anew the window says that some may be missing."""

from filelock import FileLock

from app.store.board import open_board
from app.store.generations import newest
from tests.flows.conftest import Bench


def test_while_the_board_is_derived_anew_the_window_says_so(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    path = bench.writer.path
    listed = bench.column("number")
    with FileLock(path.with_name("board.lock")):
        made, _ = open_board(path, newest(path), "of the test")
        made.close()
        bench.desk._news.tell_day()
        bench.qtbot.waitUntil(lambda: bench.says("Rows are rebuilt from what is kept; 1 days"))
        assert bench.column("number") == listed
    bench.writer.board.follow_others()
    bench.qtbot.waitUntil(lambda: not bench.says("rebuilt"))
    assert bench.column("number") == listed
