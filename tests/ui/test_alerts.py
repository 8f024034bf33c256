"""Which alerts stay where there are too many."""

from datetime import UTC, datetime, timedelta

from app.domain.reception.alerts import Alert, AlertKind
from app.ui.alerts.alerts import MOST, Alerts

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def some(kind: AlertKind, count: int, after: int = 0) -> list[Alert]:
    return [Alert(kind, NOON + timedelta(seconds=nth), notification_id=nth) for nth in range(after, after + count)]


def test_no_bug_takes_the_place_of_a_failed_visit() -> None:
    alerts = Alerts()
    failed = some(AlertKind.FAILED, MOST - 1)
    alerts.add(failed)
    alerts.mark_read()
    alerts.add(some(AlertKind.BUG, 3, MOST))
    assert [one.kind for one in alerts.kept] == [AlertKind.FAILED] * (MOST - 1) + [AlertKind.BUG]
    assert alerts.unread == 1
    later = some(AlertKind.FAILED, 2, MOST + 3)
    alerts.add(later)
    assert alerts.kept == [*failed[1:], *later]
    assert alerts.unread == len(later)
    assert sum(is_unread for _, is_unread in alerts.lines()) == 1


def test_two_drivers_found_silent_at_once_are_two_alerts_in_one_line() -> None:
    alerts = Alerts()
    silent = [Alert(AlertKind.SILENT, NOON, of_visits=("driver", name)) for name in ("Ana", "Luis")]
    alerts.add(silent)
    assert alerts.unread == 2
    assert [group for group, _ in alerts.lines()] == [tuple(silent)]


def test_bugs_give_way_first_and_what_was_unread_stays_so() -> None:
    alerts = Alerts()
    alerts.add(some(AlertKind.BUG, 2))
    alerts.add(some(AlertKind.FAILED, MOST, 2))
    assert [one.kind for one in alerts.kept] == [AlertKind.FAILED] * MOST
    assert alerts.unread == MOST
