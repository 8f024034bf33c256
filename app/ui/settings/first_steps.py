"""When the assistant for the first steps opens, and what follows from it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Slot

from app.domain.days import Day
from app.ui.settings.assistant import Assistant

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow


class FirstSteps(QObject):
    """Opens the assistant by itself where the program was never used, until it was skipped or gone through."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        if self._is_first_time() or window.state.is_welcoming():
            QTimer.singleShot(0, self, self.open)  # the window comes first

    def _is_first_time(self) -> bool:
        ports, settings = self._window.ports, self._window.ports.settings()
        is_used = bool(settings.base_url or settings.carrier or ports.rows.carriers())
        return not (ports.is_demo or is_used or self._window.state.was_welcomed())

    @Slot()
    def open(self) -> None:
        """Open it."""
        window = self._window
        assistant = Assistant(window.ports, window.workers, window)
        assistant.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        assistant.language_chosen.connect(self._speak)
        assistant.demo_asked.connect(self._start_demo)
        assistant.saved.connect(window.settings_controller.follow)
        assistant.accepted.connect(self._load)
        assistant.finished.connect(window.state.keep_welcomed)
        window.state.keep_welcoming()
        assistant.open()

    @Slot(str)
    def _speak(self, language: str) -> None:
        """Go on in another language: a new window opens, and the assistant with it."""
        self._window.settings_controller.follow(self._window.ports.save_settings({"language": language}))

    @Slot()
    def _start_demo(self) -> None:
        if self._window.ports.start_demo is not None:
            self._window.ports.start_demo()

    @Slot()
    def _load(self) -> None:
        settings = self._window.ports.settings()
        if settings.carrier and settings.base_url:
            self._window.show_day(Day(settings.carrier, self._window.ports.today()))
            self._window.current_day.load()
