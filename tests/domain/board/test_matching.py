"""Which parcels and which day a visit belongs to, and the order of its messages, in literal values."""

from datetime import UTC, date, datetime, timedelta

import pytest

from app.domain.board.facts import Message
from app.domain.board.matching import Links, VisitDay, day_of_visit, links_of, recipient_key
from app.domain.board.message_order import ordered_messages
from app.domain.contract.statuses import visit_state

ANA, LUIS = recipient_key("10017", "Ana", None), recipient_key("20023", "Luis", None)


@pytest.mark.parametrize(
    ("found", "recipients", "linked", "ambiguous"),
    [
        ({"A": {"A"}}, {}, {"A": {"A"}}, {}),
        ({"A": {"A", "B"}}, {"A": ANA, "B": ANA}, {"A": {"A"}}, {}),  # its own number means that parcel alone
        ({"X": {"B"}}, {}, {"B": {"X"}}, {}),
        ({"X": {"B", "C"}}, {"B": ANA, "C": ANA}, {"B": {"X"}, "C": {"X"}}, {}),
        ({"X": {"B", "C"}}, {"B": ANA, "C": LUIS}, {}, {"B": {"X"}, "C": {"X"}}),
        ({"X": {"B", "C"}}, {"B": None, "C": None}, {}, {"B": {"X"}, "C": {"X"}}),  # nothing is known of them
        ({"X": {"B", "C"}, "B": {"B"}}, {"B": ANA, "C": LUIS}, {"B": {"B"}}, {"B": {"X"}, "C": {"X"}}),
    ],
)
def test_an_identifier_links_a_visit_to_parcels(
    found: dict[str, set[str]],
    recipients: dict[str, str | None],
    linked: dict[str, set[str]],
    ambiguous: dict[str, set[str]],
) -> None:
    assert links_of(found, recipients) == Links(linked, ambiguous)


def test_a_recipient_is_a_document_else_name_and_address() -> None:
    assert recipient_key(" 10017 ", "Ana", "x") == recipient_key("10017", "Eva", None)
    assert recipient_key("10017.0", "Ana", "x") == recipient_key("10017", "Eva", None)
    for placeholder in ("1001", "00000", "sin documento", None):
        assert recipient_key(placeholder, "Ana", "x") == recipient_key(None, "Ana", "x")
    assert recipient_key(None, " ANA ", "Calle 1") == recipient_key(None, "ana", "calle 1 ")
    assert recipient_key(None, "Ana", "Calle 1") != recipient_key(None, "Ana", "Calle 2")
    assert recipient_key(None, None, None) is None


@pytest.mark.parametrize(
    ("in_force", "others", "day", "is_other"),
    [
        ([-2, 0, 2], [], 0, False),
        ([-2, 2], [], -2, False),
        ([3, 5], [], 3, True),
        ([-30], [], -30, False),
        ([-31, 30], [], 30, True),
        ([-20], [0], -20, False),  # those in force come first
        ([3], [-2], -2, False),
        ([5], [3], 5, True),
    ],
)
def test_a_visit_belongs_to_its_own_day_else_the_one_before_else_the_next(
    in_force: list[int], others: list[int], day: int, is_other: bool
) -> None:
    visited = date(2026, 11, 20)
    days = [[visited + timedelta(days=one) for one in found] for found in (in_force, others)]
    assert day_of_visit(visited, *days) == VisitDay(visited + timedelta(days=day), is_other)


def test_a_visit_belongs_to_no_day_more_than_thirty_days_away() -> None:
    days = [date(2026, 11, 20) - timedelta(days=31), date(2026, 11, 20) + timedelta(days=31)]
    assert day_of_visit(date(2026, 11, 20), days, []) is None


@pytest.mark.parametrize(
    ("messages", "order", "is_other"),
    [
        ([(10, "completada", None), (11, "falso_flete", None)], [0, 1], False),
        ([(11, "completada", None), (10, "falso_flete", None)], [1, 0], False),
        ([(10, "completada", None), (10, "falso_flete", None)], [0, 1], False),  # arrival orders
        ([(10, "falso_flete", "completada"), (11, "completada", "pendiente")], [1, 0], True),
        ([(10, "completada", "pendiente"), (11, "falso_flete", "completada")], [0, 1], False),
    ],
)
def test_a_message_follows_its_previous_status(
    messages: list[tuple[int, str, str | None]], order: list[int], is_other: bool
) -> None:
    made = [
        Message(f"7_{hour}", time, time, status, previous, visit_state(status))
        for hour, status, previous in messages
        for time in [datetime(2026, 11, 20, hour, tzinfo=UTC)]
    ]
    assert ordered_messages(made, [one.moment for one in made]) == (order, is_other)
