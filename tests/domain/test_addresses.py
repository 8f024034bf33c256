"""An address and its complement are one text."""

import pytest

from app.domain.views.columns import address_parts, whole_address


@pytest.mark.parametrize(
    ("address", "complement", "whole"),
    [
        ("Cra 7 # 45-12", "Torre 3 Apto 402, portería azul", "Cra 7 # 45-12, Torre 3 Apto 402, portería azul"),
        ("Cra 7 # 45-12", None, "Cra 7 # 45-12"),
        ("Cra 7 # 45-12", " \n ", "Cra 7 # 45-12"),
        (None, "Torre 3", "Torre 3"),
        (None, None, ""),
        ("Cra 7", "Torre 3\r\nApto 402\n\tTimbre  dañado", "Cra 7, Torre 3 Apto 402 Timbre dañado"),
        ("Cra 101 # 3", "101", "Cra 101 # 3, 101"),
    ],
)
def test_the_complement_stands_behind_the_address_on_one_line(
    address: str | None, complement: str | None, whole: str
) -> None:
    assert whole_address(address, complement) == whole
    assert "".join(address_parts(address, complement)) == whole


def test_a_complement_of_five_thousand_characters_is_cut() -> None:
    whole = whole_address("Cra 7", "Torre 3 " * 625)
    assert whole.startswith("Cra 7, Torre 3 Torre 3")
    assert (len(whole), whole[-1]) == (len("Cra 7, ") + 200, "…")
