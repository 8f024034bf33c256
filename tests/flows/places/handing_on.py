"""Places that hand the day on: export, end of a shift, taking one over, a photo."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from app.domain.decoded_picture import DecodedPicture
from app.domain.handover.document import Handover, SignedHandover
from app.ui.details.detail_lines import PhotoLink
from app.ui.export.export_dialog import ExportDialog
from app.ui.photos.photo_dialog import PhotoDialog
from app.ui.photos.picture_view import Picture
from app.ui.shift.shift_dialog import ShiftDialog
from tests.flows.conftest import Bench
from tests.flows.places.problems import NOT_WRITTEN
from tests.flows.places.ways import Place, close, search, settle, shown

_PHRASE, _SALT = "luna llena sobre suba", b"0123456789abcdef"
_PHOTO = "https://127.0.0.1:1/card.jpg"


def handing_on(bench: Bench) -> Iterator[Place]:
    """Yield them."""
    yield from _export(bench)
    yield from _end(bench)
    yield from _take_over(bench)
    yield from _photo(bench)


def _export(bench: Bench) -> Iterator[Place]:
    window = bench.window
    search(bench, "a")
    window.exporting.export_shown()
    dialog = shown(bench, ExportDialog)
    yield "export", dialog
    dialog.chosen.setChecked(True)
    settle()
    yield "export of chosen columns", dialog
    dialog.start(1000)
    dialog.show_progress(417)
    dialog._show_progress()
    settle()
    yield "export under way", dialog
    dialog.stop()
    dialog.show_failure(window.context.say(NOT_WRITTEN.user_message))
    settle()
    yield "failed export", dialog
    close(dialog)
    window.filtering.clear()


def _end(bench: Bench) -> Iterator[Place]:
    bench.window.shift.end()
    dialog = shown(bench, ShiftDialog)
    ending = dialog.ending
    bench.qtbot.waitUntil(ending.main.isEnabled)
    yield "end of shift", dialog
    ending.phrase.field.setText("corta")
    ending.main.click()
    settle()
    yield "end of shift with too short a phrase", dialog
    ending.phrase.clear_problem()
    folder = Path.home() / "Documentos" / "Turnos de la sede Norte"
    ending.show_saved([folder / "Turno ANDINA-BOG 2026-11-20 1758.json", folder / "Día ANDINA-BOG 2026-11-20.pdf"], 7)
    settle()
    yield "ended shift", dialog
    close(dialog)


def _take_over(bench: Bench) -> Iterator[Place]:
    """Yield each step and refusal: files of this desk, of another site, and of a newer version."""
    window = bench.window
    made = window.context.exchange.make(window.current_day.shown_day, _PHRASE, remembers=True)
    own = SignedHandover.read(made.content).opened(_PHRASE)
    other = replace(own, origin="a" * 32, desk="NORTE", zone="America/Lima", service="otro.example")
    yield from _opened(bench, "shift with another phrase", other.signed("another phrase", _SALT), "go")
    yield from _opened(bench, "shift of a newer version", made.content.replace(b'"version": 1', b'"version": 9'))
    yield from _opened(bench, "shift of this desk", own.signed(_PHRASE, _SALT), "take_over")
    yield from _opened(bench, "shift of another site", _signed(other), "take_over")


def _signed(handover: Handover) -> bytes:
    return handover.signed(_PHRASE, _SALT)


def _opened(bench: Bench, name: str, content: bytes, button: str = "") -> Iterator[Place]:
    file = bench.folder / "Turno ANDINA-BOG 2026-11-20 1758.json"
    file.write_bytes(content)
    bench.window.shift.take_over()
    dialog = shown(bench, ShiftDialog)
    taking = dialog.taking
    if name == "shift with another phrase":
        yield "shift before its file is chosen", dialog
    bench.window.shift.taking.open(str(file))
    bench.qtbot.waitUntil((getattr(taking, button) if button else taking._problem).isVisible)
    settle()
    yield name, dialog
    if name == "shift of this desk":
        taking.take_over.click()
        bench.qtbot.waitUntil(taking._said.isVisible)
        settle()
        yield "taken over shift", dialog
    close(dialog)


def _photo(bench: Bench) -> Iterator[Place]:
    bench.window.photos.open(PhotoLink(100, _PHOTO, is_identity=True))
    dialog = shown(bench, PhotoDialog)
    bench.qtbot.waitUntil(lambda: "127.0.0.1" in dialog.problem.text())
    settle()
    yield "photo with a problem", dialog
    dialog._show(dialog._waiting_page)
    settle()
    yield "photo asked for", dialog
    picture = QImage(1200, 800, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.darkCyan)
    dialog._show_result(Picture((picture,), cast("DecodedPicture", None)))
    settle()
    yield "photo", dialog
    close(dialog)
