"""The view of a picture: fitted, zoomed, dragged, turned. It cannot be copied or dragged out."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from app.domain.decoded_picture import DecodedPicture
from app.ui.appearance.theme import Theme

_STEP = 1.25
_LARGEST = 16.0
"""The most device pixels that a pixel of the picture may fill."""
_ARROW = 64
_NOTCH = 120.0
"""A wheel's step, in eighths of a degree."""
_ARROWS = {
    Qt.Key.Key_Left: QPointF(_ARROW, 0),
    Qt.Key.Key_Right: QPointF(-_ARROW, 0),
    Qt.Key.Key_Up: QPointF(0, _ARROW),
    Qt.Key.Key_Down: QPointF(0, -_ARROW),
}


@dataclass(frozen=True)
class Picture:
    """A picture, upright. `levels` are the picture and its halvings, down to a small one."""

    levels: tuple[QImage, ...]
    decoded: DecodedPicture
    """Holds the memory that the images show."""

    @property
    def size(self) -> QSize:
        """The size of the picture itself."""
        return self.levels[0].size()

    def level(self, scale: float) -> QImage:
        """Return the smallest level that is large enough for this scale."""
        nth = 0
        while nth + 1 < len(self.levels) and scale * 2 ** (nth + 1) <= 1:
            nth += 1
        return self.levels[nth]


def picture_of(decoded: DecodedPicture) -> Picture:
    """Return a decoded picture as images, without a copy."""
    form = QImage.Format.Format_RGB32 if decoded.is_opaque else QImage.Format.Format_ARGB32_Premultiplied
    levels = (QImage(one.pixels, one.width, one.height, 4 * one.width, form) for one in decoded.levels)
    return Picture(tuple(levels), decoded)


class PictureView(QWidget):
    """Shows one picture, fitted into the view until the user zooms."""

    zoomed = Signal()
    """The scale or the rotation changed."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._picture: Picture | None = None
        self._scale = 0.0
        """Points per pixel of the picture; 0: fitted."""
        self._turns = 0
        self._offset = QPointF()
        """Offset from the middle of the view to the middle of the picture."""
        self._held: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(160, 80)

    def sizeHint(self) -> QSize:
        """Return a size in which one sees something."""
        return QSize(860, 560)

    def show_picture(self, picture: Picture | None) -> None:
        """Show a picture; None drops the last one and its memory."""
        self._picture, self._turns = picture, 0
        self.fit()

    @property
    def picture_size(self) -> QSize | None:
        """Return the size of the picture."""
        return self._picture.size if self._picture is not None else None

    @property
    def percent(self) -> int:
        """The scale in percent: 100 shows a pixel of the picture as one of the screen."""
        return round(100 * self._shown_scale() * self.devicePixelRatioF())

    @property
    def is_fitted(self) -> bool:
        """Whether the picture is fitted into the view."""
        return not self._scale

    def fit(self) -> None:
        """Fit the picture into the view, at most at 100 %."""
        self._scale, self._offset = 0.0, QPointF()
        self._emit_zoomed()

    def show_real_size(self) -> None:
        """Show the picture at 100 %."""
        self._zoom_to(1 / self.devicePixelRatioF(), QPointF())

    def zoom_in(self) -> None:
        """Show it larger."""
        self._zoom(_STEP, QPointF())

    def zoom_out(self) -> None:
        """Show it smaller."""
        self._zoom(1 / _STEP, QPointF())

    def turn(self) -> None:
        """Turn the picture clockwise by 90 degrees."""
        self._turns = (self._turns + 1) % 4
        self.fit()

    def _emit_zoomed(self) -> None:
        self.update()
        self.zoomed.emit()

    def _picture_size(self) -> QSizeF:
        """Return the size of the turned picture."""
        size = QSizeF(self._picture.size) if self._picture else QSizeF(1, 1)
        return size.transposed() if self._turns % 2 else size

    def _fitting(self) -> float:
        size = self._picture_size()
        return min(self.width() / size.width(), self.height() / size.height(), 1 / self.devicePixelRatioF())

    def _shown_scale(self) -> float:
        return self._scale or self._fitting()

    def _zoom(self, factor: float, at: QPointF) -> None:
        self._zoom_to(self._shown_scale() * factor, at)

    def _zoom_to(self, wanted: float, at: QPointF) -> None:
        """Zoom around a point, given from the middle of the view."""
        if self._picture is None:
            return
        smallest = self._fitting()
        if wanted <= smallest:
            self.fit()
            return
        before = self._shown_scale()
        self._scale = min(wanted, max(_LARGEST / self.devicePixelRatioF(), smallest))
        self._offset = at - (at - self._offset) * (self._scale / before)
        self._move(QPointF())
        self._emit_zoomed()

    def _move(self, by: QPointF) -> None:
        """Move the picture, but not out of the view."""
        size = self._picture_size() * self._shown_scale()
        most_x = max(0.0, (size.width() - self.width()) / 2)
        most_y = max(0.0, (size.height() - self.height()) / 2)
        moved = self._offset + by
        self._offset = QPointF(min(max(moved.x(), -most_x), most_x), min(max(moved.y(), -most_y), most_y))
        self.update()

    def _from_middle(self, at: QPointF) -> QPointF:
        return at - QPointF(self.width() / 2, self.height() / 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible part."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(self._theme.bg))
            if self._picture is not None:
                scale = self._shown_scale()
                level = self._picture.level(scale * self.devicePixelRatioF())
                size = QSizeF(self._picture.size) * scale
                painter.setRenderHint(
                    QPainter.RenderHint.SmoothPixmapTransform, on=scale * self.devicePixelRatioF() < 2
                )
                painter.translate(QPointF(self.width() / 2, self.height() / 2) + self._offset)
                painter.rotate(90 * self._turns)
                painter.drawImage(QRectF(QPointF(-size.width() / 2, -size.height() / 2), size), level)
                painter.resetTransform()
            if self.hasFocus():
                painter.setPen(QColor(self._theme.accent))
                painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the picture in the view."""
        super().resizeEvent(event)
        self._move(QPointF())
        self.zoomed.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom where the pointer is."""
        self._zoom(_STEP ** (event.angleDelta().y() / _NOTCH), self._from_middle(event.position()))
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Zoom by a pinch as well."""
        if isinstance(event, QNativeGestureEvent) and event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture:
            self._zoom(1 + event.value(), self._from_middle(event.position()))
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of it."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._held = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the picture."""
        if self._held is not None:
            self._move(event.position() - self._held)
            self._held = event.position()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag."""
        self._held = None
        self.unsetCursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Switch between 100 % and the fitted picture on a double click."""
        if self.is_fitted:
            self._zoom_to(1 / self.devicePixelRatioF(), self._from_middle(event.position()))
        else:
            self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the picture by the arrow keys."""
        arrow = _ARROWS.get(Qt.Key(event.key()))
        if arrow is None:
            super().keyPressEvent(event)
        else:
            self._move(arrow)
