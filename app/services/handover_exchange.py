"""The two ends of a handover: the file that a desk makes, and what it does with that of another one."""

import errno
import platform
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

from app.board.reading.reader import Reader
from app.domain.access.credentials import SecretName
from app.domain.days import Day, Scope
from app.domain.errors import HandoverError, HandoverPhraseError
from app.domain.handover.document import (
    LARGEST_BYTES,
    NO_PHRASE,
    SALT_BYTES,
    SHORT_PHRASE,
    SHORTEST_PHRASE,
    TOO_LARGE,
    Handover,
    SignedHandover,
    phrase_of,
)
from app.domain.handover.summary import MadeFile, OpenedFile, TakenOver
from app.domain.texts import Text
from app.files.reading import read_given_file
from app.services.app_context import AppContext, zone_of
from app.store.follow_ups import CLOCKS_DIFFER, Handovers

_LINK = Text("Error", "{path} is a link. Choose the file that it leads to.")
_NO_FILE = Text("Error", "{path} is not a file. Choose the one that the other desk made.")
_UNREADABLE = Text("Error", "{path} could not be read: {why}")
_OWN = Text("Handover", "This desk made the file itself.")
_OTHER_ZONE = Text("Handover", "It is of a site in the time zone {theirs}; this one is in {ours}.")
_OTHER_SERVICE = Text("Handover", "It is of a desk that works with {theirs}; this one works with {ours}.")
_OTHER_CARRIER = Text("Handover", "It is about {carriers}, of which this desk has loaded nothing.")
_CLOCK_AHEAD = Text(
    "Handover", "By the clock of the other desk it was made {minutes} min later than now. One is wrong."
)
_FUTURE = Text(
    "Handover",
    "It holds entries dated up to {time}, later than now: the clock of a desk was wrong. Until then, these go before "
    "what is written at desks that do not have them.",
)


@dataclass(frozen=True)
class Exchange:
    """Makes files for other desks and opens theirs. Every method blocks: call it outside the main thread."""

    context: AppContext
    handovers: Handovers
    user: str
    is_demo: bool
    """Whether the phrase is kept for this session only."""

    def has_phrase(self) -> bool:
        """Whether a phrase is kept.

        Raises:
            CredentialsError: the keyring cannot be used.
        """
        return self.context.credentials.read(SecretName.HANDOVER_PHRASE) is not None

    def make(self, day: Day | Scope, typed: str, *, remembers: bool) -> MadeFile:
        """Return the file for the next desk.

        An empty phrase is the kept one; a typed one stays in the keyring if it `remembers`, else for this session.

        Raises:
            HandoverPhraseError: none is kept, or it is too short.
            CredentialsError: it could not be kept, or not be read.
            HandoverError, StoreError: the file cannot be made.
        """
        phrase, now, settings = self._phrase(typed), self.context.now(), self.context.settings_file.read()
        desk = platform.node()
        handed = self.handovers.hand_over(day, now, desk)
        service, zone = _host(settings.base_url), zone_of(settings).key
        entries, reasons = tuple(handed.entries), handed.reasons
        handover = Handover(handed.origin, desk, self.user, zone, service, now, day, entries, reasons)
        content = handover.signed(phrase, secrets.token_bytes(SALT_BYTES))
        self._keep(typed, remembers=remembers)
        return MadeFile(content, handover.cases)

    def open(self, path: Path, typed: str, *, remembers: bool) -> OpenedFile:
        """Read and check the file of another desk; nothing of it is saved yet. Arguments and errors as in `make`.

        Raises:
            HandoverPhraseError: it was signed with another phrase, or none is known.
            HandoverError: it cannot be used.
        """
        signed = SignedHandover.read(_content(path))
        handover = signed.opened(self._phrase(typed))
        self._keep(typed, remembers=remembers)
        return OpenedFile(handover, tuple(self._doubts(handover)))

    def take_over(self, handover: Handover) -> TakenOver:
        """Save what a file holds and is not known here.

        Raises:
            HandoverError, StoreError: see `Handovers.take_over`.
        """
        return self.handovers.take_over(handover, self.context.now())

    def _phrase(self, typed: str) -> str:
        if typed.strip():
            phrase = phrase_of(typed)
            if len(phrase) < SHORTEST_PHRASE:
                raise HandoverPhraseError(SHORT_PHRASE)
            return phrase
        kept = self.context.credentials.read(SecretName.HANDOVER_PHRASE)
        if kept is None:
            raise HandoverPhraseError(NO_PHRASE)
        return kept

    def _keep(self, typed: str, *, remembers: bool) -> None:
        if typed.strip():
            is_for_session = self.is_demo or not remembers
            self.context.credentials.write(SecretName.HANDOVER_PHRASE, typed, session_only=is_for_session)

    def _doubts(self, handover: Handover) -> Sequence[Text]:
        settings, found = self.context.settings_file.read(), []
        ours, service = zone_of(settings).key, _host(settings.base_url)
        if handover.origin == self.handovers.identity():
            found.append(_OWN)
        if handover.zone != ours:
            found.append(_OTHER_ZONE.filled(theirs=handover.zone, ours=ours))
        if handover.service and service and handover.service != service:
            found.append(_OTHER_SERVICE.filled(theirs=handover.service, ours=service))
        with Reader.opened(self.context.database) as reader:
            known = {*reader.carriers(), settings.carrier}
        others = [one for one in handover.carriers if one not in known]
        if others and known != {""}:
            found.append(_OTHER_CARRIER.filled(carriers=", ".join(others)))
        ahead = handover.made_at - self.context.now()
        if ahead > CLOCKS_DIFFER:
            found.append(_CLOCK_AHEAD.filled(minutes=ahead // timedelta(minutes=1)))
        latest = max((datetime.fromisoformat(one.time) for one in handover.entries), default=handover.made_at)
        if latest - self.context.now() > CLOCKS_DIFFER and latest > handover.made_at:
            found.append(_FUTURE.filled(time=f"{latest.astimezone(zone_of(settings)):%Y-%m-%d %H:%M}"))
        return found


def _content(path: Path) -> bytes:
    try:
        content = read_given_file(path, LARGEST_BYTES)
    except OSError as error:
        text = {errno.ELOOP: _LINK, errno.EINVAL: _NO_FILE}.get(error.errno or 0, _UNREADABLE)
        raise HandoverError(text.filled(path=path, why=error.strerror or error)) from error
    if content is None:
        raise HandoverError(TOO_LARGE)
    return content


def _host(address: str) -> str:
    return urlsplit(address).hostname or ""
