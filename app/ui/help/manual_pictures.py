"""The pictures of a page of the manual: as wide as fits, and below each what it shows, for those who cannot see it."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QImage, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat

from app.ui.help.manual_style import blocks

_PLACE = "\N{OBJECT REPLACEMENT CHARACTER}"

_ABOVE_CAPTION = 4  # pixels


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
