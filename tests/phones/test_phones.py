"""Telephone numbers: one and the same however it is written, and nothing else."""

import subprocess
import sys
from zoneinfo import available_timezones

import pytest

from app.phones import Phones, country_of

BOGOTA = Phones("CO")


@pytest.mark.parametrize(
    "written",
    [
        "3005550134",
        "300 555 0134",
        "300-555-0134",
        "(300) 555.0134",
        "+57 300 555 0134",
        "+573005550134",
        "57 3005550134",
        "0057 300 555 0134",
        " +57 (300) 555-0134 ",
        "3005550134.0",
        "\u202a+57 300 555 0134\u202c",
    ],
)
def test_a_phone_is_the_same_however_it_is_written(written: str) -> None:
    phone = BOGOTA.read(written)
    assert phone is not None
    assert (phone.e164, phone.international, phone.digits) == ("+573005550134", "+57 300 5550134", "3005550134")


@pytest.mark.parametrize(
    "written",
    ["", "12", "5452516000004", "CL 153 # 19", "Ana 3005550134", "3005550134, 3005550135", "٣٠٠٥٥٥٠١٣٤", "9" * 100_000],
)
def test_what_is_no_phone_is_none(written: str) -> None:
    assert BOGOTA.read(written) is None


def test_a_number_without_a_country_is_of_the_country_of_the_site() -> None:
    spain = Phones("ES").read("600 123 456")
    assert spain is not None
    assert spain.e164 == "+34600123456"


def test_without_a_country_a_number_that_names_none_stays_as_it_was_sent() -> None:
    nowhere = Phones(None)
    sent = nowhere.read("300 555-0134")
    assert sent is not None
    assert (sent.e164, sent.shown, sent.has_country) == ("3005550134", "300 555-0134", False)
    assert nowhere.read("5452516000004") is None
    phone, same = nowhere.read("+57 300 555 0134"), BOGOTA.read("3005550134")
    assert phone is not None
    assert same is not None
    assert phone.e164 == same.e164


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("3005550134", "300 555 0134"),
        ("+57 300 5550134", "300 555 0134"),
        ("601 5550134", "(601) 555 0134"),
        ("+34 600 123 456", "+34 600 12 34 56"),
    ],
)
def test_a_screen_shows_a_phone_as_its_country_writes_it(written: str, shown: str) -> None:
    phone = BOGOTA.read(written)
    assert phone is not None
    assert phone.shown == shown


def test_a_zone_is_in_its_country_by_its_former_names_too() -> None:
    assert [country_of(zone) for zone in ("America/Bogota", "America/Buenos_Aires", "Asia/Calcutta", "Etc/UTC")] == [
        "CO",
        "AR",
        "IN",
        None,
    ]
    assert country_of("No/Such") is None


def test_every_zone_of_a_place_has_a_country() -> None:
    areas = ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
    placed = [zone for zone in available_timezones() if zone.split("/")[0] in areas and "/" in zone]
    assert len(placed) > 400
    assert [zone for zone in placed if country_of(zone) is None] == []


def test_the_rules_are_loaded_with_the_first_number_and_not_before() -> None:
    code = (
        "import sys; from app.phones import Phones; phones = Phones('CO');"
        "assert 'phonenumbers' not in sys.modules; phones.read('3005550134'); assert 'phonenumbers' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("field", "numbers"),
    [
        ("300 111 2233 / 300 444 5566 - 601 555 1234", ["+573001112233", "+573004445566", "+576015551234"]),
        ("3001112233-3004445566", ["+573001112233", "+573004445566"]),
        ("+573001112233.0", ["+573001112233"]),
        ("300111223.0 / 3005550134", ["+573005550134"]),
        ("3001112233 3004445566", ["+573001112233", "+573004445566"]),
        ("Cel. 3001112233, casa 6015551234 (noche)", ["+573001112233", "+576015551234"]),
        ("3001112233; +57 300 111 2233", ["+573001112233"]),
        ("+58 412 5550134 3001112233", ["+584125550134", "+573001112233"]),
        ("Tel +58 412 5550134 3001112233 (noche)", ["+584125550134", "+573001112233"]),
        ("+1 212 555 0134 300 111 2233 601 5551234", ["+12125550134", "+573001112233", "+576015551234"]),
        ("300 111 2233 300 444 5566", ["+573001112233", "+573004445566"]),
        ("3001112233 4125550134 3004445566", ["+573001112233", "+574125550134", "+573004445566"]),
        ("3001112233 99 3004445566", ["+573001112233", "+573004445566"]),
        ("CL 100 15 20 3001112233", ["+573001112233"]),
        ("1 " * 100, []),
        ("+58 412 5550134", ["+584125550134"]),
        ("3001112233 +1 212 555 0134", ["+573001112233", "+12125550134"]),
        ("", []),
        ("no tiene", []),
        ("CL 153 # 19-22", []),
        ("9" * 100_000, []),
    ],
)
def test_a_field_may_hold_several_numbers(field: str, numbers: list[str]) -> None:
    assert [phone.e164 for phone in BOGOTA.read_all(field)] == numbers


@pytest.mark.parametrize(
    ("field", "numbers"),
    [
        ("300 111 2233 / +58 412 5550134 ext. 7, 601 5551234", ["300 1112233", "412-5550134 ext. 7", "601 5551234"]),
        ("3001112233 601 5551234 extensión 12 (noche)", ["300 1112233", "601 5551234 ext. 12"]),
        ("6015551234, ext 12", ["601 5551234 ext. 12"]),
        ("3001112233 0058 412 5550134", ["300 1112233", "412-5550134"]),
    ],
)
def test_an_extension_stays_with_its_number(field: str, numbers: list[str]) -> None:
    assert [phone.international.split(" ", 1)[1] for phone in BOGOTA.read_all(field)] == numbers
