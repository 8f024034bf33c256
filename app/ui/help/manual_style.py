"""How a page of the manual looks: Qt renders Markdown, and its sizes, tables and code are given the window's look."""

from collections.abc import Iterator, Sequence

from PySide6.QtGui import (
    QFontDatabase,
    QPalette,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)

from app.domain.folding import fold
from app.ui.appearance.theme import scaled

_HEADINGS = {1: 22, 2: 16}  # pixels
_PROPORTIONAL = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
_LINE_HEIGHT = 135.0  # percent
_BESIDE_CODE = 6.0  # pixels


def style_document(document: QTextDocument, palette: QPalette) -> None:
    """Give a document that was read from Markdown the colours of a palette and the measures of the window."""
    document.setIndentWidth(24)
    for code in _code_parts(document):
        _frame_code(document, code, palette)
    for block in blocks(document):
        _style_block(document, block, palette)
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _style_table(frame, palette)


def blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    """Go through the paragraphs of a document."""
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def headings(document: QTextDocument) -> list[QTextBlock]:
    """Return the headings of a document in their order."""
    return [block for block in blocks(document) if block.blockFormat().headingLevel()]


def found_words(document: QTextDocument, words: Sequence[str]) -> list[QTextCursor]:
    """Return where folded words stand in a document."""
    found = []
    for block in blocks(document):
        text = "".join((fold(char) or " ")[0] for char in block.text())  # one for one: “…” folds to three
        for word in words:
            at = text.find(word)
            while at >= 0:
                cursor = QTextCursor(block)
                cursor.setPosition(block.position() + at)
                cursor.setPosition(block.position() + at + len(word), QTextCursor.MoveMode.KeepAnchor)
                found.append(cursor)
                at = text.find(word, at + len(word))
    return found


def _style_block(document: QTextDocument, block: QTextBlock, palette: QPalette) -> None:
    cursor, look = QTextCursor(block), block.blockFormat()
    level, is_cell = look.headingLevel(), cursor.currentTable() is not None
    is_code = not is_cell and cursor.currentFrame() != document.rootFrame()
    look.setNonBreakableLines(False)
    look.setTopMargin(22 if level > 1 else 0)
    if block.text() or is_code or is_cell:
        look.setLineHeight(_LINE_HEIGHT, _PROPORTIONAL)
        look.setBottomMargin(0 if is_code or is_cell else 4 if block.textList() is not None else 8)
    else:  # Qt has an empty paragraph beside each frame
        look.setLineHeight(_BESIDE_CODE, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        look.setBottomMargin(0)
    cursor.setBlockFormat(look)
    for start, length, letters in _fragments(block):
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(_letters(letters, level, palette, is_code=is_code))


def _fragments(block: QTextBlock) -> list[tuple[int, int, QTextCharFormat]]:
    """Return position, length and look of what a paragraph is made of."""
    found, one = [], block.begin()
    while not one.atEnd():
        part = one.fragment()
        found.append((part.position(), part.length(), part.charFormat()))
        one += 1
    return found


def _letters(letters: QTextCharFormat, level: int, palette: QPalette, *, is_code: bool) -> QTextCharFormat:
    if level:
        letters.clearProperty(QTextFormat.Property.FontSizeAdjustment)
        letters.setProperty(QTextFormat.Property.FontPixelSize, scaled(_HEADINGS.get(level, _HEADINGS[2])))
        letters.setFontWeight(600)
    elif letters.fontFixedPitch() or is_code:
        letters.setFontFamilies(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families())
        if not is_code:
            letters.setBackground(palette.alternateBase())
    return letters


def _code_parts(document: QTextDocument) -> list[tuple[int, int]]:
    """Return where each piece of code begins and ends; the last one first, as framing one moves those behind it."""
    parts: list[tuple[int, int]] = []
    was_code = False
    for block in blocks(document):
        is_code = block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)
        end = block.position() + block.length() - 1
        if is_code and was_code:
            parts[-1] = parts[-1][0], end
        elif is_code:
            parts.append((block.position(), end))
        was_code = is_code
    return parts[::-1]


def _frame_code(document: QTextDocument, part: tuple[int, int], palette: QPalette) -> None:
    start, end = part
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    look = QTextFrameFormat()
    look.setBackground(palette.alternateBase())
    look.setPadding(8)
    cursor.insertFrame(look)


def _style_table(table: QTextTable, palette: QPalette) -> None:
    look = table.format().toTableFormat()
    look.setBorder(1)
    look.setBorderBrush(palette.mid())
    look.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    look.setBorderCollapse(True)
    look.setCellPadding(6)
    look.setCellSpacing(0)
    look.setTopMargin(4)
    look.setBottomMargin(12)
    look.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    table.setFormat(look)
    for column in range(table.columns()):
        cell = table.cellAt(0, column)
        letters = cell.format()
        letters.setBackground(palette.alternateBase())
        cell.setFormat(letters)
