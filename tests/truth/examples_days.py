"""Several days and rows of one parcel: what they say of each other."""

from dataclasses import replace
from datetime import time

from tests.truth.history_steps import (
    ANA,
    DELIVERED,
    ELSEWHERE,
    FAILED,
    LUIS,
    OPEN,
    OTHER_CARRIER,
    RECEIVING,
    Example,
    listed,
    load,
    row,
    says,
    sent,
)

_ALSO = listed("B2")
_OUT = load("08:00", listed(), _ALSO)
_NIGHTS = replace(RECEIVING, day_ends_at=time(8))

BEFORE = (
    Example(
        "delivered on two days by the carrier alone",
        "One that says delivered, as an earlier row in force does, has the sign `entregado_antes` and is in no total",
        (
            ELSEWHERE,
            _OUT,
            load("18:00", listed(status=DELIVERED), _ALSO),
            load("08:00", listed(status=DELIVERED), _ALSO, of=1),
        ),
        {
            row(): says("Entregado", "aviso_perdido", "relistado", outcome="entregado"),
            row(day=1): says("Entregado", "entregado_antes", outcome="entregado", counts=False),
        },
    ),
    Example(
        "delivered on two days by two visits",
        "with one [a visit of its own] the earlier row has `contradiccion`",
        (
            _OUT,
            sent("10:00"),
            load("18:00", listed(status=DELIVERED), _ALSO),
            load("08:00", listed(status=DELIVERED), _ALSO, of=1),
            sent("10:00", visit=8, day=1),
        ),
        {
            row(): says("Entregado", "contradiccion", "relistado", visit=7, outcome="entregado"),
            row(day=1): says(
                "Entregado", "aviso_perdido", "entregado_antes", visit=8, outcome="entregado", counts=False
            ),
        },
    ),
    Example(
        "open on the day after it was delivered",
        "A row that says anything but delivered, and is not `relistado`, has `contradiccion`",
        (_OUT, sent("10:00"), load("18:00", listed(status=DELIVERED), _ALSO), load("08:00", listed(), _ALSO, of=1)),
        {
            row(): says("Entregado", "relistado", visit=7, outcome="entregado"),
            row(day=1): says("En Reparto", "contradiccion", outcome="abierto"),
        },
    ),
    Example(
        "the number of a parcel of 31 days ago",
        "Listings of a number are one parcel's as long as none is more than 30 days after the one before",
        (_OUT, sent("10:00"), load("18:00", listed(status=DELIVERED), _ALSO), load("08:00", listed(), _ALSO, of=31)),
        {
            row(): says("Entregado", visit=7, outcome="entregado"),
            row(day=31): says("En Reparto", outcome="abierto"),
        },
    ),
    Example(
        "the number of a parcel of 30 days ago",
        "Listings of a number are one parcel's as long as none is more than 30 days after the one before",
        (_OUT, sent("10:00"), load("18:00", listed(status=DELIVERED), _ALSO), load("08:00", listed(), _ALSO, of=30)),
        {
            row(): says("Entregado", "relistado", visit=7, outcome="entregado"),
            row(day=30): says("En Reparto", "contradiccion", outcome="abierto"),
        },
    ),
    Example(
        "an id of a visit of 31 days ago",
        "more than 30 days apart they are two visits",
        (
            _OUT,
            sent("10:00"),
            load("18:00", listed(status=DELIVERED), _ALSO),
            load("08:00", listed("C3"), of=31),
            sent("10:00", "falso_flete", "C3", day=31),
        ),
        {
            row(): says("Entregado", visit=7, outcome="entregado"),
            row("C3", day=31): says("Excepción", "adelantado", visit=7, outcome="excepcion"),
        },
    ),
    Example(
        "an outcome of delivered that a later visit took back, on a day after the parcel was delivered",
        "A parcel is delivered once",
        (
            load("05:00", listed(), day=0),
            sent("05:05"),
            load("05:10", listed(status=DELIVERED), of=1, day=0),
            sent("05:00", "falso_flete", visit=8, day=2),
        ),
        {
            row(): says("Entregado", "adelantado", "relistado", visit=7, outcome="entregado"),
            row(day=1): says(
                "Excepción",
                "adelantado",
                "aviso_perdido",
                "concluido_despues",
                "contradiccion",
                visit=8,
                outcome="entregado",
                counts=False,
            ),
        },
    ),
)

SEVERAL_ROWS = (
    Example(
        "two drivers contradict each other",
        "an earlier visit ended delivered and the newest, another one, says failed: `contradiccion` whatever C says",
        (_OUT, sent("10:00"), sent("11:00", "falso_flete", visit=8), load("11:30", listed(status=FAILED), _ALSO)),
        {row(): says("Excepción", "contradiccion", visit=8, outcome="excepcion")},
        case="R3",
    ),
    Example(
        "another carrier's list is newer",
        "another listing of the parcel shows a change later than this row's last load and visit",
        (_OUT, load("12:00", listed(status=FAILED), carrier=OTHER_CARRIER)),
        {
            row(): says("En Reparto", "contradiccion", "en_dos_transportadoras", outcome="abierto"),
            row(carrier=OTHER_CARRIER): says(
                "Excepción", "contradiccion", "en_dos_transportadoras", outcome="excepcion"
            ),
        },
        site=RECEIVING,
    ),
    Example(
        "a row that moved takes its observations along",
        "it takes its observations along",
        (
            _OUT,
            sent("10:00", "falso_flete"),
            load("10:30", listed(status=FAILED), _ALSO),
            load("12:00", listed(status=OPEN, manifest="2"), _ALSO),
        ),
        {row(manifest="2"): says("En Reparto", visit=7, outcome="abierto")},
        case="R6",
    ),
    Example(
        "a manifest that another entry of its number replaces",
        "a shipment that both list is one row, as the entry in force shows it",
        (
            load(
                "08:00",
                listed(status=DELIVERED, in_force=False),
                replace(listed(status=OPEN), entry=1),
            ),
        ),
        {row(): says("En Reparto", outcome="abierto")},
    ),
    Example(
        "gone before its day began",
        "A row gone before its day began has no visit, no `contradiccion`, no `aviso_perdido`, and is in no total",
        (
            load("20:00", listed(status=FAILED), _ALSO, of=1, day=0),
            load("21:00", _ALSO, of=1, day=0),
            sent("10:00", day=1),
        ),
        {row(day=1): says("Excepción", "ya_no_figura", stands=False, outcome="excepcion", counts=False)},
    ),
    Example(
        "a gone row that says delivered, and a later day",
        "or on a later one unless the gone row says delivered",
        (_OUT, sent("10:00"), load("12:00", _ALSO), load("08:00", listed(status=DELIVERED), of=1)),
        {
            row(): says(
                "Entregado", "adelantado", "relistado", "ya_no_figura", visit=7, outcome="entregado", stands=False
            ),
            row(day=1): says("Entregado", "entregado_antes", outcome="entregado", counts=False),
        },
    ),
    Example(
        "a failure on a list of the evening before is the earlier day's",
        "not for failed where an earlier day lists the parcel and no list of it, of any day, was loaded since",
        (
            ELSEWHERE,
            _OUT,
            sent("10:00", "falso_flete"),
            load("18:00", listed(status=FAILED), _ALSO),
            load("20:00", listed(status=FAILED), _ALSO, of=1, day=0),
        ),
        {row(day=1): says("Excepción", outcome="excepcion")},
    ),
    Example(
        "a failure on a list of the evening before that an earlier day's list shows again",
        "not for failed where an earlier day lists the parcel and no list of it, of any day, was loaded since",
        (
            ELSEWHERE,
            load("18:00", listed(status=FAILED), _ALSO),
            load("20:00", listed(status=FAILED), _ALSO, of=1, day=0),
            load("07:00", _ALSO, of=1),
            load("08:00", listed(status=FAILED), _ALSO, day=1),
        ),
        {
            row(day=1): says(
                "Excepción", "aviso_perdido", "contradiccion", "ya_no_figura", outcome="excepcion", stands=False
            )
        },
    ),
    Example(
        "an order that another name of most rows is a deviation of",
        "so does a name that is no known spelling of its id, unless most rows of that id and day bear it",
        (
            load("08:00", listed("A1", status=("2", "Saliendo")), listed("B2", status=("2", "Saliendo")), listed("C3")),
            load("08:00", listed("A1", status=("2", "Saliendo")), listed("B2"), listed("C3"), of=1),
        ),
        {
            row(): says("Saliendo", "relistado", outcome="abierto"),
            row(day=1): says("Saliendo", "dato_raro", outcome="abierto"),
        },
    ),
)

NAMES = (
    Example(
        "a load that says the same ends the doubt of a message about others",
        "has `dato_raro` until a load asked after that message, or a visit after it, says the same",
        (
            _OUT,
            sent("10:00", "falso_flete", "A1", "B2"),
            sent("10:10", "completada", "B2", previous="falso_flete"),
            load("10:20", listed(status=FAILED), listed("B2", status=DELIVERED)),
        ),
        {
            row(): says("Excepción", visit=7, outcome="excepcion"),
            row("B2"): says("Entregado", visit=7, outcome="entregado"),
        },
    ),
    Example(
        "a number that looks like a shipment's",
        "the same but for case, accents, leading zeros, blanks, separators and invisible characters",
        (
            load("08:00", listed("0045"), listed("C3", to=LUIS)),
            sent("10:00", "completada", "45"),
            sent("10:10", "completada", "C3", visit=8),
        ),
        {
            row("0045"): says("En Reparto", "dato_raro", outcome="abierto"),
            row("C3"): says("Entregado", "adelantado", visit=8, outcome="entregado"),
        },
    ),
    Example(
        "a day of which most visits match nothing",
        "most match nothing, the window says so",
        (load("08:00", listed("0045", to=ANA)), sent("10:00", "completada", "45")),
        {row("0045"): says("En Reparto", outcome="abierto")},
    ),
    Example(
        "an invisible character in a number",
        "Invisible format characters never count as part of an identifier",
        (_OUT, sent("10:00", "completada", "A\u200b1")),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
    ),
    Example(
        "a visit more than 30 days after the list",
        "else to the latest one of the 30 days before it",
        (_OUT, sent("10:00", day=31)),
        {row(): says("En Reparto", outcome="abierto")},
    ),
    Example(
        "a day in force before one that is not",
        "sought among those in force, then among the others",
        (_OUT, load("08:00", listed(in_force=False), of=1), sent("10:00", day=1)),
        {
            row(): says("Entregado", "adelantado", "concluido_despues", visit=7, outcome="abierto"),
            row(day=1): says("En Reparto", "planilla_no_vigente", outcome="abierto", counts=False),
        },
    ),
)

NIGHTS = (
    Example(
        "a visit of the night is of the day that began at eight",
        "A day begins and ends at `day_ends_at`",
        (_OUT, sent("05:00", day=1), load("07:00", listed(status=DELIVERED), _ALSO, day=1)),
        {row(): says("Entregado", visit=7, outcome="entregado")},
        site=_NIGHTS,
        figures={"Delivered": 1, "Delivered later": 0},
    ),
    Example(
        "a visit at eight is of the next day",
        "A day begins and ends at `day_ends_at`",
        (_OUT, sent("08:00", day=1), load("08:10", listed(status=DELIVERED), _ALSO, day=1)),
        {row(): says("Entregado", "concluido_despues", visit=7, outcome="abierto")},
        site=_NIGHTS,
        figures={"Delivered": 0, "Delivered later": 1},
    ),
)

SEVERAL_DAYS = (*BEFORE, *SEVERAL_ROWS, *NAMES, *NIGHTS)
