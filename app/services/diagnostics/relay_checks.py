"""The checks of `despacho doctor` of the relay. They share nothing."""

from collections.abc import Mapping
from datetime import timedelta

from app.domain.access.credentials import SecretName
from app.domain.cancellation import Cancellation
from app.domain.errors import AppError, RelayRefusedError
from app.domain.relay.relay_status import CLOCK, CLOCKS_DIFFER, SET_ASIDE
from app.domain.settings import Settings
from app.domain.texts import Text
from app.net.event_loop import run_cancellable
from app.relay.connection import connected
from app.relay.messages import StreamName
from app.relay.stream import REPLICAS, SiteStream, StreamState
from app.services.app_context import AppContext
from app.services.diagnostics.data_folder_checks import Check
from app.services.relaying.relay_place import read_place, relay_progress

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
    context: AppContext, given: Settings | None, secrets: Mapping[SecretName, str], cancellation: Cancellation
) -> list[Check]:
    """Check that the relay can be reached, is permitted, keeps facts as it should, and that nothing waits."""
    try:
        place, progress, now = read_place(context, given, secrets), relay_progress(context.database), context.now
    except AppError as error:
        return [Check("relay", works=False, text=error.user_message)]

    async def look() -> tuple[list[StreamState], bool, int, timedelta]:
        async with connected(place.access, "despacho doctor") as connection:
            states, waiting = [], 0
            for name in (StreamName.FACTS, StreamName.RECEPTION):
                state = await SiteStream(connection, place.site, name).state()
                position = progress.consumed.get(name)
                is_same = position is not None and position.stream == state.identity
                waiting += state.following(position.sequence if position is not None and is_same else 0)
                states.append(state)
            relay_time = await SiteStream(connection, place.site, StreamName.NOW).clock(place.desk)
            return states, connection.is_cluster, waiting, now() - relay_time

    try:
        states, is_cluster, waiting, ahead = run_cancellable(look, cancellation)
    except AppError as error:
        is_refused = isinstance(error, RelayRefusedError)
        checks = [Check("relay", works=False, text=error.user_message, is_refused=is_refused)]
    else:
        durable = [_check_durability(state, place.retention, is_cluster=is_cluster) for state in states]
        checks = [
            Check("relay", works=True, text=_REACHED.filled(site=place.site)),
            max(durable, key=lambda one: (not one.works, one.is_news)),
            _check_lag(waiting, progress.unpublished),
            _check_clock(ahead),
        ]
    return checks + _check_set_aside(progress.set_aside)


def _check_set_aside(counts: Mapping[str, int]) -> list[Check]:
    texts = [SET_ASIDE.filled(desk=desk, count=count) for desk, count in counts.items()]
    return [Check("relay_set_aside", works=True, text=text, is_news=True) for text in texts]


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
