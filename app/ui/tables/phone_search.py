"""Searches telephone numbers in every notation."""

from collections.abc import Sequence
from datetime import date

from app.board.reading.reader import Reader
from app.domain.column import Cell
from app.domain.phones import ReadPhone
from app.domain.views.queries import Hit, RowQuery


class PhoneSearch:
    """Searches the digits that all notations of a number share; if nothing has them, what was typed.

    The fallback is needed because two numbers with a space between them can look like a telephone number.
    """

    def __init__(self, rows: Reader, read_phone: ReadPhone) -> None:
        self._rows = rows
        self._read = read_phone

    def row_ids(self, query: RowQuery, today: date, limit: int = -1) -> Sequence[int]:
        """Return the ids of the rows of a query in its order, at most `limit` of them; -1 stands for all."""
        phone = self._by_phone(query)
        ids = self._rows.row_ids(phone, today, limit) if phone else ()
        return ids if len(ids) else self._rows.row_ids(query, today, limit)

    def count(self, query: RowQuery, today: date) -> int:
        """Return how many rows a query has."""
        phone = self._by_phone(query)
        return (self._rows.count(phone, today) if phone else 0) or self._rows.count(query, today)

    def value_counts(self, query: RowQuery, key: str, today: date, most: int) -> list[tuple[Cell, int]]:
        """Return the values of a column in the rows of a query, at most so many, with how many rows hold each."""
        phone = self._by_phone(query)
        found = self._rows.value_counts(phone, key, today, most) if phone else []
        return found or self._rows.value_counts(query, key, today, most)

    def hits(self, words: str, limit: int) -> list[Hit]:
        """Return the rows of all stored days that hold these words, at most `limit` of them."""
        phone = self._read(words)
        return (self._rows.hits(phone.digits, limit) if phone else []) or self._rows.hits(words, limit)

    def _by_phone(self, query: RowQuery) -> RowQuery | None:
        phone = self._read(query.search) if query.search else None
        return query._replace(search=phone.digits) if phone else None
