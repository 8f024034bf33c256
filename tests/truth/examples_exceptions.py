"""Histories of what the page's sentences except and limit: each tells one of the mutants from the oracle."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from tests.truth.events import Arrival, Load, Site
from tests.truth.history_steps import CARRIER, DELIVERED, FAILED, Example, at, listed, load, not_found, row, says, sent

_SANTIAGO = ZoneInfo("America/Santiago")
_B1 = listed("B1")
"""Listed beside the parcel, so that no answer is empty."""

EXCEPTIONS = (
    Example(
        "a repeated hour, first reading of a stamp that arrives late",
        "A time that a clock change repeats is the reading nearest to the arrival",
        # 23:30 is 02:30 UTC or 03:30 UTC in Santiago on 4 April 2026
        (
            Load(CARRIER, date(2026, 4, 4), datetime(2026, 4, 5, 2, 46, tzinfo=UTC), (listed(),)),
            Arrival(
                datetime(2026, 4, 5, 2, 50, tzinfo=UTC), 7, "2026-04-04T23:30:00", "completada", None, ("A1",)
            ),
        ),
        {
            (CARRIER, date(2026, 4, 4), "1", "A1"): says(
                "Entregado", "contradiccion", "reloj", visit=7, outcome="entregado"
            )
        },
        site=Site(_SANTIAGO, _SANTIAGO),
    ),
    Example(
        "arrived on another day whose row the visit belongs to by neither time",
        "on another day, puts `reloj` on the parcel's rows of that day too",
        (
            load("08:00", listed()),
            load("08:00", listed(in_force=False), of=1),
            sent("10:00", "falso_flete", arrives=at("12:00", 1)),
        ),
        {
            row(): says("Excepción", "adelantado", "contradiccion", "reloj", visit=7, outcome="excepcion"),
            row(day=1): says("En Reparto", "planilla_no_vigente", "reloj", outcome="abierto", counts=False),
        },
    ),
    Example(
        "a delivery before midnight that arrives behind it",
        "if state, outcome or the table's signs of doubt differ it gets `reloj`",
        (load("08:00", listed()), sent("23:50", arrives=at("00:10", 1))),
        {row(): says("Entregado", "adelantado", "reloj", visit=7, outcome="entregado")},
    ),
    Example(
        "a day that says before it begins, and once more since, that it is empty",
        "is a good load only if the next one agrees",
        (load("20:00", listed(), day=-1), not_found("23:00", day=-1), not_found("01:00")),
        {row(): says("En Reparto", "ya_no_figura", outcome="abierto", stands=False, counts=False)},
    ),
    Example(
        "a row that another manifest lists too has not moved there",
        "the old one no longer lists it in force: it takes its observations along",
        (
            load("08:00", listed(status=DELIVERED)),
            load("09:00", listed(), listed(manifest="2")),
        ),
        {
            row(): says("En Reparto", "contradiccion", "en_dos_planillas", outcome="abierto"),
            row(manifest="2"): says("En Reparto", "en_dos_planillas", outcome="abierto", counts=False),
        },
    ),
    Example(
        "a visit of the thirtieth day after the list",
        "the latest one of the 30 days before it",
        (load("08:00", listed()), sent("10:00", day=30)),
        {row(): says("Entregado", "adelantado", "concluido_despues", visit=7, outcome="abierto")},
    ),
    Example(
        "delivered and failed again after a visit that failed",
        "`contradiccion` if both say failed and C was seen delivered after T",
        (
            load("08:00", listed()),
            sent("10:00", "falso_flete"),
            load("11:00", listed(status=DELIVERED)),
            load("12:00", listed(status=FAILED)),
        ),
        {row(): says("Excepción", "contradiccion", visit=7, outcome="excepcion")},
        case="R3",
    ),
    Example(
        "sent out again after two visits of which the carrier showed one",
        "C was seen failed at least as often as visits of the listing ended failed",
        (
            load("08:00", listed()),
            sent("09:00", "falso_flete"),
            sent("10:00", "falso_flete", visit=8),
            load("11:00", listed(status=FAILED)),
            load("12:00", listed()),
        ),
        {row(): says("En Reparto", "contradiccion", visit=8, outcome="abierto")},
        case="R6",
    ),
    Example(
        "two visits that contradict each other, and the carrier delivers",
        "whatever C says, unless C is delivered, seen after T",
        (
            load("08:00", listed()),
            sent("09:00"),
            sent("10:00", "falso_flete", visit=8),
            load("11:00", listed(status=DELIVERED)),
        ),
        {row(): says("Entregado", "aviso_perdido", visit=8, outcome="entregado")},
        case="R5",
    ),
    Example(
        "failed at the end of the day, and sent out again on the next",
        "not if the outcome is pickup, or failed and it is not delivered",
        (
            load("08:00", listed()),
            sent("10:00", "falso_flete"),
            load("11:00", listed(status=FAILED)),
            load("08:00", listed(), day=1),
        ),
        {row(): says("En Reparto", visit=7, outcome="excepcion")},
        case="R6",
    ),
    Example(
        "failed on the first list after the day, which another row that comes back is missing from",
        "another listing showed a state other than its",
        (
            load("08:00", listed(), listed(manifest="2")),
            load("01:00", listed(status=FAILED), day=1),
            load("02:00", listed(), day=1),
            load("03:00", listed(), listed(manifest="2"), day=1),
        ),
        {
            row(): says("En Reparto", "concluido_despues", "contradiccion", "en_dos_planillas", outcome="abierto"),
            row(manifest="2"): says("En Reparto", "en_dos_planillas", outcome="abierto", counts=False),
        },
    ),
    Example(
        "gone, and listed again on a day that drops it too",
        "if that is anything but delivered, and it is not listed again, it gets `contradiccion` too",
        (
            load("08:00", listed(), _B1),
            load("09:00", _B1),
            load("08:00", listed(), _B1, of=1),
            load("09:00", _B1, of=1),
        ),
        {
            row(): says("En Reparto", "relistado", "ya_no_figura", outcome="abierto", stands=False),
            row(day=1): says("En Reparto", "contradiccion", "ya_no_figura", outcome="abierto", stands=False),
        },
    ),
    Example(
        "the list made the evening before knows more than the last load of the day",
        "shows a change (a first observation included) later than this row's last load and visit",
        (load("08:00", listed()), load("20:00", listed(status=FAILED), of=1, day=0)),
        {
            row(): says("En Reparto", "contradiccion", "relistado", outcome="abierto"),
            row(day=1): says("Excepción", outcome="excepcion"),
        },
    ),
    Example(
        "a row gone before its day does not say delivered",
        "rows `trasladado`, whose visits count, or gone before their day neither say nor get this",
        (
            load("20:00", listed(status=DELIVERED), _B1, day=-1),
            load("21:00", _B1, day=-1),
            load("08:00", listed(), of=1),
        ),
        {row(day=1): says("En Reparto", outcome="abierto")},
    ),
    Example(
        "delivered by a visit of before the first list",
        "Of the parcel's rows of earlier days one says delivered, or the newest visit shown on them does",
        (sent("10:00", day=-1), load("08:00", listed()), load("08:00", listed(), of=1)),
        {
            row(): says("En Reparto", "relistado", "visita_de_otro_dia", outcome="abierto"),
            row(day=1): says("En Reparto", "contradiccion", outcome="abierto"),
        },
    ),
    Example(
        "delivered by a visit of before the first list, which drops the parcel",
        "rows `trasladado`, whose visits count",
        (
            sent("10:00", day=-1),
            load("08:00", listed(), _B1),
            load("09:00", _B1),
            load("08:00", listed(), _B1, of=1),
        ),
        {
            row(): says(
                "En Reparto", "relistado", "trasladado", "visita_de_otro_dia",
                outcome="abierto", stands=False, counts=False,
            ),
            row(day=1): says("En Reparto", "contradiccion", outcome="abierto"),
        },
    ),
    Example(
        "delivered, and open on two later days",
        "A row that says anything but delivered, and is not `relistado`, has `contradiccion`",
        (load("08:00", listed(status=DELIVERED)), load("08:00", listed(), of=1), load("08:00", listed(), of=2)),
        {
            row(): says("Entregado", "relistado", outcome="entregado"),
            row(day=1): says("En Reparto", "relistado", outcome="abierto"),
            row(day=2): says("En Reparto", "contradiccion", outcome="abierto"),
        },
    ),
    Example(
        "gone from two manifests",
        "if none does, the one listed last; of several the one with the newest change",
        (
            load("08:00", listed(), listed(manifest="2"), _B1),
            load("09:00", listed(status=FAILED), listed(manifest="2"), _B1),
            load("10:00", listed(manifest="2"), _B1),
            load("11:00", _B1),
        ),
        {
            row(): says("Excepción", "contradiccion", "ya_no_figura", outcome="excepcion", stands=False, counts=False),
            row(manifest="2"): says("En Reparto", "contradiccion", "ya_no_figura", outcome="abierto", stands=False),
        },
        figures={"Parcels": 2, "Open": 2, "Failed": 0},
    ),
)  # fmt: skip
