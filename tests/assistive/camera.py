"""Saves a picture of the display, in at most 256 colours, so that it is small enough for a page."""

import sys
from collections import Counter

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication, QImage

_MOST_COLOURS = 256


def main(file: str, *part: str) -> None:
    """Take the picture of the display that `DISPLAY` names, or of a part of it: left, top, width, height."""
    app = QGuiApplication([])
    whole = app.primaryScreen().grabWindow(0).toImage().convertToFormat(QImage.Format.Format_RGB32)
    picture = whole.copy(QRect(*map(int, part))) if part else whole
    colours = [colour for colour, _ in Counter(memoryview(picture.constBits()).cast("I")).most_common(_MOST_COLOURS)]
    small = picture.convertToFormat(QImage.Format.Format_Indexed8, colours, Qt.ImageConversionFlag.ThresholdDither)
    assert small.save(file, quality=0), file  # of a PNG: the highest compression


if __name__ == "__main__":
    main(*sys.argv[1:])
