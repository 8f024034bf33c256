"""Count the rows of each view of a day in one pass, since it runs after each burst of notifications."""

from datetime import date

from app.board.reading.column_sql import TABLES, VIEWS, day_values, rows_of
from app.board.reading.visit_places import CLOSINGS, VisitPlaceReader, spots_of
from app.domain.days import Day
from app.domain.views.columns import Table
from app.domain.views.queries import EARLIER_VIEWS, VIEW_TABLES, View

_ASKED = {
    table: [view for view in VIEWS if VIEW_TABLES[view] is table and view not in (View.ONE_SPOT, *EARLIER_VIEWS)]
    for table in (Table.SHIPMENTS, Table.VISITS)
}


def _statement(table: Table, *also: str) -> str:
    # FILTER stops at the first false condition; sum() would evaluate all of them.
    counts = [f"count(*) FILTER (WHERE {VIEWS[view]})" for view in _ASKED[table]]
    return f"SELECT {', '.join([*counts, *also])} FROM {TABLES[table].source} WHERE {TABLES[table].of_the_day}"


_EARLIER = {
    view: (
        f"SELECT count(*) FROM {TABLES[VIEW_TABLES[view]].source}"
        f" WHERE {rows_of(TABLES[VIEW_TABLES[view]], view)} AND {VIEWS[view]}"
    )
    for view in EARLIER_VIEWS
}
_SHIPMENTS, _VISITS = _statement(Table.SHIPMENTS), _statement(Table.VISITS, CLOSINGS)


class ViewCountReader(VisitPlaceReader):
    """Counts the rows of views."""

    def view_counts(self, day: Day, today: date) -> dict[View, int]:
        """Return the number of rows in each view of a day; ALL counts shipments. `today` is the site's date."""
        with self.snapshot():
            values = day_values(day, today, self.days())
            (shipments,) = self._all(_SHIPMENTS, values)
            ((*visits, closings),) = self._all(_VISITS, values)
            earlier = {view: self._all(sql, values)[0][0] for view, sql in _EARLIER.items()}
        return {
            **dict(zip(_ASKED[Table.SHIPMENTS], shipments, strict=True)),
            **dict(zip(_ASKED[Table.VISITS], visits, strict=True)),
            View.ONE_SPOT: len(spots_of(closings)),
            **earlier,
        }
