"""Loads a day by the load process, beside an open store; the process can be told to fail."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from app.board.reading.reader import Reader
from app.credentials.credentials import Credentials, SessionVault
from app.domain.access.credentials import SecretName
from app.domain.cancellation import Cancellation
from app.domain.days import Day, LoadProgress, LoadSummary
from app.domain.texts import Text
from app.load_process.client import LoadProcess
from app.services.app_context import AppContext
from app.store.writer import Writer
from tests.carrier.scripted_carrier import Script, ScriptedCarrier
from tests.database import wait_until_derived

FAULTY = "tests.load_process.faulty_process"
DAY = Day("ACME", date(2026, 6, 15))
GOOD = b'[{"idPlanillaReparto": 1, "envios": [{"numero": "1"}, {"numero": "2"}, {}]}]'
LESS = b'[{"idPlanillaReparto": 1, "envios": [{"numero": "1", "idEstadoEnvio": "3"}, {"numero": "3"}]}]'
STEPS = (
    "before the request",
    "in the answer",
    "after the answer",
    "in the transaction",
    "after the transaction",
    "while it derives",
    "before the result",
)
SAVED = STEPS[4:]


@dataclass
class Loads:
    """Loads a day in the load process, each time with the next script, beside an open store."""

    writer: Writer
    context: AppContext
    process: LoadProcess
    day: Day = DAY
    cancellation: Cancellation = field(default_factory=Cancellation)
    notes: list[Text] = field(default_factory=list)

    def __call__(self, *scripts: Script) -> LoadSummary:
        with ScriptedCarrier(*scripts) as carrier:
            return self.at(carrier.url)

    def at(self, url: str) -> LoadSummary:
        self.context.settings_file.write({"base_url": url, "retry_seconds": 0, "timeout_seconds": 60})
        return self.process.load(self.day, self.cancellation, self._note)

    @property
    def folder(self) -> Path:
        return self.context.folder

    def _note(self, progress: LoadProgress) -> None:
        self.notes += [progress.note] if progress.note is not None else []

    def fault(self, what: str) -> None:
        """Have that happen at a step of the next load."""
        (self.folder / "fault").write_text(what)

    def numbers(self) -> list[str]:
        """Return the numbers that the board lists for the day, and see that no fact is left to apply."""
        wait_until_derived(self.writer)
        with Reader.opened(self.writer.path) as reader:
            state = reader.day_state(self.day)
            return [] if state is None else [f"{state.shipments} listed", f"{state.gone} gone"]


@contextmanager
def loading(folder: Path) -> Iterator[Loads]:
    """Open a store in a folder, with a load process."""
    secrets = {SecretName.AUTHORIZATION_TOKEN.variable: "token", SecretName.AUTHORIZATION_USER.variable: "user"}
    context = AppContext(folder, {}, Credentials(secrets, SessionVault(), SessionVault()))
    process = LoadProcess(context, FAULTY)
    with Writer(context.database) as writer:
        yield Loads(writer, context, process)
        process.close()
