"""Protections of what desks share over a relay."""

from tests.faults.protections.protection import Protection

_FAULT = "a relay, receivers and desks away or killed"

RELAY = (
    Protection(
        _FAULT,
        "what the relay never takes is not acknowledged as durable",
        "app/services/relaying/relay_session.py",
        "if is_rest and not self._lacks_notification:",
        "if is_rest:",
        ("tests/relay/test_sharing.py::test_what_the_relay_never_takes_is_not_acknowledged_durably",),
    ),
    Protection(
        _FAULT,
        "an older copy of the stream is noticed",
        "app/services/relaying/relay_session.py",
        "if await self._in_turn(self._is_new, first, position):",
        "if first is None:",
        ("tests/relay/test_streams.py::test_an_older_copy_of_the_stream_is_noticed_even_if_it_has_grown",),
    ),
)
