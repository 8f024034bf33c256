"""The question whether to deny other users of the computer the data folder, where its mode lets them in."""

from PySide6.QtCore import QObject, Signal, Slot

from app.domain.errors import AppError
from app.ui.notices.banner import Banner
from app.ui.notices.notices import Notices, Remedy, Topic
from app.ui.ports.notice_ports import NoticePorts
from app.ui.state.window_state import WindowState


class FolderNotice(QObject):
    """Asks once for each mode of the folder, and changes the mode only if the user says so."""

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
        """Look at the folder, and show or remove the question."""
        mode = self._ports.mode_for_others()
        is_asked = bool(mode) and mode != self._state.allowed_mode()
        notice = self._notices.about_open_folder(str(self._ports.data_folder)) if is_asked else None
        self._banner.show_notice(Topic.FOLDER, notice)

    @Slot(object)
    def _keep_closed(self, topic: Topic) -> None:
        if topic is Topic.FOLDER:
            self._state.keep_allowed_mode(self._ports.mode_for_others())

    @Slot(object)
    def _do(self, remedy: Remedy) -> None:
        if remedy is Remedy.DENY_OTHERS:
            try:
                self._ports.deny_others()
            except AppError as error:
                self.failed.emit(error)
            self.refresh()
