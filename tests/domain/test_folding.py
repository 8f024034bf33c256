import pytest

from app.domain.folding import fold, plain_identifier


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Ñáñez", "nanez"),
        ("USAQUÉN", "usaquen"),
        ("Straße", "strasse"),
        ("a\0b", "ab"),
        ("ñ\0", "n"),
        ("Cra 20", "cra 20"),
        ("Pe\u00adña\u200b", "pena"),
        ("\u202aK\u20601", "k1"),
    ],
)
def test_accents_and_case_do_not_matter(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    "text",
    ["K1", " K1\u00a0", "\u200bK1", "K\u20601", "\ufeffK1", "K\u00ad1", "\u202aK1\u202c", "\u200b K1 \u200b"],
)
def test_an_identifier_is_the_same_with_blanks_around_and_with_invisible_characters(text: str) -> None:
    assert plain_identifier(text) == "K1"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("700000059.0", "700000059"),
        ("12.00", "12"),
        ("0045.0", "0045"),
        ("1.50", "1.50"),
        ("K1.0", "K1.0"),
        (".0", ".0"),
    ],
)
def test_a_float_that_stands_for_an_integer_is_the_integer(text: str, plain: str) -> None:
    assert plain_identifier(text) == plain


@pytest.mark.parametrize("sentence", ["\ufdfa", "\ufdfb", "\u3316"])
def test_a_letter_that_stands_for_a_sentence_multiplies_no_text(sentence: str) -> None:
    assert len(fold(sentence * 100)) <= 500
