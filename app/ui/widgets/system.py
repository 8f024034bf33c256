"""What the system has for every program: its file dialogs, the programs of links, and its tray."""

import sys
from collections.abc import Callable, Iterable
from enum import Enum, auto
from functools import cache
from pathlib import Path

from PySide6.QtCore import QDir, QFileInfo, QLocale, QObject, QProcess, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication, QIcon
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QFileIconProvider,
    QHeaderView,
    QMenu,
    QSystemTrayIcon,
    QToolButton,
    QTreeView,
    QWidget,
)

from app.domain.errors import OutputError
from app.domain.phones import LONGEST_LINK
from app.domain.resources import PROGRAM_FOLDER, resource
from app.domain.texts import Text
from app.ui.appearance.icons import icon

_ARROWS = {"backButton": "chevron-left", "forwardButton": "chevron-right", "toParentButton": "chevron-up"}
_COLUMNS = 4  # name, size, type and time
_LONGEST_WORD = 40  # characters; of four words the name is short enough everywhere
_IS_THERE = Text("Error", "{path} is there already. Choose another name, or that very file to have it replaced.")
_LONGEST = 200
_OTHER_SIGNS = str.maketrans({"<": "(", ">": ")"})


def application() -> QApplication:
    """Return the application, without which there is no widget."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        raise TypeError(app)
    return app


def file_dialog(parent: QWidget | None, title: str, folder: str) -> QFileDialog:
    """Return a dialog that begins in a folder, or at home where there is none, and is deleted once it is closed.

    On Linux it is Qt's own: that of GTK would open the listed files in this process. So it is where the window has
    another language than the system, whose own dialog has the system's.
    """
    dialog = QFileDialog(parent, title, str(resource()))  # until it has its icons it must not list `folder`
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    is_own = sys.platform == "linux" or QLocale().language() is not QLocale.system().language()
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog, on=is_own)
    dialog.setIconProvider(_icons())
    _make_readable(dialog)
    dialog.setDirectory(folder if folder and QFileInfo(folder).isDir() else QDir.homePath())
    return dialog


def file_name(words: Iterable[str], ending: str) -> str:
    """Return a file name of at most four words that every system accepts, with an ending such as `.csv`."""
    name = " ".join(word[:_LONGEST_WORD] for word in words if word)
    return "".join(char if char.isalnum() or char in " .-_+()" else "_" for char in name) + ending


def chosen_file(name: str, ending: str) -> Path:
    """Return the path that the user chose, with the ending of its format: the dialog adds it only where there is none.

    Raises:
        OutputError: the file with that ending exists, and the dialog did not ask whether to replace it.
    """
    path = Path(name)
    if path.suffix.lower() == ending:
        return path
    path = path.with_name(path.name + ending)
    if QFileInfo.exists(str(path)):
        raise OutputError(_IS_THERE.filled(path=path), wrong_path=True)
    return path


def _make_readable(dialog: QFileDialog) -> None:
    """Give Qt's own dialog arrows in the colour of its texts, and columns that cut none; others have neither."""
    color = dialog.palette().buttonText().color()
    for button, name in _ARROWS.items():
        for one in dialog.findChildren(QToolButton, button):
            one.setIcon(icon(name, color))
    for view in dialog.findChildren(QTreeView, "treeView"):
        for column in range(1, _COLUMNS):
            view.header().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)


class _IconsByName(QFileIconProvider):
    """Tells the type of a file by its name, where Qt's own opens each listed file and reads its beginning.

    If that file is a database of this process, closing it releases SQLite's POSIX locks. Another process that opens the
    database then takes itself for the first, and truncates the index of its log, which this process has mapped: the
    next transaction ends with a bus error.
    """

    def icon(self, asked: QFileInfo | QFileIconProvider.IconType) -> QIcon:
        is_file = isinstance(asked, QFileInfo) and not asked.isDir()
        return super().icon(QFileIconProvider.IconType.File if is_file else asked)

    def type(self, info: QFileInfo) -> str:
        return super().type(info) if info.isDir() else info.suffix()


@cache
def _icons() -> QFileIconProvider:
    return _IconsByName()  # a dialog does not keep it alive


class Opened(Enum):
    """How a text was handed over."""

    WITH_TEXT = auto()
    WITHOUT_TEXT = auto()
    """The program is open, and the text is on the clipboard."""
    NOTHING = auto()
    """The system has no program for the link."""


def open_link(link: str) -> bool:
    """Open a link in the program for it; return whether there is one."""
    return QDesktopServices.openUrl(QUrl(link, QUrl.ParsingMode.StrictMode))


def open_text(link: str, text: str, without_text: str) -> Opened:
    """Open a link that has a text in it; if it is too long, open the one without and copy the text."""
    is_short = len(link) <= LONGEST_LINK
    if not is_short:
        QGuiApplication.clipboard().setText(text)
    if not open_link(link if is_short else without_text):
        return Opened.NOTHING
    return Opened.WITH_TEXT if is_short else Opened.WITHOUT_TEXT


def has_tray() -> bool:
    """Return whether this desktop has a tray that shows messages."""
    return QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()


def desktop_icon(image: QIcon, parent: QObject) -> QSystemTrayIcon | None:
    """Make an icon for the tray; None if this desktop's tray shows no messages."""
    return QSystemTrayIcon(image, parent) if has_tray() else None


class Tray(QObject):
    """An icon with a menu, shown only while it is wanted and the desktop has a tray."""

    open_asked = Signal()
    alerts_asked = Signal()
    quit_asked = Signal()
    message_chosen = Signal()
    """The last message was clicked."""

    def __init__(self, image: QIcon, parent: QWidget) -> None:
        super().__init__(parent)
        self._image = image
        self.make_icon: Callable[[QIcon, QObject], QSystemTrayIcon | None] = desktop_icon
        self._icon: QSystemTrayIcon | None = None
        self._menu = QMenu(parent)
        for text, signal in (
            (self.tr("Open Despacho"), self.open_asked),
            (self.tr("Alerts"), self.alerts_asked),
            (self.tr("Quit"), self.quit_asked),
        ):
            self._menu.addAction(text).triggered.connect(signal)

    def want(self, *, wanted: bool) -> None:
        """Show or hide the icon."""
        if wanted and self._icon is None:
            self._icon = self.make_icon(self._image, self)
            if self._icon is not None:
                self._icon.setToolTip("Despacho")
                self._icon.setContextMenu(self._menu)
                self._icon.activated.connect(self._activate)
                self._icon.messageClicked.connect(self.message_chosen)
                self._icon.show()
        elif not wanted and self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None

    def show(self, title: str, text: str) -> None:
        """Show a message. Some desktops render HTML, so the characters that start it are replaced."""
        if self._icon is not None:
            self._icon.showMessage(_without_marks(title), _without_marks(text), self._image)

    @Slot(object)
    def _activate(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self.open_asked.emit()


def _without_marks(text: str) -> str:
    """Return a text on one line, cut for desktops, without markup and control characters."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    shown = line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
    return shown.translate(_OTHER_SIGNS)


def start_demo(folder: Path, *options: str) -> None:
    """Start the demo as a process of its own, with the language and theme of a folder's settings."""
    arguments = ["-m", "app", "--data-dir", str(folder.absolute()), "demo", *options]
    QProcess.startDetached(sys.executable, arguments, str(PROGRAM_FOLDER))
