"""The dialog of a shift: one page ends it, the other takes one over."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QAbstractButton, QDialog, QTabWidget, QWidget

from app.ui.context.places import HelpPlace, Page
from app.ui.context.window_context import DialogFeature, WindowContext
from app.ui.shift.end_page import EndPage
from app.ui.shift.end_shift import EndShift
from app.ui.shift.take_over import TakeOver, TakeOverPage
from app.ui.widgets.fitted_dialog import KeepFitted, scaled_room
from app.ui.widgets.layouts import in_column

_WIDTH, _HEIGHT = 900, 640


class ShiftDialog(QDialog):
    """Shows the two pages; it stays open until it is closed."""

    def __init__(self, ending: EndPage, taking: TakeOverPage, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Shift"))
        self.ending, self.taking = ending, taking
        self.tabs = QTabWidget(documentMode=True)
        for tabs in (self.tabs, self.tabs.tabBar()):
            tabs.setAccessibleName(self.windowTitle())
        self.tabs.addTab(ending, self.tr("End"))
        self.tabs.addTab(taking, self.tr("Take over"))
        in_column(self.tabs, on=self, margins=(20, 12, 20, 16))
        for page in (ending, taking):
            page.buttons.rejected.connect(self.reject)
        self.tabs.currentChanged.connect(self._follow_page)
        KeepFitted(self)
        self.resize(scaled_room(self, _WIDTH, _HEIGHT))

    def show_page(self, page: QWidget) -> None:
        """Bring a page to the front, and the dialog."""
        self.tabs.setCurrentWidget(page)
        self._page.take_keys()
        self.raise_()
        self.activateWindow()

    @property
    def _page(self) -> EndPage | TakeOverPage:
        return self.ending if self.tabs.currentWidget() is self.ending else self.taking

    @Slot()
    def _follow_page(self) -> None:
        if self.tabs.tabBar().hasFocus():
            self._page.main.setDefault(True)  # the arrows lead on from tab to tab
        else:
            self._page.take_keys()


class Shift(DialogFeature[ShiftDialog]):
    """Opens the dialog at either page."""

    def __init__(self, context: WindowContext, button: QAbstractButton) -> None:
        """Open by this button to end a shift."""
        super().__init__(context)
        self._end, self.taking = EndShift(context), TakeOver(context)
        button.clicked.connect(self.end)

    @Slot()
    def end(self) -> None:
        """Sum up the shift, and show it."""
        dialog = self._opened()
        dialog.show_page(dialog.ending)

    @Slot()
    def take_over(self) -> None:
        """Ask for the file of another desk."""
        dialog = self._opened()
        dialog.show_page(dialog.taking)

    def _opened(self) -> ShiftDialog:
        if self.dialog is None:
            context = self._context
            ending, taking = EndPage(context.say, context.theme), TakeOverPage(context.theme)
            dialog = self._held(ShiftDialog(ending, taking, context.window))
            context.explain(dialog, self._place)
            self._end.start(ending)
            self.taking.start(taking)
            dialog.open()
            return dialog
        return self.dialog

    def _place(self) -> HelpPlace:
        is_ending = self.dialog is not None and self.dialog.ending.isVisible()
        return HelpPlace(Page.TO_ATTEND, "end-of-shift" if is_ending else "take-over-a-shift")

    @Slot()
    def _forget(self) -> None:
        super()._forget()
        self._end.page = self.taking.page = None
