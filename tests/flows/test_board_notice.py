"""While rows are derived again, the window says that some may be missing."""

from filelock import FileLock

from app.board.board_file import open_board
from app.facts.file.generations import newest_file
from tests.flows.conftest import Bench


def test_while_the_board_is_derived_again_the_window_says_so(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    path = bench.writer.path
    listed = bench.column("number")
    with FileLock(path.with_name("board.lock")):
        made, _ = open_board(path, newest_file(path), "of the test")
        made.close()
        bench.desk._notifier.report_day()
        bench.qtbot.waitUntil(lambda: bench.says("Rows are being rebuilt from the saved data; 1 days"))
        assert bench.column("number") == listed
    bench.writer.board.apply_external()
    bench.qtbot.waitUntil(lambda: not bench.says("rebuilt"))
    assert bench.column("number") == listed
