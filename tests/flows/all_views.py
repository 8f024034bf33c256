"""Opens every tab and dialog of a desk, one after the other."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QTabWidget, QWidget

from app.domain.views.columns import Table
from app.ui.alerts.alerts_panel import AlertsPanel
from app.ui.calls.call_dialog import CallDialog
from app.ui.details.photo_link import PhotoLink
from app.ui.export.export_dialog import ExportDialog
from app.ui.follow_up.follow_up_dialog import FollowUpDialog
from app.ui.help.help_dialog import HelpDialog
from app.ui.help.palette import Palette
from app.ui.photos.photo_dialog import PhotoDialog
from app.ui.search.global_search_dialog import GlobalSearchDialog
from app.ui.settings.assistant import Assistant
from app.ui.settings.settings_dialog import SettingsDialog
from app.ui.shift.end_shift_dialog import EndShiftDialog
from app.ui.shift.take_over_dialog import TakeOverDialog
from app.ui.tables.table_page import TablePage
from app.ui.views.view_name_dialog import ViewNameDialog
from app.ui.window.closing import ClosingDialog
from tests.flows.conftest import NOW, Bench

_PHOTO = "https://127.0.0.1:1/card.jpg"
D = TypeVar("D", bound=QDialog)


def a_day(bench: Bench) -> None:
    """Open a desk on a day in which something of everything happened."""
    bench.carrier(shipments=60)
    bench.trust()
    bench.open()
    bench.window.resize(1440, 900)
    bench.receive()
    bench.load()
    numbers = bench.column("number")
    for nth, number in enumerate(numbers[:12]):
        bench.notify(
            100 + nth,
            "falso_flete" if nth % 3 == 0 else "completada",
            number,
            at=f"{8 + nth // 3:02}:{nth:02}:07",
            conductor={"id": nth % 3, "nombre": f"Conductora {nth % 3}"},
            ruta={"id": nth % 2, "nombre": f"Ruta Norte {nth % 2}"},
            contacto={"nombre": "Señora Peña", "telefono": "300 555 0100", "email": "pena@mensajes.example"},
            direccion="Carrera 7 # 72-41, apartamento 501",
            ubicacion={"latitud": 4.65 + nth / 500, "longitud": -74.05},
            check_in={"fecha_hora": f"{NOW.date()}T08:00:00", "latitud": 4.652 + nth / 500, "longitud": -74.051},
            check_out={"fecha_hora": f"{NOW.date()}T08:04:10", "latitud": 4.652, "longitud": -74.051},
            fotos={"dni": "https://fotos.example/d.jpg", "evidencia": "https://fotos.example/e.jpg"},
        )
    bench.notify(900, "falso_flete", "no-shipment-has-this")
    bench.post(b"no json")
    bench.settle()


def every_place(bench: Bench) -> Iterator[tuple[str, QWidget]]:
    """Yield each tab of the window and each dialog by a name, while it shows."""
    yield from _tabs(bench)
    yield from _with_pages(bench, bench.window.settings.open_settings, SettingsDialog)
    yield from _assistant(bench)
    bench.window.steps.show()
    _settle()
    yield "steps", bench.window
    yield from _with_pages(bench, lambda: _act(bench, "F1"), HelpDialog)
    for name, open_it, kind in _dialogs(bench):
        open_it()
        dialog = _shown(bench, kind)
        yield name, dialog
        _close(dialog)


def _tabs(bench: Bench) -> Iterator[tuple[str, QWidget]]:
    window = bench.window
    for place, name in enumerate(("shipments", "visits", "manifests", "notifications")):
        window.tabs.setCurrentIndex(place)
        page = window.tabs.page
        bench.qtbot.waitUntil(partial(_has_rows, page))
        page.view.selectRow(0)
        bench.qtbot.waitUntil(lambda: window.detail.is_of_row)
        _settle()
        yield name, window
    window.tabs.setCurrentIndex(4)
    bench.qtbot.waitUntil(lambda: window.day.is_in_front)
    _settle()
    yield "day", window
    window.tabs.setCurrentIndex(1)
    window.map.toggle()
    bench.qtbot.waitUntil(window.map.pane.isVisible)
    _settle()
    yield "map", window
    window.map.toggle()
    window.tabs.setCurrentIndex(0)
    _search(bench, "zzz")
    bench.qtbot.waitUntil(lambda: not bench.window.tabs.pages[Table.SHIPMENTS].model.ids)
    _settle()
    yield "nothing matches", window
    window.filtering.clear()
    bench.settle()


def _with_pages(bench: Bench, open_it: Callable[[], object], kind: type[QDialog]) -> Iterator[tuple[str, QWidget]]:
    open_it()
    dialog = _shown(bench, kind)
    tabs = dialog.findChild(QTabWidget)
    assert isinstance(tabs, QTabWidget)
    for place in range(tabs.count()):
        tabs.setCurrentIndex(place)
        _settle()
        yield f"{kind.__name__} {place}", dialog
    _close(dialog)


def _assistant(bench: Bench) -> Iterator[tuple[str, QWidget]]:
    bench.window.first_steps.open()
    assistant = _shown(bench, Assistant)
    yield "assistant", assistant
    assistant.carrier.base_url.setText("http://carrier.example")
    assistant.zone.setEditText("Nowhere")
    assistant.accept()
    assistant.carrier.check_address()
    assistant.zone.settled.emit()
    _settle()
    yield "assistant with errors", assistant
    _close(assistant)


def _dialogs(bench: Bench) -> list[tuple[str, Callable[[], object], type[QDialog]]]:
    window = bench.window

    def acknowledge() -> None:
        window.tabs.page.view.selectRow(0)
        window.follow_up.acknowledge()

    def name_a_view() -> None:
        window.tabs.setCurrentIndex(0)
        _search(bench, "a")
        bench.settle()
        window.saved.save_shown()

    def show_a_photo() -> None:
        window.photos.open(PhotoLink(100, _PHOTO, is_identity=True))
        dialog = _shown(bench, PhotoDialog)
        bench.qtbot.waitUntil(lambda: "127.0.0.1" in dialog.problem.text())

    def end_the_shift() -> None:
        window.end_shift.open()
        _shown(bench, EndShiftDialog).save.click()  # without a phrase

    def take_over_a_shift() -> None:
        file = bench.folder / "shift.json"
        day = window.current_day.shown_day
        made = window.ports.shift.exchange.make(day, "luna llena sobre suba", remembers=False)
        file.write_bytes(made.content)
        window.take_over_shift.open(str(file))
        dialog = _shown(bench, TakeOverDialog)
        bench.qtbot.waitUntil(dialog.take_over.isVisible)

    return [
        ("receiver", window.receiver.open_panel, type(window.receiver.panel)),
        ("alerts", window.alerts.open_list, AlertsPanel),
        ("palette", lambda: _act(bench, "Ctrl+K"), Palette),
        ("global_search", window.global_search.open, GlobalSearchDialog),
        ("end of shift", end_the_shift, EndShiftDialog),
        ("take over shift", take_over_a_shift, TakeOverDialog),
        ("export", window.exporting.export_shown, ExportDialog),
        ("follow-up", acknowledge, FollowUpDialog),
        ("calls", lambda: _act(bench, "F8"), CallDialog),
        ("photo", show_a_photo, PhotoDialog),
        ("closing", window.closing.ask, ClosingDialog),
        ("view's name", name_a_view, ViewNameDialog),
    ]


def _has_rows(page: TablePage) -> bool:
    return bool(page.model.ids)


def _search(bench: Bench, words: str) -> None:
    bench.window.top.search.setText(words)
    bench.window.top.search.returnPressed.emit()


def _act(bench: Bench, key: str) -> None:
    actions: list[QAction] = bench.window.actions()
    next(one for one in actions if one.shortcut().toString() == key).trigger()


def _shown(bench: Bench, kind: type[D]) -> D:
    found: list[D] = []

    def look() -> bool:
        found[:] = [one for one in bench.window.findChildren(kind) if one.isVisible()]
        return bool(found)

    bench.qtbot.waitUntil(look)
    _settle()
    return found[-1]


def _close(dialog: QDialog) -> None:
    dialog.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _settle() -> None:
    """Have layouts done and painted."""
    for _ in range(3):
        QCoreApplication.processEvents()
