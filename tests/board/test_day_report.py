"""The report of a day: figures, groups, hours, failures and gaps."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from app.board.reading.reader import Reader
from app.demo.day.day import DayPlan, generate
from app.demo.day.day_schedule import Closing, answer
from app.demo.day.notification import envelopes
from app.demo.world.options import DayOptions
from app.domain.contract.manifests import Shipment
from app.domain.contract.statuses import DAY_OUTCOMES, State
from app.domain.days import Day, Scope
from app.domain.follow_ups import FailureReason, FollowUp, NextStep
from app.domain.reception.gaps import Gap, GapCause
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery, ValueFilter, View
from app.domain.views.report import OUTCOMES, DayReport, Figures, Group, GroupLine, Hour, Tally
from app.facts.file.database import utc_text
from tests.temporary_store import DAY, Envio, ListedDay, Store, aviso, envio, moment

DELIVERED, FAILED, PICKUP = {"idEstadoEnvio": "3"}, {"idEstadoEnvio": "4"}, {"idEstadoEnvio": "24"}


EVENING = datetime(2026, 11, 21, 3, tzinfo=UTC)
"""At ten by the site's clock."""
COUNTED = ValueFilter("counts", 1)


def tally(
    delivered: int = 0, failed: int = 0, pickup: int = 0, still_open: int = 0, values: tuple[float, ...] = (0.0,) * 5
) -> Tally:
    return Tally((delivered, failed, pickup, still_open, 0), values)


def report(store: Store) -> DayReport:
    with Reader.opened(store.writer.path) as reader:
        return reader.report(DAY, DAY.date)


def listed(plan: DayPlan, closed: int) -> ListedDay:
    return {
        manifest["idPlanillaReparto"]: [one for one in manifest["envios"] if is_readable(one)]
        for manifest in json.loads(b"".join(answer(plan, closed)))
    }


def is_readable(one: Envio) -> bool:
    try:
        Shipment.model_validate(one)
    except ValidationError:
        return False
    return True


@pytest.fixture
def demo(store: Store) -> Store:
    """A day of the demo carrier: loaded twice, and notified of in parts, so that every kind of row is there."""
    plan = generate(DAY.carrier, DAY.date, DayOptions())
    store.load(listed(plan, 60))
    morning = datetime(2026, 11, 20, 8, 0)  # noqa: DTZ001 - the site's time
    closings = [
        Closing(visit, turn, morning + timedelta(minutes=2 * turn)) for turn, visit in enumerate(plan.closings[:320])
    ]
    bodies = [one.body for closing in closings if closing.turn % 9 for one in envelopes(closing)]
    store.post(*bodies, received_at=moment(1) + timedelta(seconds=30))
    store.load(listed(plan, 300))
    return store


def test_a_day_in_figures_equals_the_tables_and_the_views(demo: Store) -> None:
    made = report(demo)
    figures, tally = made.figures, made.figures.tally
    with Reader.opened(demo.writer.path) as reader:
        counts = reader.view_counts(DAY, DAY.date)

        def rows(view: View = View.ALL, *filters: ValueFilter) -> Sequence[int]:
            return reader.row_ids(RowQuery(Table.SHIPMENTS, DAY, view, filters=filters), DAY.date)

        counted = rows(View.ALL, COUNTED)
        assert (tally.total, tally.total + figures.left_out) == (len(counted), counts[View.ALL])
        assert tally.value == reader.sums(Table.SHIPMENTS, counted, ["declared_value"])[0]
        for outcome, code in DAY_OUTCOMES.items():
            ended = rows(View.ALL, COUNTED, ValueFilter("outcome", code))
            assert tally.count(outcome) == len(ended)
            assert tally.worth(outcome) == reader.sums(Table.SHIPMENTS, ended, ["declared_value"])[0]
        doubts = (figures.contradictions, figures.missed, figures.ambiguous, figures.doubtful)
        views = (View.CONFLICTS, View.MISSED, View.AMBIGUOUS, View.DOUBTFUL)
        assert doubts == tuple(len(rows(view, COUNTED)) for view in views)
        visits = reader.row_ids(RowQuery(Table.VISITS, DAY), DAY.date)
    of_views = (
        made.overdue,
        made.due_today,
        made.to_attend,
        made.to_attend_visits,
        made.no_visit,
        made.no_shipment,
        made.gone,
    )
    shown = (
        View.OVERDUE,
        View.DUE_TODAY,
        View.TO_ATTEND,
        View.TO_ATTEND_VISITS,
        View.NO_VISIT,
        View.NO_SHIPMENT,
        View.GONE,
    )
    assert of_views == tuple(counts[view] for view in shown)
    assert min(figures.contradictions, figures.missed, figures.left_out, made.gone, made.overdue + made.due_today) > 0
    assert made.visits == len(visits)
    for lines in made.groups.values():
        added = [Tally.of(zip(OUTCOMES, *(line.tally.counts, line.tally.values), strict=True)) for line in lines]
        assert tuple(map(sum, zip(*(one.counts for one in added), strict=True))) == tally.counts
        assert sum(one.value for one in added) == pytest.approx(tally.value)
    assert len([one for one in made.failures if one.outcome is State.EXCEPTION and one.has_shipment]) == tally.failed


def test_figures_count_the_outcome_of_the_day_and_what_became_of_it_apart(store: Store) -> None:
    """What failed is delivered on the next day: the first day's failure stays one, and it is delivered once."""
    store.load({9001: [envio("a"), envio("b"), envio("c")]})
    store.post(aviso(1, "07:02:00", "falso_flete", "a"), aviso(2, "07:03:00", "falso_flete", "b"))
    next_day = datetime(2026, 11, 21, 15, tzinfo=UTC)
    store.post(aviso(3, "2026-11-21T09:00:00", "completada", "a"), received_at=next_day)
    made = report(store)
    assert made.figures.tally == tally(failed=2, still_open=1)
    assert made.figures.delivered_later == 1
    assert [(one.number, one.outcome, one.state) for one in made.failures] == [
        ("b", State.EXCEPTION, State.EXCEPTION),
        ("a", State.EXCEPTION, State.DELIVERED),
    ]


def test_rows_not_in_force_or_moved_are_counted_apart_from_the_totals(store: Store) -> None:
    store.load(
        {9001: [envio("a", valorDeclarado=5), envio("b")], 9002: [envio("x"), envio("y"), envio("b")]}, void={9002}
    )
    store.post(aviso(1, "07:00:30", "completada", "x"))
    store.load(
        {9001: [envio("b")], 9003: [envio("a", valorDeclarado=7)], 9002: [envio("x"), envio("y"), envio("b")]},
        void={9002},
    )
    figures = report(store).figures
    assert (figures.tally.total, figures.tally.value) == (2, 7)
    assert (figures.not_in_force, figures.not_in_force_visited, figures.moved, figures.repeated) == (2, 1, 1, 1)


def test_a_parcel_of_two_carriers_counts_with_each_and_the_figures_say_how_many(store: Store) -> None:
    other = Day("RAPIDA", DAY.date)
    store.load({9001: [envio("a"), envio("b")]})
    store.load({9001: [envio("a"), envio("c")]}, day=other)
    with Reader.opened(store.writer.path) as reader:
        found = [reader.figures(one) for one in (DAY, other, Scope((DAY.carrier, other.carrier), DAY.date))]
    assert [(one.tally.total, one.two_carriers) for one in found] == [(2, 1), (2, 1), (3, 1)]


def test_no_notification_is_called_missing_before_the_first_one(store: Store) -> None:
    store.load({9001: [envio("a") | DELIVERED]})
    made = report(store)
    assert made.nothing_missing is not None
    assert "No notification ever arrived" in str(made.nothing_missing)
    store.post(aviso(1, "2026-11-21T10:00:00", "completada"))
    assert "from before notifications" in str(report(store).nothing_missing)


def test_notifications_can_be_missing_of_a_day_loaded_after_the_first_one(store: Store) -> None:
    store.post(aviso(2, "07:00:00", "completada"))
    store.load({9001: [envio("a") | DELIVERED]})
    assert report(store).nothing_missing is None


def test_of_a_day_loaded_before_the_first_notification_none_counts_as_missed_until_it_is_loaded_again(
    store: Store,
) -> None:
    store.load({9001: [envio("a")]})
    store.load({9001: [envio("b")]}, day=Day("RAPIDA", DAY.date))
    store.post(aviso(2, "07:30:00", "completada"))
    assert "last loaded before notifications" in str(report(store).nothing_missing)
    store.minute = 40
    store.load({9001: [envio("a")]})
    assert report(store).nothing_missing is None
    with Reader.opened(store.writer.path) as reader:
        assert reader.nothing_missing(Scope((), DAY.date)) is not None  # the other carrier's was not loaded again


def test_values_that_are_no_numbers_count_nothing_anywhere(store: Store) -> None:
    """`45.000` may be forty-five thousand or forty-five; SQLite alone would add up 45."""
    store.load({9001: [envio("a", valorDeclarado="45.000"), envio("b", valorDeclarado=1200) | DELIVERED]})
    figures = report(store).figures
    assert figures.tally == tally(delivered=1, still_open=1, values=(1200.0, 0, 0, 0, 0))
    assert figures.without_value == 1
    with Reader.opened(store.writer.path) as reader:
        ids = reader.row_ids(RowQuery(Table.SHIPMENTS, DAY), DAY.date)
        assert reader.sums(Table.SHIPMENTS, ids, ["declared_value"]) == [1200]
        (manifest,) = reader.row_ids(RowQuery(Table.MANIFESTS, DAY), DAY.date)
        detail = reader.manifest(manifest)
        assert detail is not None
        assert detail.cells["declared_value"] == 1200


class Interrupted(Reader):
    """A reader between whose statements a failed visit arrives, each time another one."""

    post: Callable[[bytes], object]
    arrived = 0

    def _all(self, sql: str, values: Sequence[object] | dict[str, object] = ()) -> list[tuple[Any, ...]]:
        rows = super()._all(sql, values)
        self.arrived += 1
        self.post(aviso(100 + self.arrived, "12:00:00", "falso_flete", f"{self.arrived}"))
        return rows


def test_figures_that_are_read_one_after_another_are_of_one_moment(store: Store) -> None:
    store.load({9001: [envio(f"{nth}") for nth in range(20)]})
    before = report(store)
    with Interrupted.opened(store.writer.path) as reader:
        reader.post = store.post
        assert reader.report(DAY, DAY.date) == before
        assert reader.arrived > 5
        with reader.snapshot():
            made = reader.report(DAY, DAY.date)
            failed = made.figures.tally.failed
            assert reader.view_counts(DAY, DAY.date)[View.EXCEPTIONS] == failed
        assert reader.view_counts(DAY, DAY.date)[View.EXCEPTIONS] > failed == len(made.failures)


def test_cents_add_up_to_cents_and_nothing_open_is_worth_nothing(store: Store) -> None:
    """Sums of such values one by one are off by the last bits of a number: 0.1 + 0.2 is not 0.3."""
    worth = [45000.10, 12345.67, 0.1, 0.2, 33333.33, 78901.29, 1234.56]
    one_by_one = [
        envio(f"{nth}", valorDeclarado=value, nombrePoblacionDestino=f"{nth}") | (FAILED if nth % 3 else DELIVERED)
        for nth, value in enumerate(worth)
    ]
    store.load({9001: one_by_one, 9002: [envio("cents", valorDeclarado=0.1) | PICKUP, envio("b", valorDeclarado=0.2)]})
    counted = report(store).figures.tally
    assert counted.value == 170815.55
    assert counted.values == (46234.86, 124580.39, 0.1, 0.2, 0.0)
    with Reader.opened(store.writer.path) as reader:
        everything = reader.row_ids(RowQuery(Table.SHIPMENTS, DAY, View.DELIVERED), DAY.date)
        assert reader.sums(Table.SHIPMENTS, everything, ["declared_value"]) == [46234.86]
        first, _ = reader.row_ids(RowQuery(Table.MANIFESTS, DAY), DAY.date)
        manifest = reader.manifest(first)
        assert manifest is not None
        assert manifest.cells["declared_value"] == 170815.25


def test_shipments_are_divided_by_the_driver_and_route_of_their_newest_visit(store: Store) -> None:
    store.load({9001: [envio("a"), envio("b"), envio("c") | PICKUP, envio("d")], None: [envio("e")]})
    eva, leo = {"conductor": {"nombre": "Eva"}}, {"conductor": {"nombre": "Leo"}, "ruta": {"nombre": "Norte"}}
    store.post(aviso(1, "09:00:00", "falso_flete", "a", **leo), aviso(1, "10:00:00", "completada", "a", **eva))
    store.post(aviso(2, "11:00:00", "falso_flete", "b", **eva), aviso(3, "11:30:00", "completada", "d"))
    groups = report(store).groups
    assert groups[Group.DRIVER] == (
        GroupLine("Eva", tally(delivered=1, failed=1)),
        GroupLine("", tally(delivered=1)),
        GroupLine(None, tally(pickup=1, still_open=1)),
    )
    assert [line.name for line in groups[Group.ROUTE]] == ["", None]
    assert [(line.name, line.tally.total) for line in groups[Group.MANIFEST]] == [(9001, 4), (None, 1)]


def test_visits_are_counted_by_the_hour_of_the_site_at_which_they_closed(store: Store) -> None:
    store.load({9001: [envio("a")]})
    store.post(
        aviso(1, "09:59:59", "completada", "a"),
        aviso(2, "09:00:00", "falso_flete"),
        aviso(3, "21:00:00", "reprogramada"),
        received_at=EVENING,
    )
    made = report(store)
    assert made.hours == (Hour(9, 1, 1), Hour(21, 0, 0, 1))
    assert made.visits == 3


def test_failures_are_listed_by_locality_and_time_with_what_the_desk_keeps_of_them(store: Store) -> None:
    store.load(
        {
            9001: [
                envio("a", nombrePoblacionDestino="Usaquén") | FAILED,
                envio("b", nombrePoblacionDestino="bosa"),
                envio("c", nombrePoblacionDestino="Bosa"),
                envio("d") | FAILED,
            ]
        }
    )
    bodies = [aviso(1, "11:00:00", "falso_flete", "b"), aviso(2, "10:00:00", "falso_flete", "c")]
    bodies.append(aviso(3, "09:00:00", "falso_flete", "unlisted", contacto={"nombre": "Rosa"}))
    store.post(*bodies, received_at=EVENING)
    at = datetime(2026, 11, 20, 17, tzinfo=UTC)
    store.writer.write(
        lambda db: db.execute(
            "INSERT INTO follow_up (edit, carrier, date, number, saved_at, saved_by, failure, note, next_step,"
            " acknowledged_at, acknowledged_by, assigned_to, sets)"
            " VALUES (1, ?, ?, 'c', ?, 'ana', 'absent', 'no bell', 'retry', ?, 'ana', '', 'acknowledged_at')",
            (DAY.carrier, DAY.date.isoformat(), utc_text(at), utc_text(at)),
        )
    )
    failures = report(store).failures
    assert [(one.number, one.has_shipment) for one in failures] == [
        ("c", True),
        ("b", True),
        ("a", True),
        ("d", True),
        ("unlisted", False),
    ]
    assert (failures[4].recipient, failures[4].status) == ("Rosa", "Excepción")
    assert failures[0].follow_up == FollowUp(FailureReason.ABSENT, "no bell", None, NextStep.RETRY, at, "ana")
    assert failures[1].follow_up is None


def test_a_failure_is_listed_on_the_day_whose_row_it_belongs_to_also_where_that_is_no_longer_listed(
    store: Store,
) -> None:
    before = Day(DAY.carrier, DAY.date - timedelta(days=1))
    store.load({9001: [envio("a")]}, day=before)
    store.load({9001: [envio("b"), envio("c"), envio("d")]})
    bodies = (aviso(nth, f"0{nth}:00:00", "falso_flete", number) for nth, number in enumerate("abcx", 1))
    store.post(*bodies, received_at=EVENING)
    store.load({9001: [envio("c"), envio("d")]})
    made = report(store)
    assert [(one.number, one.has_shipment) for one in made.failures] == [("b", True), ("c", True), ("x", False)]
    assert (made.to_attend, made.to_attend_visits) == (2, 1)
    with Reader.opened(store.writer.path) as reader:
        (failed_later,) = reader.report(before, DAY.date).failures
    assert (failed_later.number, failed_later.outcome, failed_later.state) == ("a", State.ON_ITS_WAY, State.EXCEPTION)


def test_the_gaps_are_those_that_touch_the_sites_day(store: Store) -> None:
    def gap(since: str, until: str) -> Gap:
        return Gap(datetime.fromisoformat(since), datetime.fromisoformat(until), GapCause.CLOSED)

    kept = [
        gap("2026-11-20T03:00+00:00", "2026-11-20T05:00+00:00"),  # ends as the site's day begins
        gap("2026-11-20T04:00+00:00", "2026-11-20T06:00+00:00"),
        gap("2026-11-21T04:00+00:00", "2026-11-21T04:30+00:00"),
        gap("2026-11-21T05:00+00:00", "2026-11-21T06:00+00:00"),
    ]
    rows = [(utc_text(one.since), utc_text(one.until), one.cause) for one in kept]
    store.writer.write(lambda db: db.executemany("INSERT INTO gap (since, until, cause) VALUES (?, ?, ?)", rows))
    assert report(store).gaps == tuple(kept[1:3])
    with Reader.opened(store.writer.path) as reader:
        assert list(reader.exported_gaps(DAY.date)) == rows[1:3]


def test_of_a_day_that_is_not_there_nothing_is_counted(store: Store) -> None:
    made = report(store)
    assert made.is_empty
    assert made.loaded_at is None
    assert made.figures == Figures()
