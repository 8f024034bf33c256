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
)
