"""Comparison of two bodies with the same key."""

from app.domain.contract.notifications import content_of


def test_a_damaged_saved_body_equals_no_other() -> None:
    assert len({content_of(body) for body in (b'{"a": 1}', b'{"a": \xc4', b'{"a": ', b'"{"')}) == 4
