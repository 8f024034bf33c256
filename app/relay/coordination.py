"""Coordinates a site's desks by the relay: whose turn a load is, and who handles which case."""

import asyncio
import base64
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from app.domain.errors import RelayError
from app.domain.relay.handling import TELL_EVERY, Handling
from app.relay.connection import UNEXPECTED, Connection, relay_failures
from app.relay.messages import now_subject, stream_name, token
from app.relay.stream import REPLICAS, server_time

_API: Final = "$JS.API"
_NO_MESSAGE, _NO_BUCKET, _OTHER_LAST = 10037, 10059, 10071
_DAY: Final = timedelta(days=1)
_MOST_CASES: Final = 200
_LONGEST: Final = 1000  # characters of a name


async def take_turn(connection: Connection, site: str, what: str, holder: str, lasts: timedelta, now: datetime) -> bool:
    """Return whether it is this desk's turn; if so, it is no other's for that time.

    Args:
        connection: to the relay.
        site: whose desks take turns.
        what: they do.
        holder: the identity of this desk's store. A turn that it has already goes on.
        lasts: how long a turn takes.
        now: by the relay's clock.

    Raises:
        RelayError: the relay does not answer, or cannot keep it.
        RelayRefusedError: the credentials do not permit it.
    """
    bucket = _bucket(site)
    key = f"$KV.{bucket.removeprefix('KV_')}.{token(what)}"
    found = await _asked(connection, f"STREAM.MSG.GET.{bucket}", {"last_by_subj": key})
    error = found.get("error", {}).get("err_code", 0)
    if error == _NO_BUCKET:
        await create_turns(connection, site)
    elif error and error != _NO_MESSAGE:
        raise _unexpected(found)
    last: dict[str, Any] = found.get("message", {"seq": 0})  # none: nobody had a turn yet
    is_others = base64.b64decode(last.get("data", "")) != holder.encode()
    if "time" in last and is_others and now - server_time(last["time"]) < lasts:
        return False
    headers = {"Nats-Expected-Last-Subject-Sequence": str(last["seq"])}
    taken = await connection.ask(key, holder.encode(), headers)
    if taken.get("error", {}).get("err_code") == _OTHER_LAST:
        return False
    if "error" in taken:
        raise _unexpected(taken)
    return True


async def create_turns(connection: Connection, site: str) -> None:
    """Create the bucket in which a site's desks take turns, if it is missing; raises as `take_turn`."""
    bucket = _bucket(site)
    config = {
        "name": bucket,
        "subjects": [f"$KV.{bucket.removeprefix('KV_')}.>"],
        "max_msgs_per_subject": 1,
        "max_bytes": 1_000_000,  # of the account's disk, which the facts need
        "max_msg_size": 1000,
        "max_age": round(_DAY.total_seconds()) * 1_000_000_000,
        "storage": "file",
        "discard": "new",
        "deny_delete": True,
        "allow_rollup_hdrs": True,
        "num_replicas": REPLICAS if connection.is_cluster else 1,
    }
    created = await _asked(connection, f"STREAM.CREATE.{bucket}", config)
    if "error" in created:
        raise _unexpected(created)


def _bucket(site: str) -> str:
    return f"KV_{stream_name(site)}"


async def _asked(connection: Connection, api: str, body: dict[str, Any]) -> dict[str, Any]:
    return await connection.ask(f"{_API}.{api}", json.dumps(body).encode())


def _unexpected(answer: dict[str, Any]) -> RelayError:
    error = answer["error"]
    return RelayError(UNEXPECTED.filled(reason=error.get("description") or error.get("code")))


async def tell(
    connection: Connection, site: str, origin: str, handling: Callable[[], Handling], changed: asyncio.Event
) -> None:
    """Tell what is handled here, at once and at every change, and repeat it as long as something is."""
    while True:
        changed.clear()
        now = handling()
        said = {"origin": origin, "desk": now.desk, "user": now.user, "cases": sorted(now.cases)[:_MOST_CASES]}
        await connection.send(now_subject(site), json.dumps(said).encode())
        try:
            async with asyncio.timeout(TELL_EVERY.total_seconds() if now.cases else None):
                await changed.wait()
        except TimeoutError:
            continue


async def hear(connection: Connection, site: str, origin: str, note: Callable[[str, Handling], None]) -> None:
    """Pass on what the other desks handle, with the identities of their stores."""
    async with connection.subscribed(now_subject(site)) as told:
        while True:
            with relay_failures(connection.server):
                message = await told.next_msg(timeout=None)
            try:
                said = json.loads(message.data)
                cases = frozenset(one for one in said["cases"][:_MOST_CASES] if isinstance(one, str))
                of, desk, user = (str(said[name])[:_LONGEST] for name in ("origin", "desk", "user"))
            except (ValueError, LookupError, TypeError, RecursionError):  # of another program
                continue
            if of != origin:
                note(of, Handling(desk, user, cases))
