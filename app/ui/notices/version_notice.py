"""The notice that there is a newer version, where an administrator's address says so."""

from PySide6.QtCore import QObject, Slot

from app.ui.notices.banner import Banner
from app.ui.notices.notices import Notices, Remedy, Topic
from app.ui.ports.notice_ports import NoticePorts
from app.ui.state.window_state import WindowState
from app.ui.widgets.links import open_link


class VersionNotice(QObject):
    """Shows it until the user closes it; another newer version is shown again."""

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
        """Show or remove the notice."""
        newer = self._ports.newer_version()
        is_new = newer is not None and newer.version != self._state.closed_version()
        self._banner.show_notice(Topic.VERSION, self._notices.about_version(newer) if newer and is_new else None)

    @Slot(object)
    def _keep_closed(self, topic: Topic) -> None:
        newer = self._ports.newer_version()
        if topic is Topic.VERSION and newer is not None:
            self._state.keep_closed_version(newer.version)

    @Slot(object)
    def _do(self, remedy: Remedy) -> None:
        newer = self._ports.newer_version()
        if remedy is Remedy.GET_VERSION and newer is not None:
            open_link(newer.address)
