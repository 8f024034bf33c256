"""Who is shown and who comes next in the queue of calls, while the board changes underneath."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from app.domain.calls.queue import CallCase, CallGroup
from app.domain.calls.session import CallSession
from app.domain.follow_ups import FollowUp
from app.domain.views.columns import Table
from app.domain.views.details import Subject

TODAY = date(2026, 11, 20)
NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)


def case(number: int, follow_up: FollowUp | None = None, day: date = TODAY) -> CallCase:
    subject = Subject(Table.SHIPMENTS, number)
    return CallCase(subject, day, "ANDINA", str(number), since=f"{number:02}", follow_up=follow_up)


def groups(*cases: CallCase | tuple[CallCase, ...]) -> list[CallGroup]:
    return [CallGroup(one if isinstance(one, tuple) else (one,)) for one in cases]


def take(session: CallSession, found: Iterable[CallGroup], minutes: int = 0) -> None:
    session.take(found, TODAY, NOW + timedelta(minutes=minutes))


def shown(session: CallSession) -> str:
    return "+".join(session.current.numbers) if session.current is not None else ""


@pytest.fixture
def session() -> CallSession:
    session = CallSession(NOW)
    take(session, groups(case(1), case(2), case(3)))
    return session


def test_a_finished_call_is_not_offered_again_by_a_queue_that_was_read_before_it_was_saved(
    session: CallSession,
) -> None:
    session.finish()
    assert (shown(session), session.left, session.done) == ("2", 2, 1)
    take(session, groups(case(1), case(2), case(3)))
    assert (shown(session), session.left) == ("2", 2)
    take(session, groups(case(2), case(3)))
    take(session, groups(case(1), case(2), case(3)))  # it failed once more
    assert (shown(session), session.left) == ("2", 3)


def test_a_call_that_leaves_the_case_open_is_done_for_this_time(session: CallSession) -> None:
    session.finish()
    left_open = case(1, FollowUp(called_at=NOW))
    take(session, groups(left_open, case(2), case(3)))
    assert session.left == 2
    later = CallSession(NOW + timedelta(minutes=1))
    take(later, groups(left_open, case(2)))
    assert (shown(later), later.left) == ("2", 2)


def test_a_promised_call_comes_back_by_time_alone_and_does_not_take_anybodys_place(session: CallSession) -> None:
    session.finish()
    promised = case(1, FollowUp(called_at=NOW, remind_at=NOW + timedelta(minutes=60)))
    take(session, groups(promised, case(2), case(3)))
    assert (session.left, len(session.later)) == (2, 1)
    session.sort(NOW + timedelta(minutes=60))
    assert (shown(session), session.left, len(session.later)) == ("2", 3, 0)
    session.skip()
    assert shown(session) == "1"


def test_who_is_skipped_comes_last_and_can_be_returned_to(session: CallSession) -> None:
    session.skip()
    session.skip()
    assert (shown(session), session.left) == ("3", 3)
    session.go_back()
    assert shown(session) == "2"
    take(session, groups(case(1), case(2), case(3)))
    assert shown(session) == "2"
    session.finish()
    session.finish()
    assert (shown(session), session.can_go_back) == ("1", True)
    session.skip()
    assert shown(session) == "1"  # nobody else is left
    session.finish()
    assert (shown(session), session.left, session.can_go_back) == ("", 0, True)  # called just now
    session.go_back()
    assert shown(session) == "1"
    session.finish()
    take(session, [])
    assert (shown(session), session.can_go_back) == ("", False)


def test_what_is_closed_elsewhere_stays_on_the_screen(session: CallSession) -> None:
    both = (case(4), case(5))
    take(session, groups(case(1)))
    session.finish()
    take(session, groups(both, case(6)))
    assert (shown(session), session.is_closed) == ("4+5", False)
    take(session, groups(case(5), case(6)))
    assert (shown(session), session.is_closed) == ("5", False)
    assert [one.number for one in session.closed_elsewhere] == ["4"]
    take(session, groups(case(6)))
    assert (shown(session), session.is_closed, session.left) == ("5", True, 1)
    assert [one.number for one in session.closed_elsewhere] == ["4", "5"]
    session.skip()
    assert (shown(session), session.closed_elsewhere) == ("6", ())


def test_a_call_that_was_not_saved_or_taken_back_is_shown_again(session: CallSession) -> None:
    session.finish()
    assert session.reopen((case(1).subject,))
    assert shown(session) == "1"
    take(session, groups(case(2), case(3)))
    session.skip()
    assert not session.reopen((case(1).subject,))
    assert shown(session) == "2"


def test_earlier_days_can_be_left_out_but_not_what_was_promised(session: CallSession) -> None:
    yesterday = TODAY - timedelta(days=1)
    promised = replace(case(7, day=yesterday), follow_up=FollowUp(remind_at=NOW))
    take(session, groups(case(1), case(6, day=yesterday), promised))
    assert (session.left, session.earlier_days) == (2, 2)
    session.with_earlier_days = True
    session.sort(NOW)
    assert session.left == 3


def test_the_first_one_to_fail_after_nobody_was_left_is_shown(session: CallSession) -> None:
    take(session, [])
    session.skip()
    assert shown(session) == ""
    take(session, groups(case(9)))
    assert shown(session) == "9"
