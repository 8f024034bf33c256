"""Every sign has a name and says what it means; doubts stand before what informs."""

from app.domain.board.signs import DOUBTS, Sign, as_text
from app.domain.resources import resource
from app.domain.views.sign_texts import SIGN_TEXTS, sign_names, signs_of
from app.ui.appearance.icons import MARKS, mark_of


def test_every_sign_has_a_name_a_meaning_and_an_icon_and_doubts_come_first() -> None:
    assert set(SIGN_TEXTS) == set(MARKS) | {Sign.AHEAD} == set(Sign)
    assert tuple(SIGN_TEXTS)[: len(DOUBTS)] == DOUBTS
    names = [text.name.source for text in SIGN_TEXTS.values()]
    assert len(set(names)) == len(names)
    assert all(resource("icons", f"{mark.icon}.svg").is_file() for mark in MARKS.values())


def test_signs_are_named_the_gravest_first() -> None:
    text = as_text((Sign.DECIDED_LATER, Sign.ODD_DATA, Sign.POSSIBLY_MISSED))
    assert signs_of(text) == (Sign.POSSIBLY_MISSED, Sign.ODD_DATA, Sign.DECIDED_LATER)
    assert sign_names(text, str) == "Missed notification?, Odd data, Decided later"
    assert mark_of(text) == Sign.POSSIBLY_MISSED
    assert mark_of(as_text((Sign.AHEAD, Sign.DECIDED_LATER))) == Sign.DECIDED_LATER
    assert mark_of(as_text((Sign.AHEAD,))) is None
    assert mark_of("") is None
    assert mark_of(None) is None
