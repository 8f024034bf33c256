"""How sharing facts over the relay goes, and the sentence that says so."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Self
from urllib.parse import urlsplit

from app.domain.access.addresses import is_loopback
from app.domain.texts import Text

CLOCKS_DIFFER = timedelta(minutes=2)
"""By how much a desk's clock and the relay's may differ before that is said."""

NO_RELAY = Text(
    "Relay", "The setting relay_url is empty, so nothing is shared.", command="despacho settings set relay_url ADDRESS"
)
_CONNECTING = Text("Relay", "Connecting to the relay.")
_CATCHING_UP = Text("Relay", "Reading what the other desks shared: {count} to go.")
_SHARING = Text("Relay", "Shared with the other desks of “{site}”.")
CLOCK = Text(
    "Relay",
    "This computer's clock and the relay's differ by {minutes} minutes. Set this computer's clock, else it cannot be "
    "told which of two follow-ups is the later one.",
)
_TOO_LARGE = Text(
    "Relay",
    "Facts that are too large for the relay, and were not shared: {count}. Its administrator can raise max_payload.",
    command="despacho sync --again",
)
_NAMESAKE = Text(
    "Relay", "Another desk is called “{desk}” too. Give this one another name: despacho settings set desk NAME"
)
_DENIED = Text(
    "Relay",
    "Facts that the credentials do not permit to share: {count}. Only a receiver's credentials permit notifications.",
    command="despacho sync --again",
)
SET_ASIDE = Text(
    "Relay",
    "Messages of the desk “{desk}” that no version of Despacho writes, and were set aside: {count}. Ask there; if "
    "nobody knows why, have its access to the relay removed.",
)
_NEWER = Text(
    "Relay", "Facts of other desks that only a newer version can read: {count}. They are kept until an update."
)
_AHEAD = Text(
    "Relay",
    "The clock of the desk “{desk}” is {minutes} minutes ahead. What it loads and notes counts as later than what "
    "others load and note after it. Have its clock set.",
)
_PORT = 4222
_ENCRYPTED, _PLAIN = "tls", "nats"
_BRIEFLY = timedelta(seconds=45)
"""A relay that starts anew, or a network that changes, is no alarm."""
_SILENT = timedelta(minutes=3)
"""A receiver reports every 30 s, by a clock that may differ by two minutes."""
_NO_REPORT = Text(
    "Relay",
    "The receiver on “{desk}” does not report. Look there whether Despacho runs and what it says, and load the day "
    "until it does.",
)


class RelayPhase(StrEnum):
    """What the connection to the relay is doing."""

    CONNECTING = "connecting"
    CATCHING_UP = "catching_up"
    SHARING = "sharing"
    FAILED = "failed"


@dataclass(frozen=True)
class RelayStatus:
    """How sharing goes in this process.

    Args:
        phase: of the connection.
        site: whose desks share.
        desk: the name of this one.
        problem: why the last connection failed, until one proves to last.
        held_up: why this folder's facts cannot be published, although there is a connection.
        waiting: how many messages are still to be read.
        published: facts of this folder that the relay stored.
        applied: facts of others that were new here.
        set_aside: how many messages no version of Despacho wrote, by the name of the desk.
        newer: facts of others that are kept until an update, since only a newer version can read them.
        ahead: by how much the clock of another desk is ahead of the relay's.
        ahead_desk: the name of that desk.
        too_large: facts of this folder that the relay does not take.
        denied: facts of this folder that the credentials do not permit to publish.
        clock_ahead: by how much this computer's clock is ahead of the relay's.
        has_namesake: whether another desk uses the same name.
        away_since: since when facts are not shared, UTC; None: they are, or that was not tried yet.
        there_since: since when they are again, UTC; None: they were never not.
    """

    phase: RelayPhase
    site: str = ""
    desk: str = ""
    problem: Text | None = None
    held_up: Text | None = None
    waiting: int = 0
    published: int = 0
    applied: int = 0
    set_aside: Mapping[str, int] = field(default_factory=dict)
    newer: int = 0
    ahead: timedelta = timedelta()
    ahead_desk: str = ""
    too_large: int = 0
    denied: int = 0
    clock_ahead: timedelta = timedelta()
    has_namesake: bool = False
    away_since: datetime | None = None
    there_since: datetime | None = None

    def changed(self, at: datetime, **changes: Any) -> Self:  # noqa: ANN401 - fields of this class
        """Return this status with changes of a moment (UTC)."""
        status = replace(self, **changes)
        if status.is_away:
            return replace(status, away_since=self.away_since or at)
        return replace(status, away_since=None, there_since=at if self.is_away else self.there_since)

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection, which may be about to fail."""
        return self.phase in (RelayPhase.CATCHING_UP, RelayPhase.SHARING)

    @property
    def is_away(self) -> bool:
        """Whether facts are not shared: there is no connection, none lasts, or nothing can be published over it."""
        return not self.is_connected or self.problem is not None or self.held_up is not None

    @property
    def is_settled(self) -> bool:
        """Whether `text` stands for a while."""
        return self.phase in (RelayPhase.SHARING, RelayPhase.FAILED)

    @property
    def warnings(self) -> list[Text]:
        """What the user should know although facts are shared."""
        found = []
        if abs(self.clock_ahead) > CLOCKS_DIFFER:
            found.append(CLOCK.filled(minutes=round(abs(self.clock_ahead) / timedelta(minutes=1))))
        if self.has_namesake:
            found.append(_NAMESAKE.filled(desk=self.desk))
        if self.ahead:
            found.append(_AHEAD.filled(desk=self.ahead_desk, minutes=round(self.ahead / timedelta(minutes=1))))
        counted = (
            (_TOO_LARGE, self.too_large),
            (_DENIED, self.denied),
            (_NEWER, self.newer),
        )
        found += [text.filled(count=count) for text, count in counted if count]
        return found + [SET_ASIDE.filled(desk=desk, count=count) for desk, count in self.set_aside.items()]

    @property
    def text(self) -> Text:
        """What to show in one line: the problem, else the first warning, else what it is doing."""
        if self.phase is RelayPhase.FAILED and self.problem is not None:
            return self.problem
        if self.phase is RelayPhase.CONNECTING:
            return _CONNECTING
        if self.phase is RelayPhase.CATCHING_UP:
            return _CATCHING_UP.filled(count=self.waiting)
        return self.held_up or next(iter(self.warnings), _SHARING.filled(site=self.site))


def checked_servers(value: str) -> str:
    """Return one or several addresses with commas between them, each with its port; empty: there is no relay.

    Raises:
        ValueError: one has another scheme, a user, a path, or is not encrypted though it leads to another computer.
    """
    return ",".join(_checked(one.strip()) for one in value.split(",")) if value.strip() else ""


def servers_of(relay_url: str) -> tuple[str, ...]:
    """Return the addresses of a checked setting."""
    return tuple(relay_url.split(",")) if relay_url else ()


def is_encrypted(server: str) -> bool:
    """Tell whether nothing may be sent to a server before TLS has proved who it is."""
    return urlsplit(server).scheme == _ENCRYPTED


def _checked(server: str) -> str:
    parts = urlsplit(server)
    host, port = parts.hostname or "", parts.port or _PORT
    if "@" in parts.netloc or parts.path.strip("/") or parts.query or parts.fragment or not host:
        raise ValueError(server)
    if parts.scheme != _ENCRYPTED and not (parts.scheme == _PLAIN and is_loopback(host)):
        raise ValueError(server)
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}:{port}"


@dataclass(frozen=True)
class OtherDesks:
    """The state of sharing at a moment.

    Args:
        status: of the relay.
        receivers: those of other desks: each desk, and until when it is known to have heard (UTC), the latest first.
        at: the moment, UTC.
        awake_since: since when this computer could have heard of them, UTC: it may just have woken.
    """

    status: RelayStatus
    receivers: Sequence[tuple[str, datetime]]
    at: datetime
    awake_since: datetime

    @property
    def is_away(self) -> bool:
        """Whether nothing comes from the other desks, for longer than it takes to connect again."""
        since = self.status.away_since
        return self.status.is_away and (since is None or self.at - since > _BRIEFLY)

    @property
    def is_held_up(self) -> bool:
        """Whether all that is known is that nothing of this desk reaches the others."""
        return self.status.is_connected and self.status.problem is None and self.is_away

    @property
    def is_silent(self) -> bool:
        """Whether none of the other receivers reports, although the relay is there."""
        if self.status.is_away or self.status.phase is not RelayPhase.SHARING or not self.receivers:
            return False
        could_report_since = max(self.awake_since, self.status.there_since or self.awake_since)
        return self.at - max(self.receivers[0][1], could_report_since) > _SILENT

    @property
    def since(self) -> datetime | None:
        """Since when the others are away or silent (UTC); None: they are not, or that is not known."""
        if self.is_away:
            return self.status.away_since
        return self.receivers[0][1] if self.is_silent else None

    @property
    def problem(self) -> Text | None:
        """Why nothing comes; None: it does."""
        if self.is_away:
            return self.status.problem or self.status.held_up or self.status.text
        return _NO_REPORT.filled(desk=self.receivers[0][0]) if self.is_silent else None
