import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

import httpx
import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.board.reading.reader import Reader
from app.bootstrap.desk import Desk
from app.credentials.credentials import Credentials, SessionVault
from app.demo.carrier_server import CarrierServer
from app.demo.world.options import DayOptions
from app.domain.access.credentials import CarrierCredentials, SecretName
from app.domain.reception.reception_state import ReceptionState
from app.domain.views.columns import Table
from app.files.private_files import private_folder
from app.load_process.client import LoadProcess
from app.logs.process_log import ProcessLog
from app.logs.redaction import Redactor
from app.services.app_context import AppContext
from app.services.receiving.restarted_server import ListenAddress
from app.store.writer import Writer
from app.ui.notices.banner import NoticeRow
from app.ui.window.window import MainWindow
from tests.database import wait_until_derived
from tests.displays import virtual_display
from tests.flows.load_process import CLOCK
from tests.programs import programs
from tests.waiting import PATIENCE

__all__ = ["programs"]

W = TypeVar("W", bound=QWidget)
NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)
TOKEN, USER = str(uuid4()), "ana"
RECEIVER_TOKEN = str(uuid4())


class Bench:
    """A whole desk on its own data folder, with a real carrier on loopback."""

    def __init__(self, app: QApplication, qtbot: QtBot, folder: Path, stack: ExitStack) -> None:
        self._app = app
        self._stack = stack
        self.qtbot = qtbot
        self.folder = folder
        private_folder(folder)
        self.clock = 0.0
        vault = SessionVault()
        self.credentials = Credentials({}, SessionVault(), vault)
        self.place = AppContext(folder, {}, self.credentials)
        self.journal = ProcessLog(folder, Redactor())

    @property
    def clock(self) -> float:
        """Seconds since the day's noon."""
        return self._clock

    @clock.setter
    def clock(self, seconds: float) -> None:
        self._clock = seconds
        file = self.folder / CLOCK
        file.touch(0o600)
        file.write_text((NOW + timedelta(seconds=seconds)).isoformat())

    def carrier(self, shipments: int = 60, per_minute: float = 0, *, seed: int = 1) -> str:
        """Start the demo carrier, write its address to the settings, and return it."""
        server = CarrierServer(
            DayOptions(shipments, per_minute, seed),
            CarrierCredentials(TOKEN, USER),
            now=lambda: NOW,
            clock=lambda: self.clock,
        )
        self._stack.enter_context(server)
        self.change_settings(base_url=server.url)
        return server.url

    def change_settings(self, **settings: object) -> None:
        """Change settings; kept credentials go to a new address as well."""
        self.place.settings_file.write(settings)
        if settings.get("base_url"):
            self.credentials.confirm(str(settings["base_url"]))

    def trust(self, token: str = TOKEN, user: str = USER) -> None:
        """Save credentials."""
        self.credentials.write(SecretName.AUTHORIZATION_TOKEN, token)
        self.credentials.write(SecretName.AUTHORIZATION_USER, user)

    def open(self) -> "Bench":
        """Open the window."""
        self.writer = self._stack.enter_context(Writer(self.place.database))
        self.desk = Desk(
            self._app,
            self.place,
            self.writer,
            loads=LoadProcess(self.place, "tests.flows.load_process"),
            is_demo=False,
            log=self.journal,
        )
        self._stack.callback(self.desk.stop)
        self.desk.window.show()
        return self

    @property
    def window(self) -> MainWindow:
        """The window."""
        return self.desk.window

    @property
    def rows(self) -> Reader:
        """The main thread's reader."""
        return self.desk._program.rows

    def receive(self) -> str:
        """Start the receiver on a free port, with a token; return its URL once it receives."""
        self.credentials.write(SecretName.RECEIVER_TOKEN, RECEIVER_TOKEN, session_only=True)
        self.receiver_url = self.desk.listen(ListenAddress("127.0.0.1", 0, "/visitas"))
        self.qtbot.waitUntil(lambda: self.desk.receiver_supervisor.reception is ReceptionState.LISTENING)
        return self.receiver_url

    def notify(
        self, visit: int, status: str = "completada", *numbers: str, at: str = "10:05:00", **data: object
    ) -> str:
        """Send a notification of the bench's day, and return the receiver's answer."""
        body = {
            "event": "visita_estado_cambio",
            "timestamp": f"{NOW.date()}T{at}.000000",
            "data": {"visita_id": visit, "estado_nuevo": status, "numero_seguimientos": numbers, **data},
        }
        return self.post(json.dumps(body).encode())

    def post(self, body: bytes) -> str:
        """Send any body with the right token, and return the receiver's answer."""
        headers = {"Authorization": f"Bearer {RECEIVER_TOKEN}", "Content-Type": "application/json"}
        # Certificates, not used here, are slow to read.
        with httpx.Client(trust_env=False, timeout=PATIENCE, verify=False) as client:
            answer = client.post(self.receiver_url, content=body, headers=headers)
        assert answer.status_code == 200, answer
        wait_until_derived(self.writer)
        return str(answer.json()["status"])

    def load(self) -> None:
        """Press Load, and wait until the rows are shown."""
        with self.qtbot.waitSignal(self.window.current_day.load_ended):
            self.window.top.load.click()
        self.settle()

    def says(self, what: str) -> bool:
        """Return whether a notice contains a text."""
        return what in self.window.banner.text

    def notice_buttons(self, about: str = "") -> dict[str, QPushButton]:
        """Return the buttons of the notices whose texts contain this; of equal names the first notice's, by name."""
        rows = [one for one in self.window.banner.findChildren(NoticeRow) if not one.isHidden()]
        of_these = [row for row in rows if row.shown is not None and about in row.shown[1].text]
        shown = [one for row in of_these for one in row.findChildren(QPushButton) if not one.isHidden()]
        return {one.text() or one.accessibleName(): one for one in reversed(shown)}

    def settle(self) -> None:
        """Wait until the tab in front shows the result of its query."""
        page = self.window.tabs.page
        if page.query is not None:
            with self.qtbot.waitSignal(page.rows_shown):
                page.ask()

    def the(self, kind: type[W], inside: QWidget | None = None) -> W:
        """Return the only widget of a class inside the window, or inside another widget."""
        found = (inside or self.window).findChild(kind)
        assert isinstance(found, kind)
        return found

    def offered(self) -> list[QPushButton]:
        """Return the buttons of the empty state, once they are visible."""
        empty = self.window.tabs.page.empty
        self.qtbot.waitUntil(lambda: any(one.isVisible() for one in empty.findChildren(QPushButton)))
        return [one for one in empty.findChildren(QPushButton) if one.isVisible()]

    def unfold(self, section: str) -> None:
        """Unfold a section of the detail, once it is there; it is so for every row then."""

        def found() -> list[QPushButton]:
            buttons = self.window.detail.findChildren(QPushButton)
            return [one for one in buttons if one.text() == section and one.isVisible()]

        self.qtbot.waitUntil(lambda: len(found()) == 1)
        found()[0].setChecked(True)

    def row_id(self, row: int) -> int:
        """Return the id of a row of the tab in front."""
        return self.window.tabs.page.model.ids[row]

    def column(self, key: str, table: Table = Table.SHIPMENTS) -> list[str]:
        """Return the cells of a column, from top to bottom."""
        model = self.window.tabs.pages[table].model
        return [str(model.data(model.index(row, model.position(key))) or "") for row in range(model.rowCount())]


@pytest.fixture
def bench(qapp: QApplication, qtbot: QtBot, tmp_path: Path, warm_loads: None) -> Iterator[Bench]:
    with ExitStack() as stack:
        bench = Bench(qapp, qtbot, tmp_path / "data", stack)
        bench.change_settings(
            carrier="ANDINA-BOG", language="en", theme="light", time_zone="America/Bogota", retry_seconds=0
        )
        bench.place = FixedDay(bench.folder, {}, bench.credentials, lambda: bench.clock)
        yield bench
    QGuiApplication.clipboard().clear()  # else the offscreen platform would destroy it after Python's end


@dataclass(frozen=True)
class FixedDay(AppContext):
    """An AppContext with a fixed day, so that tests do not depend on the current date."""

    clock: Callable[[], float]

    def now(self) -> datetime:
        """Return the day's noon plus the seconds of its clock."""
        return NOW + timedelta(seconds=self.clock())


@pytest.fixture
def display() -> Iterator[str]:
    """An invisible screen of its own."""
    with virtual_display() as display:
        yield display
