"""The test of the connection to the carrier: its button, what it found, and how to stop it."""

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.domain.access.connection import ConnectionReport, Part, Verdict
from app.qt_threads.worker_pool import WorkerPool
from app.ui.appearance.roles import TextTone
from app.ui.ports.settings_ports import SettingsPorts
from app.ui.widgets.labels import plain_label, restyle

_OK = 200
_BAD_REQUEST, _UNAUTHORIZED, _FORBIDDEN = 400, 401, 403
_LOOKS = {
    Verdict.WORKS: (TextTone.GOOD, "✓"),
    Verdict.UNSURE: (TextTone.WARN, "!"),
    Verdict.FAILS: (TextTone.BAD, "✕"),
}


class ConnectionTest(QWidget):
    """Asks the carrier in a worker. Only the latest test counts: a newer one, or another value, cancels it."""

    asked = Signal()
    """The button was pressed: the values are to be tested."""
    ended = Signal(object)
    """The `ConnectionReport` of the latest test, unless it was cancelled."""

    def __init__(self, ports: SettingsPorts, workers: WorkerPool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ports = ports
        self._workers = workers
        self._words = ConnectionWords(self)
        self._turn = 0
        self.is_running = False
        self.button = QPushButton(self.tr("Test connection"), autoDefault=False)
        self.outcome = plain_label(tone="dim")
        self.outcome.hide()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.outcome)
        self.button.clicked.connect(self._press)

    def start(self, address: str, token: str | None, user: str | None, code: str) -> None:
        """Test these values; None means the secret that is kept, an empty code the last one used."""
        self.stop()
        self._turn += 1
        self.is_running = True
        self.button.setText(self.tr("Cancel"))
        self.show_note(self.tr("Asking the carrier…"))
        turn, probe = self._turn, self._ports.probe
        task = self._workers.start(lambda _report: (turn, probe(address, token, user, code)))
        task.succeeded.connect(self._take)

    def stop(self) -> None:
        """Cancel a running test, and forget what the last one found."""
        if self.is_running:
            self._ports.cancel_probes()
        self._turn += 1  # a result on its way is of other values
        self._be_ready()
        self.outcome.hide()

    def show_note(self, text: str) -> None:
        """Say something else in the place of the result."""
        self._say(TextTone.DIM, text)

    def meaning(self, report: ConnectionReport) -> str:
        """Return what a report means, in the words of the fields."""
        return self._words.meaning(report) or self._ports.say(report.meaning)

    @Slot()
    def _press(self) -> None:
        if self.is_running:
            self.stop()
            self.show_note(self.tr("The test was cancelled."))
        else:
            self.asked.emit()

    @Slot(object)
    def _take(self, found: tuple[int, ConnectionReport]) -> None:
        turn, report = found
        if turn != self._turn:
            return
        self._be_ready()
        if report.about is None:
            self.show_whole(report)
        else:
            self._show(report, self.tr("Not connected: see the marked field."))
        self.ended.emit(report)

    def show_whole(self, report: ConnectionReport) -> None:
        """Show a report with what it means, where no field shows that."""
        self._show(report, self.meaning(report))

    def _show(self, report: ConnectionReport, text: str) -> None:
        tone, sign = _LOOKS[report.verdict]
        status = f"{report.status} · " if report.status is not None else ""
        took = f"{report.milliseconds} ms · " if report.milliseconds else ""  # nothing was sent to an invalid address
        self._say(tone, f"{sign} {status}{took}{text}")

    def _be_ready(self) -> None:
        self.is_running = False
        self.button.setText(self.tr("Test connection"))

    def _say(self, tone: TextTone, text: str) -> None:
        restyle(self.outcome, "tone", tone.value)
        self.outcome.setText(text)
        self.outcome.show()


class ConnectionWords(QObject):
    """Writes what is wrong where the fields are in sight; a QObject, so that its sentences are translated."""

    def meaning(self, report: ConnectionReport) -> str:
        """Return a sentence for the frequent failures; empty for the others, whose own sentence says it."""
        if report.verdict is not Verdict.FAILS:
            return ""
        if report.about is Part.ADDRESS and report.status == _OK:
            return self.tr(
                "A web page or another program answers at this address, not the carrier's service. Check the address; "
                "in a guest network, sign in in the browser first."
            )
        return {
            _UNAUTHORIZED: self.tr(
                "The carrier does not accept this token with this user. Compare both with what the carrier gave you; "
                "if they are right, ask the carrier for new ones."
            ),
            _FORBIDDEN: self.tr("This user may not see this carrier. Check the code, or ask the carrier for it."),
            _BAD_REQUEST: self.tr("The carrier does not know this code. Check how it is written."),
        }.get(report.status or 0, "")
