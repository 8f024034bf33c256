"""Cells read as people write them, and go to the clipboard as programs read them."""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtCore import QLocale

from app.domain.column import Cell, Column, Kind
from app.domain.contract.outcomes import Outcome, QuarantineReason
from app.domain.reception.gaps import GapCause
from app.domain.site import SiteDays
from app.domain.texts import Text
from app.domain.views.columns import COLUMNS, Table
from app.i18n import Catalog
from app.ui.appearance.formats import Formats, SiteConventions
from app.ui.appearance.icons import TextTone
from tests.ui.conftest import TODAY, ZONE, formats


def in_spanish() -> Formats:
    return Formats(QLocale("es"), Catalog.load("es").say, TODAY, SiteConventions(SiteDays(ZONE)))


def column(kind: Kind) -> Column:
    return Column("key", "api", Text("Column", "Title"), kind)


@pytest.mark.parametrize(("kind", "value", "shown", "exact"), [
    (Kind.INSTANT, "2026-11-20T17:03:41.250000Z", "12:03:41", "2026-11-20T17:03:41.250000Z"),
    (Kind.INSTANT, "2026-11-20T04:59:00.000000Z", "yesterday 23:59:00", "2026-11-20T04:59:00.000000Z"),
    (Kind.SECONDS, 200, "3 min 20 s", "200"),
    (Kind.SECONDS, 5, "5 s", "5"),
    (Kind.SECONDS, 60, "1 min", "60"),
    (Kind.SECONDS, 3720, "1 h 02 min", "3720"),
    (Kind.SECONDS, 0, "0 s", "0"),
    (Kind.SECONDS, -45, "–", "-45"),
    (Kind.SHARE, 37, "37 %", "37"),
    (Kind.METRES, 35.4, "35 m", "35.4"),
    (Kind.METRES, 0.0, "0 m", "0"),
    (Kind.METRES, 999.4, "999 m", "999.4"),
    (Kind.METRES, 999.6, "1.0 km", "999.6"),
    (Kind.METRES, 1409.0, "1.4 km", "1409"),
    (Kind.METRES, 5_218_334.2, "5,218 km", "5218334.2"),
    (Kind.OUTCOME, Outcome.DUPLICATE, "Repeated", "Repeated"),
    (Kind.SIGNS, "concluido_despues contradiccion", "Contradiction, Decided later", "Contradiction, Decided later"),
    (Kind.SIGNS, "", "", ""),
    (Kind.OUTCOME, "lost", "lost", "lost"),
    (Kind.REASON, QuarantineReason.NOT_JSON, "it is not JSON", "it is not JSON"),
    (Kind.CAUSE, GapCause.ASLEEP, "the computer was asleep", "the computer was asleep"),
    (Kind.STATUS, "falso_flete", "Failed", "Failed"),
    (Kind.STATUS, "En Reparto", "Out for delivery", "Out for delivery"),
    (Kind.CODED_STATUS, "VIG", "In force", "In force"),
    (Kind.SECONDS, "odd", "odd", "odd"),
    (Kind.METRES, "odd", "odd", "odd"),
])  # fmt: skip
def test_a_cell_is_shown_to_people_and_copied_for_programs(kind: Kind, value: Cell, shown: str, exact: str) -> None:
    assert formats().cell(column(kind), value) == shown
    assert formats().exact(column(kind), value) == exact


@pytest.mark.parametrize(("country", "money", "company", "citizen", "code"), [
    ("CO", "$\u00a01,250.50", "NIT", "Cédula", "DANE code"),
    ("PE", "S/\u00a01,250.50", "RUC", "DNI", "Ubigeo"),
    ("BO", "Bs\u00a01,250.50", "NIT", "CI", "Locality code"),
    ("CL", "$\u00a01,250.50", "RUT", "RUN", "Locality code"),
    ("BR", "R$\u00a01,250.50", "CNPJ", "CPF", "Locality code"),
    ("IN", "₹\u00a01,250.50", "NI", "CC", "Locality code"),
    (None, "$\u00a01,250.50", "NI", "CC", "Locality code"),
    ("ZZ", "$\u00a01,250.50", "NI", "CC", "Locality code"),
])  # fmt: skip
def test_money_documents_and_locality_codes_are_named_as_in_the_sites_country(
    country: str | None, money: str, company: str, citizen: str, code: str
) -> None:
    here = Formats(QLocale("en_US"), str, TODAY, SiteConventions(SiteDays(ZONE), country=country))
    assert here.money(1250.5) == money
    assert [here.cell(column(Kind.DOCUMENT_TYPE), one) for one in ("NI", "cc ", "TI")] == [
        company, citizen if country not in (None, "IN", "ZZ") else "cc ", "TI",
    ]  # fmt: skip
    by_key = {one.key: one for one in COLUMNS[Table.SHIPMENTS]}
    assert (here.title(by_key["locality_code"]), here.title(by_key["locality"])) == (code, "Locality")


@pytest.mark.parametrize(("sent", "shown", "exact"), [
    ("2026-11-20T14:30:00.000000", "09:30", "2026-11-20T09:30:00"),
    ("2026-11-21T01:30:00", "20:30", "2026-11-20T20:30:00"),
    ("2026-11-20T14:30:00-03:00", "12:30", "2026-11-20T14:30:00-03:00"),
    ("0001-01-01T00:00:00", "1 Jan 0001 00:00", "0001-01-01T00:00:00"),
    ("noon", "noon", "noon"),
])  # fmt: skip
def test_a_time_of_a_sender_elsewhere_is_shown_at_the_site(sent: str, shown: str, exact: str) -> None:
    elsewhere = Formats(QLocale("en_US"), str, TODAY, SiteConventions(SiteDays(ZONE), sender_zone=ZoneInfo("UTC")))
    assert elsewhere.cell(column(Kind.SENT), sent) == shown
    assert elsewhere.exact(column(Kind.SENT), sent) == exact
    assert elsewhere.cell(column(Kind.MOMENT), "2026-11-20T14:30:00") == "14:30:00"  # the carrier's, not the sender's


def test_a_time_of_a_sender_at_the_site_is_as_it_was_sent() -> None:
    assert formats().cell(column(Kind.SENT), "2026-11-20T14:30:00.000000") == "14:30"
    assert formats().exact(column(Kind.SENT), "2026-11-20T14:30:00.000000") == "2026-11-20T14:30:00.000000"


@pytest.mark.parametrize(("value", "shown"), [
    (45000.10, "$\u00a045,000.10"),
    (2_168_006.59, "$\u00a02,168,006.59"),
    (45000.0, "$\u00a045,000"),
    (45000, "$\u00a045,000"),
    (5.8e-11, "$\u00a00"),
    (-5.8e-11, "$\u00a00"),
    (0.125, "$\u00a00.12"),
    ("45.000", "45.000"),
])  # fmt: skip
def test_an_amount_has_its_cents_or_none(value: str | float, shown: str) -> None:
    assert formats().money(value) == shown
    assert formats().cell(column(Kind.MONEY), value) == shown.removeprefix("$\u00a0")


def test_the_rest_of_a_sum_is_no_share() -> None:
    assert (formats().percent(5.8e-11, 45000.1), formats().percent(45000.1 - 5.8e-11, 45000.1)) == ("0 %", "100 %")
    assert (formats().percent(0.01, 45000.1), formats().percent(45000.09, 45000.1)) == ("<1 %", ">99 %")
    assert (formats().percent(1, 405), formats().percent(404, 405), formats().percent(1, 150)) == (
        "<1 %",
        ">99 %",
        "1 %",
    )
    assert (formats().percent(5, 8), formats().percent(6, 7)) == ("63 %", "86 %")


def test_how_far_is_far_is_the_sites_to_say() -> None:
    near = Formats(QLocale("en_US"), str, TODAY, SiteConventions(SiteDays(ZONE), 250))
    assert (near.is_far(250), near.is_far(250.1)) == (False, True)
    assert near.visit_tone(column(Kind.METRES), 200) is None
    assert near.visit_tone(column(Kind.METRES), 251) is TextTone.WARN


@pytest.mark.parametrize(("at", "second", "minute"), [
    ("2026-11-20T17:03:00Z", "12:03:00", "12:03"),
    ("2026-11-20T04:59:59Z", "yesterday 23:59:59", "yesterday 23:59"),
])  # fmt: skip
def test_a_time_has_its_seconds_in_a_column_and_none_in_a_sentence(at: str, second: str, minute: str) -> None:
    moment = datetime.fromisoformat(at)
    assert (formats().instant(moment), formats().minute(moment)) == (second, minute)


def test_a_time_for_another_day_has_its_date() -> None:
    assert formats().dated("2026-11-20T12:03:00") == "20 Nov 2026 12:03:00"
    assert formats().dated("at noon") == "at noon"


def test_a_case_of_the_user_says_so_on_the_screen_and_its_name_in_a_copy() -> None:
    own = Formats(QLocale("en_US"), str, TODAY, SiteConventions(SiteDays(ZONE), own_name="Ana"))
    owner = next(one for one in COLUMNS[Table.SHIPMENTS] if one.key == "assigned_to")
    assert [own.cell(owner, name) for name in ("Ana", "Luis")] == ["You", "Luis"]
    assert own.exact(owner, "Ana") == "Ana"


def test_numbers_follow_the_locale(qapp: object) -> None:
    spanish = formats("es_CO")
    assert spanish.cell(column(Kind.METRES), 1409.0) == "1,4 km"
    assert spanish.cell(column(Kind.METRES), 1_000_000.0) == "1.000 km"
    assert spanish.exact(column(Kind.METRES), 1409.5) == "1409,5"


@pytest.mark.parametrize("kind", Kind)
def test_nothing_is_nothing_of_every_kind(kind: Kind) -> None:
    assert formats().cell(column(kind), None) == ""


def test_every_outcome_reason_and_cause_has_words() -> None:
    for kind, values in ((Kind.OUTCOME, Outcome), (Kind.REASON, QuarantineReason), (Kind.CAUSE, GapCause)):
        for value in values:
            assert formats().cell(column(kind), value.value) != value.value


def test_every_kind_of_the_tables_is_formatted() -> None:
    for table in Table:
        for one in COLUMNS[table]:
            assert formats().cell(one, "2026-11-20T17:03:41.250000Z")


@pytest.mark.parametrize(("at", "english", "spanish"), [
    ("2026-11-20T15:00:00Z", "10:00", "las 10:00"),
    ("2026-11-20T06:30:00Z", "01:30", "la 01:30"),
    ("2026-11-19T21:43:00Z", "yesterday 16:43", "ayer a las 16:43"),
    ("2026-10-20T21:43:00Z", "20 Oct 16:43", "el 20 oct a las 16:43"),
    ("2025-10-20T21:43:00Z", "20 Oct 2025 16:43", "el 20 oct 2025 a las 16:43"),
])  # fmt: skip
def test_a_time_after_since_reads_as_in_a_sentence(at: str, english: str, spanish: str) -> None:
    moment = datetime.fromisoformat(at)
    assert (formats().since(moment), in_spanish().since(moment)) == (english, spanish)


def test_a_date_with_its_weekday_has_its_year_where_it_is_another_one() -> None:
    days = date(2026, 11, 19), date(2025, 11, 19)
    assert [formats().weekday_date(day) for day in days] == ["Thursday, November 19", "Wednesday, November 19, 2025"]
    assert in_spanish().weekday_date(days[0]) == "jueves, 19 de noviembre"


@pytest.mark.parametrize(("wall", "shown"), [
    ("2026-11-21T01:30:00", "01:30:00"),
    ("2026-11-21T04:00:00", "tomorrow 04:00:00"),
    ("2026-11-20T04:00:00", "04:00:00"),
    ("2026-11-20T03:59:59", "20 Nov 03:59:59"),  # neither "today", which began later, nor "yesterday"
    ("2026-11-19T23:00:00", "yesterday 23:00:00"),
    ("0001-01-01T01:00:00", "1 Jan 0001 01:00:00"),
])  # fmt: skip
def test_a_time_after_midnight_is_of_the_night_shift(wall: str, shown: str) -> None:
    at_night = Formats(QLocale("en_US"), str, TODAY, SiteConventions(SiteDays(ZONE, time(4))))
    assert at_night.moment(wall) == shown


def test_a_period_of_the_night_shift_names_its_days() -> None:
    at_night = Formats(QLocale("en_US"), str, TODAY, SiteConventions(SiteDays(ZONE, time(4))))
    moment = datetime(2026, 11, 21, 1, 30, tzinfo=ZONE)
    assert (at_night.since(moment), at_night.since(moment, names_today=True)) == ("01:30", "today 01:30")
    assert (at_night.clock(moment, TODAY), at_night.is_today(moment)) == ("01:30", True)
