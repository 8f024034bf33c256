"""`despacho rebuild`: all rows are derived again from the saved facts."""

from app.board.board_file import newest_board
from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import Despacho
from tests.cli.wire import DATE, good_day

EXPORT = ("export", "shipments", "--carrier", "ACME", "--date", DATE, "--format", "json")


def test_the_board_is_derived_again_with_progress_and_says_the_same(despacho: Despacho) -> None:
    path = despacho.folder / "facts.sqlite"
    with ScriptedCarrier(says(200, good_day())) as carrier:
        asking = despacho.asking(carrier.url, DESPACHO_TIME_ZONE="America/Bogota", DESPACHO_LANGUAGE="en")
        assert asking.run("fetch", "--carrier", "ACME", "--date", DATE).code == 0
        before, board = asking.run(*EXPORT).text, newest_board(path)
        ended = asking.run("rebuild")
        assert (ended.code, ended.text) == (0, "All rows were rebuilt from the saved data.\n")
        assert ended.said == "Rebuilt 0 of 1 days and visits.\nRebuilt 1 of 1 days and visits.\n"
        assert newest_board(path) not in (None, board)
        assert asking.run(*EXPORT).text == before != ""


def test_an_export_derives_a_deleted_board_again(despacho: Despacho) -> None:
    with ScriptedCarrier(says(200, good_day())) as carrier:
        asking = despacho.asking(carrier.url, DESPACHO_TIME_ZONE="America/Bogota")
        assert asking.run("fetch", "--carrier", "ACME", "--date", DATE).code == 0
        before = asking.run(*EXPORT).text
        for file in despacho.folder.glob("board-*"):
            file.unlink()
        assert asking.run(*EXPORT).text == before != ""


def test_without_data_there_is_nothing_to_derive(despacho: Despacho) -> None:
    ended = despacho.knowing(DESPACHO_LANGUAGE="en").run("rebuild")
    assert (ended.code, ended.said) == (0, f"There is no data in {despacho.folder} yet.\n")
