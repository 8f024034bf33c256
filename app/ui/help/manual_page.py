"""Help's manual: its pages at the left, the one that is read at the right, and a field that searches all of them."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QUrl, Slot
from PySide6.QtGui import (
    QDesktopServices,
    QImage,
    QKeySequence,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QPushButton, QTextBrowser, QTextEdit, QWidget

from app.domain.folding import fold
from app.ui.appearance.theme import scaled
from app.ui.context.places import HelpPlace, Page
from app.ui.help.manual import Manual, Section, blocks, found_words, headings, style_document
from app.ui.widgets.labels import plain_label, tool_tip
from app.ui.widgets.layouts import in_column, in_row

_PLACE = "\N{OBJECT REPLACEMENT CHARACTER}"

_ABOVE_CAPTION = 4  # pixels
_SECTION = Qt.ItemDataRole.UserRole
_LIST_WIDTH = 296
_MARGIN, _WIDEST = 16, 720  # pixels of the text; a longer line is hard to read
_LAST_LINES = 80
"""Pixels of a page's end that stay when it is scrolled down: so its last heading can be brought to the top, too."""


def picture_places(document: QTextDocument) -> list[QTextCursor]:
    """Return where the pictures of a document stand, each in a paragraph of its own."""
    found = []
    for block in blocks(document):
        if block.text().startswith(_PLACE):
            cursor = QTextCursor(block)
            cursor.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor)
            found.append(cursor)
    return found


def add_captions(document: QTextDocument) -> None:
    """Write below each picture of a styled document what it shows."""
    letters = QTextCharFormat()
    letters.setFontItalic(True)
    for place in picture_places(document):
        shown = str(place.charFormat().property(QTextFormat.Property.ImageAltText))
        of_text = place.blockFormat()
        of_picture = QTextBlockFormat(of_text)
        of_picture.setLineHeight(0, QTextBlockFormat.LineHeightTypes.SingleHeight.value)
        of_picture.setBottomMargin(_ABOVE_CAPTION)
        place.setBlockFormat(of_picture)
        place.setPosition(place.selectionEnd())
        place.insertBlock(of_text, letters)
        place.insertText(shown, letters)


def fit_pictures(document: QTextDocument, folder: Path, width: int, ratio: float) -> None:
    """Show each picture in its size, or smaller so that it fits.

    Args:
        document: a page.
        folder: of the page; its pictures are named from there.
        width: what is left for them, in pixels of the window.
        ratio: pixels of the screen for one of the window.
    """
    for place in picture_places(document):
        look = place.charFormat().toImageFormat()
        picture = QImage(str(folder / look.name()))
        size = picture.size()
        if size.width() > width:
            size = size.scaled(QSize(width, size.height()), Qt.AspectRatioMode.KeepAspectRatio)
        sharp = picture.scaled(
            size * ratio, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        sharp.setDevicePixelRatio(ratio)
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(look.name()), sharp)
        look.setWidth(size.width())
        look.setHeight(size.height())
        place.setCharFormat(look)


class ManualPage(QWidget):
    """Shows a page, and where in it something stands. A link opens a page, or for http(s) the browser; nothing else."""

    def __init__(self, manual: Manual) -> None:
        super().__init__()
        self._manual = manual
        self._shown: Section | None = None
        self._visited: list[Section] = []
        self.field = QLineEdit(placeholderText=self.tr("Search the manual"), clearButtonEnabled=True)
        self.field.setAccessibleName(self.tr("Search the manual"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Pages"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.nothing = plain_label(self.tr("No page has all of these words."), tone="dim")
        self.back = QPushButton(self.tr("Back"), flat=True, autoDefault=False)
        self.back.setShortcut(QKeySequence(QKeySequence.StandardKey.Back))
        self.text = _Text()
        self.text.setAccessibleName(self.tr("Manual"))
        self._lay_out()
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self.text.setFocus)
        self.list.currentItemChanged.connect(self._choose)
        self.list.itemActivated.connect(lambda: self.text.setFocus())
        self.back.clicked.connect(self._go_back)
        self.text.anchorClicked.connect(self._follow)
        self._search("")

    def _lay_out(self) -> None:
        left = in_column(self.field, self.nothing, self.list, 0, spacing=8)
        left.setStretchFactor(self.list, 1)
        left.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        for widget in (self.field, self.list):
            widget.setFixedWidth(scaled(_LIST_WIDTH))
        in_row(left, (self.text, 1), on=self, margins=(0, 12, 0, 0), spacing=12)

    def show_place(self, place: HelpPlace) -> None:
        """Show what the manual says about something, with the keyboard in the text."""
        self.field.clear()
        self._visited.clear()
        self._show(self._manual.place(place))
        self.text.setFocus()

    @Slot(str)
    def _search(self, words: str) -> None:
        """List what was found, under the titles of its pages, and show the best of it; without words list the pages."""
        found = self._manual.found(words)
        with QSignalBlocker(self.list):
            self.list.clear()
            for page in Page:
                self._add(page, [one for one in found if one.page is page], is_searching=bool(words.strip()))
        self.list.setVisible(self.list.count() > 0)
        self.nothing.setVisible(not self.list.count())
        best = self._manual.best(found, words)
        self._show(best or self._shown or self._manual.first(Page.FIRST_DAY))

    def _add(self, page: Page, found: list[Section], *, is_searching: bool) -> None:
        first = self._manual.first(page)
        if not is_searching:
            self._add_line(first)
        elif found:
            QListWidgetItem(first.title, self.list).setFlags(Qt.ItemFlag.NoItemFlags)
            for one in found:
                self._add_line(one)

    def _add_line(self, section: Section) -> None:
        item = QListWidgetItem(section.title, self.list)
        item.setData(_SECTION, section)
        item.setToolTip(tool_tip(section.title))

    @Slot(QListWidgetItem)
    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self._go_to(item.data(_SECTION))

    @Slot(QUrl)
    def _follow(self, link: QUrl) -> None:
        section = self._manual.linked(self._shown.page, link.toString()) if self._shown is not None else None
        if section is not None:
            self._go_to(section)
        elif link.scheme() in ("http", "https"):
            QDesktopServices.openUrl(link)

    @Slot()
    def _go_back(self) -> None:
        if self._visited:
            self._show(self._visited.pop())

    def _go_to(self, section: Section) -> None:
        if self._shown is not None and section != self._shown:
            self._visited.append(self._shown)
        self._show(section)

    def _show(self, section: Section) -> None:
        if self._shown is None or self._shown.page is not section.page:
            self.text.show_markdown(self._manual.text(section.page), self._manual.folder)
        self._shown = section
        self.back.setEnabled(bool(self._visited))
        self._mark(section)
        self.text.mark(found_words(self.text.document(), fold(self.field.text()).split()))
        self.text.scroll_to(section.number)

    def _mark(self, shown: Section) -> None:
        """Mark in the list what is shown, where it stands there."""
        is_searching = bool(self.field.text().strip())
        wanted = shown if is_searching else self._manual.first(shown.page)
        rows = range(self.list.count())
        with QSignalBlocker(self.list):
            self.list.setCurrentRow(next((row for row in rows if self.list.item(row).data(_SECTION) == wanted), -1))


class _Text(QTextBrowser):
    """A page to read, in lines that are not too long."""

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)
        self._page: QTextDocument | None = None
        self._folder = Path()
        self._heading = 0

    def show_markdown(self, text: str, folder: Path) -> None:
        """Show another page, with the pictures of a folder.

        It gets a document of its own: Qt 6.11 crashes as it clears one with framed code in it.
        """
        before, self._page = self._page, QTextDocument(self)
        self._page.setMarkdown(text)
        self._folder = folder
        style_document(self._page, self.palette())
        add_captions(self._page)
        self.setExtraSelections([])
        self.setDocument(self._page)
        if before is not None:
            before.deleteLater()
        self._set_margins()

    def mark(self, places: Iterable[QTextCursor]) -> None:
        """Mark what was searched for."""
        marks = []
        for cursor in places:
            mark = QTextEdit.ExtraSelection()
            mark.cursor = cursor
            mark.format.setBackground(self.palette().highlight())
            mark.format.setForeground(self.palette().highlightedText())
            marks.append(mark)
        self.setExtraSelections(marks)

    def scroll_to(self, heading: int) -> None:
        """Bring a heading of the page to the top; the first one is the page's beginning."""
        self._heading = heading
        top = 0.0
        if heading:
            block = headings(self.document())[heading]
            top = self.document().documentLayout().blockBoundingRect(block).top() - _MARGIN
        self.verticalScrollBar().setValue(round(top))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the lines short in a wide window, and the heading at the top."""
        super().resizeEvent(event)
        self._set_margins()
        self.scroll_to(self._heading)

    def _set_margins(self) -> None:
        frame = self.document().rootFrame()
        look = frame.frameFormat()
        look.setLeftMargin(_MARGIN)
        look.setRightMargin(max(_MARGIN, self.viewport().width() - scaled(_WIDEST)))
        look.setBottomMargin(max(_MARGIN, self.viewport().height() - scaled(_LAST_LINES)))
        frame.setFrameFormat(look)
        width = self.viewport().width() - round(look.leftMargin() + look.rightMargin())
        fit_pictures(self.document(), self._folder, width, self.devicePixelRatioF())
