"""The checks of `despacho doctor` of the relay. They publish nothing."""

from collections.abc import Callable
from datetime import datetime, timedelta

from app.domain.errors import AppError, RelayRefusedError
from app.domain.relay.relay_status import CLOCK, CLOCKS_DIFFER
from app.domain.texts import Text
from app.facts.sharing.relay_state import StreamPosition
from app.net.cancellation import Cancellation
from app.net.event_loop import run_cancellable
from app.relay.connection import connected
from app.relay.stream import REPLICAS, SiteStream, StreamState
from app.services.diagnostics.data_folder_checks import Check
from app.services.relaying.relay_place import RelayPlace

_REACHED = Text("Doctor", "The relay answers, and the stream of the site “{site}” can be read.")
_DURABLE = Text("Doctor", "The relay keeps facts on disk for {days} days. Servers that have them: {count}.")
_NOT_ON_DISK = Text(
    "Doctor", "The relay keeps facts in memory: a restart loses them. Its administrator must create the stream again."
)
_FEW_REPLICAS = Text(
    "Doctor",
    "The relay has several servers, but only {count} of them has the facts. Its administrator must create the stream "
    "again.",
)
_OTHER_AGE = Text(
    "Doctor", "The relay keeps facts for {days} days, and this folder for {own} (retention_days). Make both the same."
)
_UP_TO_DATE = Text("Doctor", "All that other desks shared is here, and all of this folder is shared.")
_BEHIND = Text(
    "Doctor",
    "To be read from other desks: {waiting}; to be shared: {unpublished}. If no window and no receiver runs, they are "
    "shared by the next one.",
    command="despacho sync",
)
_ON_TIME = Text("Doctor", "This computer's clock agrees with the relay's.")


def check_relay(
    place: RelayPlace, consumed: StreamPosition | None, unpublished: int, now: Callable[[], datetime]
) -> list[Check]:
    """Check that the relay can be reached, is permitted, keeps facts as it should, and that nothing waits.

    Args:
        place: the relay.
        consumed: up to where the stream was read.
        unpublished: how many facts are not shared yet.
        now: the current time, UTC.
    """

    async def look() -> tuple[StreamState, bool, int, timedelta]:
        async with connected(place.servers, place.credentials, "despacho doctor") as connection:
            stream = SiteStream(connection, place.site)
            state = await stream.state()
            after = consumed.sequence if consumed is not None and consumed.stream == state.identity else 0
            waiting, relay_time = await stream.pending(after)
            return state, connection.is_cluster, waiting, now() - relay_time

    try:
        state, is_cluster, waiting, ahead = run_cancellable(look, Cancellation())
    except AppError as error:
        return [Check("relay", works=False, text=error.user_message, is_refused=isinstance(error, RelayRefusedError))]
    return [
        Check("relay", works=True, text=_REACHED.filled(site=place.site)),
        _check_durability(state, place.retention, is_cluster=is_cluster),
        _check_lag(waiting, unpublished),
        _check_clock(ahead),
    ]


def _check_durability(state: StreamState, retention: timedelta, *, is_cluster: bool) -> Check:
    if not state.is_on_disk:
        return Check("relay_durable", works=False, text=_NOT_ON_DISK)
    if is_cluster and state.replicas < REPLICAS:
        return Check("relay_durable", works=False, text=_FEW_REPLICAS.filled(count=state.replicas))
    days = "∞" if state.max_age is None else state.max_age.days
    if state.max_age != retention:
        return Check("relay_durable", works=True, text=_OTHER_AGE.filled(days=days, own=retention.days), is_news=True)
    return Check("relay_durable", works=True, text=_DURABLE.filled(count=state.replicas, days=days))


def _check_lag(waiting: int, unpublished: int) -> Check:
    is_behind = bool(waiting or unpublished)
    text = _BEHIND.filled(waiting=waiting, unpublished=unpublished) if is_behind else _UP_TO_DATE
    return Check("relay_lag", works=True, text=text, is_news=is_behind)


def _check_clock(ahead: timedelta) -> Check:
    if abs(ahead) > CLOCKS_DIFFER:
        minutes = round(abs(ahead) / timedelta(minutes=1))
        return Check("relay_clock", works=False, text=CLOCK.filled(minutes=minutes))
    return Check("relay_clock", works=True, text=_ON_TIME)
