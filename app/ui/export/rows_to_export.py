"""A snapshot of what a table shows, with its filters and order in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.column import Column
from app.domain.texts import Say, Text
from app.domain.views.columns import COLUMNS, Table, is_offered
from app.domain.views.queries import VIEW_TITLES, RowQuery, ValueFilter, View, by_column, said_limits
from app.ui.tables.table_page import TablePage

_NEWEST_FIRST = (Table.VISITS, Table.NOTIFICATIONS)


@dataclass(frozen=True)
class ShownRows:
    """The rows and columns of a table as they were on the screen.

    Args:
        query: by which the rows were found.
        ids: of the rows, from top to bottom.
        selected: those of them that are selected.
        columns: from left to right.
        total: how many rows the day has.
        narrowed: the filters: kind and value of each.
        order: of the rows, in words.
        whole_order: the default order, in words.
        titles: of all columns that can be exported.
    """

    query: RowQuery
    ids: Sequence[int]
    selected: Sequence[int]
    columns: tuple[Column, ...]
    total: int
    narrowed: tuple[tuple[str, str], ...]
    order: str
    whole_order: str
    titles: dict[str, str]


def shown_rows(page: TablePage, say: Say) -> ShownRows | None:
    """Return what a table shows now; None if no day is shown."""
    query, model = page.query, page.model
    if query is None:
        return None
    whole_order = _order_of(query.table, say)
    is_by_age = query.view in (View.TO_ATTEND, View.TO_ATTEND_VISITS)
    default_order = say(Text("Narrowed", "the oldest failure first")) if is_by_age else whole_order
    return ShownRows(
        query,
        tuple(model.ids),
        tuple(page.view.selected_ids()),
        tuple(model.columns[place] for place in page.view.columns_header.chosen_places()),
        max(page.total, len(model.ids)),
        _narrowed(page, query, say),
        ", ".join(f"{model.title(key.key)} {'↓' if key.descending else '↑'}" for key in query.sort) or default_order,
        whole_order,
        {column.key: say(column.title) for column in COLUMNS[query.table] if is_offered(column, query.day.carriers)},
    )


def _narrowed(page: TablePage, query: RowQuery, say: Say) -> tuple[tuple[str, str], ...]:
    found = []
    if query.view is not View.ALL:
        found.append((say(Text("Narrowed", "View")), say(VIEW_TITLES[query.view])))
    if query.search.strip():
        found.append((say(Text("Narrowed", "Search")), query.search.strip()))
    found += [(say(Text("Narrowed", "Filter")), _described(page, some, say)) for some in by_column(query.filters)]
    if query.numbers:
        found.append((say(Text("Narrowed", "List")), ", ".join(query.numbers)))
    return tuple(found)


def _described(page: TablePage, some: Sequence[ValueFilter], say: Say) -> str:
    """Return the filter of a column in words; dates are not relative, since a file is read on another day."""
    model, one = page.model, some[0]
    column = model.columns[model.position(one.key)]
    if one.bound:
        return f"{model.title(one.key)} {said_limits(some, lambda each: model.formats.limit(column, each.value))}"
    values = (model.formats.exact(column, each.value) or say(Text("Narrowed", "(empty)")) for each in some)
    return f"{model.title(one.key)} {'≠' if one.exclude else '='} {', '.join(values)}"


def _order_of(table: Table, say: Say) -> str:
    return (
        say(Text("Narrowed", "newest first"))
        if table in _NEWEST_FIRST
        else say(Text("Narrowed", "as the carrier listed them"))
    )
