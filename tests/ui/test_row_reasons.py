"""Each case of the rule says in one sentence why, in English and in Spanish."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtCore import QLocale

from app.domain.board.decision import Decision, Rule
from app.domain.board.facts import Listing, Message, Observation, Site, Visit
from app.domain.board.message_order import Statement
from app.domain.board.parcel import Parcel
from app.domain.board.row import Bond, BoundVisit, Explained
from app.domain.contract.statuses import STATUS_NAMES, VISIT_STATES, State, visit_state
from app.domain.site import SiteDays
from app.domain.texts import Say
from app.i18n import Catalog
from app.ui.appearance.formats import Formats, SiteConventions
from app.ui.details.row_reasons import reason, reason_of_clock

DAY = date(2026, 11, 20)
ZONE = ZoneInfo("America/Bogota")
OPEN, DELIVERED, FAILED, PICKUP = (STATUS_NAMES[one] for one in ("2", "3", "4", "24"))
STATES = {OPEN: State.ON_ITS_WAY, DELIVERED: State.DELIVERED, FAILED: State.EXCEPTION, PICKUP: State.PICKUP}
DONE, FALSE = "completada", "falso_flete"
BEFORE = datetime(2026, 11, 1, tzinfo=UTC)


def at(clock: str, days: int = 0) -> datetime:
    """A time of the site's day, or of one so many days after it, in UTC."""
    hour, minute = map(int, clock.split(":"))
    return (datetime(2026, 11, 20, hour, minute, tzinfo=ZONE) + timedelta(days=days)).astimezone(UTC)


def message(
    clock: str, status: str, visit: int = 7, arrived: str = "", previous: str | None = None
) -> tuple[int, Message]:
    key = f"{visit}_{clock}"
    return visit, Message(key, at(clock), at(arrived or clock), status, previous, visit_state(status))


def explained(
    loads: list[tuple[str, str]],
    *messages: tuple[int, Message],
    received_since: datetime | None = BEFORE,
    days: int = 0,
) -> Explained:
    """What a listing says after loads that showed statuses, the last of them on a later day, and messages."""
    times = [at(clock, days if place == len(loads) - 1 else 0) for place, (clock, _) in enumerate(loads)]
    observations: list[Observation] = []
    for place, (seen_at, (_, status)) in enumerate(zip(times, loads, strict=True)):
        state = STATES.get(status, State.OTHER)
        if not observations or observations[-1].state is not state:
            not_yet = times[place - 1] if observations else None
            observations.append(Observation(seen_at, not_yet, state, status))
    listing = Listing(1, "ANDINA-BOG", DAY, 1, 0, True, None, False, times, observations)
    visits: dict[int, list[Message]] = {}
    for visit, one in messages:
        visits.setdefault(visit, []).append(one)
    visits = {
        visit: [one._replace(nth=[each for _, each in messages].index(one)) for one in said]
        for visit, said in visits.items()
    }
    bound = [BoundVisit(Visit(visit, said), Bond.LINKED) for visit, said in visits.items()]
    why = Parcel([listing], bound, Site(SiteDays(ZONE), 15, received_since)).explained(listing.id)
    assert why is not None
    return why


def when() -> Callable[[datetime], str]:
    formats = Formats(QLocale("en_US"), str, DAY, SiteConventions(SiteDays(ZONE)))
    return partial(formats.clock, day=DAY)


CORRECTION = (message("10:00", DONE), message("10:30", FALSE, previous=DONE))
CASES = {
    "R1: open": (
        Rule.NO_VISIT,
        explained([("08:00", OPEN)]),
        "Out for delivery: the carrier said so at 08:00; no visit of it is known.",
    ),
    "R1: possibly missed": (
        Rule.NO_VISIT,
        explained([("08:00", OPEN), ("18:02", DELIVERED)]),
        "Delivered: the carrier said so at 18:02; no notification came.",
    ),
    "R1: before the first notification": (
        Rule.NO_VISIT,
        explained([("08:00", OPEN), ("18:02", DELIVERED)], received_since=None),
        "Delivered: the carrier said so at 18:02; notifications were not received here yet.",
    ),
    "R1: the status of its visit decides nothing": (
        Rule.NO_VISIT,
        explained([("08:00", OPEN)], message("10:00", "en_camino")),
        "Out for delivery: the carrier said so at 08:00; the status of its visit says neither delivered nor failed.",
    ),
    "R1: a status of the carrier's own": (
        Rule.NO_VISIT,
        explained([("08:00", "Devuelto")]),
        "Devuelto: the carrier said so at 08:00; no visit of it is known.",
    ),
    "R2: ahead": (
        Rule.NOT_ASKED_SINCE,
        explained([("08:00", OPEN)], message("10:14", DONE)),
        "Delivered: the visit of 10:14 says so; the carrier, last asked at 08:00, said “En Reparto”.",
    ),
    "R2: the same": (
        Rule.NOT_ASKED_SINCE,
        explained([("08:00", FAILED)], message("10:14", FALSE), received_since=None),
        "Failed: the visit of 10:14 says so; the carrier said the same at 08:00.",
    ),
    "R2: a doubt of before": (
        Rule.NOT_ASKED_SINCE,
        explained([("08:00", OPEN), ("09:00", DELIVERED)], message("10:14", DONE)),
        (
            "Delivered: the visit of 10:14 says so; the carrier said the same at 09:00."
            " A doubt from before this visit stays until the next load."
        ),
    ),
    "R2: contradiction": (
        Rule.NOT_ASKED_SINCE,
        explained([("08:00", OPEN), ("09:00", DELIVERED)], message("10:14", FALSE), received_since=None),
        "Failed: the visit of 10:14 says so, though the carrier already said “Entregado” at 09:00.",
    ),
    "R2: correction": (
        Rule.NOT_ASKED_SINCE,
        explained([("08:00", OPEN), ("10:20", DELIVERED)], *CORRECTION),
        (
            "Failed: the visit of 10:30 (it takes back its delivery of 10:00) says so;"
            " the carrier, last asked at 10:20, said “Entregado”."
        ),
    ),
    "R3": (
        Rule.AGREED,
        explained([("08:00", OPEN), ("10:20", DELIVERED)], message("10:14", DONE)),
        "Delivered: the visit of 10:14 says so, and the carrier said so at 10:20.",
    ),
    "R3: correction": (
        Rule.AGREED,
        explained([("08:00", OPEN), ("10:20", DELIVERED)], message("10:00", FALSE), message("10:14", DONE)),
        "Delivered: the visit of 10:14 (it corrects its failure of 10:00) says so, and the carrier said so at 10:20.",
    ),
    "R4": (
        Rule.AT_PICKUP,
        explained([("08:00", OPEN), ("16:00", PICKUP)], message("10:14", FALSE)),
        "Ready for pickup: the carrier said so at 16:00, after the failed visit of 10:14.",
    ),
    "R5: possibly missed": (
        Rule.DELIVERED_AFTER_FAILURE,
        explained([("08:00", OPEN), ("18:02", DELIVERED)], message("10:14", FALSE)),
        "Delivered: the carrier said so at 18:02, after the failed visit of 10:14; no notification came.",
    ),
    "R5: collected": (
        Rule.DELIVERED_AFTER_FAILURE,
        explained([("08:00", OPEN), ("16:00", PICKUP), ("18:02", DELIVERED)], message("10:14", FALSE)),
        (
            "Delivered: the carrier said so at 18:02; after the failed visit of 10:14"
            " it said “Listo para Retirar” at 16:00."
        ),
    ),
    "R5: before the first notification": (
        Rule.DELIVERED_AFTER_FAILURE,
        explained([("08:00", OPEN), ("18:02", DELIVERED)], message("10:14", FALSE), received_since=None),
        "Delivered: the carrier said so at 18:02, after the failed visit of 10:14.",
    ),
    "R5: on a later day": (
        Rule.DELIVERED_AFTER_FAILURE,
        explained([("08:00", OPEN), ("09:30", DELIVERED)], message("10:14", FALSE), days=3),
        "Delivered: the carrier said so at 09:30 on 23 Nov, after the failed visit of 10:14; no notification came.",
    ),
    "R6: contradiction": (
        Rule.CHANGED_AFTER_VISIT,
        explained([("08:00", OPEN), ("11:00", OPEN), ("12:00", FAILED)], message("10:14", DONE)),
        "Failed: the carrier said so at 12:00, after “En Reparto” at 11:00, but the visit of 10:14 says “Delivered”.",
    ),
    "R6: sent out again": (
        Rule.CHANGED_AFTER_VISIT,
        explained([("08:00", OPEN), ("11:00", FAILED), ("14:00", OPEN)], message("10:14", FALSE)),
        (
            "Out for delivery: sent out again, the carrier said at 14:00;"
            " it had confirmed the failed visit of 10:14 at 11:00."
        ),
    ),
    "R7: ahead": (
        Rule.VISIT_STANDS,
        explained([("08:00", OPEN), ("10:20", OPEN)], message("10:14", DONE)),
        "Delivered: the visit of 10:14 says so; the carrier, asked at 10:20, still says “En Reparto”.",
    ),
    "R7: contradiction": (
        Rule.VISIT_STANDS,
        explained([("08:00", OPEN), ("10:40", OPEN)], message("10:14", DONE)),
        "Delivered: the visit of 10:14 says so, but the carrier, asked at 10:40, says “En Reparto”.",
    ),
    "R7: correction": (
        Rule.VISIT_STANDS,
        explained([("08:00", OPEN), ("10:20", DELIVERED), ("18:00", DELIVERED)], *CORRECTION),
        (
            "Failed: the visit of 10:30 (it takes back its delivery of 10:00) says so,"
            " but the carrier, asked at 18:00, says “Entregado”."
        ),
    ),
}


@pytest.mark.parametrize(("rule", "why", "sentence"), CASES.values(), ids=CASES)
def test_a_row_says_in_one_sentence_why(rule: Rule, why: Explained, sentence: str) -> None:
    assert why.decision.rule is rule
    assert reason(why, when(), str) == sentence


def test_a_row_that_no_counted_load_shows_says_so() -> None:
    row = CASES["R3"][1].row
    said = Statement(at("10:14"), 7, State.DELIVERED, "7_10:14")
    why = Explained(row, Decision(Rule.NOT_LOADED, State.DELIVERED, said, None), None, [said])
    assert reason(why, when(), str) == (
        "Delivered: the visit of 10:14 says so; no load before a later day listed it shows it."
    )
    nothing = Explained(row, Decision(Rule.NOT_LOADED, State.ON_ITS_WAY, None, None), None)
    assert reason(nothing, when(), str) == (
        "Out for delivery: no visit of it is known, and no load before a later day listed it shows it."
    )


@pytest.mark.parametrize(("name", "sentence"), [
    (
        "R5: on a later day",
        ("Entregado: así lo dijo la transportadora a las 09:30 del 23 nov, después de la visita fallida de las 10:14;"
        " no llegó ningún aviso."),
    ),
    (
        "R7: correction",
        ("Fallido: así lo dice la visita de las 10:30 (anula su entrega de las 10:00), pero la transportadora,"
        " consultada a las 18:00, dice «Entregado»."),
    ),
])  # fmt: skip
def test_a_reason_is_said_in_spanish(name: str, sentence: str, spanish: Say) -> None:
    def by_the_clock(moment: datetime) -> str:
        local = moment.astimezone(ZONE)
        return f"{local:%H:%M}" if local.date() == DAY else f"{local:%H:%M} del {local.day} nov"

    assert reason(CASES[name][1], by_the_clock, spanish) == sentence


@pytest.fixture
def spanish() -> Say:
    return Catalog.load("es").say


@pytest.mark.parametrize("name", CASES)
def test_no_reason_is_left_in_english(name: str, spanish: Say) -> None:
    said = reason(CASES[name][1], when(), spanish)
    assert "carrier" not in said
    assert "visit " not in said


def test_where_the_arrivals_say_otherwise_so_does_the_line_of_the_clock() -> None:
    late = message("10:14", DONE, arrived="18:30")
    why = explained([("08:00", OPEN), ("18:00", OPEN)], late)
    assert why.row.signs == "contradiccion reloj"
    assert reason_of_clock(why, when(), str) == (
        "by the times of arrival it would say – Delivered: the visit of 18:30 says so;"
        " the carrier, last asked at 18:00, said “En Reparto”."
    )
    of_another_day = why._replace(
        by_arrival=Decision(Rule.NO_VISIT, State.ON_ITS_WAY, None, why.observations[-1]), arrived=()
    )
    assert (reason_of_clock(of_another_day, when(), str) or "").endswith("; no visit of it is known.")
    assert reason_of_clock(CASES["R3"][1], when(), str) is None
    agreed = explained([("08:00", OPEN), ("18:00", DELIVERED)], message("10:14", DONE, arrived="10:20"))
    assert reason_of_clock(agreed, when(), str) is None


def test_the_reason_names_what_the_carrier_took_back() -> None:
    taken_back = explained([("08:00", DELIVERED), ("11:00", OPEN)])
    assert reason(taken_back, when(), str) == (
        "Out for delivery: the carrier said so at 11:00, but at 08:00 it had said “Entregado”."
    )
    agreed = explained([("08:00", OPEN), ("11:00", DELIVERED), ("12:00", FAILED)], message("10:14", FALSE))
    assert reason(agreed, when(), str) == (
        "Failed: the visit of 10:14 says so, and the carrier said so at 12:00;"
        " in between, at 11:00, it said “Entregado”."
    )


def test_the_reason_says_that_a_failure_was_not_seen() -> None:
    failures = message("09:00", FALSE, visit=6), message("10:14", FALSE)
    why = explained([("08:00", OPEN), ("11:00", FAILED), ("12:00", OPEN)], *failures)
    assert reason(why, when(), str) == (
        "Out for delivery: the carrier said so at 12:00, but it showed fewer failures than visits of the parcel failed."
    )


def test_the_reason_names_every_status_of_a_deciding_visit(spanish: Say) -> None:
    for status, state in VISIT_STATES.items():
        why = explained([("08:00", OPEN)], message("10:14", status))
        assert why.row.state is state
        assert reason(why, when(), spanish).startswith(("Entregado", "Fallido"))
