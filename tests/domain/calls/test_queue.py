"""Whom to call, in which order, and what a call changes."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.domain.calls.queue import (
    CallCase,
    CallGroup,
    Reminder,
    due_reminders,
    edit_of_call,
    grouped,
    next_moment,
    queue_of,
)
from app.domain.calls.reasons import CallReason
from app.domain.follow_ups import AS_IS, FollowUp, FollowUpEdit, NextStep
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.phones import Phones

TODAY = date(2026, 11, 20)
NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)
BOGOTA = ZoneInfo("America/Bogota")
PHONES = Phones("CO").read_all
NO_ANSWER = CallReason("no_answer", closes=False, again_minutes=60)


def case(number: int, *phones: str, day: date = TODAY, **fields: object) -> CallCase:
    one = CallCase(Subject(Table.SHIPMENTS, number), day, "ANDINA", str(number), phones=phones)
    return replace(one, **fields)  # type: ignore[arg-type]


def called(minutes_ago: int, remind_in: int | None = None) -> FollowUp:
    remind_at = None if remind_in is None else NOW + timedelta(minutes=remind_in)
    return FollowUp(called_at=NOW - timedelta(minutes=minutes_ago), remind_at=remind_at)


def parts(*cases: CallCase) -> list[list[str]]:
    return [[one.number for one in group.cases] for group in grouped(cases, PHONES)]


def test_one_recipient_is_one_call_however_number_and_name_are_written() -> None:
    assert parts(
        case(1, "300 111 2233", recipient="José Ñáñez"),
        case(2, "3004445566", recipient="Ana", address="CL 1"),
        case(3, "+57 (300) 111-2233 / 601 555 1234", recipient="JOSE  NANEZ", document="10.203"),
        case(4, "6015551234", recipient="José Ñáñez"),  # the second number of the third
        case(5, "+58 412 5550134"),
        case(6, "3004445566"),  # which Ana alone has
        case(7, "3004445566", document="7080"),
    ) == [["1", "3", "4"], ["2", "6", "7"], ["5"]]


def test_a_number_that_several_recipients_have_joins_none_of_them() -> None:
    assert parts(
        case(1, "3001112233 / 6015550000"),  # nobody knows whose
        case(2, "3001112233 / 6015550000", recipient="Ana"),
        case(3, "6015550000 / 3105550000", recipient="Beto"),
        case(4, "3105550000", recipient="Caro", since="2026-11-20T06:00:00"),
        case(5, "6015550000", recipient="Ana", document="1020304"),
        case(6, "6015550000", recipient="Ana", document="7080"),
        case(7, "3105550000", recipient="Beto"),
    ) == [["1"], ["2", "5", "6"], ["3", "7"], ["4"]]
    placeholder = [case(number, "3000000000", recipient=f"Nr. {number}", document="0000") for number in range(200)]
    groups = grouped([*placeholder, case(200, "3000000000")], PHONES)
    assert [one.numbers for one in groups] == [(str(number),) for number in range(201)]
    assert {one.others for one in groups} == {(200,)}


def test_nobody_is_joined_through_a_third_one() -> None:
    assert parts(
        case(1, "3001112233", recipient="Ana", document="1020"),
        case(2, "3001112233", recipient="Ana María", document="1020"),
        case(3, "3001112233", recipient="Ana María", document="3040"),
    ) == [["1", "2"], ["3"]]
    assert parts(case(1, "3001112233"), case(2, "3001112233 / 6015551234"), case(3, "6015551234")) == [
        ["1", "2"],
        ["3"],
    ]


def test_a_number_is_called_about_the_cases_that_name_it_those_of_the_first_case_first() -> None:
    (group,) = grouped(
        [
            case(1, "3001112233", recipient="Ana", since="2026-11-20T10:00:00"),
            case(2, "6015550000 / 3001112233", recipient="Ana", since="2026-11-20T09:00:00"),
        ],
        PHONES,
    )
    first, second = group.phones
    assert (first.e164, second.e164) == ("+576015550000", "+573001112233")
    assert [[one.number for one in group.cases_with(phone)] for phone in group.phones] == [["2"], ["2", "1"]]


def test_without_a_phone_the_document_and_then_name_and_address_tell_recipients_apart() -> None:
    assert parts(
        case(1, document="1.020.304"),
        case(2, "no tiene", document="1020304", recipient="Luz"),
        case(3, recipient="José Ñáñez", address="CL 10 # 5-20"),
        case(4, recipient="JOSE  NANEZ", address="Cl 10 #5-20"),
        case(5, recipient="JOSE  NANEZ"),
        case(6, recipient="Jose Nanez"),
        case(7, "3001112233", document="1020304"),
        case(8, document="222222222222"),  # which anybody has who has none
        case(9, document="222222222222"),
    ) == [["1", "2"], ["3", "4"], ["5"], ["6"], ["7"], ["8"], ["9"]]


def test_a_group_lists_every_number_once_and_what_is_no_number_as_it_is_written() -> None:
    (both,) = grouped([case(1, "3001112233, 3004445566"), case(2, "3004445566", "3001112233")], PHONES)
    assert [phone.e164 for phone in both.phones] == ["+573001112233", "+573004445566"]
    assert both.written == ()
    (alone,) = grouped([case(3, "pedir al vecino")], PHONES)
    assert (alone.phones, alone.written) == ((), ("pedir al vecino",))


def test_thousands_of_rows_are_grouped_at_once() -> None:
    cases = [case(number, f"300{number // 2:07}") for number in range(5000)]
    groups = grouped(cases, PHONES)
    assert len(groups) == 2500
    shared = [case(number, "3000000000", recipient=f"Nr. {number}") for number in range(5000)]
    assert len(grouped(shared, PHONES)) == 5000
    assert len(queue_of(groups, TODAY, NOW).ready) == 2500


def test_due_reminders_come_first_and_what_was_called_comes_last() -> None:
    yesterday, before = TODAY - timedelta(days=1), TODAY - timedelta(days=2)
    groups = [
        CallGroup((one,))
        for one in (
            case(1, follow_up=called(10)),
            case(2, day=before),
            case(3, since="2026-11-20T10:00:00"),
            case(4, follow_up=called(90, remind_in=0)),
            case(5, day=yesterday),
            case(6, since="2026-11-20T09:00:00"),
            case(10),
            case(7, follow_up=called(60, remind_in=30)),
            case(8, follow_up=called(60, remind_in=-20)),
            case(9, follow_up=called(60, remind_in=5)),
        )
    ]
    queue = queue_of(groups, TODAY, NOW)
    assert [one.numbers[0] for one in queue.ready] == ["8", "4", "6", "3", "10", "5", "2", "1"]
    assert [one.numbers[0] for one in queue.later] == ["9", "7"]


@pytest.mark.parametrize(
    ("clock", "expected"),
    [
        (time(16), datetime(2026, 11, 20, 16, tzinfo=BOGOTA)),
        (time(10), datetime(2026, 11, 21, 10, tzinfo=BOGOTA)),  # which it is now
        (time(9), datetime(2026, 11, 21, 9, tzinfo=BOGOTA)),
    ],
)
def test_a_time_of_day_is_the_next_one(clock: time, expected: datetime) -> None:
    assert next_moment(clock, NOW, BOGOTA) == expected


@pytest.mark.parametrize(
    ("clock", "now", "expected"),
    [  # Santiago's clocks go from 24:00 back to 23:00 on 4 April, and from 24:00 on to 01:00 on 5 September
        (time(23, 45), "2026-04-05T02:30", "2026-04-05T02:45"),  # at the first 23:30
        (time(23, 45), "2026-04-05T03:30", "2026-04-05T03:45"),  # at the second 23:30
        (time(23, 15), "2026-04-05T02:30", "2026-04-05T03:15"),
        (time(23, 15), "2026-04-05T03:30", "2026-04-06T03:15"),
        (time(0, 30), "2026-09-06T03:20", "2026-09-06T04:30"),  # which there is not: 01:30
        (time(0, 30), "2026-09-06T04:30", "2026-09-07T03:30"),
        (time(1, 30), "2026-09-06T03:20", "2026-09-06T04:30"),
    ],
)
def test_a_time_of_day_is_never_past_when_the_clocks_change(clock: time, now: str, expected: str) -> None:
    at, wanted = (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (now, expected))
    found = next_moment(clock, at, ZoneInfo("America/Santiago"))
    assert (found.astimezone(UTC), found.astimezone(UTC) > at) == (wanted, True)


@pytest.mark.parametrize(
    ("reason", "remind_in", "expected"),
    [
        (CallReason("address"), None, FollowUpEdit("address", AS_IS, True, AS_IS, True, None)),
        (
            CallReason("rescheduled", next_step=NextStep.RETRY),
            None,
            FollowUpEdit("rescheduled", AS_IS, True, NextStep.RETRY, True, None),
        ),
        (
            NO_ANSWER,
            None,
            FollowUpEdit("no_answer", AS_IS, True, NextStep.CALL, AS_IS, NOW + timedelta(minutes=60)),
        ),
        (NO_ANSWER, 5, FollowUpEdit("no_answer", AS_IS, True, NextStep.CALL, AS_IS, NOW + timedelta(minutes=5))),
        (
            CallReason("address"),
            5,
            FollowUpEdit("address", AS_IS, True, NextStep.CALL, AS_IS, NOW + timedelta(minutes=5)),
        ),
        (CallReason("left_open", closes=False), None, FollowUpEdit("left_open", AS_IS, True, AS_IS, AS_IS, None)),
    ],
)
def test_an_outcome_closes_the_case_or_promises_another_call(
    reason: CallReason, remind_in: int | None, expected: FollowUpEdit
) -> None:
    remind_at = None if remind_in is None else NOW + timedelta(minutes=remind_in)
    assert edit_of_call(CallGroup((case(1),)), reason, remind_at, None, NOW) == expected


def test_a_case_that_is_closed_is_not_to_be_called_again() -> None:
    again = CallGroup((case(1, follow_up=FollowUp(next_step=NextStep.CALL)),))
    edit = edit_of_call(again, CallReason("address"), None, "done", NOW)
    assert (edit.next_step, edit.note) == (None, "done")


def test_a_reminder_is_due_whenever_one_looks() -> None:
    made = [
        Reminder(NOW + timedelta(minutes=m), TODAY, "ANDINA", Subject(Table.SHIPMENTS, m), str(m)) for m in (5, -9, 0)
    ]
    assert [one.number for one in due_reminders(made, NOW)] == ["-9", "0"]
    assert len(due_reminders(made, NOW + timedelta(hours=9))) == 3  # the computer slept
