"""The field of the top bar that takes one or several carriers."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QMenu, QWidget

from app.domain.folding import plain_identifier
from app.ui.appearance.theme import scaled
from app.ui.widgets.labels import name_field, plain_label, tool_tip
from app.ui.widgets.wheel_guard import keep_from_wheel

WIDTH, NARROW_WIDTH = 150, 144
_WIDEST = 220


class CheckMenu(QMenu):
    """A menu whose entries are ticked, and which stays open meanwhile."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick what is clicked."""
        if not self._tick(self.actionAt(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tick the marked entry by the space bar; Enter and Esc close the menu."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.close()
        elif event.key() != Qt.Key.Key_Space or not self._tick(self.activeAction()):
            super().keyPressEvent(event)

    @staticmethod
    def _tick(action: QAction | None) -> bool:
        if action is not None:
            action.toggle()
        return action is not None


class CarrierField(QComboBox):
    """Takes a code; on a desk with several carriers also all of them, or those that are ticked in a menu."""

    chosen = Signal()
    """Other carriers may be chosen: see `carriers`."""
    entered = Signal()
    """Enter was pressed."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[str, ...] = ()
        self._desk: tuple[str, ...] = ()
        keep_from_wheel(self)
        self._edit = edit = QLineEdit(self)
        self.setLineEdit(edit)  # which makes it editable
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        name_field(self, self.tr("Carrier"))
        self.setMinimumWidth(scaled(WIDTH))
        self.setMaximumWidth(scaled(_WIDEST))
        edit.setPlaceholderText(self.tr("Carrier code"))
        edit.setMaxLength(60)
        edit.editingFinished.connect(self.chosen)
        edit.editingFinished.connect(self._show_start)
        edit.returnPressed.connect(self.entered)
        self.activated.connect(self._choose)

    def name_by_label(self, bar: QWidget) -> None:
        """Give the field a hidden label: Linux' screen readers take its content for its name, unless it has one."""
        label = plain_label(self.accessibleName())
        label.setParent(bar)
        label.setBuddy(self)
        label.hide()

    def show_carriers(self, shown: tuple[str, ...], offered: Sequence[str], desk: Sequence[str]) -> None:
        """Show the chosen carriers, and offer single ones; all and some only where the desk has several."""
        self._shown, self._desk = shown, tuple(desk) if len(desk) > 1 else ()
        self.clear()
        self.addItems([self._named(self._desk), *offered, self._some()] if self._desk else list(offered))
        self._show_chosen()

    def _show_chosen(self) -> None:
        self.setEditText(self._named(self._shown))
        self._edit.setToolTip(tool_tip(", ".join(self._shown) or self._edit.placeholderText()))
        self._show_start()  # a long code is read from its beginning

    def _named(self, carriers: tuple[str, ...]) -> str:
        if len(carriers) < 2:
            return "".join(carriers)
        if set(carriers) == set(self._desk):
            return self.tr("All ({count})").format(count=len(carriers))
        return self.tr("{shown} of {all}").format(shown=len(carriers), all=len({*carriers, *self._desk}))

    def _some(self) -> str:
        return self.tr("Choose…")

    @property
    def is_typed_in(self) -> bool:
        """Whether a code is being typed."""
        return self._edit.isModified()

    def carriers(self) -> tuple[str, ...]:
        """Return the carriers that the field names now."""
        text = self.currentText()
        if text == self._named(self._shown) or (self._desk and text == self._some()):
            return self._shown
        if self._desk and text == self._named(self._desk):
            return self._desk
        typed = plain_identifier(text)
        return (typed,) if typed else ()

    @Slot()
    def _choose(self) -> None:
        if self._desk and self.currentText() == self._some():
            self._show_chosen()
            self._open_list()
        else:
            self.chosen.emit()

    def _open_list(self) -> None:
        """Open the list in which the desk's carriers are ticked; they are shown once it is closed."""
        menu = CheckMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(self.accessibleName())
        for code in dict.fromkeys((*self._desk, *self._shown)):
            action = menu.addAction(code.replace("&", "&&"))
            action.setData(code)
            action.setCheckable(True)
            action.setChecked(code in self._shown)
        menu.aboutToHide.connect(lambda: self._take([one.data() for one in menu.actions() if one.isChecked()]))
        menu.popup(self.mapToGlobal(QPoint(0, self.height())))

    def _take(self, ticked: Sequence[str]) -> None:
        if ticked:
            self._shown = tuple(ticked)
            self._show_chosen()
            self.chosen.emit()

    @Slot()
    def _show_start(self) -> None:
        """Show a code that is longer than the field from its first letter."""
        self._edit.home(False)
