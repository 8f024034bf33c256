"""Notices about the data folder: its mode lets other users in, or it is where the data may be damaged."""

from PySide6.QtCore import QObject, Signal, Slot

from app.domain.errors import AppError
from app.ui.notices.banner import Banner
from app.ui.notices.notices import Notices, Remedy, Topic
from app.ui.ports.notice_ports import NoticePorts
from app.ui.state.window_state import WindowState


class FolderNotice(QObject):
    """Asks once for each mode of the folder, and changes the mode only if the user says so; then names a risk once."""

    failed = Signal(object)
    """The `AppError` of a folder whose mode could not be changed."""

    def __init__(self, banner: Banner, ports: NoticePorts, state: WindowState, parent: QObject) -> None:
        super().__init__(parent)
        self._banner = banner
        self._ports = ports
        self._state = state
        self._notices = Notices(self)
        banner.asked.connect(self._do)
        banner.closed.connect(self._keep_closed)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Look at the folder, and show or remove its notice."""
        notice = self._notices.about_open_folder(str(self._ports.data_folder)) if self._is_mode_asked() else None
        if notice is None and self._state.risked_folder() != str(self._ports.data_folder):
            risk = self._ports.folder_risk()
            notice = self._notices.about_folder_risk(self._ports.say(risk)) if risk is not None else None
        self._banner.show_notice(Topic.FOLDER, notice)

    def _is_mode_asked(self) -> bool:
        mode = self._ports.mode_for_others()
        return bool(mode) and mode != self._state.allowed_mode()

    @Slot(object)
    def _keep_closed(self, topic: Topic) -> None:
        if topic is not Topic.FOLDER:
            return
        if self._is_mode_asked():
            self._state.keep_allowed_mode(self._ports.mode_for_others())
            self.refresh()
        else:
            self._state.keep_risked_folder(str(self._ports.data_folder))

    @Slot(object)
    def _do(self, remedy: Remedy) -> None:
        if remedy is Remedy.DENY_OTHERS:
            try:
                self._ports.deny_others()
            except AppError as error:
                self.failed.emit(error)
            self.refresh()
