"""An evening at a site that receives all day and loads once, by a scheduled task: is the workbook right?

Real processes on the real clock: the receiver, and the very line of the manual's crontab. The site's time zone is
chosen so that it is two in the afternoon there, far from both midnights.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
from openpyxl import load_workbook

from app.domain.views.day_warnings import SIGNS_OFF_TEXTS, SignsOff
from app.ui.context.places import Page
from app.ui.help.manual import Manual
from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import DEADLINE, Despacho
from tests.truth.events import Arrival, Event, Listed, Load, Site
from tests.truth.history_steps import ANA, DELIVERED, FAILED, LUIS, OPEN, PICKUP
from tests.truth.oracle import figures
from tests.truth.player import body, envio
from tests.waiting import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a crontab, and signals of POSIX")

CARRIER, OTHER_CARRIER = "ANDINA-BOG", "RAPIDA"
RECEIVER_TOKEN = "a-receiver-token"
WORDS = {"Delivered": "Entregados", "Failed": "Fallidos", "Possibly missed": "Posibles avisos perdidos"}


@dataclass
class Night:
    """A site with its receiver and its crontab, and all that happened there as the oracle sees it.

    Attributes:
        despacho: runs its processes.
        zone: of the site, in which it is afternoon now.
        events: what happened so far.
    """

    despacho: Despacho
    zone: ZoneInfo
    events: list[Event] = field(default_factory=list)
    began: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def today(self) -> date:
        return self.began.astimezone(self.zone).date()

    @contextmanager
    def receiving(self) -> Iterator[str]:
        """Run the receiver for the length of a block; gives its URL."""
        knowing = self.despacho.knowing(DESPACHO_RECEIVER_TOKEN=RECEIVER_TOKEN)
        with knowing.start("receive", "--port", "0") as process:
            assert process.stdout is not None
            yield process.stdout.readline().decode().strip()
            process.terminate()
            assert process.wait(DEADLINE) == 0

    def notify(self, url: str, visit: int, status: str, *numbers: str, ago: timedelta = timedelta()) -> None:
        """Have a driver's notification arrive now, of this moment or of an earlier one."""
        arrived = datetime.now(UTC)
        stamp = (arrived - ago).astimezone(self.zone).replace(tzinfo=None).isoformat(timespec="microseconds")
        arrival = Arrival(arrived, visit, stamp, status, None, numbers)
        headers = {"Authorization": f"Bearer {RECEIVER_TOKEN}"}
        answer = httpx.post(
            url, content=body(arrival), headers=headers, trust_env=False, timeout=PATIENCE, verify=False
        )
        assert answer.json()["status"] == "stored"
        self.events.append(arrival)

    def load(self, *listed: Listed, carrier: str = CARRIER, day: date | None = None) -> None:
        """Load a day of a carrier that lists these."""
        day = day or self.today
        with self._carrier(listed, carrier, day) as url:
            ended = self.despacho.asking(url).run("fetch", "--carrier", carrier, "--date", day.isoformat())
        assert ended.code == 0, ended.said

    def evening(self, *listed: Listed, line: str) -> dict[str, Any]:
        """Run a line of a crontab before a carrier that lists these; return the first sheet that it wrote."""
        with self._carrier(listed, CARRIER, self.today) as url:
            asking = self.despacho.asking(url).knowing(TZ=self.zone.key, PYTHON=sys.executable)
            shell = f'despacho() {{ "$PYTHON" -m app "$@"; }}; {line}'
            ended = subprocess.run(
                ["sh", "-c", shell], env=asking.environment, check=False, capture_output=True, timeout=DEADLINE
            )
        assert ended.returncode == 0, ended.stderr.decode()
        (path,) = (self.despacho.folder.parent / "home" / "reports").iterdir()
        assert path.name == f"{self.today.isoformat()}.xlsx"
        return first_sheet(path)

    @contextmanager
    def _carrier(self, listed: Sequence[Listed], carrier: str, day: date) -> Iterator[str]:
        manifests: dict[tuple[str, bool], list[dict[str, Any]]] = {}
        for one in listed:
            manifests.setdefault((one.manifest, one.in_force), []).append(envio(one))
        answer = [
            {"idPlanillaReparto": int(number), "estado": "VIG" if is_in_force else "ANU", "envios": envios}
            for (number, is_in_force), envios in manifests.items()
        ]
        self.events.append(Load(carrier, day, datetime.now(UTC), tuple(listed)))
        with ScriptedCarrier(says(200, json.dumps(answer).encode())) as server:
            yield server.url

    def expected(self, carrier: str = CARRIER, day: date | None = None) -> dict[str, int]:
        """Return the figures that the page of the rule asks for."""
        site = Site(self.zone, self.zone, listening_since=self.began)
        return figures(site, self.events, carrier, day or self.today)

    def sheet(self, *more: str, language: str = "en") -> dict[str, Any]:
        """Export today, and return its first sheet."""
        path = self.despacho.folder.parent / "day.xlsx"
        knowing = self.despacho.knowing(DESPACHO_LANGUAGE=language)
        assert knowing.run("export", "day", *more, "--output", str(path)).code == 0
        return first_sheet(path)


@pytest.fixture
def site(tmp_path: Path) -> Night:
    ahead = 14 - datetime.now(UTC).hour  # from -9 to 14 hours
    zone = ZoneInfo(f"Etc/GMT{-ahead:+d}" if ahead else "Etc/GMT")
    home = tmp_path / "home"
    home.mkdir()
    return Night(Despacho(tmp_path / "data").knowing(DESPACHO_TIME_ZONE=zone.key, DESPACHO_LANGUAGE="en"), zone)


def crontab() -> str:
    """Return the manual's command for every evening, as cron hands it to a shell."""
    lines: list[str] = re.findall(r"^0 20 \* \* \* (.+)$", Manual("en").text(Page.EXPORTS), re.MULTILINE)
    (line,) = lines
    assert CARRIER in line
    return line.replace(r"\%", "%")


def first_sheet(path: Path) -> dict[str, Any]:
    """Return the second cell of each line by its first one; a label that stands twice is an error."""
    book = load_workbook(path)
    lines = [line for line in book.worksheets[0].iter_rows(values_only=True, max_col=2) if line[0] is not None]
    book.close()
    found = dict(lines)
    assert len(found) == len(lines), "a label stands twice"
    return found


def listed(numbers: Sequence[str], status: tuple[str, str], manifest: str = "9001", **fields: Any) -> list[Listed]:  # noqa: ANN401
    """List parcels of one status in one manifest in force."""
    return [Listed(manifest, fields.get("live_settings", True), one, *status, recipient=ANA) for one in numbers]


def agree(sheet: Mapping[str, Any], expected: Mapping[str, int]) -> None:
    """See that a sheet says what the page asks for, and that outcomes add up to the parcels."""
    assert {label: sheet.get(label) for label in expected} == dict(expected)
    outcomes = ("Delivered", "Failed", "Ready for pickup", "Open", "Other")
    assert sum(sheet[one] for one in outcomes) == sheet["Parcels"]


def test_a_site_that_loads_in_the_evening_alone_gets_what_became_of_its_failed_visits(site: Night) -> None:
    """Ten visits failed; at eight the carrier has six of the parcels at the pickup point, and four delivered."""
    numbers = [f"70{nth}" for nth in range(10)]
    with site.receiving() as url:
        for number in numbers:
            site.notify(url, int(number), "falso_flete", number)
        sheet = site.evening(*listed(numbers[:6], PICKUP), *listed(numbers[6:], DELIVERED), line=crontab())
    figures_of_it = {"Parcels": 10, "Delivered": 4, "Failed": 0, "Ready for pickup": 6, "Possibly missed": 4}
    assert {label: sheet[label] for label in figures_of_it} == figures_of_it
    agree(sheet, site.expected())
    assert (sheet["Date"], sheet["Reception gaps"]) == (site.today.isoformat(), 0)
    spanish = site.sheet(language="es")
    assert {label: spanish[word] for label, word in WORDS.items()} == {label: sheet[label] for label in WORDS}


def test_a_day_with_corrections_two_carriers_and_a_manifest_not_in_force_is_counted_as_the_page_says(
    site: Night,
) -> None:
    plan = listed(["A1", "A2", "A3", "A4"], OPEN)
    site.load(*plan, *listed(["N1", "N2"], OPEN, "9002", live_settings=False))
    site.load(*listed(["A2", "R1"], OPEN), carrier=OTHER_CARRIER)
    with site.receiving() as url:
        site.notify(url, 1, "completada", "A1")
        site.notify(url, 1, "falso_flete", "A1")  # corrected: it was not delivered after all
        site.notify(url, 2, "completada", "A2")
        site.notify(url, 3, "completada", "N1")
        site.notify(url, 4, "falso_flete", "A3")
        site.load(*listed(["A1", "A2"], OPEN), *listed(["A4"], FAILED), *listed(["A3"], DELIVERED, "9003"))
    found = site.sheet("--carrier", CARRIER)
    agree(found, site.expected())
    agree(site.sheet("--carrier", OTHER_CARRIER), site.expected(OTHER_CARRIER))
    both = site.sheet()
    assert both["Parcels"] == site.expected()["Parcels"] + site.expected(OTHER_CARRIER)["Parcels"] - 1 == 5
    assert (found["Counted with two carriers"], both["Counted with two carriers"]) == (1, 1)
    assert (both["Delivered"], found["Not in force"]) == (2, 2)


def test_a_day_that_is_loaded_the_next_morning_says_which_outcomes_were_seen_later(site: Night) -> None:
    yesterday = site.today - timedelta(days=1)
    with site.receiving() as url:
        site.notify(url, 1, "falso_flete", "A1", ago=timedelta(days=1))
    seen = [Listed("9001", True, "A1", *PICKUP, recipient=ANA), Listed("9001", True, "A2", *DELIVERED, recipient=LUIS)]
    site.load(*seen, day=yesterday)
    sheet = site.sheet("--carrier", CARRIER, "--date", yesterday.isoformat())
    agree(sheet, site.expected(day=yesterday))
    assert (sheet["Failed"], sheet["Delivered"], sheet["Outcomes seen only by a later load"]) == (1, 1, 1)
    assert sheet["Possibly missed"] == 0
    assert str(SIGNS_OFF_TEXTS[SignsOff.DAY_BEFORE]) in sheet
