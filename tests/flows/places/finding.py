"""Places that find something: filters, columns, a pasted list, the search, the palette, views of one's own."""

from collections.abc import Iterator
from functools import partial

from app.domain.views.queries import ValueFilter, View
from app.ui.help.palette import Palette
from app.ui.search.global_search import GlobalSearchDialog
from app.ui.tables.column_arrangement import ColumnChooser
from app.ui.tables.filter_bar import MissingNumbers
from app.ui.views.saved_views import ViewNameDialog
from tests.flows.conftest import Bench
from tests.flows.places.ways import Place, close, press, search, settle, shown

_MISSING = tuple(f"9{nth:09}" for nth in range(12))
_NAME = "Norte, sin efectivo, que llaman después de las cuatro"


def finding(bench: Bench) -> Iterator[Place]:
    """Yield them; nothing is filtered at the end."""
    yield from _filters(bench)
    yield from _own_views(bench)
    yield from _list(bench)
    yield from _everywhere(bench)
    yield from _palette(bench)


def _filters(bench: Bench) -> Iterator[Place]:
    page = bench.window.tabs.page
    bench.window.navigation.show_view(View.ALL)
    bench.settle()
    for key in ("locality", "manifest_number"):
        page.add_filter(ValueFilter(key, page.view.rows.value(0, key)))
    page.add_filter(ValueFilter("failure", None))
    search(bench, "bogota")
    settle()
    yield "filters", bench.window
    page.view.choose_columns()
    chooser = shown(bench, ColumnChooser)
    yield "columns", chooser
    chooser.field.setText("tel")
    settle()
    yield "columns found", chooser
    close(chooser)


def _own_views(bench: Bench) -> Iterator[Place]:
    """Yield the naming of what is filtered, also with a name that another view has."""
    saved = bench.window.saved
    saved.save_shown()
    naming = shown(bench, ViewNameDialog)
    yield "name of a view", naming
    if not saved.views:
        naming.field.setText(_NAME)
        naming.buttons.accepted.emit()
        saved.save_shown()
        naming = shown(bench, ViewNameDialog)
    naming.field.setText(_NAME)
    settle()
    yield "used name of a view", naming
    close(naming)
    yield "own view", bench.window
    bench.window.filtering.clear()
    bench.settle()


def _list(bench: Bench) -> Iterator[Place]:
    page = bench.window.tabs.page
    page.show_numbers((bench.column("number")[0], *_MISSING))
    bench.settle()
    settle()
    yield "list", bench.window
    page.filters._open_missing(page.filters, _MISSING)
    missing = shown(bench, MissingNumbers)
    yield "missing numbers", missing
    close(missing)
    bench.window.filtering.clear()
    bench.settle()


def _everywhere(bench: Bench) -> Iterator[Place]:
    for name, words in (("search", ""), ("search found", "a"), ("search not found", "zzz")):
        bench.window.global_search.search(words)
        dialog = shown(bench, GlobalSearchDialog)
        bench.qtbot.waitUntil(partial(_has_found, dialog, words))
        settle()
        yield name, dialog
    close(dialog)


def _palette(bench: Bench) -> Iterator[Place]:
    press(bench, "Ctrl+K")
    palette = shown(bench, Palette)
    for name, words in (("palette", ""), ("palette found", "ma"), ("palette not found", "zzz")):
        palette.field.setText(words)
        settle()
        yield name, palette
    close(palette)


def _has_found(dialog: GlobalSearchDialog, words: str) -> bool:
    return dialog._found_words == words
