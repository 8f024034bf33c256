"""The notice that rows are missing while all of them are derived anew."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.bridge.questions import Asker
from app.desk.notices import Gravity, Notice, Topic
from app.desk.ports import Rows

if TYPE_CHECKING:
    from app.desk.window import MainWindow


class BoardNotice(QObject):
    """Asks whenever rows may have changed, and shows the notice under the top bar as long as some are missing."""

    def __init__(self, window: "MainWindow", asker: Asker[Rows]) -> None:
        super().__init__(window)
        self._window = window
        self._asker = asker
        window.keeper.day_shown.connect(self._ask)
        window.live.outdated.connect(self._ask)

    @Slot()
    def _ask(self) -> None:
        self._asker.ask("board", lambda rows: rows.left_to_derive()).succeeded.connect(self._show)

    @Slot(object)
    def _show(self, left: int) -> None:
        text = self.tr(
            "Rows are rebuilt from what is kept; {left} days and visits to go. Until then rows may be missing."
        )
        said = text.format(left=self._window.detail.formats.locale.toString(left))
        self._window.banner.show_notice(Topic.BOARD, Notice(Gravity.WARNING, said) if left else None)
