"""Makes a rail of the views where they would leave the table too little room, or where the user wants it."""

from PySide6.QtCore import QByteArray, QEvent, QObject, Slot

from app.ui.appearance.theme import scaled
from app.ui.context.window_context import WindowContext
from app.ui.window.panes import NARROW, DetailFold, Panes

_RAIL = b"rail"


class ViewsFold(QObject):
    """Follows the width of the window and the button at the left of the top bar."""

    def __init__(self, context: WindowContext, panes: Panes, detail: DetailFold) -> None:
        """Make it after the detail's: Qt asks the latest first when the width changes."""
        super().__init__(panes)
        self._state, self._panes, self._views = context.state, panes.splitter, panes.views
        self._is_wanted = context.state.layout("views") != QByteArray(_RAIL)
        self._is_asked_for = self._is_narrow = False
        self._width = 0
        """Of the views before they were a rail; 0: they were never seen."""
        self._detail = detail
        self._button = panes.top.views_button
        self._button.clicked.connect(self.toggle)
        self._panes.installEventFilter(self)
        self._follow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the width."""
        if event.type() == QEvent.Type.Resize:
            was_narrow, self._is_narrow = self._is_narrow, self._panes.width() < scaled(NARROW)
            self._is_asked_for = self._is_asked_for and was_narrow
            self._follow()
        return False

    @Slot()
    def toggle(self) -> None:
        """Show the views with their names, or the rail."""
        if self._is_narrow:
            self._is_asked_for = not self._is_asked_for
        else:
            self._is_wanted = not self._is_wanted
            self._state.keep_layout("views", QByteArray(b"" if self._is_wanted else _RAIL))
        self._follow()

    def _follow(self) -> None:
        is_open = self._is_asked_for if self._is_narrow else self._is_wanted
        self._button.setChecked(is_open)
        if is_open is not self._views.is_rail:
            return
        self._width = self._views.width() if not is_open and self._views.isVisible() else self._width
        self._views.use_rail(is_rail=not is_open)
        kept = self._state.layout("panes") if is_open and not self._width else None
        if kept is None or not self._panes.restoreState(kept):
            width = (is_open and self._width) or self._views.sizeHint().width()
            self._panes.setSizes([width, self._panes.width() - width])
        self._detail.follow()
