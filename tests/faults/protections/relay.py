"""Protections of what desks share over a relay."""

from tests.faults.protections.protection import Protection

_FAULT = "a relay, receivers and desks away or killed"

RELAY = (
    Protection(
        _FAULT,
        "what the relay never takes is not acknowledged as durable",
        "app/services/relaying/fact_publisher.py",
        "if is_rest and not self._lacks_notification:",
        "if is_rest:",
        ("tests/relay/test_sharing.py::test_what_the_relay_never_takes_is_not_acknowledged_durably",),
    ),
    Protection(
        _FAULT,
        "an older copy of the stream is noticed",
        "app/services/relaying/relay_session.py",
        "if await self._is_restored(streams[name], position):",
        "if position is None:",
        ("tests/relay/test_streams.py::test_an_older_copy_of_the_stream_is_noticed_even_if_it_has_grown",),
    ),
    Protection(
        _FAULT,
        "the question what an older copy lacks is kept until it was asked",
        "app/services/relaying/relay_session.py",
        "ALL_AGAIN if is_same else 0",
        "0",
        ("tests/relay/test_streams.py::test_a_restored_stream_that_is_full_is_asked_about_after_another_start",),
    ),
    Protection(
        _FAULT,
        "a relay that is full is told for as long as it is",
        "app/services/relaying/fact_publisher.py",
        "self._hold_up(error.user_message)",
        "self._hold_up(None)",
        ("tests/relay/test_streams.py::test_a_full_stream_is_told_as_long_as_it_is_full_and_filled_later",),
    ),
    Protection(
        _FAULT,
        "a connection that fails each time counts as none",
        "app/services/relaying/relay_session.py",
        "self._note(clock_ahead=",
        "self._note(problem=None, clock_ahead=",
        ("tests/relay/test_streams.py::test_a_connection_that_fails_each_time_counts_as_none",),
    ),
)
