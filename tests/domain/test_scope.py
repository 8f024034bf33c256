from datetime import date

import pytest

from app.domain.days import Day, Scope

TODAY = date(2026, 11, 20)


@pytest.mark.parametrize(
    ("codes", "short"),
    [
        (("ANDINA-BOG", "ANDINA-SOA", "ANDINA-CHI"), ["BOG", "SOA", "CHI"]),
        (("ANDINA-BOG", "ANDINA-BAR"), ["BOG", "BAR"]),  # not OG and AR
        (("ANDINA-BOG", "RAPIDA"), ["ANDINA-BOG", "RAPIDA"]),
        (("AB1", "AB2"), ["AB1", "AB2"]),
        (("ANDINA-", "ANDINA-BOG"), ["ANDINA-", "ANDINA-BOG"]),
        (("ANDINA-BOG",), ["ANDINA-BOG"]),
    ],
)
def test_a_code_is_shown_without_what_all_of_them_begin_with(codes: tuple[str, ...], short: list[str]) -> None:
    scope = Scope(codes, TODAY)
    assert [scope.short(code) for code in codes] == short


def test_only_the_first_carriers_are_named() -> None:
    codes = tuple(f"C{nth}" for nth in range(20))
    named = [Scope(codes[:count], TODAY).named for count in (0, 1, 3, 20)]
    assert named == ["", "C0", "C0 + C1 + C2", "C0 + C1 + C2 (+17)"]


def test_a_days_carriers_are_its_own() -> None:
    assert (Day("C", TODAY).carriers, Day("", TODAY).carriers) == (("C",), ())
    assert Scope(("B", "A"), TODAY).days == (Day("B", TODAY), Day("A", TODAY))
