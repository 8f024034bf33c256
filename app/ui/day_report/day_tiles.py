"""The day's key figures as tiles: each leads to the rows that it counts."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QSizePolicy, QWidget

from app.ui.appearance.icons import icon_pixmap
from app.ui.appearance.shown_texts import elided
from app.ui.appearance.theme import Theme, scaled
from app.ui.day_report.day_words import Figure
from app.ui.widgets.labels import tool_tip

_HEIGHT = 68
_NARROWEST = 76
_SPACING = 8
_PADDING = 12
_ICON = 14
_ICON_GAP = 6
_TITLE_PIXELS = 12
_FIGURE_PIXELS = 22


class Tile(QAbstractButton):
    """One figure. A click, Enter or the space bar shows its rows."""

    def __init__(self, theme: Theme, figure: Figure, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._title_font, self._figure_font = QFont(self.font()), QFont(self.font())
        self._title_font.setPixelSize(scaled(_TITLE_PIXELS))
        self._figure_font.setPixelSize(scaled(_FIGURE_PIXELS))
        self._figure_font.setWeight(QFont.Weight.DemiBold)
        self._icon = scaled(_ICON)
        self.show_figure(figure)

    def show_figure(self, figure: Figure) -> None:
        """Show a figure."""
        self.figure = figure
        self.setAccessibleName(figure.spoken)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size that shows all of it."""
        title = QFontMetricsF(self._title_font).horizontalAdvance(self.figure.title) + self._icon + _ICON_GAP
        figures = QFontMetricsF(self._figure_font).horizontalAdvance(self.figure.text) + _ICON_GAP
        figures += QFontMetricsF(self._title_font).horizontalAdvance(self.figure.note)
        return QSize(int(max(title, figures)) + 2 * _PADDING + 2, scaled(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the least size that is still readable."""
        return QSize(scaled(_NARROWEST), scaled(_HEIGHT))

    def enterEvent(self, event: QEnterEvent) -> None:
        """Highlight the tile under the pointer."""
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """End the highlight."""
        super().leaveEvent(event)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the full text as a tooltip if it is cut."""
        super().resizeEvent(event)
        self.setToolTip(tool_tip(self.figure.spoken) if self.width() < self.sizeHint().width() else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card: a small title, a large figure, and a note beside it."""
        theme, figure = self._theme, self.figure
        color = theme.tone(figure.tone).foreground if figure.tone else theme.dim
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            edge = theme.accent if self.hasFocus() else theme.edge if self.underMouse() else theme.line
            width = 2 if self.hasFocus() else 1
            painter.setPen(QPen(QColor(edge), width))
            painter.setBrush(QColor(theme.hover if self.underMouse() or self.isDown() else theme.surface))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2), 8, 8)
            room = QRectF(self.rect()).adjusted(_PADDING, 0, -_PADDING, 0)
            painter.drawPixmap(
                QPointF(room.left(), scaled(13)), icon_pixmap(figure.icon, color, self._icon, self.devicePixelRatioF())
            )
            beside = room.adjusted(self._icon + _ICON_GAP, 0, 0, 0)
            self._write(painter, beside, scaled(25), figure.title, self._title_font, theme.dim)
            shown = theme.faint if figure.is_none else theme.text
            end = self._write(painter, room, scaled(54), figure.text, self._figure_font, shown)
            behind = room.adjusted(end + _ICON_GAP, 0, 0, 0)
            self._write(painter, behind, scaled(54), figure.note, self._title_font, theme.dim)

    def _write(self, painter: QPainter, room: QRectF, baseline: float, text: str, font: QFont, color: str) -> float:
        """Paint a line of text, elided if it is too long, and return its width."""
        metrics = QFontMetricsF(font)
        shown = elided(text, metrics, room.width())
        painter.setFont(font)
        painter.setPen(QColor(color))
        painter.drawText(QPointF(room.left(), baseline), shown)
        return metrics.horizontalAdvance(shown)


class Tiles(QWidget):
    """A grid of tiles of one width. A tile is kept as long as its figure is."""

    figure_asked = Signal(object)
    """The `Figure` whose rows are to be shown."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._tiles: list[Tile] = []
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(_SPACING)

    def show_figures(self, figures: Sequence[Figure]) -> None:
        """Show these figures."""
        if [tile.figure.view for tile in self._tiles] == [figure.view for figure in figures]:
            for tile, figure in zip(self._tiles, figures, strict=True):
                tile.show_figure(figure)
            self._arrange()
            return
        known = {tile.figure.view: tile for tile in self._tiles}
        self._tiles = []
        for figure in figures:
            tile = known.pop(figure.view) if figure.view in known else self._made(figure)
            tile.show_figure(figure)
            self._tiles.append(tile)
        for gone in known.values():
            gone.hide()
            gone.deleteLater()
        for before, after in zip(self._tiles, self._tiles[1:], strict=False):
            QWidget.setTabOrder(before, after)
        self._columns = 0
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put as many tiles in a row as can be read whole."""
        super().resizeEvent(event)
        self._arrange()

    def _made(self, figure: Figure) -> Tile:
        tile = Tile(self._theme, figure, self)
        tile.clicked.connect(lambda: self.figure_asked.emit(tile.figure))
        return tile

    def _arrange(self) -> None:
        count = len(self._tiles)
        if not count:
            return
        widest = max(tile.sizeHint().width() for tile in self._tiles)
        fitting = min(max((self.width() + _SPACING) // (widest + _SPACING), 1), count)
        rows = -(-count // fitting)
        columns = -(-count // rows)
        if columns == self._columns:
            return
        for column in range(max(columns, self._columns)):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        self._columns = columns
        for place, tile in enumerate(self._tiles):
            self._grid.addWidget(tile, place // columns, place % columns)
            tile.show()
