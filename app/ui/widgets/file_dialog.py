"""A dialog that asks for a file or a folder, and opens none of the files that it lists; names of new files."""

import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from PySide6.QtCore import QFileInfo, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFileDialog, QFileIconProvider, QHeaderView, QToolButton, QTreeView, QWidget

from app.domain.errors import OutputError
from app.domain.resources import resource
from app.domain.texts import Text
from app.ui.appearance.icons import icon

_ARROWS = {"backButton": "chevron-left", "forwardButton": "chevron-right", "toParentButton": "chevron-up"}
_COLUMNS = 4  # name, size, type and time
_LONGEST_WORD = 40  # characters; of four words the name is short enough everywhere
_IS_THERE = Text("Error", "{path} is there already. Choose another name, or that very file to have it replaced.")


def file_dialog(parent: QWidget | None, title: str, folder: str) -> QFileDialog:
    """Return a dialog that is deleted once it is closed.

    On Linux it is Qt's own: that of GTK would open the listed files in this process.

    Args:
        parent: above which it opens.
        title: of the dialog, in the user's language.
        folder: where it begins; the home folder if this is empty, or no folder any more.
    """
    dialog = QFileDialog(parent, title, str(resource()))  # until it has its icons it must not list `folder`
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog, on=sys.platform == "linux")
    dialog.setIconProvider(_icons())
    _make_readable(dialog)
    dialog.setDirectory(folder if folder and QFileInfo(folder).isDir() else str(Path.home()))
    return dialog


def file_name(words: Iterable[str], ending: str) -> str:
    """Return a file name of at most four words that every system accepts, with an ending such as `.csv`."""
    name = " ".join(word[:_LONGEST_WORD] for word in words if word)
    return "".join(char if char.isalnum() or char in " .-_" else "_" for char in name) + ending


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
