import sys
from pathlib import Path

import pytest

from tests.carrier.scripted_carrier import ScriptedCarrier, says_to
from tests.cli.process import TOKEN, Despacho
from tests.cli.wire import DATE, good_day
from tests.files.windows_programs import running

pytestmark = pytest.mark.skipif(sys.platform != "win32", reason="other systems replace and remove open files")


def test_a_scanner_that_has_each_new_file_open_for_a_second_changes_nothing(
    despacho: Despacho, loaded: Despacho, tmp_path: Path
) -> None:
    written = tmp_path / "day.csv"
    export = ("export", "shipments", "--date", DATE, "--output", str(written))
    with running("scan", tmp_path), ScriptedCarrier(says_to(TOKEN, good_day())) as carrier:
        asking = despacho.asking(carrier.url)
        assert asking.run("settings", "set", "carrier", "ACME").code == 0
        assert asking.run("fetch", "--carrier", "ACME", "--date", DATE).code == 0
        assert [asking.run(*command).code for command in (export, export, ["rebuild"])] == [0, 0, 0]
        checks = asking.run("doctor", "--json").json
        assert checks["ok"], checks
    assert written.read_bytes() == loaded.run(*export[:4]).out
    assert [one.name for one in tmp_path.rglob("*") if one.suffix in (".tmp", ".unfinished")] == []
