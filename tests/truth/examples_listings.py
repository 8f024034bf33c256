"""Listings: listed again, gone, moved, not in force, of two carriers, and what a day's figures count."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from tests.truth.events import Load, Site
from tests.truth.history_steps import (
    CARRIER,
    DAY,
    DELIVERED,
    ELSEWHERE,
    FAILED,
    OTHER_CARRIER,
    PICKUP,
    Example,
    listed,
    load,
    not_found,
    row,
    says,
    sent,
)

_ALSO = listed("B2")

AGAIN = (
    Example(
        "listed again",
        "a listing uses only loads sent before that day began: it says how it ended, with `relistado`",
        (
            ELSEWHERE,
            load("08:00", listed()),
            load("18:00", listed(status=FAILED)),
            load("08:00", listed(), of=1),
            load("09:00", listed(status=DELIVERED), of=0, day=1),
        ),
        {
            row(): says("Excepción", "aviso_perdido", "relistado", outcome="excepcion"),
            row(day=1): says("En Reparto", "contradiccion", outcome="abierto"),
        },
    ),
    Example(
        "listed again, and first loaded after that day began",
        "where none lists it, it has none ... without a visit it says the open status with `dato_raro`",
        (
            ELSEWHERE,
            load("08:00", listed(), of=1),
            load("09:00", listed(), of=0, day=1),
            load("10:00", listed(status=DELIVERED), of=0, day=1),
        ),
        {row(): says("En Reparto", "dato_raro", "relistado", outcome="abierto")},
        case="R0",
    ),
    Example(
        "listed again, where L is cut too",
        "a listing uses only loads sent before that day began",
        (
            load("08:00", listed()),
            sent("23:55", "completada"),
            load("00:30", listed(), of=0, day=1),
            load("08:00", listed(), of=1),
        ),
        {row(): says("Entregado", "adelantado", "relistado", visit=7, outcome="entregado")},
        case="R2",
    ),
    Example(
        "listed again by another carrier",
        "Once a later day lists the parcel in force",
        (load("08:00", listed()), load("08:00", listed(), of=1, carrier=OTHER_CARRIER)),
        {
            row(): says("En Reparto", "relistado", outcome="abierto"),
            row(day=1, carrier=OTHER_CARRIER): says("En Reparto", outcome="abierto"),
        },
    ),
    Example(
        "a later day that no longer lists it",
        "A day lists a parcel from its first observation, also where the row is gone since",
        (
            ELSEWHERE,
            load("08:00", listed()),
            load("08:00", listed(), _ALSO, of=1),
            load("09:00", _ALSO, of=1),
            load("10:00", listed(status=DELIVERED), of=0, day=1),
        ),
        {
            row(): says("En Reparto", "relistado", outcome="abierto"),
            row(day=1): says("En Reparto", "contradiccion", "ya_no_figura", stands=False, outcome="abierto"),
        },
    ),
)

GONE = (
    Example(
        "gone without a successor",
        "Else it keeps its state with `ya_no_figura`, and if that is open or failed it gets `contradiccion` too",
        (load("08:00", listed(), _ALSO), load("12:00", _ALSO)),
        {row(): says("En Reparto", "contradiccion", "ya_no_figura", stands=False, outcome="abierto")},
        figures={"Parcels": 2, "Open": 2, "Contradictions": 1},
    ),
    Example(
        "gone after it was delivered",
        "Else it keeps its state with `ya_no_figura`",
        (load("08:00", listed(), _ALSO), sent("10:00"), load("12:00", _ALSO)),
        {row(): says("Entregado", "adelantado", "ya_no_figura", visit=7, stands=False, outcome="entregado")},
        case="R7",
    ),
    Example(
        "gone after both said delivered",
        "Else it keeps its state with `ya_no_figura`",
        (load("08:00", listed(status=DELIVERED), _ALSO), load("12:00", _ALSO)),
        {row(): says("Entregado", "ya_no_figura", stands=False, outcome="entregado")},
    ),
    Example(
        "gone, and the state that it keeps is failed",
        "if that is open or failed it gets `contradiccion` too",
        (load("08:00", listed(), _ALSO), load("12:00", _ALSO), sent("13:00", "falso_flete")),
        {
            row(): says(
                "Excepción", "adelantado", "contradiccion", "ya_no_figura", visit=7, stands=False, outcome="excepcion"
            )
        },
    ),
    Example(
        "moved to another manifest",
        "Where another listing of the number still stands, the gone row has the sign `trasladado` and is in no total",
        (
            load("08:00", listed(), _ALSO),
            load("12:00", listed(manifest="2"), _ALSO),
        ),
        {
            row(): says("En Reparto", "trasladado", stands=False, outcome="abierto", counts=False),
            row(manifest="2"): says("En Reparto", outcome="abierto"),
        },
        figures={"Parcels": 2, "Open": 2},
    ),
    Example(
        "moved to another carrier's later day",
        "Where another listing of the number, of the same or a later day, of any carrier, still stands",
        (
            load("08:00", listed(), _ALSO),
            load("08:00", listed(), of=1, day=0, carrier=OTHER_CARRIER),
            load("12:00", _ALSO),
        ),
        {
            row(): says("En Reparto", "relistado", "trasladado", stands=False, outcome="abierto", counts=False),
            row(day=1, carrier=OTHER_CARRIER): says("En Reparto", outcome="abierto"),
        },
        figures={"Parcels": 1},
    ),
    Example(
        "an earlier day that still lists it is no successor",
        "of the same or a later day",
        (
            load("08:00", listed(), of=-1, day=0),
            load("08:00", listed(), _ALSO),
            load("12:00", _ALSO),
        ),
        {row(): says("En Reparto", "contradiccion", "ya_no_figura", stands=False, outcome="abierto")},
    ),
    Example(
        "gone and back",
        "reappearing unchanged is no change",
        (load("08:00", listed(), _ALSO), load("09:00", _ALSO), load("12:00", listed(), _ALSO)),
        {row(): says("En Reparto", outcome="abierto")},
    ),
    Example(
        "a first 404 changes nothing",
        "A 404 is a good load only if the next one agrees; until then rows keep their state",
        (load("08:00", listed()), sent("10:00"), not_found("12:00")),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
        case="R2",
    ),
    Example(
        "an empty answer after a 404",
        "A 404, or an empty answer where there were shipments, is a good load only if the next one agrees",
        (load("08:00", listed()), sent("10:00"), not_found("12:00"), load("13:00")),
        {row(): says("Entregado", "adelantado", "ya_no_figura", visit=7, stands=False, outcome="entregado")},
        case="R7",
    ),
    Example(
        "a good answer between two 404s",
        "is a good load only if the next one agrees",
        (load("08:00", listed()), not_found("12:00"), load("12:30", listed()), not_found("13:00")),
        {row(): says("En Reparto", outcome="abierto")},
    ),
    Example(
        "shipments after two 404s",
        "is a good load only if the next one agrees",
        (load("08:00", listed()), not_found("12:00"), not_found("12:30"), load("13:00", listed())),
        {row(): says("En Reparto", outcome="abierto")},
    ),
)

SEVERAL = (
    Example(
        "a manifest that is not in force",
        "Not in force: the same rule, sign `planilla_no_vigente`",
        (load("08:00", listed(in_force=False)), sent("10:00")),
        {row(): says("Entregado", "adelantado", "planilla_no_vigente", visit=7, outcome="entregado", counts=False)},
        figures={"Parcels": 0, "Delivered": 0, "Not in force": 1},
    ),
    Example(
        "also listed in force",
        "where the number is also listed in force, that row leads",
        (load("08:00", listed(in_force=False), listed(manifest="2")), sent("10:00")),
        {
            row(): says("Entregado", "adelantado", "planilla_no_vigente", visit=7, outcome="entregado", counts=False),
            row(manifest="2"): says("Entregado", "adelantado", visit=7, outcome="entregado"),
        },
        figures={"Parcels": 1, "Delivered": 1, "Not in force": 0},
    ),
    Example(
        "a manifest that lost its force",
        "only in manifests in force (as of now)",
        (load("08:00", listed()), load("12:00", listed(in_force=False))),
        {row(): says("En Reparto", "planilla_no_vigente", outcome="abierto", counts=False)},
    ),
    Example(
        "two carriers on one day",
        "Two carriers list one number on one day: the visit belongs to both rows, sign `en_dos_transportadoras`",
        (load("08:00", listed()), load("08:00", listed(), carrier=OTHER_CARRIER), sent("10:00")),
        {
            row(): says("Entregado", "adelantado", "en_dos_transportadoras", visit=7, outcome="entregado"),
            row(carrier=OTHER_CARRIER): says(
                "Entregado", "adelantado", "en_dos_transportadoras", visit=7, outcome="entregado"
            ),
        },
        figures={"Parcels": 1, "Delivered": 1},
    ),
    Example(
        "two carriers, one of which dropped it",
        "With two carriers it counts on the row that still stands",
        (
            load("08:00", listed(), _ALSO),
            load("08:00", listed(), carrier=OTHER_CARRIER),
            load("12:00", _ALSO),
        ),
        {
            row(): says("En Reparto", "trasladado", stands=False, outcome="abierto", counts=False),
            row(carrier=OTHER_CARRIER): says("En Reparto", outcome="abierto"),
        },
    ),
    Example(
        "two manifests in force",
        "`en_dos_planillas`: more than one manifest in force; figures count each `numero` once",
        (
            load("08:00", listed(), listed(manifest="2")),
            load("12:00", listed(), listed(status=PICKUP, manifest="2")),
        ),
        {
            row(): says("En Reparto", "contradiccion", "en_dos_planillas", outcome="abierto", counts=False),
            row(manifest="2"): says("Listo para Retirar", "contradiccion", "en_dos_planillas", outcome="retiro"),
        },
        figures={"Parcels": 1, "Ready for pickup": 1, "Open": 0},
    ),
    Example(
        "two manifests in force that changed at the same time",
        "figures count each `numero` once",
        (load("08:00", listed(manifest="2"), listed(manifest="1")),),
        {
            row(manifest="2"): says("En Reparto", "en_dos_planillas", outcome="abierto"),
            row(manifest="1"): says("En Reparto", "en_dos_planillas", outcome="abierto", counts=False),
        },
    ),
)

OUTCOME = (
    Example(
        "delivered on the day after",
        "What was delivered on a later day is a line of its own",
        (
            ELSEWHERE,
            load("08:00", listed()),
            load("01:00", listed(), day=1),
            load("09:00", listed(status=DELIVERED), day=1),
        ),
        {row(): says("Entregado", "aviso_perdido", "concluido_despues", outcome="abierto")},
        figures={"Delivered": 0, "Open": 1, "Delivered later": 1, "Contradictions": 0},
    ),
    Example(
        "first seen changed after the day's end",
        "If the first observation after the day's end differs and its `not_yet_at` lies before that end, it is counted",
        (ELSEWHERE, load("08:00", listed()), load("09:00", listed(status=DELIVERED), day=1)),
        {row(): says("Entregado", "aviso_perdido", "contradiccion", outcome="abierto")},
        figures={"Open": 1, "Delivered later": 1, "Contradictions": 1, "Possibly missed": 1},
    ),
    Example(
        "seen before the day, and changed after its end",
        "If the first observation after the day's end differs and its `not_yet_at` lies before that end, it is counted",
        (ELSEWHERE, load("22:00", listed(), day=-1), load("09:00", listed(status=DELIVERED), day=1)),
        {row(): says("Entregado", "aviso_perdido", "contradiccion", outcome="abierto")},
        figures={"Open": 1, "Delivered later": 1, "Contradictions": 1, "Possibly missed": 1},
    ),
    Example(
        "first loaded on the day after",
        "observations made up to its end; later observations only where there is none",
        (
            ELSEWHERE,
            load("08:00", listed(status=DELIVERED), day=1),
            load("09:00", listed(status=FAILED), day=1),
        ),
        {row(): says("Excepción", "aviso_perdido", "concluido_despues", "contradiccion", outcome="entregado")},
    ),
    Example(
        "failed that day, delivered on the next as listed then",
        "is never delivered twice",
        (
            load("08:00", listed()),
            sent("10:00", "falso_flete", visit=7),
            load("18:00", listed(status=FAILED)),
            load("08:00", listed(), of=1),
            sent("10:00", "completada", visit=8, day=1),
            load("11:00", listed(status=DELIVERED), of=1),
        ),
        {
            row(): says("Excepción", "relistado", visit=7, outcome="excepcion"),
            row(day=1): says("Entregado", visit=8, outcome="entregado"),
        },
        figures={"Failed": 1, "Delivered": 0, "Delivered later": 0},
    ),
    Example(
        "a site that loads in the evening alone",
        "observations made up to its end",
        (
            *(sent(f"1{hour}:00", "falso_flete", f"N{hour}", visit=hour) for hour in range(5)),
            load("20:00", *(listed(f"N{hour}", PICKUP if hour < 3 else DELIVERED) for hour in range(5))),
        ),
        {
            **{row(f"N{hour}"): says("Listo para Retirar", visit=hour, outcome="retiro") for hour in range(3)},
            **{row(f"N{hour}"): says("Entregado", "aviso_perdido", visit=hour, outcome="entregado") for hour in (3, 4)},
        },
        figures={"Parcels": 5, "Failed": 0, "Ready for pickup": 3, "Delivered": 2, "Possibly missed": 2},
    ),
    Example(
        "a parcel listed on ten days",
        "Of several days that list the parcel, the visit belongs to the day of its own date",
        (
            *(load("07:00", listed(), of=day) for day in range(-4, 6)),
            sent("10:00", "falso_flete"),
            load("12:00", listed(status=FAILED)),
        ),
        {
            row(): says("Excepción", "relistado", visit=7, outcome="excepcion"),
            row(day=-1): says("En Reparto", "relistado", outcome="abierto"),
            row(day=1): says("En Reparto", "relistado", outcome="abierto"),
            row(day=5): says("En Reparto", outcome="abierto"),
        },
    ),
    Example(
        "a day of 23 hours",
        "A day ends at the next local midnight",
        # 6 September 2026 begins at 04:00 UTC in Santiago, where midnight is skipped, and ends at 03:00 UTC
        (
            Load(CARRIER, DAY.replace(month=9, day=6), datetime(2026, 9, 6, 12, tzinfo=UTC), (listed(),)),
            Load(CARRIER, DAY.replace(month=9, day=6), datetime(2026, 9, 7, 2, 59, tzinfo=UTC), (listed(),)),
            Load(
                CARRIER,
                DAY.replace(month=9, day=6),
                datetime(2026, 9, 7, 3, 0, tzinfo=UTC),
                (listed(status=PICKUP),),
            ),
        ),
        {
            (CARRIER, DAY.replace(month=9, day=6), "1", "A1"): says(
                "Listo para Retirar", "contradiccion", outcome="abierto"
            )
        },
        site=Site(ZoneInfo("America/Santiago"), ZoneInfo("America/Santiago")),
    ),
)

LISTINGS = (*AGAIN, *GONE, *SEVERAL, *OUTCOME)
