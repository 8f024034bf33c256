"""What closing the window does while it receives: it ends the program, or goes on in the background."""

import sys
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QCheckBox, QDialog, QPushButton, QWidget

from app.ui.alerts.alert_controller import AlertController
from app.ui.context.window_context import DialogFeature, WindowContext
from app.ui.context.window_state import ClosingChoice
from app.ui.receiver.receiver_controller import ReceiverController
from app.ui.widgets.fitted_dialog import KeepFitted, scaled_room
from app.ui.widgets.labels import in_dialog_order, plain_label
from app.ui.widgets.layouts import in_column, in_row
from app.ui.widgets.system import application, has_tray

_WIDTH = 480


class ClosingDialog(QDialog):
    """Offers to go on in the background, to end the program, or to stay; without a tray only the last two."""

    chosen = Signal(object, bool)
    """The `ClosingChoice`, and whether it is not to be asked for again. Nothing is emitted for staying."""

    def __init__(self, *, has_tray: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Close Despacho"))
        self.remember = QCheckBox(self.tr("Do not ask again"))
        self.end = QPushButton(self.tr("Close Despacho"), autoDefault=False)
        self.stay = QPushButton(self.tr("Stay"), autoDefault=not has_tray)
        self.background = QPushButton(self.tr("Go on in the background"), autoDefault=True)
        self.background.setVisible(has_tray)
        main = self.background if has_tray else self.stay
        main.setProperty("primary", True)
        main.setDefault(True)
        KeepFitted(self)
        self._lay_out(has_tray=has_tray)
        main.setFocus()
        self.stay.clicked.connect(self.reject)
        self.end.clicked.connect(lambda: self._choose(ClosingChoice.END))
        self.background.clicked.connect(lambda: self._choose(ClosingChoice.BACKGROUND))

    def _lay_out(self, *, has_tray: bool) -> None:
        background = self.tr("In the background it goes on receiving, with its icon in the system's tray.")
        if not has_tray:
            background = self.tr("This desktop has no tray, so Despacho cannot go on in the background.")
        closed = self.tr(
            "If you close it, visits closed meanwhile are not heard; the desk will say so, and load the day again."
        )
        column = in_column(
            plain_label(self.tr("Despacho is receiving notifications"), heading="title"),
            on=self,
            margins=(24, 20, 24, 20),
            spacing=12,
        )
        for text in (background, closed):
            column.addWidget(plain_label(text))
        column.addWidget(self.remember)
        column.addWidget(plain_label(self.tr("The choice is under “This program” in the settings."), tone="dim"))
        column.addLayout(in_row(1, *in_dialog_order(self.background, self.stay, self.end), spacing=8))
        self.setMinimumWidth(scaled_room(self, _WIDTH).width())

    def _choose(self, choice: ClosingChoice) -> None:
        self.accept()
        self.chosen.emit(choice, self.remember.isChecked())


class Closing(DialogFeature[ClosingDialog]):
    """Asks before a user closes a window that receives notifications, unless the answer is known."""

    def __init__(self, context: WindowContext, receiver: ReceiverController, alerts: AlertController) -> None:
        super().__init__(context)
        self._receiver = receiver
        self._alerts = alerts
        self.has_tray: Callable[[], bool] = has_tray
        self.is_in_background = False
        alerts.quit_asked.connect(self.end)
        application().applicationStateChanged.connect(self._follow_dock)
        context.window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow a window that is shown again."""
        if watched is self._context.window and event.type() == QEvent.Type.Show:
            self.end_with_last_window()
        return False

    def keeps_open(self) -> bool:
        """Return whether a window that the user wants to close stays, in the background or until they have answered."""
        if self._context.is_demo or not self._receiver.is_receiving:
            return False
        choice = self._context.state.closing
        if choice is ClosingChoice.END:
            return False
        if choice is ClosingChoice.BACKGROUND and self.has_tray():
            self.go_to_background()
        else:
            self.ask()
        return True

    def ask(self) -> None:
        """Ask what closing the window is to do, and do it once the answer is there."""
        if self.dialog is not None:
            self.dialog.activateWindow()
            return
        dialog = self._held(ClosingDialog(has_tray=self.has_tray(), parent=self._context.window))
        dialog.chosen.connect(self._do)
        dialog.open()

    @Slot(object, bool)
    def _do(self, choice: ClosingChoice, remember: bool) -> None:
        if remember:
            self._context.state.closing = choice
        if choice is ClosingChoice.END:
            self.end()
        else:
            self.go_to_background()
            self._alerts.say_in_background()

    @Slot()
    def go_to_background(self) -> None:
        """Hide the window; the icon in the tray opens it again."""
        self.is_in_background = True
        QApplication.setQuitOnLastWindowClosed(False)  # the last window is hidden, and small ones may close
        for dialog in self._context.window.findChildren(QDialog):
            if dialog.isVisible():
                dialog.reject()
        self._context.window.hide()
        self._alerts.keep_in_tray()

    @Slot(Qt.ApplicationState)
    def _follow_dock(self, state: Qt.ApplicationState) -> None:
        """Come back from the background on a Mac, whose Dock activates the program when its icon is clicked."""
        if sys.platform == "darwin" and self.is_in_background and state is Qt.ApplicationState.ApplicationActive:
            self._context.window.show()
            self._context.window.activateWindow()

    @Slot()
    def end(self) -> None:
        """Close the window and end the program, also from the background."""
        is_hidden = self._context.window.isHidden()
        if not self._context.window.close():
            self._context.window.show()  # it says why
        elif is_hidden:
            QApplication.exit()  # which closing a hidden window does not do

    def end_with_last_window(self) -> None:
        """Have the program end with its last window again."""
        self.is_in_background = False
        QApplication.setQuitOnLastWindowClosed(True)
