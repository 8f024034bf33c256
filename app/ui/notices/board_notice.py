"""The notice that rows are missing: while the board is rebuilt, or until the program is updated."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from app.domain.texts import Say
from app.domain.views.newer_facts import NEWER_FACTS
from app.qt_threads.query_thread import QueryThread
from app.ui.appearance.formats import Formats
from app.ui.notices.banner import Banner
from app.ui.notices.notices import Gravity, Notice, Topic
from app.ui.ports.notice_ports import CountedNoticeRows


class BoardNotice(QObject):
    """Shows the notice as long as rows are missing."""

    def __init__(
        self,
        banner: Banner,
        say: Say,
        formats: Callable[[], Formats],
        query_thread: QueryThread[CountedNoticeRows],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._banner = banner
        self._say = say
        self._formats = formats
        self._query_thread = query_thread

    @Slot()
    def refresh(self) -> None:
        """Ask whether rows are missing, and show or remove the notice."""
        self._query_thread.ask("board", _found).succeeded.connect(self._show)

    @Slot(object)
    def _show(self, found: tuple[int, int]) -> None:
        left, newer = found
        locale = self._formats().locale
        text = self.tr(
            "Rows are being rebuilt from the saved data; {left} days and visits are left. "
            "Until then rows may be missing."
        )
        said = text.format(left=locale.toString(left)) if left else ""
        if newer:
            said = self._say(NEWER_FACTS.filled(count=locale.toString(newer)))
        self._banner.show_notice(Topic.BOARD, Notice(Gravity.WARNING, said) if said else None)


def _found(rows: CountedNoticeRows) -> tuple[int, int]:
    """Return how many days and visits are still to be rebuilt; if none, how many facts only an update can read."""
    left = rows.left_to_derive()
    return left, 0 if left else rows.newer_facts()
