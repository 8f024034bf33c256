"""The user's own views as text."""

import json
from collections.abc import Sequence
from contextlib import suppress

from app.domain.contract.storable_text import storable
from app.domain.views.columns import COLUMNS, DESK_TABLES, Cell, Table
from app.domain.views.queries import MOST_WORDS, VIEW_TABLES, SavedView, SortKey, ValueFilter, View

LONGEST_NAME = 60
_LONGEST_SEARCH = 1000
_MOST_FILTERS = 50


def written_views(views: Sequence[SavedView]) -> str:
    """Return views as JSON."""
    return json.dumps(
        [
            {
                "name": view.name,
                "table": view.table,
                "view": view.view,
                "search": view.search,
                "filters": [[one.key, one.value, one.exclude] for one in view.filters],
                "sort": [[one.key, one.descending] for one in view.sort],
            }
            for view in views
        ]
    )


def read_views(text: str) -> list[SavedView]:
    """Return the views of such a text, without those that cannot be read or that name what no longer exists."""
    try:
        kept = json.loads(text)
    except (ValueError, RecursionError):
        return []
    views: dict[str, SavedView] = {}
    for one in kept if isinstance(kept, list) else ():
        with suppress(ValueError, TypeError, KeyError):
            view = _read(one)
            views.setdefault(view.name.casefold(), view)
    return list(views.values())


def _read(kept: dict[str, object]) -> SavedView:
    """Return a view; raise ValueError, TypeError or KeyError if it is invalid."""
    name, search = storable(str(kept["name"])).strip(), storable(str(kept["search"]))
    table, view = Table(str(kept["table"])), View(str(kept["view"]))
    keys = {column.key for column in COLUMNS[table]}
    filters = tuple(ValueFilter(str(key), _cell(value), exclude=bool(no)) for key, value, no in _rows(kept["filters"]))
    sort = tuple(SortKey(str(key), descending=bool(down)) for key, down in _rows(kept["sort"]))
    is_known = table in DESK_TABLES and view in (View.ALL, *(one for one in View if VIEW_TABLES[one] is table))
    named = {one.key for one in filters} | {one.key for one in sort}
    if not is_known or not named <= keys:
        raise ValueError(view)
    if not 0 < len(name) <= LONGEST_NAME or len(search) > _LONGEST_SEARCH or len(search.split()) > MOST_WORDS:
        raise ValueError(name)
    return SavedView(name, table, view, search, filters, sort)


def _rows(kept: object) -> list[list[object]]:
    if not isinstance(kept, list) or len(kept) > _MOST_FILTERS:
        raise TypeError(kept)
    return kept


def _cell(value: object) -> Cell:
    if isinstance(value, str):
        return storable(value)
    if value is not None and not isinstance(value, int | float):
        raise TypeError(value)
    if isinstance(value, int) and abs(value) >= 2**63:
        raise ValueError(value)
    return value
