"""Histories at the edge of what carriers and providers send: many listings, many messages, one id of two visits."""

from dataclasses import replace
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from tests.truth.events import Arrival, Load
from tests.truth.history_steps import CARRIER, DELIVERED, FAILED, RECEIVING, Example, listed, load, row, says, sent

_SANTIAGO = ZoneInfo("America/Santiago")
_BEFORE_THE_CHANGE = date(2026, 9, 5)
_HALF_PAST_TWELVE = replace(RECEIVING, zone=_SANTIAGO, sender_zone=_SANTIAGO, day_ends_at=time(0, 30))
_NUMBERS = tuple(f"N{nth}" for nth in range(10))
_LISTED = tuple(map(listed, _NUMBERS))


def _in_santiago(stamp: str, arrives: str) -> tuple[Load, Arrival]:
    asked = datetime(2026, 9, 5, 12, tzinfo=UTC)
    arrived = datetime.fromisoformat(arrives).replace(tzinfo=UTC)
    return Load(CARRIER, _BEFORE_THE_CHANGE, asked, (listed(),)), Arrival(
        arrived, 7, stamp, "completada", None, ("A1",)
    )


EXTREMES = (
    Example(
        "a parcel listed on thirty days",
        "Sign `relistado`, with a link to the later one",
        (
            *(load("07:00", listed(), of=day) for day in range(-29, 1)),
            sent("10:00", "falso_flete"),
            load("12:00", listed(status=FAILED)),
        ),
        {
            row(): says("Excepción", visit=7, outcome="excepcion"),
            **{row(day=day): says("En Reparto", "relistado", outcome="abierto") for day in range(-29, 0)},
        },
    ),
    Example(
        "an id of a visit that two providers use",
        "the parcel keeps what it was told, and has `dato_raro` until a load asked after that message says the same",
        (
            load("08:00", listed(), listed("B2"), listed("C3")),
            sent("10:00", "falso_flete", "A1"),
            sent("10:30", "completada", "B2"),
            sent("11:00", "falso_flete", "C3"),
            load("12:00", listed(), listed("B2", DELIVERED), listed("C3")),
        ),
        {
            row(): says("Excepción", "contradiccion", "dato_raro", visit=7, outcome="excepcion"),
            row("B2"): says("Entregado", visit=7, outcome="entregado"),
            row("C3"): says("Excepción", "contradiccion", visit=7, outcome="excepcion"),
        },
        figures={"Parcels": 3, "Delivered": 1, "Failed": 2},
    ),
    Example(
        "an id of a visit of 31 days ago, in a message without numbers",
        "more than 30 days apart they are two visits",
        (
            load("08:00", listed(), listed("B2")),
            sent("10:00"),
            load("18:00", listed(status=DELIVERED), listed("B2")),
            load("08:00", listed("C3"), of=31),
            sent("10:00", "falso_flete", day=31, lacks_numbers=True, tracking_id="C3"),
        ),
        {
            row(): says("Entregado", visit=7, outcome="entregado"),
            row("C3", day=31): says("Excepción", "adelantado", visit=7, outcome="excepcion"),
        },
    ),
    Example(
        "an answer that lists a parcel five times",
        "Two entries of one answer with one `idPlanillaReparto` are one manifest",
        (
            load(
                "08:00", listed(), listed(), listed(manifest="2"),
                replace(listed(manifest="2", in_force=False, status=FAILED), entry=1),
                listed(manifest="3", in_force=False),
            ),
        ),
        {
            row(): says("En Reparto", "en_dos_planillas", outcome="abierto"),
            row(manifest="2"): says("En Reparto", "en_dos_planillas", outcome="abierto", counts=False),
            row(manifest="3"): says("En Reparto", "planilla_no_vigente", outcome="abierto", counts=False),
        },
        figures={"Parcels": 1, "Open": 1},
    ),
    Example(
        "ten messages of a visit that name ten sets",
        "A visit speaks to a parcel by its messages that name it",
        (
            load("08:00", *_LISTED),
            *(
                sent(f"10:{nth:02}", "completada" if nth == 9 else "falso_flete", *_NUMBERS[nth:])
                for nth in range(10)
            ),
        ),
        {
            **{
                row(one): says("Excepción", "adelantado", "dato_raro", visit=7, outcome="excepcion")
                for one in _NUMBERS[:9]
            },
            row("N9"): says("Entregado", "adelantado", visit=7, outcome="entregado"),
        },
        figures={"Parcels": 10, "Delivered": 1, "Failed": 9},
    ),
    Example(
        "a day that ends in an hour which its zone skips",
        "A day begins and ends at `day_ends_at`",
        # 00:30 is skipped in Santiago on 6 September 2026: the day before ends at 01:30, 04:30 UTC
        _in_santiago("2026-09-06T01:29:00", "2026-09-06T04:29:01"),
        {(CARRIER, _BEFORE_THE_CHANGE, "1", "A1"): says("Entregado", "adelantado", visit=7, outcome="entregado")},
        site=_HALF_PAST_TWELVE,
    ),
    Example(
        "the first visit after an hour which the zone skips",
        "A day begins and ends at `day_ends_at`",
        _in_santiago("2026-09-06T01:30:00", "2026-09-06T04:30:01"),
        {
            (CARRIER, _BEFORE_THE_CHANGE, "1", "A1"): says(
                "Entregado", "adelantado", "concluido_despues", visit=7, outcome="abierto"
            )
        },
        site=_HALF_PAST_TWELVE,
    ),
)  # fmt: skip
