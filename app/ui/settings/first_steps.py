"""Opens the assistant for the first steps, and does what was chosen in it."""

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QWidget

from app.domain.days import Day
from app.qt_threads.worker_pool import WorkerPool
from app.ui.ports.settings_ports import FirstStepsPorts, SettingsPorts
from app.ui.settings.assistant import Assistant
from app.ui.settings.settings_controller import SettingsController
from app.ui.state.current_day import CurrentDay
from app.ui.state.window_state import WindowState
from app.ui.widgets.navigator import Navigator


class FirstSteps(QObject):
    """Opens the assistant automatically if the program was never used, until it is finished or skipped."""

    def __init__(
        self,
        settings: SettingsController,
        current_day: CurrentDay,
        navigator: Navigator,
        settings_ports: SettingsPorts,
        ports: FirstStepsPorts,
        state: WindowState,
        workers: WorkerPool,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._parent = parent
        self._settings = settings
        self._current_day = current_day
        self._navigator = navigator
        self._settings_ports = settings_ports
        self._ports = ports
        self._state = state
        self._workers = workers
        if self._is_first_time() or state.is_welcoming():
            QTimer.singleShot(0, self, self.open)  # the window comes first

    def _is_first_time(self) -> bool:
        settings, is_demo = self._settings_ports.settings(), self._ports.start_demo is None
        is_used = bool(settings.base_url or settings.carrier or self._ports.carriers())
        return not (is_demo or is_used or self._state.was_welcomed())

    @Slot()
    def open(self) -> None:
        """Open the assistant."""
        can_start_demo = self._ports.start_demo is not None
        assistant = Assistant(self._settings_ports, self._workers, can_start_demo=can_start_demo, parent=self._parent)
        assistant.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        assistant.language_chosen.connect(self._speak)
        assistant.demo_asked.connect(self.start_demo)
        assistant.saved.connect(self._settings.follow)
        assistant.accepted.connect(self._load)
        assistant.finished.connect(self._state.keep_welcomed)
        self._state.keep_welcoming()
        assistant.open()

    @Slot(str)
    def _speak(self, language: str) -> None:
        """Continue in another language: a new window opens, and the assistant with it."""
        self._settings.follow(self._settings_ports.save_settings({"language": language}))

    @Slot()
    def start_demo(self) -> None:
        """Open the demo beside this window."""
        if self._ports.start_demo is not None:
            self._ports.start_demo()

    @Slot()
    def _load(self) -> None:
        settings = self._settings_ports.settings()
        if settings.carrier and settings.base_url:
            self._navigator.show_day(Day(settings.carrier, self._settings_ports.today()))
            self._current_day.load()
