"""A photo in its dialog: from the worker to the eye, and what stands in its place."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.domain.decoded_picture import DecodedPicture
from app.domain.errors import PhotoError
from app.domain.texts import Text
from app.photos.photo import Photo
from app.qt_threads.worker_pool import WorkerPool
from app.ui.details.detail_lines import PhotoLink
from app.ui.photos.photo_dialog import PhotoDialog, Photos
from app.ui.photos.picture_view import picture_of
from tests.photos.pictures import decoded_here, file_of, picture, plain
from tests.programs import Programs
from tests.ui.conftest import window_context

LINK = PhotoLink(7, "https://fotos.mensajero.co/7.jpg?firma=secreta")


class Given(Photo):
    """A photo that is at hand, or the error in its place."""

    def __init__(self, outcome: DecodedPicture | Exception | Event) -> None:
        super().__init__(LINK.address)
        self.outcome = outcome
        self.cancelled = Event()

    def read(self) -> DecodedPicture | None:
        if isinstance(self.outcome, Exception):
            raise self.outcome
        if isinstance(self.outcome, Event):
            self.outcome.set()
            self.cancelled.wait()
            return None
        return self.outcome

    def cancel(self) -> None:
        self.cancelled.set()


@pytest.fixture
def workers() -> Iterator[WorkerPool]:
    workers = WorkerPool()
    yield workers
    workers.stop()


Open = Callable[..., PhotoDialog]


@pytest.fixture
def opened(qtbot: QtBot, dressed: QApplication, workers: WorkerPool, tmp_path: Path) -> Open:
    """Open the dialog over a window, with a photo for each time that one is asked for."""
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()

    def open_dialog(*photos: Given, link: PhotoLink = LINK) -> PhotoDialog:
        given = iter(photos)
        dialog = PhotoDialog(window_context(parent, workers=workers), lambda _address: next(given), link)
        dialog.open()
        dialog.fetch()
        return dialog

    return open_dialog


def texts(dialog: PhotoDialog) -> str:
    return "\n".join(one.text() for one in dialog.findChildren(QLabel) if one.isVisible())


@pytest.mark.parametrize("kind", ["png", "jpg", "webp"])
def test_a_picture_is_shown_fitted_zoomed_and_turned(opened: Open, qtbot: QtBot, kind: str) -> None:
    dialog = opened(Given(decoded_here(file_of(picture(2400, 1200), kind))))
    view = dialog.view
    qtbot.waitUntil(view.isVisible)
    assert view.is_fitted
    assert view.hasFocus()
    assert dialog.about.text().startswith("2400 × 1200 pixels · ")
    left, right = QPoint(view.width() // 4, view.height() // 2), QPoint(view.width() * 3 // 4, view.height() // 2)
    assert view.grab().toImage().pixelColor(left).red() > 200
    assert view.grab().toImage().pixelColor(right).blue() > 200
    fitted = view.percent
    QTest.keyClick(dialog, Qt.Key.Key_Plus)
    assert view.percent > fitted
    QTest.keyClick(dialog, Qt.Key.Key_1)
    assert view.percent == 100
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(dialog, Qt.Key.Key_0)
    assert view.percent == fitted
    QTest.keyClick(dialog, Qt.Key.Key_R)
    middle = view.width() // 2
    assert view.grab().toImage().pixelColor(middle, view.height() // 4).red() > 200
    assert view.grab().toImage().pixelColor(middle, view.height() * 3 // 4).blue() > 200


def test_the_wheel_zooms_where_the_pointer_is(opened: Open, qtbot: QtBot) -> None:
    dialog = opened(Given(decoded_here(file_of(picture(2400, 1200)))))
    view = dialog.view
    qtbot.waitUntil(view.isVisible)
    at = QPointF(view.width() / 2 - 40, view.height() / 2)
    for _ in range(6):
        wheel = QWheelEvent(
            at,
            QPointF(view.mapToGlobal(at.toPoint())),
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(view, wheel)
    image = view.grab().toImage()
    assert image.pixelColor(at.toPoint()).red() > 200
    assert image.pixelColor(view.width() - 5, view.height() // 2).blue() > 200


def test_the_document_is_announced_as_personal_data_and_cannot_be_taken_along(opened: Open, qtbot: QtBot) -> None:
    dialog = opened(Given(decoded_here(file_of(picture(40, 20)))), link=replace(LINK, is_identity=True))
    qtbot.waitUntil(dialog.view.isVisible)
    assert "shown only, never stored or exported" in texts(dialog)
    assert "Visit 7" in texts(dialog)
    QTest.keyClick(dialog.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().image().isNull()
    names = {one.accessibleName() or one.text() for one in dialog.findChildren(QPushButton) if one.isVisible()}
    assert names == {"Smaller", "Larger", "Fit", "Real size", "Turn", "Close"}


def test_a_failure_is_said_in_place_and_can_be_tried_again_or_left_to_the_browser(
    opened: Open, programs: Programs, qtbot: QtBot
) -> None:
    problem = PhotoError(Text("Photo", "fotos.mensajero.co <b>is</b> asleep."))
    dialog = opened(Given(problem), Given(decoded_here(file_of(picture(40, 20)))))
    qtbot.waitUntil(dialog.again.isVisible)
    assert "fotos.mensajero.co <b>is</b> asleep." in texts(dialog)
    assert "secreta" not in texts(dialog)
    assert {one.textFormat() for one in dialog.findChildren(QLabel) if one.text()} == {Qt.TextFormat.PlainText}
    dialog.browser.click()
    assert programs.opened == [LINK.address]
    dialog.again.click()
    qtbot.waitUntil(dialog.view.isVisible)


def test_a_bug_ends_the_waiting_with_a_sentence_and_is_reported(opened: Open, qtbot: QtBot) -> None:
    with qtbot.captureExceptions() as bugs:
        dialog = opened(Given(LookupError("an unexpected bug")), Given(decoded_here(file_of(picture(40, 20)))))
        qtbot.waitUntil(dialog.again.isVisible)
        assert "Something in Despacho went wrong" in texts(dialog)
        assert [kind for kind, *_ in bugs] == [LookupError]
    dialog.again.click()
    qtbot.waitUntil(dialog.view.isVisible)


def test_closing_stops_the_download_silently(opened: Open, qtbot: QtBot) -> None:
    asked = Event()
    photo = Given(asked)
    dialog = opened(photo)
    qtbot.waitUntil(asked.is_set)
    assert "Asking fotos.mensajero.co" in texts(dialog)
    with qtbot.waitSignal(dialog.destroyed):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert photo.cancelled.is_set()


def test_a_picture_is_let_go_of_when_the_dialog_closes(opened: Open, qtbot: QtBot) -> None:
    dialog = opened(Given(decoded_here(file_of(picture(40, 20)))))
    qtbot.waitUntil(dialog.view.isVisible)
    view = dialog.view
    with qtbot.waitSignal(dialog.destroyed):
        dialog.close_button.click()
        assert view.picture_size is None


def test_the_end_of_the_program_closes_the_photo_and_cancels_it(
    qtbot: QtBot, dressed: QApplication, workers: WorkerPool
) -> None:
    parent, asked = QWidget(), Event()
    qtbot.addWidget(parent)
    photo = Given(asked)
    photos = Photos(window_context(parent, workers=workers), lambda _address: photo)
    photos.open(LINK)
    qtbot.waitUntil(asked.is_set)
    photos.close()
    assert photo.cancelled.is_set()


def test_the_smallest_level_that_is_large_enough_is_painted() -> None:
    read = picture_of(decoded_here(file_of(plain(8000, 5000), "jpg")))
    assert (read.size.width(), read.size.height()) == (8000, 5000)
    assert read.level(0.1).width() == 2000
    assert read.level(1).width() == 8000
