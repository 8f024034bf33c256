"""Loads of a day: which shipments are new, changed, gone or listed again."""

import json

import pytest

from app.board.reading.reader import Reader
from app.domain.days import CarrierAnswer, DayState, Skipped, SkipReason
from app.domain.errors import LoadCancelledError
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery, View
from app.facts.column_names import STORED_COLUMNS
from app.facts.loads.day_answer import DayAnswer
from app.store.save_day import save_day
from app.store.writer import Writer
from tests.store.loads import fill, say
from tests.temporary_store import DAY, Envio, Store, aviso, envio, moment


def state_of(store: Store) -> DayState:
    with Reader.opened(store.writer.path) as reader:
        state = reader.day_state(DAY)
    assert state is not None
    return state


def test_a_first_load_is_all_new_and_changes_nothing(store: Store) -> None:
    summary = store.load({9001: [envio("1"), envio("2")], 9002: [envio("3")]})
    assert (summary.manifests, summary.shipments) == (2, 3)
    assert (summary.new, summary.changed, summary.gone) == (3, 0, 0)
    assert store.numbers() == ["1", "2", "3"]
    assert store.history("1") == [("listed", "En Reparto", 1)]


def test_a_load_that_repeats_the_last_one_changes_nothing(store: Store) -> None:
    store.load({9001: [envio("1")]})
    summary = store.load({9001: [envio("1")]})
    assert (summary.new, summary.changed, summary.gone) == (0, 0, 0)
    assert store.history("1") == [("listed", "En Reparto", 1)]


def test_a_status_that_differs_is_kept_with_the_load_that_showed_it(store: Store) -> None:
    store.load({9001: [envio("1"), envio("2")]})
    store.load({9001: [envio("1"), envio("2")]})
    summary = store.load({9001: [envio("1", idEstadoEnvio="3", estadoEnvio="Entregado"), envio("2")]})
    assert (summary.new, summary.changed, summary.gone) == (0, 1, 0)
    assert store.history("1") == [("listed", "En Reparto", 1), ("status", "Entregado", 3)]
    assert store.numbers(RowQuery(Table.SHIPMENTS, DAY, view=View.CHANGED)) == ["1"]


def test_another_change_counts_and_leaves_the_history_of_statuses_alone(store: Store) -> None:
    store.load({9001: [envio("1", telefonoDest="300")]})
    summary = store.load({9001: [envio("1", telefonoDest="301", campoNuevo=7)]})
    assert summary.changed == 1
    assert store.rows()[0]["recipient_phone"] == "301"
    assert len(store.history("1")) == 1


def test_a_shipment_no_longer_listed_stays_marked_and_may_come_back(store: Store) -> None:
    store.load({9001: [envio("1"), envio("2")]})
    assert store.load({9001: [envio("1")]}).gone == 1
    assert [(row["number"], row["current"]) for row in store.rows()] == [("1", 1), ("2", 0)]
    assert store.numbers(RowQuery(Table.SHIPMENTS, DAY, view=View.GONE)) == ["2"]
    assert store.load({9001: [envio("1")]}).gone == 0
    summary = store.load({9001: [envio("1"), envio("2")]})
    assert (summary.new, summary.changed) == (0, 1)
    assert [kind for kind, _, _ in store.history("2")] == ["listed", "gone", "listed_again"]


def test_a_number_in_two_manifests_is_two_rows_that_know_of_each_other(store: Store) -> None:
    summary = store.load({9001: [envio("1")], 9002: [envio("1"), envio("2")]})
    assert summary.shipments == 3
    repeated = store.rows(RowQuery(Table.SHIPMENTS, DAY, view=View.REPEATED))
    assert [(row["number"], row["manifest_number"]) for row in repeated] == [("1", 9001), ("1", 9002)]
    store.load({9001: [envio("1")], 9002: [envio("2")]})
    assert store.rows(RowQuery(Table.SHIPMENTS, DAY, view=View.REPEATED)) == []


def test_a_number_twice_in_one_manifest_loses_neither(store: Store) -> None:
    store.load({9001: [envio("1", destinatario="Ana"), envio("1", destinatario="Luis")]})
    assert [row["recipient"] for row in store.rows()] == ["Ana", "Luis"]
    summary = store.load({9001: [envio("1", destinatario="Ana"), envio("1", destinatario="Luis")]})
    assert (summary.new, summary.changed, summary.gone) == (0, 0, 0)


def listed(store: Store) -> list[tuple[object, ...]]:
    """Return each row with its manifest, whether the last load lists it, and its signs."""
    return [(row["number"], row["manifest_number"], row["current"], row["signs"]) for row in store.rows()]


def test_a_shipment_that_moves_to_another_manifest_is_gone_there_and_new_here(store: Store) -> None:
    store.load({9001: [envio("1"), envio("2")]})
    summary = store.load({9001: [envio("2")], 9002: [envio("1")]})
    assert (summary.new, summary.changed, summary.gone) == (1, 0, 1)
    assert sorted(listed(store)) == [("1", 9001, 0, "trasladado"), ("1", 9002, 1, ""), ("2", 9001, 1, "")]


def test_of_a_repeated_number_the_row_that_stays_is_not_the_one_that_moves(store: Store) -> None:
    store.load({9001: [envio("1", destinatario="Ana")], 9002: [envio("1", destinatario="Luis")]})
    summary = store.load({9001: [envio("1", destinatario="Ana")], 9003: [envio("1", destinatario="Luis")]})
    assert (summary.new, summary.changed, summary.gone) == (1, 0, 1)
    standing = [(row["recipient"], row["manifest_number"]) for row in store.rows() if row["current"]]
    assert standing == [("Ana", 9001), ("Luis", 9003)]


def test_two_shipments_that_change_places_are_two_moves(store: Store) -> None:
    store.load({9001: [envio("1")], 9002: [envio("2")]})
    summary = store.load({9001: [envio("2")], 9002: [envio("1")]})
    assert (summary.new, summary.changed, summary.gone) == (2, 0, 2)
    gone, here = (0, "trasladado"), (1, "")
    assert sorted(listed(store)) == [("1", 9001, *gone), ("1", 9002, *here), ("2", 9001, *here), ("2", 9002, *gone)]


def test_a_shipment_that_could_not_be_read_this_time_is_not_gone(store: Store) -> None:
    store.load({9001: [envio("1"), envio("2")]})
    skipped = Skipped("2", "9001", SkipReason.UNREADABLE_FIELDS, "destinatario")
    summary = store.load({9001: [envio("1")]}, skipped)
    assert (summary.gone, summary.skipped) == (0, (skipped,))
    with Reader.opened(store.writer.path) as reader:
        state = reader.day_state(DAY)
    assert state is not None
    assert state.skipped == (skipped,)
    assert (state.shipments, state.gone) == (2, 0)


@pytest.mark.parametrize("manifest", ["9001", None])
def test_a_list_that_could_not_be_read_makes_none_of_its_shipments_gone(store: Store, manifest: str | None) -> None:
    store.load({9001: [envio("1"), envio("2")], 9002: [envio("3"), envio("4")]})
    skipped = Skipped(None, manifest, SkipReason.UNREADABLE_FIELDS, "envios")
    summary = store.load({9001: [], 9002: [envio("3")]}, skipped)
    assert summary.gone == (1 if manifest else 0)


def shown(store: Store, number: str) -> tuple[object, ...]:
    row = store.shown(number)
    return row["shown_status"], row["signs"], row["current"]


@pytest.mark.parametrize("manifest", ["9001", None])
def test_a_load_that_could_not_read_a_shipment_shows_no_status_of_it(store: Store, manifest: str | None) -> None:
    """Its next status may be from before the visit, so that the visit decides."""
    skipped = Skipped("2" if manifest else None, manifest, SkipReason.NOT_AN_OBJECT)
    failed = envio("2", idEstadoEnvio="4", estadoEnvio="No Exitoso")
    store.load({9001: [envio("1"), envio("2")]}, at=moment(1))
    store.post(aviso(1, "07:05:00", "completada", "2"))
    for minute in (10, 11):
        store.load({9001: [envio("1")]} if manifest else {}, skipped, at=moment(minute))
    store.load({9001: [envio("1"), failed]}, at=moment(15))
    assert shown(store, "2") == ("Entregado", "adelantado", 1)
    assert store.rows(RowQuery(Table.MANIFESTS, DAY))[0]["current"] == 1


def test_a_shipment_that_could_be_read_again_did_show_its_status(store: Store) -> None:
    """The carrier changed its mind after the visit, and decides."""
    failed = envio("1", idEstadoEnvio="4", estadoEnvio="No Exitoso")
    store.load({9001: [envio("1")]}, at=moment(1))
    store.post(aviso(1, "07:05:00", "completada", "1"))
    store.load({9001: []}, Skipped("1", "9001", SkipReason.TOO_DEEP), at=moment(10))
    store.load({9001: [envio("1")]}, at=moment(11))
    store.load({9001: [failed]}, at=moment(15))
    assert shown(store, "1") == ("No Exitoso", "contradiccion", 1)


def test_a_load_that_is_cancelled_changes_nothing(store: Store) -> None:
    store.load({9001: [envio("1"), envio("2")]})
    cancelled = DayAnswer(store.writer.path, DAY, lambda: True)
    with pytest.raises(LoadCancelledError):
        save_day(store.writer, cancelled, moment(30))
    assert store.numbers(RowQuery(Table.SHIPMENTS, DAY, view=View.GONE)) == []


@pytest.mark.parametrize("answer", [CarrierAnswer.EMPTY, CarrierAnswer.NOT_FOUND])
def test_nothing_after_a_good_day_keeps_the_day_and_marks_it(store: Store, answer: CarrierAnswer) -> None:
    store.load({9001: [envio("1")]})
    summary = say(store.writer, DAY, answer, moment(30))
    assert (summary.answer, summary.gone, summary.kept) == (answer, 0, 1)
    assert store.numbers() == ["1"]
    state = state_of(store)
    assert (state.answer, state.answered_at, state.loaded_at) == (answer, moment(30), moment(1))
    assert (state.shipments, state.gone, state.is_doubted) == (1, 0, True)


def test_nothing_from_the_beginning_is_known_as_that(store: Store) -> None:
    for minute in (30, 31):
        assert say(store.writer, DAY, CarrierAnswer.NOT_FOUND, moment(minute)).kept == 0
        state = state_of(store)
        assert (state.answer, state.answered_at, state.loaded_at) == (CarrierAnswer.NOT_FOUND, moment(minute), None)
        assert (state.shipments, state.is_doubted) == (0, False)


@pytest.mark.parametrize("first", [CarrierAnswer.EMPTY, CarrierAnswer.NOT_FOUND])
@pytest.mark.parametrize("second", [CarrierAnswer.EMPTY, CarrierAnswer.NOT_FOUND])
def test_nothing_twice_in_a_row_is_a_load_that_lists_nothing(
    store: Store, first: CarrierAnswer, second: CarrierAnswer
) -> None:
    store.load({9001: [envio("1"), envio("2")]})
    store.load({9001: [envio("1")]})
    say(store.writer, DAY, first, moment(30))
    summary = say(store.writer, DAY, second, moment(40))
    assert (summary.answer, summary.gone, summary.kept, summary.shipments) == (second, 1, 2, 0)
    state = state_of(store)
    assert (state.answer, state.loaded_at, state.answered_at) == (second, moment(40), moment(40))
    assert (state.shipments, state.gone, state.is_doubted) == (0, 2, False)
    assert store.history("1") == [("listed", "En Reparto", 1), ("gone", "En Reparto", 30)]
    assert store.history("2") == [("listed", "En Reparto", 1), ("gone", "En Reparto", 2)]
    say(store.writer, DAY, first, moment(50))
    assert (state_of(store).loaded_at, len(store.history("1"))) == (moment(50), 2)


def test_a_good_load_between_two_that_found_nothing_starts_the_count_anew(store: Store) -> None:
    store.load({9001: [envio("1")]})
    say(store.writer, DAY, CarrierAnswer.EMPTY, moment(30))
    store.minute = 30
    store.load({9001: [envio("1")]})
    assert say(store.writer, DAY, CarrierAnswer.EMPTY, moment(40)).gone == 0
    assert (state_of(store).shipments, store.history("1")) == (1, [("listed", "En Reparto", 1)])


def test_what_was_gone_with_the_whole_day_comes_back_with_the_next_good_load(store: Store) -> None:
    store.load({9001: [envio("1")]})
    for minute in (30, 31):
        say(store.writer, DAY, CarrierAnswer.EMPTY, moment(minute))
    store.minute = 40
    store.load({9001: [envio("1")]})
    state = state_of(store)
    assert (state.answer, state.shipments, state.gone) == (CarrierAnswer.MANIFESTS, 1, 0)
    assert [kind for kind, _, _ in store.history("1")] == ["listed", "gone", "listed_again"]


@pytest.mark.parametrize("before", [CarrierAnswer.MANIFESTS, CarrierAnswer.EMPTY])
def test_nothing_that_comes_late_does_not_undo_an_answer_to_a_later_question(
    store: Store, before: CarrierAnswer
) -> None:
    store.load({1: [envio("a")]})
    if before is CarrierAnswer.EMPTY:
        say(store.writer, DAY, before, moment(2))
    slow = DayAnswer(store.writer.path, DAY)
    with Writer(store.writer.path) as another:
        quick = Store(another)
        quick.minute = 8
        quick.load({1: [envio("a")]})
    assert save_day(store.writer, slow, moment(4), CarrierAnswer.NOT_FOUND).gone == 0
    state = state_of(store)
    assert (state.answer, state.loaded_at, state.shipments) == (CarrierAnswer.MANIFESTS, moment(9), 1)


def test_a_good_load_that_came_before_a_confirmation_was_written_is_a_good_load(store: Store) -> None:
    store.load({1: [envio("a")]})
    summary = say(store.writer, DAY, CarrierAnswer.EMPTY, moment(30))
    assert (summary.gone, summary.kept) == (0, 1)
    state = state_of(store)
    assert (state.answer, state.shipments, state.is_doubted) == (CarrierAnswer.EMPTY, 1, True)


def day_of(*manifests: tuple[int, int]) -> dict[int | None, list[dict[str, object]]]:
    """Return an answer: how many shipments, of the same numbers each time, each manifest holds."""
    return {number: [envio(f"{number}-{nth}") for nth in range(count)] for number, count in manifests}


def test_a_load_that_drops_a_fifth_is_kept_in_mind_with_its_manifests(store: Store) -> None:
    store.load(day_of((5001, 20), (5002, 20), (5003, 20)))
    summary = store.load(day_of((5001, 10), (5002, 18), (5003, 20)))
    assert (summary.gone, summary.kept) == (12, 12)
    drop = summary.drop
    assert drop is not None
    assert (drop.at, drop.shipments, drop.listed) == (moment(2), 12, 60)
    assert [(one.number, one.shipments) for one in drop.manifests] == [("5001", 10), ("5002", 2)]
    assert str(drop.text) == "12 of 60 shipments are no longer listed: manifests 5001, 5002"
    again = store.load(day_of((5001, 10), (5002, 18), (5003, 20)))
    assert (again.gone, again.kept, again.drop) == (0, 12, None)
    assert state_of(store).drop == drop


@pytest.mark.parametrize(
    ("listed", "left", "is_reported"),
    [(25, 20, True), (26, 21, False), (20, 16, False), (5, 0, True), (100, 81, False)],
)
def test_a_drop_is_a_fifth_and_at_least_five(store: Store, listed: int, left: int, is_reported: bool) -> None:
    store.load(day_of((5001, listed)))
    summary = store.load(day_of((5001, left)))
    assert summary.kept == listed - left
    assert (summary.drop is not None, state_of(store).drop is not None) == (is_reported, is_reported)


def test_a_drop_is_measured_by_what_was_listed_before_it_and_not_by_what_is_new(store: Store) -> None:
    store.load(day_of((5001, 10)))
    store.load(day_of((5001, 8)))
    summary = store.load(day_of((5001, 3), (5002, 40)))
    assert summary.drop is not None
    assert (summary.drop.shipments, summary.drop.listed) == (5, 8)
    assert str(summary.drop.text) == "5 of 8 shipments are no longer listed: manifest 5001"


def test_a_drop_is_over_once_the_shipments_are_listed_again_and_an_older_one_stands(store: Store) -> None:
    store.load(day_of((5001, 10), (5002, 10)))
    store.load(day_of((5002, 10)))
    store.load(day_of((5002, 4)))
    drop = state_of(store).drop
    assert drop is not None
    assert (drop.shipments, drop.listed) == (6, 10)
    store.load(day_of((5002, 10)))
    older = state_of(store).drop
    assert older is not None
    assert (older.at, older.shipments, older.listed) == (moment(2), 10, 20)
    store.load(day_of((5001, 7), (5002, 10)))
    assert state_of(store).drop is None


def test_many_manifests_are_not_all_named(store: Store) -> None:
    store.load(day_of(*((5000 + nth, 1) for nth in range(12)), (6000, 1)))
    summary = store.load(day_of((6000, 1)))
    assert summary.drop is not None
    assert summary.drop.numbers == ", ".join([*(str(5000 + nth) for nth in range(10)), "…"])


def test_a_manifest_without_number_is_kept_by_its_place(store: Store) -> None:
    store.load({None: [envio("1")]})
    store.load({None: [envio("1")]})
    assert [(row["number"], row["manifest_number"]) for row in store.rows()] == [("1", None)]


def test_an_older_answer_that_comes_late_does_not_take_the_newer_one_back(store: Store) -> None:
    store.load({1: [envio("a")]})
    slow = fill(DayAnswer(store.writer.path, DAY), {1: [envio("a")]})
    with Writer(store.writer.path) as another:
        quick = Store(another)
        quick.minute = 8
        quick.load({1: [envio("a", idEstadoEnvio="3", estadoEnvio="Entregado")]})
    summary = save_day(store.writer, slow, moment(4))
    assert (summary.new, summary.changed, summary.gone) == (0, 0, 0)
    assert store.shown("a")["shown_status"] == "Entregado"


@pytest.mark.parametrize("minute", [6, 50])
def test_a_clock_that_was_set_back_does_not_keep_loads_out(store: Store, minute: int) -> None:
    store.minute = minute
    store.load({1: [envio("a")]})
    store.minute = 4
    store.load({1: [envio("a", idEstadoEnvio="3", estadoEnvio="Entregado")]})
    assert store.shown("a")["shown_status"] == "Entregado"


def test_a_load_holds_once_what_shipments_have_in_common_and_nothing_twice(store: Store) -> None:
    said: list[Envio] = [json.loads(json.dumps(envio(one, remitente="Páramo Verde"))) for one in "ab"]  # own texts
    answer = fill(DayAnswer(store.writer.path, DAY), {1: said})
    first, second = (values for values, _ in answer.parsed.values())
    place = STORED_COLUMNS.index("sender")
    assert first[place] is second[place]
    save_day(store.writer, answer, moment(1))
    assert not answer.listed  # the board reads it of what is kept
    assert store.numbers() == ["a", "b"]
