"""What LibreOffice Calc makes of a file, read back as the texts that its cells show."""

import csv
import shutil
import subprocess
from pathlib import Path

from tests.systems import skip_without_debian

_AS_SHOWN = "44,34,76,1,,0,false,true,false,false,false,-1"  # comma, quotes, UTF-8; cells as shown, all sheets
_ALL_SHEETS = "csv:Text - txt - csv (StarCalc):" + _AS_SHOWN


def in_calc(path: Path, folder: Path, *options: str) -> dict[str, list[list[str]]]:
    """Have LibreOffice open a file as a user would, and return its sheets by their names.

    Args:
        path: of the file.
        folder: for the profile and what it writes.
        options: further ones, such as how to read the file.
    """
    skip_without_debian("LibreOffice")
    assert shutil.which("soffice"), "LibreOffice Calc is lacking: packaging/dev.py test installs it"
    output = folder / "calc"
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [
        "soffice",
        profile,
        "--headless",
        *options,
        "--convert-to",
        _ALL_SHEETS,
        "--outdir",
        str(output),
        str(path),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    found = {}
    for sheet in output.glob("*.csv"):
        with sheet.open(encoding="utf-8", newline="") as stream:
            found[sheet.stem.removeprefix(f"{path.stem}-")] = list(csv.reader(stream))
    return found
