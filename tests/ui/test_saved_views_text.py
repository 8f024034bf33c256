"""The user's own views, written down and read again."""

import json

import pytest

from app.domain.views.columns import Table
from app.domain.views.queries import Bound, SavedView, SortKey, ValueFilter, View
from app.ui.context.window_state import read_views, written_views

VIEWS = [
    SavedView(
        "Norte, sin «entregar»; 50%",
        Table.SHIPMENTS,
        View.OVERDUE,
        "peña",
        (
            ValueFilter("locality", "Suba"),
            ValueFilter("recipient_email", None, exclude=True),
            ValueFilter("pieces", 2, bound=Bound.FROM),
        ),
        (SortKey("declared_value", descending=True), SortKey("number")),
    ),
    SavedView("Lejos", Table.VISITS, View.FAR_AWAY),
]


def test_views_are_read_as_they_were_written() -> None:
    assert read_views(written_views(VIEWS)) == VIEWS


@pytest.mark.parametrize("text", ["", "x", "null", "{}", "[1, null, [], {}]", "[" * 100_000])
def test_what_cannot_be_read_counts_as_not_there(text: str) -> None:
    assert read_views(text) == []


@pytest.mark.parametrize(
    "change",
    [
        {"table": "rejected"},
        {"table": "visits"},
        {"view": "no_such"},
        {"view": "far_away"},
        {"filters": [["no_such_column", 1, False, None]]},
        {"filters": [["locality", {}, False, None]]},
        {"filters": [["pieces", "many", False, "from"]]},
        {"filters": [["pieces", None, False, "to"]]},
        {"filters": [["pieces", 1, False, "about"]]},
        {"filters": "locality"},
        {"sort": [["no_such_column", True]]},
        {"name": " "},
        {"name": "n" * 100},
        {"search": "s" * 2000},
    ],
)
def test_a_view_of_something_that_there_is_not_is_left_out_and_the_others_stay(change: dict[str, object]) -> None:
    first, second = json.loads(written_views(VIEWS))
    assert read_views(json.dumps([first | change, second])) == VIEWS[1:]


def test_of_two_views_of_one_name_the_first_counts() -> None:
    (first, second) = json.loads(written_views(VIEWS))
    assert read_views(json.dumps([first, second | {"name": first["name"].upper()}])) == VIEWS[:1]
