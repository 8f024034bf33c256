"""What the window keeps between two starts: its place, its columns, the carriers that were used last."""

import json
import logging
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, time
from enum import StrEnum
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QByteArray, QSettings

from app.domain.column import Cell
from app.domain.contract.json_text.storable_text import storable
from app.domain.days import Day
from app.domain.views.columns import COLUMNS, DESK_TABLES, Table
from app.domain.views.queries import MOST_WORDS, VIEW_TABLES, Bound, SavedView, SortKey, ValueFilter, View

STATE_FILE = "window.ini"
LONGEST_NAME = 60
_LONGEST_SEARCH = 1000
_MOST_FILTERS = 50
_CARRIERS_KEPT = 10
_DONE_KEPT = 12
_DROPS_KEPT = 20
_OBJECT = re.compile(rb'[=,][\s"]*@(?:Variant|DateTime)\(')
"""How Qt writes values that are neither text nor bytes. We write none, and a damaged one crashes Qt (6.11).

Qt writes a second `@` before a text that begins like that.
"""
_MODE_DIGITS = 2  # of 0o077 in decimal
_WIDEST = 5000  # pixels of a column

_T = TypeVar("_T")
_log = logging.getLogger(__name__)


def written_views(views: Sequence[SavedView]) -> str:
    """Return views as JSON."""
    return json.dumps(
        [
            {
                "name": view.name,
                "table": view.table,
                "view": view.view,
                "search": view.search,
                "filters": [[one.key, one.value, one.exclude, one.bound] for one in view.filters],
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
    filters = tuple(_filter(*one) for one in _rows(kept["filters"]))
    sort = tuple(SortKey(str(key), descending=bool(down)) for key, down in _rows(kept["sort"]))
    is_known = table in DESK_TABLES and view in (View.ALL, *(one for one in View if VIEW_TABLES[one] is table))
    named = {one.key for one in filters} | {one.key for one in sort}
    if not is_known or not named <= keys:
        raise ValueError(view)
    if not 0 < len(name) <= LONGEST_NAME or len(search) > _LONGEST_SEARCH or len(search.split()) > MOST_WORDS:
        raise ValueError(name)
    return SavedView(name, table, view, search, filters, sort)


def _filter(key: object, value: object, no: object, bound: object) -> ValueFilter:
    if bound is None:
        return ValueFilter(str(key), _cell(value), exclude=bool(no))
    if not isinstance(value, int | float):
        time.fromisoformat(str(value))  # raises ValueError
    return ValueFilter(str(key), _cell(value), bound=Bound(str(bound)))


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


def _yes(value: bool) -> str:
    return "yes" if value else ""


def _mode(kept: str) -> int:
    return int(kept) if kept.isdecimal() and len(kept) <= _MODE_DIGITS else 0


def _moment(kept: str) -> str:
    return kept if _is_moment(kept) else ""


def _listed(kept: str) -> list[Any]:
    """Return the list that is kept as JSON; anything else counts as an empty list."""
    try:
        listed = json.loads(kept)
    except (ValueError, RecursionError):
        return []
    return listed if isinstance(listed, list) else []


def _texts(kept: str) -> list[str]:
    listed = _listed(kept)
    return [storable(one) for one in listed] if all(isinstance(one, str) for one in listed) else []


def _marks(kept: str) -> tuple[int, int, str] | None:
    marks = _listed(kept)
    is_right = _is_row(marks, int, int, str) and all(0 <= one < 2**63 for one in marks[:2]) and _is_moment(marks[2])
    return (marks[0], marks[1], marks[2]) if is_right else None


class ClosingChoice(StrEnum):
    """The user's choice, as it is kept."""

    ASK = ""
    BACKGROUND = "background"
    END = "end"

    @classmethod
    def read(cls, kept: str) -> "ClosingChoice":
        """Return a kept choice; asking for anything else."""
        return cls(kept) if kept in tuple(cls) else cls.ASK


class _Kept(Generic[_T]):
    """A value of the window's state, made of its text in the file, which is empty where nothing is kept."""

    def __init__(self, key: str, read: Callable[[str], _T], write: Callable[[_T], str] = str) -> None:
        self._key, self._read, self._write = key, read, write

    def __get__(self, state: "WindowState", _owner: object) -> _T:
        """Return it as it is kept."""
        return self._read(str(state.file.value(self._key, "")))

    def __set__(self, state: "WindowState", value: _T) -> None:
        """Keep another one."""
        state.file.setValue(self._key, self._write(value))


class WindowState:
    """An INI file in the data folder. Unreadable values count as missing."""

    closing = _Kept("closing", ClosingChoice.read)
    """What closing the window does while it receives notifications."""
    shows_streets = _Kept("map/streets", bool, _yes)
    """Whether the map has streets under it, which a server sends."""
    shortest_pause = _Kept("drivers/pause", lambda kept: int(kept[:3]) if kept.isdecimal() else 0)
    """The shortest pause of a driver that is marked, in minutes; 0: never chosen."""
    folder = _Kept("export/folder", str)
    """Of the last export."""
    export_form = _Kept("export/form", str)
    """Format of the last export; empty if there was none."""
    knows_signs = _Kept("signs/known", bool, _yes)
    """Whether the user closed the notice about signs without notifications."""
    allowed_mode = _Kept("folder/allowed", _mode)
    """Permissions of other users in the data folder that the user agreed to; 0: none."""
    risked_folder = _Kept("folder/risked", str)
    """The data folder that the user keeps in spite of the notice about it; empty: none."""
    closed_version = _Kept("version/closed", str)
    """The newer version whose notice was closed; empty if none was."""
    closed_gap = _Kept("gap/closed", _moment)
    """End of the last gap whose notice was closed (ISO 8601, UTC); empty if none was."""
    shown_carriers = _Kept("shown/carriers", _texts, json.dumps)
    """The carriers that were chosen together; empty: one alone."""
    saved_views = _Kept("views", read_views, written_views)
    """The user's own views, in their order."""
    alert_marks = _Kept[tuple[int, int, str] | None]("alerts/told", _marks, json.dumps)
    """The last read notification, the last announced one, and the end of the last announced gap (ISO 8601, UTC).

    None if nothing was ever announced.
    """

    def __init__(self, path: Path) -> None:
        """Open the file."""
        _set_aside(path)
        self.file = QSettings(str(path), QSettings.Format.IniFormat)

    def save(self) -> None:
        """Write what is kept into the file now; by itself that happens later, or once this object is gone."""
        self.file.sync()

    def layout(self, name: str) -> QByteArray | None:
        """Return the remembered layout of a window or splitter."""
        value = self.file.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else None

    def keep_layout(self, name: str, value: QByteArray) -> None:
        """Remember the layout of a window or splitter."""
        self.file.setValue(f"layout/{name}", value)

    def _read(self, key: str) -> list[Any]:
        return _listed(str(self.file.value(key, "")))

    def columns(self, name: str) -> list[tuple[str, int, bool]]:
        """Return the columns of a table, or of a view, in their order: key, width (0: the first one), whether shown.

        The name is that of the table, or `table/view`. Widths are in pixels at the usual size of texts.
        """
        kept = self._read(f"columns/{name}")
        is_right = all(_is_row(one, str, int, bool) and 0 <= one[1] <= _WIDEST for one in kept)
        return [(key, width, shown) for key, width, shown in kept] if is_right else []

    def keep_columns(self, name: str, columns: list[tuple[str, int, bool]]) -> None:
        """Remember the columns of a table or a view; none: begin with the first ones again."""
        self.file.setValue(f"columns/{name}", json.dumps(columns) if columns else "")

    def shown_view(self, table: str) -> tuple[str, list[tuple[str, bool]]]:
        """Return the view that a table showed, and its order: key of each column, and whether it is descending."""
        kept = self._read(f"shown/{table}")
        if not (_is_row(kept, str, list) and all(_is_row(one, str, bool) for one in kept[1])):
            return "", []
        return kept[0], [(key, descending) for key, descending in kept[1]]

    def keep_shown_view(self, table: str, view: str, order: Sequence[tuple[str, bool]]) -> None:
        """Remember the view and the order of a table."""
        self.file.setValue(f"shown/{table}", json.dumps([view, [list(one) for one in order]]))

    def carriers(self) -> list[str]:
        """Return the carriers last used, the latest first."""
        return _texts(str(self.file.value("carriers", "")))[:_CARRIERS_KEPT]

    def keep_carrier(self, carrier: str) -> None:
        """Put a carrier at the head of those last used."""
        others = [one for one in self.carriers() if one != carrier]
        self.file.setValue("carriers", json.dumps([carrier, *others][:_CARRIERS_KEPT]))

    def was_welcomed(self) -> bool:
        """Return whether the assistant for the first steps was finished or skipped."""
        return self.file.value("welcomed", "") == "yes"

    def keep_welcomed(self) -> None:
        """Remember that it was."""
        self.file.setValue("welcomed", "yes")

    def is_welcoming(self) -> bool:
        """Return whether that assistant is open, perhaps in a window of another language."""
        return self.file.value("welcomed", "") == "now"

    def keep_welcoming(self) -> None:
        """Remember that it is open."""
        self.file.setValue("welcomed", "now")

    def last_done(self) -> list[str]:
        """Return the names of the palette's entries used last, the latest first."""
        return _texts(str(self.file.value("palette", "")))[:_DONE_KEPT]

    def keep_last_done(self, name: str) -> None:
        """Put an entry at the head of those used last."""
        others = [one for one in self.last_done() if one != name]
        self.file.setValue("palette", json.dumps([name, *others][:_DONE_KEPT]))

    def export_columns(self, table: str) -> tuple[bool, list[tuple[str, bool]]]:
        """Return whether a table's last export used chosen columns, and the columns: key, whether chosen."""
        kept = self._read(f"export/{table}")
        if not (_is_row(kept, bool, list) and all(_is_row(one, str, bool) for one in kept[1])):
            return False, []
        return kept[0], [(key, is_chosen) for key, is_chosen in kept[1]]

    def keep_export_columns(self, table: str, columns: list[tuple[str, bool]], *, is_chosen: bool) -> None:
        """Remember the chosen columns, and whether the last export used them."""
        self.file.setValue(f"export/{table}", json.dumps([is_chosen, columns]))

    def closed_drop(self, day: Day) -> str:
        """Return the time of the shrunk load whose notice was closed (ISO 8601, UTC); empty if none was."""
        return next((at for *of, at in self._closed_drops() if of == _named(day)), "")

    def keep_closed_drop(self, day: Day, at: str) -> None:
        """Remember the shrunk load whose notice was closed."""
        others = [one for one in self._closed_drops() if one[:2] != _named(day)]
        self.file.setValue("drops/closed", json.dumps([[*_named(day), at], *others][:_DROPS_KEPT]))

    def _closed_drops(self) -> list[list[str]]:
        return [one for one in self._read("drops/closed") if _is_row(one, str, str, str) and _is_moment(one[2])]


def _set_aside(path: Path) -> None:
    """Rename a file with values that Qt cannot read safely."""
    with suppress(OSError):
        if _OBJECT.search(path.read_bytes()):
            aside = path.replace(path.with_suffix(".damaged"))
            _log.warning("The state of the window cannot be read: it is kept as %s, and begins anew", aside.name)


def _is_row(kept: object, *kinds: type) -> bool:
    """Return whether a JSON value is a list with exactly these types, in their order."""
    return isinstance(kept, list) and tuple(map(type, kept)) == kinds


def _named(day: Day) -> list[str]:
    return [day.carrier, day.date.isoformat()]


def _is_moment(text: str) -> bool:
    """Return whether a text is an ISO 8601 time, or empty."""
    try:
        return not text or bool(datetime.fromisoformat(text))
    except ValueError:
        return False
