"""Whom to call is read from the board, and what was promised and which reasons the site has are kept."""

from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from app.board.reading.reader import Reader
from app.domain.calls.queue import CallCase, Reminder
from app.domain.calls.reasons import BUILT_IN, USUAL_REASONS, CallReason, Reasons
from app.domain.days import Day
from app.domain.follow_ups import FollowUp, FollowUpEdit, NextStep
from app.domain.views.columns import Table
from app.domain.views.queries import View
from app.facts.file.connect import open_for_writing
from app.facts.recovery.salvage import salvage
from app.store.writer import Writer
from tests.database import wait_until_derived
from tests.store.test_follow_ups import FAILED, YESTERDAY, Dispatcher, eva
from tests.temporary_store import DAY, Store, aviso, envio, moment

__all__ = ["eva"]

ALL = (View.TO_ATTEND, View.TO_ATTEND_VISITS, View.EARLIER)
AT_4 = moment(0) + timedelta(hours=9)


def cases(store: Store, *views: View, day: Day = DAY) -> list[CallCase]:
    wait_until_derived(store.writer)
    with Reader.opened(store.writer.path) as reader:
        return reader.call_cases(day, DAY.date, views or ALL)


def reminders(store: Store) -> list[Reminder]:
    with Reader.opened(store.writer.path) as reader:
        return reader.reminders()


def test_the_cases_to_call_are_those_to_attend_and_those_of_earlier_days(store: Store, eva: Dispatcher) -> None:
    store.load({9000: [envio("old", **FAILED), envio("closed", **FAILED)]}, day=YESTERDAY)
    store.load({9001: [envio("1", telefonoDest="3001112233", destinatario="Ana", **FAILED), envio("2")]})
    store.post(
        aviso(7, "07:10:00", "falso_flete", "2", contacto={"telefono": "3004445566"}),
        aviso(8, "07:11:00", "falso_flete", "x"),
    )
    eva.save(FollowUpEdit(is_acknowledged=True), eva.shipment("closed", YESTERDAY))
    assert [(one.number, one.day) for one in cases(store)] == [
        ("1", DAY.date), ("2", DAY.date), ("x", DAY.date), ("old", YESTERDAY.date),
    ]  # fmt: skip
    assert [one.number for one in cases(store, View.TO_ATTEND)] == ["1", "2"]
    first, second, third, _old = cases(store)
    assert (first.phones, first.recipient, first.carrier) == (("3001112233",), "Ana", DAY.carrier)
    assert second.failed_at is not None
    assert third.subject.table is Table.VISITS
    eva.save(FollowUpEdit(is_acknowledged=True), third.subject, first.subject)
    assert [one.number for one in cases(store)] == ["2", "old"]


def test_a_case_by_the_carriers_word_waits_since_that_and_a_visit_since_it_was_closed(store: Store) -> None:
    store.load({9001: [envio("1", **FAILED), envio("2"), envio("3")]})
    store.load({9001: [envio("1", **FAILED), envio("2"), envio("3", **FAILED)]}, at=moment(50))
    store.post(aviso(7, "07:10:00", "falso_flete", "2"))
    since = {one.number: one.since for one in cases(store)}
    assert since["2"].endswith("T07:10:00.000000")
    assert since["1"] < since["3"]


def test_a_delivery_before_it_is_no_time_of_a_failure_by_the_carriers_word(store: Store) -> None:
    store.load({9001: [envio("1")]})
    store.post(aviso(7, "07:10:00", "completada", "1"))
    store.load({9001: [envio("1")]}, at=moment(20))
    store.load({9001: [envio("1", **FAILED)]}, at=moment(50))
    (case,) = cases(store)
    assert case.failed_at is None
    assert case.since.endswith("T07:50:00.000000")


def test_a_case_says_where_the_door_is_and_what_the_parcel_is(store: Store) -> None:
    sent = {
        "direccionDest": "Cra 7 # 45-12", "complementoDirDest": "Torre 3", "totalPiezas": "2", "diceContener": "Libros",
        "remitente": "Almacén", "valorDeclarado": 90000, "dinamicouno": {"distritoDest": "Chicó"},
    }  # fmt: skip
    store.load({9001: [envio("1", **FAILED, **sent)]})
    (case,) = cases(store)
    assert (case.whole_address, case.district) == ("Cra 7 # 45-12, Torre 3", "Chicó")
    assert (case.sender, case.content, case.pieces, case.value) == ("Almacén", "Libros", 2, 90000)


def test_a_reminder_stays_until_it_is_answered_and_comes_back_by_undo(store: Store, eva: Dispatcher) -> None:
    store.load({9001: [envio("1", **FAILED)]})
    store.post(aviso(8, "07:11:00", "falso_flete", "x"))
    one, two = cases(store)
    eva.save(
        FollowUpEdit("no_answer", is_called=True, next_step=NextStep.CALL, remind_at=AT_4), one.subject, two.subject
    )
    assert {(each.at, each.number) for each in reminders(store)} == {(AT_4, "1"), (AT_4, "x")}
    eva.save(FollowUpEdit(note="dog"), one.subject, minute=41)  # which says nothing about it
    assert {each.number for each in reminders(store)} == {"1", "x"}
    closing_edit = eva.save(FollowUpEdit(is_acknowledged=True), one.subject, two.subject, minute=42)
    assert reminders(store) == []
    assert eva.detail("1").follow_up == replace(
        one_follow_up(eva), remind_at=None, acknowledged_at=moment(42), acknowledged_by="eva"
    )
    eva.saving.undo_edit(closing_edit)
    assert {each.number for each in reminders(store)} == {"1", "x"}
    eva.save(FollowUpEdit(remind_at=None), one.subject, minute=43)
    assert [each.number for each in reminders(store)] == ["x"]


def one_follow_up(eva: Dispatcher) -> FollowUp:
    return eva.detail("1").follow_ups[-2].state


def test_nobody_is_reminded_of_what_was_delivered_meanwhile(store: Store, eva: Dispatcher) -> None:
    store.load({9001: [envio("1")]})
    store.post(aviso(7, "07:10:00", "falso_flete", "1"))
    eva.save(FollowUpEdit(remind_at=AT_4), eva.shipment("1"))
    assert len(reminders(store)) == 1
    store.post(aviso(9, "07:30:00", "completada", "1"))
    assert (reminders(store), cases(store)) == ([], [])


def test_a_site_keeps_its_reasons_and_those_that_it_removed(store: Store, eva: Dispatcher) -> None:
    store.load({9001: [envio("1", **FAILED)]})
    own = CallReason("perro", "Perro bravo", "Hola {numero}", closes=False, again_minutes=15, next_step=NextStep.CALL)
    site = Reasons().changed_to([own, *BUILT_IN[:3]])
    with Reader.opened(store.writer.path) as reader:
        assert reader.reasons() == Reasons()
        eva.saving.save_reasons(site, USUAL_REASONS)
        assert reader.reasons() == site
        eva.save(FollowUpEdit("perro"), eva.shipment("1"))
        eva.saving.save_reasons(site.changed_to(BUILT_IN[:1]), site)
        kept = reader.reasons()
    assert [one.key for one in kept.offered] == ["no_answer"]
    follow_up = eva.detail("1").follow_up
    assert follow_up is not None
    assert follow_up.reason == "perro"
    assert kept.find("perro") == own


def test_a_next_step_of_a_newer_version_loses_no_reason(store: Store, eva: Dispatcher) -> None:
    own = USUAL_REASONS.changed_to([CallReason("perro", "Perro bravo", next_step=NextStep.CALL)])
    eva.saving.save_reasons(own, USUAL_REASONS)
    store.writer.write(lambda db: db.execute("UPDATE call_reason SET next_step = 'drone'"))
    with Reader.opened(store.writer.path) as reader:
        assert [(one.name, one.next_step) for one in reader.reasons().offered] == [("Perro bravo", NextStep.OTHER)]


def test_reasons_that_another_window_saved_meanwhile_stay(store: Store, eva: Dispatcher) -> None:
    site = USUAL_REASONS.changed_to([*BUILT_IN[:3], CallReason("perro", "Perro bravo"), CallReason("obra", "Obra")])
    eva.saving.save_reasons(site, USUAL_REASONS)
    renamed = CallReason("obra", "Calle en obra", "Hola", closes=False)
    there = site.changed_to([*site.offered[:4], renamed, CallReason("lluvia", "Lluvia"), BUILT_IN[4]])
    eva.saving.save_reasons(there, site)
    absent = replace(BUILT_IN[2], message="Hola {numero}")
    here = site.changed_to([CallReason("fiesta", "Fiesta"), absent, site.offered[0], site.offered[4]])
    eva.saving.save_reasons(here, site)
    with Reader.opened(store.writer.path) as reader:
        kept = reader.reasons()
    assert [one.key for one in kept.offered] == ["fiesta", "absent", "no_answer", "obra", "lluvia", "no_cash"]
    assert kept.offered[1] == absent
    assert kept.find("obra") == renamed
    assert {"perro", "rescheduled", "zone"} <= {one.key for one in kept.removed}


def test_reasons_and_reminders_outlive_damage(store: Store, eva: Dispatcher, tmp_path: Path) -> None:
    store.load({9001: [envio("1", **FAILED)]})
    site = Reasons().changed_to([CallReason("perro", "Perro bravo"), *BUILT_IN])
    eva.saving.save_reasons(site, USUAL_REASONS)
    eva.save(FollowUpEdit("perro", remind_at=AT_4), eva.shipment("1"))
    other = tmp_path / "other" / "facts.sqlite"
    other.parent.mkdir()
    with closing(open_for_writing(other)) as db:
        salvage(db, store.writer.path)
    with Writer(other) as writer:
        wait_until_derived(writer)
    with Reader.opened(other) as reader:
        assert (reader.reasons(), [one.at for one in reader.reminders()]) == (site, [AT_4])
