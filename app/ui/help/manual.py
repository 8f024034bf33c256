"""The manual's pages and sections, and how they look."""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

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
from app.domain.resources import resource
from app.ui.appearance.shown_texts import with_system_keys
from app.ui.appearance.theme import scaled
from app.ui.context.places import HelpPlace, Page

_FENCE = "```"
_HEADING = re.compile(r"#+ +(.+)")
_LINK_TARGET = re.compile(r"\]\([^)]*\)")
_DROPPED = re.compile(r"[^\w -]")
_OF_TERMINAL = Page.SCRIPTS
"""The page that names keys of a terminal, where a Mac has Ctrl too."""
_HEADINGS = {1: 22, 2: 16}  # pixels
_PROPORTIONAL = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
_LINE_HEIGHT = 135.0  # percent
_BESIDE_CODE = 6.0  # pixels


@dataclass(frozen=True)
class Section:
    """A part of a page under a heading; the first one of a page has the page's title."""

    page: Page
    number: int
    """Which of the page's headings, from 0."""
    title: str
    anchor: str
    """As links write it behind `#`: the heading in lower case, with hyphens and without punctuation."""
    words: str
    """All that it says, folded, to be searched."""


class Manual:
    """Reads each page when it is first asked for, with the keys of a platform, as `sys.platform` has it."""

    def __init__(self, language: str, platform: str = sys.platform) -> None:
        self._language = language
        self._platform = platform

    @property
    def folder(self) -> Path:
        """The folder of the pages and their pictures."""
        return resource("manual", self._language)

    def text(self, page: Page) -> str:
        """Return a page as Markdown."""
        text = (self.folder / f"{page}.md").read_text(encoding="utf-8")
        return text if page is _OF_TERMINAL else with_system_keys(text, self._platform)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """All sections of all pages, in their order."""
        return tuple(section for page in Page for section in _sections(page, self.text(page)))

    def first(self, page: Page) -> Section:
        """Return the beginning of a page."""
        return next(one for one in self.sections if one.page is page)

    def found(self, words: str) -> list[Section]:
        """Return the sections that hold all of these words; without a word none."""
        wanted = fold(words).split()
        return [one for one in self.sections if wanted and all(word in one.words for word in wanted)]

    def best(self, found: list[Section], words: str) -> Section | None:
        """Return the first one that has one of the words in its title, else the first one."""
        wanted = fold(words).split()
        titled = (one for one in found if any(word in fold(one.title) for word in wanted))
        return next(titled, next(iter(found), None))

    def linked(self, page: Page, link: str) -> Section | None:
        """Return where a link of a page leads, such as `board.md#new-rows` or `#new-rows`; None: not in the manual."""
        name, _, anchor = link.partition("#")
        target = name.removesuffix(".md") if name else page
        if (name and not name.endswith(".md")) or target not in set(Page):
            return None
        return next((one for one in self.sections if one.page == target and anchor in ("", one.anchor)), None)

    def place(self, place: HelpPlace) -> Section:
        """Return the section of a place; where its page lacks the heading, the beginning of the page.

        Headings are named in English; the pages of both languages have the same ones in the same order.
        """
        english = self if self._language == "en" else Manual("en")
        named = english.linked(place.page, f"#{place.heading}" if place.heading else f"{place.page}.md")
        number = named.number if named is not None else 0
        return next(one for one in self.sections if one.page is place.page and one.number == number)


def _sections(page: Page, text: str) -> Iterator[Section]:
    parts: list[tuple[str, list[str]]] = []
    is_code = False
    for line in text.splitlines():
        is_code ^= line.startswith(_FENCE)
        heading = None if is_code else _HEADING.fullmatch(line)
        if heading is not None:
            parts.append((heading[1], []))
        parts[-1][1].append(_LINK_TARGET.sub("]", line))
    for number, (title, lines) in enumerate(parts):
        yield Section(page, number, title, anchor(title), fold(" ".join(lines)))


def anchor(heading: str) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    return _DROPPED.sub("", heading.lower()).replace(" ", "-")


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
