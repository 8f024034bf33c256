"""Visits of many messages in whatever order: the rule arranges them, and doubts them, as the oracle does."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.board.facts import Message, Visit
from app.domain.board.message_order import told
from app.domain.contract.statuses import visit_state
from tests.truth.events import Arrival, Site
from tests.truth.messages import ordered, read_messages

_NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
_UTC = ZoneInfo("UTC")
_SPOKEN = st.tuples(
    st.sampled_from(("completada", "falso_flete", "en_camino")),
    st.sampled_from(("completada", "falso_flete", "en_camino", "pendiente", None)),
    st.integers(0, 30),
)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.lists(_SPOKEN, min_size=1, max_size=10))
def test_the_rule_orders_messages_as_the_oracle_does(spoken: list[tuple[str, str | None, int]]) -> None:
    arrivals = [
        Arrival(
            received_at=_NOON + timedelta(hours=1, seconds=nth),
            visit_id=7,
            timestamp=(_NOON + timedelta(minutes=minute)).replace(tzinfo=None).isoformat(),
            status=status,
            previous=previous,
            numbers=(str(nth),),  # so that none is a copy
        )
        for nth, (status, previous, minute) in enumerate(spoken)
    ]
    expected = ordered(read_messages(Site(_UTC, _UTC), arrivals, by_arrival=False)[7])
    (found,) = told(
        Visit(7, [
            Message(
                str(nth), datetime.fromisoformat(one.timestamp).replace(tzinfo=UTC), one.received_at, one.status,
                one.previous, visit_state(one.status),
            )
            for nth, one in enumerate(arrivals)
        ]),
        names=(),
    )  # fmt: skip
    assert [one.key for one in found.said] == [(one.arrival.numbers or ("",))[0] for one in expected.messages]
    assert [one.at for one in found.said] == [one.at for one in expected.messages]
    assert found.is_doubtful == expected.is_reordered
