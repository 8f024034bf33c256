"""The course of a day and of past days, as the board tells it."""

from datetime import UTC, date, datetime, timedelta

from app.board.reading.reader import Reader
from app.domain.days import Day
from app.domain.pace.day_pace import DayCourse
from app.domain.pace.forecast import PastDay
from app.domain.reception.gaps import Gap, GapCause
from app.domain.site import SiteDays
from app.facts.gaps import save_gap
from tests.temporary_store import DAY, ZONE, Store, aviso, envio

ANA = {"conductor": {"id": 1, "nombre": "Ana Peña"}}
THURSDAY = Day(DAY.carrier, date(2026, 11, 19))


def course(store: Store, day: Day = DAY) -> DayCourse:
    with Reader.opened(store.writer.path) as reader:
        return reader.course(day)


def past_days(store: Store, day: Day = DAY) -> tuple[PastDay, ...]:
    with Reader.opened(store.writer.path) as reader:
        return reader.past_days(day)


def evening(day: Day) -> datetime:
    return datetime.combine(day.date, datetime.min.time(), UTC) + timedelta(hours=25)


def test_the_course_of_a_day_counts_parcels_and_gaps(store: Store) -> None:
    store.load({9001: [envio("a"), envio("b"), envio("c"), envio("d", idEstadoEnvio="24")], 9002: [envio("a")]})
    store.load({9003: [envio("z")]}, day=Day("OTRA", DAY.date))
    store.post(
        aviso(1, "09:00:00", "completada", "a", **ANA),
        aviso(2, "10:30:00", "falso_flete", "b"),
        aviso(3, "10:40:00", "completada", "z", conductor={"id": 2, "nombre": "Luis"}),
        aviso(4, "10:39:00", "en_camino", "c", **ANA),
    )
    since = datetime(2026, 11, 20, 16, tzinfo=UTC)
    gap = Gap(since, since + timedelta(minutes=5), GapCause.ASLEEP)
    store.writer.write(lambda db: save_gap(db, gap))
    found = course(store)
    assert (found.open_now, found.closed_now) == (1, 3)
    assert found.gaps == (gap,)
    assert found.loaded_at == datetime(2026, 11, 20, 12, 1, tzinfo=UTC)
    assert found.heard_at == datetime(2026, 11, 20, 15, 40, 1, tzinfo=UTC)
    assert found.days == SiteDays(ZONE)
    none = course(store, THURSDAY)
    assert (none.open_now, none.closed_now, none.loaded_at) == (0, 0, None)


def test_a_past_day_is_told_by_the_visits_that_closed_its_parcels(store: Store) -> None:
    numbers = [f"p{nth}" for nth in range(8)]
    store.load({1: [envio(one) for one in numbers]}, day=THURSDAY, at=evening(THURSDAY) - timedelta(hours=14))
    minutes = ("08:00:10", "08:00:40", "08:09:00", "08:18:00", "08:27:00", "08:36:00", "08:45:00")
    store.post(
        *(
            aviso(nth, f"2026-11-19T{minute}", "completada", numbers[nth], **ANA)
            for nth, minute in enumerate(minutes[:6])
        )
    )
    carriers = {"p6": {"idEstadoEnvio": "3"}}
    store.load({1: [envio(one, **carriers.get(one, {})) for one in numbers]}, day=THURSDAY, at=evening(THURSDAY))
    store.load({2: [envio("today")]})
    found = past_days(store)
    closed = ((480, 2), (489, 1), (498, 1), (507, 1), (516, 1))
    visits = tuple(6 if hour == 8 else 0 for hour in range(24))
    assert found == (PastDay(THURSDAY.date, closed, 1, untimed=1, parcels=8, delivered=closed, visits=visits),)
    store.post(aviso(8, "2026-11-20T09:00:00", "completada", "p6", **ANA))
    assert past_days(store) == found, "the visit is of the next day"
    assert past_days(store, THURSDAY) == ()
    assert past_days(store, Day("OTRA", DAY.date)) == ()
    assert past_days(store, Day(DAY.carrier, date.min)) == ()


def test_a_past_day_that_was_not_loaded_after_a_gap_says_how_long_that_was(store: Store) -> None:
    store.load({1: [envio("a")]}, day=THURSDAY, at=evening(THURSDAY) - timedelta(hours=6))
    since = evening(THURSDAY) - timedelta(hours=5)
    store.writer.write(lambda db: save_gap(db, Gap(since, since + timedelta(hours=20), GapCause.CLOSED)))
    assert [one.unheard for one in past_days(store)] == [timedelta(hours=9)]
    store.load({1: [envio("a")]}, day=THURSDAY, at=since + timedelta(hours=21))
    assert [one.unheard for one in past_days(store)] == [timedelta()]
