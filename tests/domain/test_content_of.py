"""Whether two bodies of one key say the same."""

from app.domain.contract.notifications import content_of


def test_a_kept_body_that_was_damaged_says_the_same_as_no_other_one() -> None:
    assert len({content_of(body) for body in (b'{"a": 1}', b'{"a": \xc4', b'{"a": ', b'"{"')}) == 4
