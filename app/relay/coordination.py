"""Coordinates a site's desks by the relay: whose turn a load is, and who handles which case."""

import asyncio
import base64
import json
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Any, Final

from app.domain.errors import RelayError, RelayRefusedError
from app.domain.relay.handling import TELL_EVERY, Handling
from app.relay.connection import UNEXPECTED, Connection
from app.relay.messages import NOW, OutgoingMessage, read_subject, server_time, stream_name, subject, subjects_of, token
from app.relay.stream import API, NO_MESSAGE, REPLICAS, SiteStream

_NO_BUCKET, _OTHER_LAST = 10059, 10071
_DAY: Final = timedelta(days=1)
_MOST_CASES: Final = 200
_LONGEST: Final = 200  # characters of a name
_LARGEST: Final = 64 * 1024  # bytes of what a desk tells
_LOOK_SECONDS: Final = 1.0
_MOST_DESKS: Final = 200  # that are heard at a time


async def take_turn(connection: Connection, site: str, what: str, holder: str, lasts: timedelta, now: datetime) -> bool:
    """Return whether it is this desk's turn; if so, it is no other's for that time.

    A turn that the store `holder` has already goes on; `now` is by the relay's clock.

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
    elif error and error != NO_MESSAGE:
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
    return await connection.ask(f"{API}.{api}", json.dumps(body).encode())


def _unexpected(answer: dict[str, Any]) -> RelayError:
    error = answer["error"]
    return RelayError(UNEXPECTED.filled(reason=error.get("description") or error.get("code")))


async def tell(stream: SiteStream, site: str, handling: Callable[[], Handling], changed: asyncio.Event) -> None:
    """Tell what is handled here, at once and at every change, and repeat it as long as something is."""
    while True:
        changed.clear()
        now = handling()
        said = {"user": now.user, "cases": sorted(now.cases)[:_MOST_CASES]}
        with suppress(RelayError, RelayRefusedError):  # what is to be kept matters more
            await stream.publish(
                [OutgoingMessage(subject(site, NOW, now.desk), token_hex(16), json.dumps(said).encode())]
            )
        try:
            async with asyncio.timeout(TELL_EVERY.total_seconds() if now.cases else None):
                await changed.wait()
        except TimeoutError:
            continue


async def hear(stream: SiteStream, site: str, desk: str, note: Callable[[Handling], None]) -> None:
    """Pass on what the other desks handle."""
    after = 0
    while True:
        for _ in range(_MOST_DESKS):
            if (stored := await stream.stored(after + 1, subjects_of(site, NOW))) is None:
                break
            after = int(stored["seq"])
            handling = _handling(stored)
            if handling is not None and handling.desk != desk:
                note(handling)
        await asyncio.sleep(_LOOK_SECONDS)


def _handling(stored: dict[str, Any]) -> Handling | None:
    """Return what a desk says that it handles; None: no version of Despacho says so."""
    try:
        if len(stored["data"]) > _LARGEST * 4 // 3 + 4:  # in base64
            return None
        said = json.loads(base64.b64decode(stored["data"]))
        cases = frozenset(one for one in said["cases"][:_MOST_CASES] if isinstance(one, str))
        user = "".join(one for one in str(said["user"])[:_LONGEST] if one.isprintable())
        return Handling(read_subject(stored["subject"]).desk, user, cases)
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
