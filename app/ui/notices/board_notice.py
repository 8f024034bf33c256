"""The notice that rows are missing: while all of them are derived anew, or until an update."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.domain.views.newer_facts import NEWER_FACTS
from app.qt_threads.query_thread import QueryThread
from app.ui.notices.notices import Gravity, Notice, Topic
from app.ui.ports.ports import Rows

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow


class BoardNotice(QObject):
    """Asks whenever rows may have changed, and shows the notice under the top bar as long as some are missing."""

    def __init__(self, window: "MainWindow", query_thread: QueryThread[Rows]) -> None:
        super().__init__(window)
        self._window = window
        self._query_thread = query_thread
        window.current_day.day_shown.connect(self._ask)
        window.live.outdated.connect(self._ask)

    @Slot()
    def _ask(self) -> None:
        self._query_thread.ask("board", _found).succeeded.connect(self._show)

    @Slot(object)
    def _show(self, found: tuple[int, int]) -> None:
        left, newer = found
        locale = self._window.detail.formats.locale
        text = self.tr(
            "Rows are rebuilt from what is kept; {left} days and visits to go. Until then rows may be missing."
        )
        said = text.format(left=locale.toString(left)) if left else ""
        if newer:
            said = self._window.ports.say(NEWER_FACTS.filled(count=locale.toString(newer)))
        self._window.banner.show_notice(Topic.BOARD, Notice(Gravity.WARNING, said) if said else None)


def _found(rows: Rows) -> tuple[int, int]:
    """Return how many rows are to be rebuilt; where none are, of how much an update shows more."""
    left = rows.left_to_derive()
    return left, 0 if left else rows.newer_facts()
