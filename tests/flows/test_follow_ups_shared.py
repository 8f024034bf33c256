"""Follow-ups, read marks and the limit for far check-ins are saved in the file and shown in the window."""

import getpass

import pytest

from app.domain.follow_ups import FailureReason, FollowUpEdit
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.domain.views.queries import View
from tests.flows.conftest import NOW, Bench


@pytest.fixture
def desk(bench: Bench) -> Bench:
    bench.trust()
    bench.carrier()
    bench.open()
    bench.receive()
    bench.load()
    return bench


def counts(bench: Bench) -> dict[View, int]:
    return bench.rows.view_counts(bench.window.current_day.shown_day, NOW.date())


def test_a_follow_up_is_saved_under_the_users_name_shown_and_undone(desk: Bench) -> None:
    follow_ups, number = desk.window.context.follow_ups, desk.column("number")[0]
    before = counts(desk)[View.TO_ATTEND]
    desk.notify(1, "falso_flete", number)
    assert counts(desk)[View.TO_ATTEND] == before + 1
    subject = Subject(Table.SHIPMENTS, desk.row_id(0))
    edit = FollowUpEdit(reason=FailureReason.ABSENT, is_acknowledged=True)
    changed = desk.desk._notifier.follow_ups_changed
    with desk.qtbot.waitSignal(changed, check_params_cb=lambda *reported: reported == ({1}, {1})):
        saved = follow_ups.save([subject], edit, NOW)
    detail = desk.rows.shipment(subject.row_id)
    assert detail is not None
    assert detail.follow_up is not None
    assert (detail.follow_up.acknowledged_by, detail.follow_up.acknowledged_at) == (getpass.getuser(), NOW)
    assert counts(desk)[View.TO_ATTEND] == before
    with desk.qtbot.waitSignal(desk.desk._notifier.follow_ups_changed):
        follow_ups.undo_edit(saved)
    assert counts(desk)[View.TO_ATTEND] == before + 1


def test_a_shown_row_is_no_longer_new(desk: Bench) -> None:
    follow_ups = desk.window.context.follow_ups
    desk.notify(1, "falso_flete", desk.column("number")[0])
    assert desk.rows.cells(Table.VISITS, [1])[1][-2] == 1
    with desk.qtbot.waitSignal(desk.desk._notifier.follow_ups_changed):
        follow_ups.mark_seen(None, desk.place.now())
    assert desk.rows.cells(Table.VISITS, [1])[1][-2] == 0


def test_another_limit_for_far_check_ins_counts_at_once(desk: Bench) -> None:
    address, server = {"latitud": "4.60", "longitud": "-74.10"}, {"latitud": "4.601", "longitud": "-74.10"}
    desk.notify(1, "completada", "zz", ubicacion=address, check_in=server)  # 111 m
    assert counts(desk)[View.FAR_AWAY] == 1
    with desk.qtbot.waitSignal(desk.desk._notifier.day_changed):
        desk.window.context.settings.save({"far_metres": 200})
    assert counts(desk)[View.FAR_AWAY] == 0
