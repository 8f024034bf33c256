"""Histories of parcels that are corrected, listed twice, taken back or dropped, and what their rows must say."""

from tests.truth.history_steps import (
    ANA,
    DELIVERED,
    FAILED,
    LUIS,
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

_HEARD = sent("07:00", "completada", "elsewhere", visit=900)

PARCELS = (
    Example(
        "a correction that names fewer",
        "the parcel keeps what it was told, and has `dato_raro` until a load asked after that message",
        (
            load("08:00", listed("A1"), listed("B1")),
            sent("10:00", "completada", "A1", "B1"),
            sent("10:30", "falso_flete", "A1", previous="completada"),
            load("11:00", listed("A1", FAILED), listed("B1")),
        ),
        {
            row(): says("Excepción", visit=7, outcome="excepcion"),
            row("B1"): says("Entregado", "contradiccion", "dato_raro", visit=7, outcome="entregado"),
        },
    ),
    Example(
        "two rows that say different things",
        "Where two rows of one number and day stand and say different things",
        (
            load("08:00", listed()),
            load("09:00", listed(status=PICKUP), carrier=OTHER_CARRIER),
        ),
        {
            row(): says("En Reparto", "contradiccion", "en_dos_transportadoras", outcome="abierto"),
            row(carrier=OTHER_CARRIER): says(
                "Listo para Retirar", "contradiccion", "en_dos_transportadoras", outcome="retiro"
            ),
        },
    ),
    Example(
        "a status taken back without a visit",
        "`contradiccion` if C was ever seen delivered and is not now",
        (load("08:00", listed(status=DELIVERED)), load("09:00", listed()), _HEARD),
        {
            row(): says("En Reparto", "contradiccion", outcome="abierto"),
        },
    ),
    Example(
        "a placeholder for a document",
        "one of fewer than five digits or of one repeated digit, is no document",
        (
            load(
                "08:00",
                listed("A1", ids=("PO-7",), to=("00000", *ANA[1:])),
                listed("B1", ids=("PO-7",), to=("00000", *LUIS[1:])),
            ),
            sent("10:00", "completada", "PO-7"),
        ),
        {
            row(): says("En Reparto", "ambiguo", outcome="abierto"),
            row("B1"): says("En Reparto", "ambiguo", outcome="abierto"),
        },
    ),
    Example(
        "a day that says it is empty twice",
        "is a good load only if the next one agrees",
        (load("08:00", listed()), not_found("09:00"), not_found("10:00")),
        {
            row(): says("En Reparto", "contradiccion", "ya_no_figura", outcome="abierto", stands=False),
        },
    ),
    Example(
        "a number used again, named by an identifier of the later parcel",
        "then it is another parcel's, and nothing below reaches across",
        (
            load("08:00", listed()),
            sent("10:00", "completada", "PO-7", day=28),
            load("08:00", listed(ids=("PO-7",)), of=33),
        ),
        {
            row(): says("En Reparto", outcome="abierto"),
            row(day=33): says("En Reparto", "visita_de_otro_dia", outcome="abierto"),
        },
    ),
    Example(
        "a number used again, and a visit that names the earlier parcel, then the later one",
        "then it is another parcel's, and nothing below reaches across",
        (
            load("08:00", listed()),
            sent("10:00", "falso_flete", day=28),
            sent("10:30", "completada", "PO-7", day=28, previous="falso_flete"),
            load("08:00", listed(ids=("PO-7",)), of=33),
        ),
        {
            row(): says("Excepción", "adelantado", "concluido_despues", "dato_raro", visit=7, outcome="abierto"),
            row(day=33): says("En Reparto", "visita_de_otro_dia", outcome="abierto"),
        },
    ),
    Example(
        "a list loaded late that makes one parcel of days too far from a visit",
        "It moves when a nearer day is loaded",
        (
            _HEARD,
            load("08:00", listed("elsewhere", manifest="2")),
            sent("10:00", "completada", "PO-7"),
            load("08:00", listed(ids=("PO-7",)), of=33),
            load("09:00", listed(), of=20, day=33),
        ),
        {
            row(day=20): says("En Reparto", "dato_raro", "relistado", "visita_de_otro_dia", outcome="abierto"),
            row(day=33): says("En Reparto", "contradiccion", outcome="abierto"),
        },
    ),
    Example(
        "an id of a visit of weeks ago that named a number which no day near it lists",
        "more than 30 days apart they are two visits",
        (
            sent("10:00", "completada", day=-40),
            load("08:00", listed(), listed("B1")),
            sent("10:00", "falso_flete", "nowhere"),
            sent("10:30", "completada", "B1", visit=8),
        ),
        {
            row(): says("En Reparto", outcome="abierto"),
            row("B1"): says("Entregado", "adelantado", visit=8, outcome="entregado"),
        },
    ),
)
