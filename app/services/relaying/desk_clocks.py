"""Notice desks whose clocks are ahead, by the times that their facts have on the relay."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta

from app.domain.relay.relay_status import CLOCKS_DIFFER
from app.relay.messages import StreamMessage


class DeskClocks:
    """How far desks wrote their latest facts after the relay had stored them, which no right clock can."""

    def __init__(self) -> None:
        self._ahead: dict[str, tuple[timedelta, str]] = {}  # with the name, by the identity of a store

    def note(self, messages: Iterable[StreamMessage]) -> None:
        """Take messages in the order of the stream; one that was stored as soon as it was written says all is well."""
        for one in messages:
            if one.fact is None:
                continue
            with suppress(ValueError, TypeError):  # no time, or one without a zone: the store refuses the fact
                ahead = datetime.fromisoformat(one.fact.made_at) - one.stored_at
                if ahead > CLOCKS_DIFFER:
                    self._ahead[one.fact.origin] = ahead, one.desk
                elif ahead > -CLOCKS_DIFFER:
                    self._ahead = {
                        origin: (by, desk)
                        for origin, (by, desk) in self._ahead.items()
                        if origin != one.fact.origin and (desk != one.desk or not desk)  # it may have been restored
                    }

    @property
    def furthest(self) -> tuple[timedelta, str]:
        """By how much the clock that is most ahead is so, and the name of its desk; zero: none is."""
        return max(self._ahead.values(), default=(timedelta(), ""))
