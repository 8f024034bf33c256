"""The dialog of one photo, which is fetched when it opens and dropped when it closes."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QFrame, QLabel, QProgressBar, QPushButton, QStackedWidget, QWidget

from app.domain.contract.statuses import State
from app.domain.errors import PhotoError
from app.ui.appearance.icons import icon, icon_pixmap
from app.ui.appearance.theme import scaled
from app.ui.context.program import PhotoAt
from app.ui.context.window_context import Feature, WindowContext
from app.ui.details.detail_lines import PhotoLink, photo_url
from app.ui.photos.picture_view import Picture, PictureView, picture_of
from app.ui.widgets.fitted_dialog import Scrolled, scaled_room
from app.ui.widgets.labels import plain_label, tool_tip
from app.ui.widgets.layouts import in_column, in_row

if TYPE_CHECKING:
    from app.photos.photo import Photo

_ICON = 40
_SIZE = 940, 720


class PhotoDialog(QDialog):
    """Has the photo fetched and decoded by a worker. It can be viewed, but neither copied nor saved."""

    def __init__(self, context: WindowContext, photo_at: PhotoAt, link: PhotoLink) -> None:
        super().__init__(context.window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._link = link
        self._context, self._photo_at, theme = context, photo_at, context.theme
        self._photo: Photo | None = None
        self._url = photo_url(link.address)
        self._host = self._url.host() if self._url is not None else ""
        self.title = self.tr("Photo of the document") if link.is_identity else self.tr("Photo of the visit")
        self.setWindowTitle(self.tr("Visit {number}: {title}").format(number=link.visit_id, title=self.title))
        self.view = PictureView(theme)
        self.view.setAccessibleName(self.title)
        self.waiting = plain_label(tone="dim", wraps=False)
        self.problem = plain_label(tone="dim")
        self.again = QPushButton(self.tr("Try again"), autoDefault=False)
        self.browser = QPushButton(icon("globe", theme.dim), self.tr("Open in the browser"), autoDefault=False)
        self.browser.setToolTip(tool_tip(self.tr("Leaves Despacho: the browser may keep the picture.")))
        self.about = plain_label(tone="dim", wraps=False)
        self.close_button = QPushButton(self.tr("Close"), autoDefault=False)
        self._tools = QWidget()
        self._stack = QStackedWidget()
        self._waiting_page = self._new_waiting_page()
        self._problem_page = self._new_problem_page()
        for page in (self._waiting_page, self._problem_page, self.view):
            self._stack.addWidget(page)
        self._lay_out()
        self._add_keys()
        self.again.clicked.connect(self.fetch)
        self.browser.clicked.connect(self._open_in_browser)
        self.close_button.clicked.connect(self.reject)
        self.view.zoomed.connect(self._show_size)
        self.resize(scaled_room(context.window, *_SIZE))

    def _lay_out(self) -> None:
        about = [self.tr("Visit {number}").format(number=self._link.visit_id), self._host]
        said = in_column(
            plain_label(self.title, heading="title"),
            plain_label(" · ".join(filter(None, about)), tone="dim"),
            spacing=2,
        )
        head = in_row((said, 1), margins=0)
        foot = in_row(self._tools, self.about, 0, self.close_button, spacing=8)
        column = in_column(head, on=self, margins=(20, 16, 20, 16), spacing=12)
        if self._link.is_identity:
            column.addWidget(self._new_warning())
        column.addWidget(self._stack, 1)
        column.addLayout(foot)

    def _new_warning(self) -> QFrame:
        frame = QFrame()
        frame.setProperty("banner", "warning")
        picture = QLabel()
        picture.setPixmap(
            icon_pixmap("user", self._context.theme.warning.foreground, scaled(16), self.devicePixelRatioF())
        )
        self.warning = plain_label(
            self.tr("Personal data: an identity document. It is shown only, never stored or exported.")
        )
        in_row(picture, (self.warning, 1), on=frame, margins=(12, 8, 12, 8), spacing=8)
        return frame

    def _new_waiting_page(self) -> Scrolled:
        bar = QProgressBar(minimum=0, maximum=0, textVisible=False)
        bar.setAccessibleName(self.tr("Fetching the photo"))
        bar.setFixedWidth(scaled(240))
        return _middle([bar, self.waiting])

    def _new_problem_page(self) -> Scrolled:
        picture = QLabel()
        bad = self._context.theme.states[State.EXCEPTION].foreground
        picture.setPixmap(icon_pixmap("eye-off", bad, scaled(_ICON), self.devicePixelRatioF()))
        self.problem.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.problem.setMaximumWidth(scaled(520))
        buttons = QWidget()
        in_row(self.again, self.browser, on=buttons, margins=(0, 8, 0, 0), spacing=8)
        title = plain_label(self.tr("The photo is not shown"), heading="title", wraps=False)
        return _middle([picture, title, self.problem, buttons])

    def _add_keys(self) -> None:
        row = in_row(on=self._tools, margins=0, spacing=4)
        view = self.view
        tools: list[tuple[str, str, tuple[str, ...], Callable[[], None]]] = [
            ("minus", self.tr("Smaller"), ("-",), view.zoom_out),
            ("plus", self.tr("Larger"), ("+", "="), view.zoom_in),
            ("fit", self.tr("Fit"), ("0",), view.fit),
            ("", self.tr("Real size"), ("1",), view.show_real_size),
            ("refresh", self.tr("Turn"), ("R",), view.turn),
        ]
        for name, title, keys, act in tools:
            button = QPushButton("" if name else "1 : 1", autoDefault=False)
            if name:
                button.setIcon(icon(name, self._context.theme.dim))
            button.setAccessibleName(title)
            button.setToolTip(tool_tip(f"{title} ({keys[0]})"))
            button.clicked.connect(act)
            row.addWidget(button)
            for key in keys:
                QShortcut(QKeySequence(key), self).activated.connect(act)

    @Slot()
    def fetch(self) -> None:
        """Fetch the photo, and show it or why it cannot be shown."""
        photo = self._photo = self._photo_at(self._link.address)
        self._show(self._waiting_page)
        self.waiting.setText(self.tr("Asking {host} for the photo…").format(host=self._host))
        task = self._context.workers.start(lambda _report: _read(photo))
        task.ended.connect(self._end)
        task.succeeded.connect(self._show_result)

    @Slot()
    def _end(self) -> None:
        """End the waiting. The result follows at once, unless there was a bug."""
        self.problem.setText(self.tr("Something in Despacho went wrong, and the photo cannot be shown."))
        self.browser.setVisible(self._url is not None)
        self._show(self._problem_page)

    @Slot(object)
    def _show_result(self, result: Picture | PhotoError | None) -> None:
        if isinstance(result, Picture):
            self._show(self.view)
            self.view.show_picture(result)
            self.view.setFocus()
        elif result is not None:
            self.problem.setText(self._context.say(result.user_message))
            self.again.setFocus()

    def _show(self, page: QWidget) -> None:
        self._stack.setCurrentWidget(page)
        is_picture = page is self.view
        self._tools.setVisible(is_picture)
        self.about.setVisible(is_picture)
        if page is self._waiting_page:
            self.close_button.setFocus()

    @Slot()
    def _show_size(self) -> None:
        size = self.view.picture_size
        if size is None:
            return
        text = self.tr("{width} × {height} pixels · {percent} %")
        self.about.setText(text.format(width=size.width(), height=size.height(), percent=self.view.percent))
        self.view.setAccessibleDescription(self.about.text())

    @Slot()
    def _open_in_browser(self) -> None:
        if self._url is not None and not QDesktopServices.openUrl(self._url):
            self.problem.setText(self.tr("No browser could be opened."))

    def done(self, result: int) -> None:
        """Cancel fetching and decoding, and drop the picture."""
        if self._photo is not None:
            self._photo.cancel()
        self.view.show_picture(None)
        super().done(result)


def _read(photo: "Photo") -> Picture | PhotoError | None:
    """Fetch and decode. A failure is returned, since a closed dialog must report none."""
    try:
        decoded = photo.read()
        return None if decoded is None else picture_of(decoded)
    except PhotoError as error:
        return error


def _middle(widgets: list[QWidget]) -> Scrolled:
    """Return a page with these widgets below each other, centred, and scrolled where the screen is small."""
    page = QWidget()
    column = in_column(2, on=page, spacing=12)
    for widget in widgets:
        is_wrapped = isinstance(widget, QLabel) and widget.wordWrap()
        column.addLayout(in_row(1, (widget, 100 * is_wrapped), 1))  # aligned, a narrower text would not be higher
    column.addStretch(3)
    return Scrolled(page)


class Photos(Feature):
    """Opens one photo at a time in a modal dialog, so that no picture stays on the screen unnoticed.

    `photo_at` returns the photo at an address, to be fetched and decoded under strict limits, and stored nowhere.
    """

    def __init__(self, context: WindowContext, photo_at: PhotoAt) -> None:
        super().__init__(context)
        self._photo_at = photo_at

    @Slot(object)
    def open(self, link: PhotoLink) -> None:
        """Fetch a photo and show it."""
        dialog = PhotoDialog(self._context, self._photo_at, link)
        dialog.open()
        dialog.fetch()

    def close(self) -> None:
        """Close the photo, and end what fetches and decodes it."""
        for dialog in self._context.window.findChildren(PhotoDialog):
            dialog.reject()
