import pytest

from app.domain.folding import fold


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Ñáñez", "nanez"),
        ("USAQUÉN", "usaquen"),
        ("Straße", "strasse"),
        ("a\0b", "ab"),
        ("ñ\0", "n"),
        ("Cra 20", "cra 20"),
    ],
)
def test_accents_and_case_do_not_matter(text: str, folded: str) -> None:
    assert fold(text) == folded
