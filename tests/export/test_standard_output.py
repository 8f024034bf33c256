"""What an export does to standard output, seen from a process of its own."""

import os
import subprocess
import sys
import zipfile
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from app.export.output import standard_output
from tests.systems import needs_posix_files

TO_STANDARD_OUTPUT = """
import sys
from app.domain.views.columns import MANIFEST_COLUMNS
from app.domain.errors import OutputError
from app.export.csv_format import write_csv
from app.export.csv_format import Delimiter
from app.export.json_format import write_json
from app.export.output import standard_output
from app.export.rows import ExportRow
from app.export.sheets import Sheet
from app.export.xlsx_format import write_xlsx

columns = MANIFEST_COLUMNS[:1]
rows = (ExportRow([str(number)]) for number in range(int(sys.argv[2])))
try:
    with standard_output(sys.stdout.buffer) as stream:
        if sys.argv[1] == "csv":
            write_csv(stream, ["n"], rows, Delimiter.COMMA)
        elif sys.argv[1] == "json":
            write_json(stream, columns, rows)
        else:
            write_xlsx(stream, [Sheet("Sheet", ["n"], columns, rows)])
except OutputError as error:
    print(error, error.wrong_path, file=sys.stderr)
    raise SystemExit(6)
"""

TO_DEV_STDOUT = """
from pathlib import Path
from app.export.output import file_output

with file_output(Path("/dev/stdout")) as stream:
    stream.write(b"result")
"""


def command(script: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", script, *arguments]


def test_standard_output_carries_the_bytes_alone() -> None:
    ended = subprocess.run(command(TO_STANDARD_OUTPUT, "csv", "2"), capture_output=True, check=True)
    assert ended.stdout == b"\xef\xbb\xbfn\r\n0\r\n1\r\n"
    assert ended.stderr == b""


def test_a_workbook_goes_through_a_pipe_as_it_is() -> None:
    ended = subprocess.run(command(TO_STANDARD_OUTPUT, "xlsx", "1000"), capture_output=True, check=True)
    sheet = openpyxl.load_workbook(BytesIO(ended.stdout)).active
    assert [cell.value for cell in sheet["A"]] == ["n", *map(str, range(1000))]


def test_a_workbook_behind_what_a_file_holds_already_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"before")
    with path.open("ab") as file:
        subprocess.run(command(TO_STANDARD_OUTPUT, "xlsx", "3"), stdout=file, check=True)
    assert path.read_bytes().startswith(b"beforePK")
    with zipfile.ZipFile(BytesIO(path.read_bytes().removeprefix(b"before"))) as book:
        assert book.testzip() is None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a device that is always full")
@pytest.mark.parametrize("kind", ["csv", "json", "xlsx"])
@pytest.mark.parametrize("rows", ["1", "100000"])
def test_a_full_device_is_reported_once_and_in_words(kind: str, rows: str) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            command(TO_STANDARD_OUTPUT, kind, rows), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert ended.returncode == 6
    assert ended.stderr.decode() == (
        "Writing to standard output failed: No space left on device. "
        "Free some space or choose another place, and try again. False\n"
    )


@pytest.mark.parametrize("kind", ["csv", "json", "xlsx"])
def test_a_reader_that_leaves_early_ends_the_export_quietly(kind: str) -> None:
    with subprocess.Popen(
        command(TO_STANDARD_OUTPUT, kind, "200000"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as writer:
        assert writer.stdout is not None
        assert writer.stderr is not None
        writer.stdout.read(1)
        writer.stdout.close()
        assert writer.stderr.read() == b""
        assert writer.wait(120) == 0


@needs_posix_files
def test_the_file_that_standard_output_goes_to_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with path.open("wb") as file:
        file.write(b"before ")
        file.flush()
        subprocess.run(command(TO_DEV_STDOUT), stdout=file, check=True)
    with path.open("ab") as file:
        file.write(b" after")
    assert path.read_bytes() == b"before result after"


def test_without_a_standard_output_a_file_is_written_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "day.csv"
    path.write_bytes(b"older")
    script = "import os, sys; os.close(1)\n" + TO_DEV_STDOUT.replace('"/dev/stdout"', "sys.argv[1]")
    subprocess.run(command(script, str(path)), check=True)
    assert path.read_bytes() == b"result"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes that do not block are POSIX'")
def test_ctrl_c_drops_unread_output() -> None:
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    with suppress(BlockingIOError):
        while True:
            os.write(theirs, b"x" * 65_536)
    with suppress(BlockingIOError):
        while True:
            os.write(theirs, b"x")
    with os.fdopen(theirs, "wb") as stream:
        lent = standard_output(stream)
        with pytest.raises(KeyboardInterrupt), lent:
            _interrupt_after(stream.write(b"kept in the buffer"))
        stream.flush()  # as the interpreter does at its end
    os.close(ours)


def _interrupt_after(_written: int) -> None:
    raise KeyboardInterrupt
