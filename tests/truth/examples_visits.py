"""Visits: their times, the order of their messages, the parcels and the days that they belong to."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from tests.truth.events import Arrival, Load, Site
from tests.truth.history_steps import (
    ANA,
    CARRIER,
    DELIVERED,
    FAILED,
    LUIS,
    RECEIVING,
    Example,
    at,
    listed,
    load,
    row,
    says,
    sent,
)

_SANTIAGO = ZoneInfo("America/Santiago")
_OUT = load("08:00", listed())
_TRIED = sent("10:30", "falso_flete", visit=6)
_SET_BACK_BY_40 = replace(RECEIVING, set_backs=((at("10:45"), at("10:05")),))
_ORDER = ("1001", "Ana", "Calle 1")


def _of_zone(zone: ZoneInfo, day: date, asked: str, stamped_at: str, arrives: str) -> tuple[Load, Arrival]:
    """Return a load in the morning and a delivery, with times in UTC but for the stamp."""
    one = Load(CARRIER, day, datetime.fromisoformat(asked).replace(tzinfo=UTC), (listed(),))
    arrived = datetime.fromisoformat(arrives).replace(tzinfo=UTC)
    return one, Arrival(arrived, 7, stamped_at, "completada", None, ("A1",))


TIMES = (
    Example(
        "a stamp of 2099 is never later than its arrival",
        "kept in UTC, but never later than the arrival",
        (
            _OUT,
            sent("10:00", "falso_flete", stamp="2099-01-01T00:00:00.000000"),
            sent("11:00", "completada"),
        ),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
    ),
    Example(
        "a stamp of the year 1",
        "Where a visit's stamp lies more than 60 s from its arrival, the row is decided twice",
        (_OUT, sent("10:00", "completada", stamp="0001-01-01T00:00:00.000000")),
        {
            row(): says("En Reparto", "reloj", outcome="abierto"),
        },
    ),
    Example(
        "a stamp of the year 9999",
        "kept in UTC, but never later than the arrival",
        (_OUT, sent("10:00", "completada", stamp="9999-12-31T23:59:59.999999")),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
    ),
    Example(
        "the site's clock was set back between two visits",
        "Where a visit's stamp lies more than 60 s from its arrival, the row is decided twice",
        (
            _OUT,
            sent("10:00", "falso_flete", visit=7),
            sent("10:40", "completada", arrives=at("09:40"), visit=8),
            load("11:00", listed(status=FAILED)),
        ),
        {row(): says("Excepción", "contradiccion", visit=7, outcome="excepcion")},
    ),
    Example(
        "the site's clock was set back before the last load",
        "No row may be wrong in silence",
        (_OUT, sent("10:00"), load("11:00", listed()), load("10:10", listed())),
        {row(): says("Entregado", "contradiccion", visit=7, outcome="entregado")},
    ),
    Example(
        "the site's clock was set back behind a visit, as the program noticed",
        "Where a visit's stamp lies more than 60 s from its arrival, the row and its outcome are decided twice",
        (_OUT, sent("10:00"), load("10:10", listed())),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
        site=replace(RECEIVING, set_backs=((at("10:40"), at("10:05")),)),
    ),
    Example(
        "the site's clock was set back before a visit, as the program noticed",
        "`adelantado` until a load requested more than `carrier_lag_minutes` (15) after T still differs",
        (_OUT, sent("10:00"), load("10:10", listed())),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
        site=replace(RECEIVING, set_backs=((at("09:40"), at("09:05")),)),
    ),
    Example(
        "the site's clock was set back, and a visit that came late may be long before the load behind it",
        "No row may be wrong in silence",
        (_OUT, _TRIED, load("11:00", listed(status=FAILED)), sent("11:20", arrives=at("11:30"))),
        {row(): says("Entregado", "adelantado", "reloj", visit=7, outcome="entregado")},
        site=_SET_BACK_BY_40,
    ),
    Example(
        "the site's clock was set back, and a visit that came late is after the load behind it all the same",
        "T after L: not asked since",
        (_OUT, _TRIED, load("11:00", listed(status=FAILED)), sent("11:41", arrives=at("11:50"))),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
        site=_SET_BACK_BY_40,
    ),
    Example(
        "the site's clock was set back, and a visit came at once after the load behind it",
        "T after L: not asked since",
        (_OUT, _TRIED, load("11:00", listed(status=FAILED)), sent("11:20", arrives=at("11:21"))),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
        site=_SET_BACK_BY_40,
    ),
    Example(
        "the site's clock was set back, and of two messages the earlier one came last",
        "No row may be wrong in silence",
        (
            _OUT,
            sent("11:35", arrives=at("11:00"), previous="falso_flete"),
            sent("11:20", "falso_flete", arrives=at("11:10"), previous="completada"),
        ),
        {row(): says("Excepción", "adelantado", "reloj", visit=7, outcome="excepcion")},
        site=_SET_BACK_BY_40,
    ),
    Example(
        "the site's clock was set back twice, and a visit of after midnight arrived before it by that clock",
        "No row may be wrong in silence",
        (_OUT, load("20:00", listed(), of=1, day=0), sent("00:30", "falso_flete", day=1, arrives=at("22:31"))),
        {
            row(): says("Excepción", "adelantado", "relistado", "reloj", visit=7, outcome="excepcion"),
            row(day=1): says("En Reparto", "reloj", outcome="abierto"),
        },
        site=replace(RECEIVING, set_backs=((at("15:00"), at("14:00")), (at("17:00"), at("16:00")))),
    ),
    Example(
        "a week after the site's clock was set back it is no longer considered",
        "T after L: not asked since",
        (_OUT, _TRIED, load("11:00", listed(status=FAILED)), sent("11:20", arrives=at("11:30"))),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
        site=replace(RECEIVING, set_backs=((at("10:45") - timedelta(8), at("10:05") - timedelta(8)),)),
    ),
    Example(
        "a stamp 60 s before its arrival",
        "Where a visit's stamp lies more than 60 s from its arrival, the row is decided twice",
        (_OUT, sent("10:00", arrives=at("10:01")), load("10:00", listed(status=FAILED))),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
    ),
    Example(
        "a late stamp that decides otherwise than its arrival",
        "by stamps and by arrivals; if the two differ it gets `reloj`",
        (_OUT, load("10:20", listed(status=FAILED)), sent("10:00", arrives=at("10:30"))),
        {row(): says("Entregado", "contradiccion", "reloj", visit=7, outcome="entregado")},
        site=replace(RECEIVING, listening_since=at("10:25")),
    ),
    Example(
        "a late stamp that decides the same as its arrival",
        "by stamps and by arrivals; if the two differ it gets `reloj`",
        (_OUT, sent("10:00", arrives=at("10:30")), load("12:00", listed(status=DELIVERED))),
        {row(): says("Entregado", visit=7, outcome="entregado")},
    ),
    Example(
        "arrived on another day that lists the parcel",
        "One that arrives more than an hour after its stamp, on another day, puts `reloj` on the rows of that day too",
        (_OUT, load("08:00", listed(), of=1), sent("10:00", arrives=at("12:00", 1))),
        {
            row(): says("Entregado", "adelantado", "reloj", "relistado", visit=7, outcome="entregado"),
            row(day=1): says("En Reparto", "contradiccion", "reloj", outcome="abierto"),
        },
    ),
    Example(
        "a sender that writes UTC, read in its zone",
        "`timestamp`, read in `sender_time_zone`",
        (
            _OUT,
            sent("10:00", stamp=f"{date(2026, 11, 20)}T15:00:00.000000"),
            load("10:10", listed(status=DELIVERED)),
        ),
        {row(): says("Entregado", visit=7, outcome="entregado")},
        site=replace(RECEIVING, sender_zone=ZoneInfo("UTC")),
    ),
    Example(
        "another lag",
        "more than `carrier_lag_minutes` after T still differs",
        (_OUT, sent("10:00"), load("10:40", listed())),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
        site=replace(RECEIVING, lag_minutes=60),
    ),
    Example(
        "a repeated hour, first reading",
        "A time that a clock change repeats is the reading nearest to the arrival",
        _of_zone(_SANTIAGO, date(2026, 4, 4), "2026-04-05T02:45", "2026-04-04T23:30:00", "2026-04-05T02:30:01"),
        {(CARRIER, date(2026, 4, 4), "1", "A1"): says("Entregado", "adelantado", visit=7, outcome="entregado")},
        site=Site(_SANTIAGO, _SANTIAGO, listening_since=datetime(2026, 3, 1, tzinfo=UTC)),
        case="R7",
    ),
    Example(
        "a repeated hour, second reading",
        "A time that a clock change repeats is the reading nearest to the arrival",
        _of_zone(_SANTIAGO, date(2026, 4, 4), "2026-04-05T02:45", "2026-04-04T23:30:00", "2026-04-05T03:30:01"),
        {(CARRIER, date(2026, 4, 4), "1", "A1"): says("Entregado", "adelantado", visit=7, outcome="entregado")},
        site=Site(_SANTIAGO, _SANTIAGO, listening_since=datetime(2026, 3, 1, tzinfo=UTC)),
        case="R2",
    ),
    Example(
        "a repeated hour, by a clock that was set back",
        "and a third time with loads and arrivals since a set-back of the site's clock moved forward by it",
        # 23:33 is 02:33 UTC by an arrival at that time, and 03:33 UTC if the clock was right before it was set back
        (
            Load(CARRIER, date(2026, 4, 4), datetime(2026, 4, 5, 2, tzinfo=UTC), (listed(),)),
            Arrival(datetime(2026, 4, 5, 2, 33, 1, tzinfo=UTC), 6, "2026-04-04T23:33:00", "falso_flete", None, ("A1",)),
            Load(CARRIER, date(2026, 4, 4), datetime(2026, 4, 5, 3, 24, tzinfo=UTC), (listed(status=DELIVERED),)),
            Arrival(datetime(2026, 4, 5, 3, 49, tzinfo=UTC), 7, "2026-04-04T23:16:00", "completada", None, ("A1",)),
            Load(CARRIER, date(2026, 4, 4), datetime(2026, 4, 5, 3, 55, tzinfo=UTC), (listed(status=DELIVERED),)),
        ),
        {(CARRIER, date(2026, 4, 4), "1", "A1"): says("Entregado", "reloj", visit=7, outcome="entregado")},
        site=Site(
            _SANTIAGO,
            _SANTIAGO,
            listening_since=datetime(2026, 4, 1, tzinfo=UTC),
            set_backs=((datetime(2026, 4, 5, 2, tzinfo=UTC), datetime(2026, 4, 5, 0, 45, tzinfo=UTC)),),
        ),
    ),
    Example(
        "one stamp with two contents, that arrived in both readings of a repeated hour",
        "The same id and stamp with other content: both kept, arrival orders, `dato_raro`",
        (
            *_of_zone(_SANTIAGO, date(2026, 4, 4), "2026-04-05T02:30", "2026-04-04T23:55:00", "2026-04-05T02:55:01"),
            Arrival(datetime(2026, 4, 5, 3, 56, tzinfo=UTC), 7, "2026-04-04T23:55:00", "falso_flete", None, ("A1",)),
        ),
        {
            (CARRIER, date(2026, 4, 4), "1", "A1"): says(
                "Excepción", "adelantado", "dato_raro", visit=7, outcome="excepcion"
            )
        },
        site=Site(_SANTIAGO, _SANTIAGO, listening_since=datetime(2026, 4, 1, tzinfo=UTC)),
    ),
    Example(
        "a skipped hour",
        "one that it skips moves forward by the gap",
        # 00:30 is skipped in Santiago on 6 September 2026: it is 01:30 of the same day, 04:30 UTC
        _of_zone(_SANTIAGO, date(2026, 9, 6), "2026-09-06T04:20", "2026-09-06T00:30:00", "2026-09-06T04:30:01"),
        {(CARRIER, date(2026, 9, 6), "1", "A1"): says("Entregado", "adelantado", visit=7, outcome="entregado")},
        site=Site(_SANTIAGO, _SANTIAGO, listening_since=datetime(2026, 9, 1, tzinfo=UTC)),
        case="R2",
    ),
    Example(
        "the hour before midnight, twice",
        "A day ends at the next local midnight",
        # 23:30 comes twice in Santiago on 4 April 2026, which ends at 04:00 UTC
        _of_zone(_SANTIAGO, date(2026, 4, 4), "2026-04-04T12:00", "2026-04-04T23:30:00", "2026-04-05T03:30:01"),
        {(CARRIER, date(2026, 4, 4), "1", "A1"): says("Entregado", "adelantado", visit=7, outcome="entregado")},
        site=Site(_SANTIAGO, _SANTIAGO, listening_since=datetime(2026, 4, 1, tzinfo=UTC)),
        case="R2",
    ),
)

ORDER = (
    Example(
        "a correction that arrives before what it corrects",
        "Messages of one `visita_id` are ordered by T",
        (
            _OUT,
            sent("10:05", "completada", previous="falso_flete"),
            sent("10:00", "falso_flete", previous="pendiente", arrives=at("10:05") + timedelta(seconds=40)),
        ),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
    ),
    Example(
        "a chain that the stamps deny",
        "one whose `estado_anterior` is another's `estado_nuevo` follows that one whatever the stamps say (`reloj`)",
        (
            _OUT,
            sent("10:05", "completada", previous="pendiente"),
            sent("10:00", "falso_flete", previous="completada", arrives=at("10:06")),
        ),
        {row(): says("Excepción", "adelantado", "reloj", visit=7, outcome="excepcion")},
    ),
    Example(
        "a broken chain that no order mends",
        "Messages of one `visita_id` are ordered by T",
        (
            _OUT,
            sent("10:00", "falso_flete", previous="pendiente"),
            sent("10:05", "completada", previous="pendiente"),
        ),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
    ),
    Example(
        "the time of a message that follows a later one",
        "follows that one whatever the stamps say",
        (
            load("08:00", listed()),
            sent("10:05", "completada", previous="pendiente"),
            sent("10:00", "falso_flete", previous="completada", arrives=at("10:06")),
            load("10:20", listed()),
        ),
        {row(): says("Excepción", "adelantado", "reloj", visit=7, outcome="excepcion")},
    ),
    Example(
        "the same id and stamp with other content",
        "The same id and stamp with other content: both kept, arrival orders, `dato_raro`",
        (
            _OUT,
            sent("10:00", "completada"),
            sent("10:00", "falso_flete", arrives=at("10:00") + timedelta(seconds=30)),
        ),
        {row(): says("Excepción", "adelantado", "dato_raro", visit=7, outcome="excepcion")},
    ),
    Example(
        "a copy",
        "Of copies the first in that order counts",
        (_OUT, sent("10:00"), sent("10:00", arrives=at("10:00") + timedelta(seconds=30))),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
    ),
    Example(
        "a copy whose stamp is spelled otherwise",
        "The same id and stamp with other content: both kept",  # its content is the same
        (
            _OUT,
            sent("10:00", stamp="2026-11-20T10:00:00.000000"),
            sent("10:00", stamp="2026-11-20T10:00:00", arrives=at("10:00") + timedelta(seconds=30)),
        ),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
    ),
    Example(
        "another status never leads",
        "Any other never leads; it stands in the timeline and sets `dato_raro`",
        (_OUT, sent("10:00", "falso_flete"), sent("11:00", "en_camino", previous="falso_flete")),
        {row(): says("Excepción", "adelantado", "dato_raro", visit=7, outcome="excepcion")},
    ),
    Example(
        "a visit with nothing but another status",
        "Any other never leads; it stands in the timeline and sets `dato_raro`",
        (_OUT, sent("11:00", "en_camino")),
        {row(): says("En Reparto", "dato_raro", visit=7, outcome="abierto")},
    ),
    Example(
        "another event",
        "in the timeline; it is no status",
        (_OUT, sent("10:00", "falso_flete"), sent("11:00", "completada", event="visita_creada")),
        {row(): says("Excepción", "adelantado", visit=7, outcome="excepcion")},
    ),
    Example(
        "another event with the stamp of the status change that follows",
        "The same id and stamp with other content: both kept",  # the other one says no status
        (
            _OUT,
            sent("10:00", event="visita_creada"),
            sent("10:00", arrives=at("10:00") + timedelta(seconds=30)),
        ),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
    ),
    Example(
        "a doubt from before a message of another status that names the parcel",
        "A doubt that stood before this visit stays until a load",
        (
            load("08:00", listed(), listed("B2", status=DELIVERED)),
            sent("09:00", "falso_flete", "A1"),
            load("09:30", listed(), listed("B2", status=DELIVERED)),
            sent("10:00", "en_camino", "B2"),
            sent("10:05", "completada", "B2"),
        ),
        {
            row("A1"): says("Excepción", "contradiccion", "dato_raro", visit=7, outcome="excepcion"),
            row("B2"): says("Entregado", "aviso_perdido", "dato_raro", visit=7, outcome="entregado"),
        },
    ),
    Example(
        "a delivery taken back and given again",
        "T: time of the newest visit that belongs to the listing",
        (
            _OUT,
            sent("10:00", "completada", previous="pendiente"),
            sent("10:10", "falso_flete", previous="completada"),
            sent("10:20", "completada", previous="falso_flete"),
            load("10:30", listed(status=DELIVERED)),
        ),
        {row(): says("Entregado", visit=7, outcome="entregado")},
        case="R3",
    ),
)

_TAKEN_TURNS = tuple(
    sent(f"10:0{nth}", ("falso_flete", "completada")[nth % 2], previous=("completada", "falso_flete")[nth % 2])
    for nth in range(1, 8)
)
_LATE_STAMP = sent("10:30", "falso_flete", previous="pendiente", arrives=at("10:31"))

MANY = (
    Example(
        "many messages that follow each other",
        "Messages of one `visita_id` are ordered by T",
        (_OUT, *_TAKEN_TURNS),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
    ),
    Example(
        "many messages, the first of which is stamped as the last",
        "one whose `estado_anterior` is another's `estado_nuevo` follows that one whatever the stamps say (`reloj`)",
        (_OUT, *_TAKEN_TURNS, _LATE_STAMP),
        {row(): says("Entregado", "adelantado", "reloj", visit=7, outcome="entregado")},
    ),
    Example(
        "many messages, the last two of which are stamped the wrong way round",
        "one whose `estado_anterior` is another's `estado_nuevo` follows that one whatever the stamps say (`reloj`)",
        (
            _OUT,
            *_TAKEN_TURNS,
            sent("10:09", "falso_flete", previous="en_camino"),
            sent("10:10", "en_camino", previous="completada"),
        ),
        {row(): says("Excepción", "adelantado", "dato_raro", "reloj", visit=7, outcome="excepcion")},
    ),
    Example(
        "many messages that no order puts in a chain",
        "the order with the fewest exceptions, then the fewest swaps (then `reloj`)",
        (_OUT, *_TAKEN_TURNS, sent("10:30", "completada", previous="falso_flete")),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
    ),
)

MATCHING = (
    Example(
        "a number is only that parcel's",
        "A number that equals a shipment's `numero` means that parcel, and nothing else",
        (
            load("08:00", listed("1001"), listed("2002", ids=("X", "1001"), to=LUIS)),
            sent("10:00", "completada", "1001"),
        ),
        {
            row("1001"): says("Entregado", "adelantado", visit=7, outcome="entregado"),
            row("2002"): says("En Reparto", outcome="abierto"),
        },
    ),
    Example(
        "a number of a parcel of another day",
        "equals a shipment's `numero`",
        (
            load("08:00", listed("1001"), of=-1),
            load("08:00", listed("2002", ids=("1001",), to=LUIS)),
            sent("10:00", "completada", "1001"),
        ),
        {
            row("1001", day=-1): says("Entregado", "adelantado", "concluido_despues", visit=7, outcome="abierto"),
            row("2002"): says("En Reparto", outcome="abierto"),
        },
    ),
    Example(
        "blanks around a number",
        "Surrounding blanks do not count",
        (_OUT, sent("10:00", "completada", " A1 ")),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
    ),
    Example(
        "the tracking id where there are no numbers",
        "`numero_seguimientos` (else the `tracking_id`)",
        (_OUT, sent("10:00", lacks_numbers=True, tracking_id="A1")),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
    ),
    Example(
        "the tracking id beside numbers",
        "`numero_seguimientos` (else the `tracking_id`)",
        (load("08:00", listed(), listed("B2")), sent("10:00", "completada", "A1", tracking_id="B2")),
        {
            row(): says("Entregado", "adelantado", visit=7, outcome="entregado"),
            row("B2"): says("En Reparto", outcome="abierto"),
        },
    ),
    Example(
        "an order of two parcels for one recipient",
        "All parcels found belong to the visit if they have the same recipient",
        (
            load("08:00", listed("A1", ids=("PO",), to=_ORDER), listed("A2", ids=("PO",), to=_ORDER)),
            sent("10:00", "completada", "PO"),
        ),
        {
            row("A1"): says("Entregado", "adelantado", visit=7, outcome="entregado"),
            row("A2"): says("Entregado", "adelantado", visit=7, outcome="entregado"),
        },
    ),
    Example(
        "the same name at the same address",
        "the same recipient (document, else name and address)",
        (
            load(
                "08:00",
                listed("A1", ids=("PO",), to=(None, "Ana", "Calle 1")),
                listed("A2", ids=("PO",), to=(None, "Ana", "Calle 1")),
            ),
            sent("10:00", "completada", "PO"),
        ),
        {
            row("A1"): says("Entregado", "adelantado", visit=7, outcome="entregado"),
            row("A2"): says("Entregado", "adelantado", visit=7, outcome="entregado"),
        },
    ),
    Example(
        "one document under two spellings of a name",
        "the same recipient (document, else name and address)",
        (
            load(
                "08:00",
                listed("A1", ids=("PO",), to=("10012", "Ana", "Calle 1")),
                listed("A2", ids=("PO",), to=("10012", "ANA MARIA", "Cl 1")),
            ),
            sent("10:00", "completada", "PO"),
        ),
        {
            row("A1"): says("Entregado", "adelantado", visit=7, outcome="entregado"),
            row("A2"): says("Entregado", "adelantado", visit=7, outcome="entregado"),
        },
    ),
    Example(
        "an order number of two recipients",
        "If they have different recipients the match is ambiguous: it leads nowhere",
        (
            load("08:00", listed("A1", ids=("PO",), to=ANA), listed("A2", ids=("PO",), to=LUIS)),
            sent("10:00", "completada", "PO"),
        ),
        {
            row("A1"): says("En Reparto", "ambiguo", outcome="abierto"),
            row("A2"): says("En Reparto", "ambiguo", outcome="abierto"),
        },
        figures={"Delivered": 0, "Open": 2, "Ambiguous": 2},
    ),
    Example(
        "an order number of two recipients beside the number of one of their parcels",
        "A number that equals a shipment's `numero` means that parcel",
        (
            load("08:00", listed("A1", ids=("PO",), to=ANA), listed("A2", ids=("PO",), to=LUIS)),
            sent("10:00", "completada", "PO", "A2"),
        ),
        {
            row("A1"): says("En Reparto", "ambiguo", outcome="abierto"),
            row("A2"): says("Entregado", "adelantado", visit=7, outcome="entregado"),
        },
    ),
    Example(
        "recipients that are not known",
        "All parcels found belong to the visit if they have the same recipient",
        (
            load(
                "08:00",
                listed("A1", ids=("PO",), to=(None, None, None)),
                listed("A2", ids=("PO",), to=(None, None, None)),
            ),
            sent("10:00", "completada", "PO"),
        ),
        {
            row("A1"): says("En Reparto", "ambiguo", outcome="abierto"),
            row("A2"): says("En Reparto", "ambiguo", outcome="abierto"),
        },
    ),
    Example(
        "a later message that lacks the numbers",
        "A later message of the same visit that lacks the numbers keeps the earlier ones",
        (
            _OUT,
            sent("10:00", "falso_flete"),
            sent("11:00", "completada", previous="falso_flete", lacks_numbers=True),
        ),
        {row(): says("Entregado", "adelantado", visit=7, outcome="entregado")},
    ),
    Example(
        "a later message that names fewer",
        "Where a later message names others and not this one, the parcel keeps what it was told, and has `dato_raro`",
        (
            load("08:00", listed(), listed("B2")),
            sent("10:00", "falso_flete", "A1", "B2"),
            sent("11:00", "completada", "A1", previous="falso_flete"),
        ),
        {
            row(): says("Entregado", "adelantado", visit=7, outcome="entregado"),
            row("B2"): says("Excepción", "adelantado", "dato_raro", visit=7, outcome="excepcion"),
        },
    ),
    Example(
        "another spelling under the same id",
        "Another spelling under the same id is no change",
        (_OUT, sent("10:00", "falso_flete"), load("10:10", listed(status=("2", "EN REPARTO")))),
        {row(): says("Excepción", "adelantado", visit=7, outcome="excepcion")},
        case="R7",
    ),
    Example(
        "an id and a name that contradict each other",
        "Where id and name contradict each other the id decides and the row gets `dato_raro`",
        (load("08:00", listed(status=("4", "Entregado"))),),
        {row(): says("Excepción", "dato_raro", outcome="excepcion")},
    ),
    Example(
        "another id with a name of the contract",
        "another id by its name where that is one of the four",
        (load("08:00", listed(status=("77", "listo para  retirar"))),),
        {row(): says("Listo para Retirar", outcome="retiro")},
    ),
)

DAYS = (
    Example(
        "a visit of its own day",
        "the visit belongs to the day of its own date",
        (_OUT, load("08:00", listed(), of=1), sent("10:00", day=1)),
        {
            row(): says("En Reparto", "relistado", outcome="abierto"),
            row(day=1): says("Entregado", "adelantado", visit=7, outcome="entregado"),
        },
    ),
    Example(
        "a visit after midnight",
        "else to the latest one before it",
        (_OUT, sent("00:30", "completada", day=1)),
        {row(): says("Entregado", "adelantado", "concluido_despues", visit=7, outcome="abierto")},
        figures={"Open": 1, "Delivered": 0, "Delivered later": 1},
    ),
    Example(
        "a visit at midnight itself",
        "A day ends at the next local midnight",
        (_OUT, load("23:00", listed(), of=1, day=0), sent("00:00", "completada", day=1)),
        {
            row(): says("En Reparto", "relistado", outcome="abierto"),
            row(day=1): says("Entregado", "adelantado", visit=7, outcome="entregado"),
        },
    ),
    Example(
        "a visit of the day before",
        "else to the day after it (sign `visita_de_otro_dia`; for the table that is no visit)",
        (load("23:00", listed(), of=1, day=0), sent("23:30", "completada")),
        {row(day=1): says("En Reparto", "visita_de_otro_dia", outcome="abierto")},
    ),
    Example(
        "it moves when a nearer day is loaded",
        "It moves when a nearer day is loaded",
        (
            load("20:00", listed(), of=1, day=0),
            sent("21:00", "completada"),
            load("22:00", listed(status=DELIVERED)),
        ),
        {
            row(): says("Entregado", "relistado", visit=7, outcome="entregado"),
            row(day=1): says("En Reparto", "contradiccion", outcome="abierto"),
        },
    ),
    Example(
        "a correction on the next day",
        "the visit belongs to the day of its own date, else to the latest one before it",
        (
            load("08:00", listed()),
            sent("10:00", "completada", previous="pendiente"),
            load("18:00", listed(status=DELIVERED)),
            sent("09:00", "falso_flete", previous="completada", day=1),
        ),
        {row(): says("Excepción", "adelantado", "concluido_despues", visit=7, outcome="entregado")},
    ),
    Example(
        "two visits around midnight",
        "T: time of the newest visit that belongs to the listing",
        (_OUT, sent("23:50", "falso_flete", visit=7), sent("00:10", "completada", visit=8, day=1)),
        {row(): says("Entregado", "adelantado", "concluido_despues", visit=8, outcome="excepcion")},
        figures={"Failed": 1, "Delivered": 0, "Delivered later": 1},
    ),
)

CHANGING_LINKS = (
    Example(
        "the first notification of all turns the signs on",
        "while no notification ever arrived, the signs of missing notifications are off",
        (load("08:00", listed(status=DELIVERED)), sent("12:00", "completada", "no-parcel", visit=900)),
        {row(): says("Entregado", "aviso_perdido", outcome="entregado")},
    ),
    Example(
        "a doubt that stood on a row which the visit had not named yet",
        "A doubt that stood before this visit stays until a load",
        (
            load("08:00", listed(), listed("B2", status=DELIVERED)),
            sent("08:30", "falso_flete", "A1"),
            load("09:00", listed(), listed("B2", status=DELIVERED)),
            sent("10:00", "completada", "B2", previous="falso_flete"),
        ),
        {
            row("B2"): says("Entregado", "aviso_perdido", visit=7, outcome="entregado"),
            row(): says("Excepción", "contradiccion", "dato_raro", visit=7, outcome="excepcion"),
        },
    ),
    Example(
        "a visit that named the parcel by its number, and later by another identifier",
        "`contradiccion` if C is delivered and the visit failed, unless the same visit said delivered before",
        (
            load("08:00", listed(status=FAILED, ids=("PO",))),
            sent("10:00", "completada", "A1"),
            load("10:30", listed(status=FAILED, ids=("PO",))),
            sent("11:00", "falso_flete", "PO", previous="completada"),
        ),
        {row(): says("Excepción", "contradiccion", visit=7, outcome="excepcion")},
    ),
    Example(
        "no doubt from a message that belonged to another day",
        "A doubt that stood before this visit stays until a load",
        (
            load("20:00", listed(), of=1, day=0),
            sent("21:00", "completada"),
            load("22:00", listed(), of=1, day=0),
            sent("10:00", "falso_flete", previous="completada", day=1),
        ),
        {row(day=1): says("Excepción", "adelantado", visit=7, outcome="excepcion")},
    ),
    Example(
        "a day's outcome is not that of a message about another parcel",
        "the same rule over the visits that belong to the listing and are dated that day",
        (
            load("08:00", listed(), listed("B2")),
            sent("10:00", "completada", "A1"),
            sent("09:00", "falso_flete", "B2", previous="completada", day=1),
        ),
        {
            row("B2"): says("Excepción", "adelantado", "concluido_despues", visit=7, outcome="abierto"),
            row(): says("Entregado", "adelantado", "dato_raro", visit=7, outcome="entregado"),
        },
    ),
    Example(
        "a contradiction of id and name after a later day began",
        "Once a later day lists the parcel, a listing uses only loads sent before that day began",
        (
            load("08:00", listed()),
            load("07:00", listed(), of=1),
            load("09:00", listed(status=("3", "En Reparto")), of=0, day=1),
        ),
        {row(): says("En Reparto", "relistado", outcome="abierto")},
    ),
    Example(
        "the recipient of a parcel's newest listing",
        "All parcels found belong to the visit if they have the same recipient",
        (
            load("07:00", listed("A1", to=LUIS), listed("A2", to=LUIS), of=1, day=0),
            load("08:00", listed("A1", ids=("PO",), to=ANA), listed("A2", ids=("PO",), to=LUIS)),
            sent("10:00", "completada", "PO"),
        ),
        {
            row("A1"): says("Entregado", "adelantado", "relistado", visit=7, outcome="entregado"),
            row("A2"): says("Entregado", "adelantado", "relistado", visit=7, outcome="entregado"),
        },
    ),
)

VISITS = (*TIMES, *ORDER, *MANY, *MATCHING, *DAYS, *CHANGING_LINKS)
