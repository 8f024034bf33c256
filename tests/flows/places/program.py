"""Places of the program as a whole: Help, deviations, the question when it closes, the menu, a load under way."""

from collections.abc import Iterator

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu

from app.ui.context.places import HelpPlace, Page
from app.ui.help.deviations import DeviationsDialog
from app.ui.help.help_dialog import HelpDialog
from app.ui.window.closing import ClosingDialog
from tests.flows.conftest import Bench
from tests.flows.places.ways import Place, close, pages, press, settle, shown


def program(bench: Bench) -> Iterator[Place]:
    """Yield them."""
    yield from _help(bench)
    yield from _deviations(bench)
    for has_tray in (True, False):
        closing = ClosingDialog(has_tray=has_tray, parent=bench.window)
        closing.open()
        settle()
        yield "closing" if has_tray else "closing without a tray", closing
        close(closing)
        closing.deleteLater()
    yield from _menu(bench)
    yield from _load(bench)


def _help(bench: Bench) -> Iterator[Place]:
    press(bench, "F1")
    dialog = shown(bench, HelpDialog)
    bench.qtbot.waitUntil(lambda: dialog.licences.table.rowCount() > 0)
    yield from pages(dialog, "help")
    dialog.show_place(HelpPlace(Page.TROUBLESHOOTING, "there-was-a-reception-gap"))
    settle()
    yield "help with a symptom", dialog
    close(dialog)


def _deviations(bench: Bench) -> Iterator[Place]:
    bench.window.deviations.open()
    dialog = shown(bench, DeviationsDialog)
    bench.qtbot.waitUntil(lambda: bool(dialog.empty.title.text()) or dialog.table.rowCount() > 0)
    settle()
    yield "deviations", dialog
    dialog._show(())
    settle()
    yield "no deviations", dialog
    close(dialog)


def _menu(bench: Bench) -> Iterator[Place]:
    for name, button in (("menu", bench.window.top.menu_button), ("more", bench.window.tab_actions.more)):
        menu = button.menu()
        assert isinstance(menu, QMenu)
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))
        settle()
        yield name, menu
        menu.close()


def _load(bench: Bench) -> Iterator[Place]:
    top = bench.window.top
    top.show_loading(loading=True)
    top.progress.show()
    settle()
    yield "load under way", bench.window
    top.show_loading(loading=False)
    bench.window.clock.tick()
