"""Grouping of alerts, and quiet hours."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from app.domain.reception.alerts import Alert, AlertKind, grouped_alerts, is_quiet

DAY = date(2026, 11, 20)
TEN = datetime(2026, 11, 20, 15, tzinfo=UTC)


def failed(minute: float, visit: int, on: date = DAY) -> Alert:
    return Alert(AlertKind.FAILED, TEN + timedelta(minutes=minute), on, visit, visit)


def visits(alerts: list[Alert]) -> list[list[int | None]]:
    return [[one.visit_id for one in group] for group in grouped_alerts(alerts)]


def test_failures_within_five_minutes_of_the_first_are_one_line_and_the_latest_line_comes_first() -> None:
    assert visits([failed(0, 1), failed(3, 2), failed(4.9, 3), failed(5, 4), failed(7, 5)]) == [[4, 5], [1, 2, 3]]


def test_a_further_alert_never_splits_a_group() -> None:
    first = [failed(0, 1), failed(4, 2)]
    assert visits(first) == [[1, 2]]
    assert visits([*first, failed(6, 3)]) == [[3], [1, 2]]


def test_failures_of_two_days_and_alerts_of_other_kinds_stand_alone() -> None:
    yesterday = failed(1, 2, DAY - timedelta(days=1))
    stopped = [Alert(AlertKind.NOT_RECEIVING, TEN + timedelta(seconds=nth)) for nth in (1, 2)]
    groups = grouped_alerts([failed(0, 1), yesterday, *stopped])
    assert sorted(len(group) for group in groups) == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("at", "since", "until", "quiet"),
    [
        ("23:00", "22:00", "06:00", True),
        ("05:59", "22:00", "06:00", True),
        ("06:00", "22:00", "06:00", False),
        ("21:59", "22:00", "06:00", False),
        ("13:00", "12:00", "14:00", True),
        ("14:00", "12:00", "14:00", False),
        ("11:59", "12:00", "14:00", False),
        ("13:00", "12:00", "", False),
        ("13:00", "", "", False),
        ("13:00", "13:00", "13:00", False),
    ],
)
def test_quiet_hours_may_span_midnight_and_need_both_times(at: str, since: str, until: str, *, quiet: bool) -> None:
    assert is_quiet(time.fromisoformat(at), since, until) is quiet
