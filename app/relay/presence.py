"""Tells the other desks what is handled here at this moment. Nothing of it is stored."""

import asyncio
import json
from collections.abc import Callable
from typing import Final

from app.domain.relay.handling import TELL_EVERY, Handling
from app.relay.connection import Connection
from app.relay.failures import relay_failures
from app.relay.subjects import now_subject

_MOST_CASES: Final = 200
_LONGEST: Final = 1000  # characters of a name


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
