"""What each feature of the window is handed: what it calls, as of the program it knows the board's reader alone."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from app.domain.announced_version import AnnouncedVersion
from app.domain.contract.outcomes import Outcome
from app.domain.days import Day, LoadDay, Scope
from app.domain.decoded_picture import DecodedPicture
from app.domain.follow_ups import FollowUpEdit
from app.domain.handover.document import Handover
from app.domain.handover.summary import MadeFile, OpenedFile, TakenOver
from app.domain.reception.probing import Diagnosis
from app.domain.reception.receiver_status import ReceiverStatus
from app.domain.relay.handling import Holder
from app.domain.relay.relay_status import RelayStatus
from app.domain.texts import Text
from app.domain.views.details import Subject
from app.domain.views.exports import ExportOrder

WriteFile = Callable[[Path, Callable[[], bytes]], None]
"""Worker. Writes a whole file or nothing; raises OutputError."""


@dataclass(frozen=True)
class DetailPorts:
    """What shows a row and marks it as seen."""

    apply_again: Callable[[int], Outcome]
    """Worker. Reads a quarantined notification once more; QUARANTINED: it still cannot be applied."""
    mark_seen: Callable[[Sequence[Subject] | None, datetime], None]
    """Worker. Marks the changes of these rows as seen; None: all changes up to a time (UTC)."""


@dataclass(frozen=True)
class OtherDesks:
    """What tells the other desks of the site what is handled here, and knows what is handled there; at once."""

    tell: Callable[[frozenset[str]], None]
    """These cases are handled here from now on, and no others."""
    handled_by: Callable[[frozenset[str]], Holder | None]
    """Returns who handles one of these cases at another desk; None: nobody."""


@dataclass(frozen=True)
class FollowUpPorts:
    """What saves follow-ups."""

    save: Callable[[Sequence[Subject], FollowUpEdit, datetime], int]
    """Worker. Saves an edit of these follow-ups, made at a time (UTC); returns the number by which it is undone."""
    undo: Callable[[int], int]
    """Worker. Undoes an edit where it is still the latest one of its follow-up; returns of how many, perhaps 0."""
    own_name: Callable[[], str]
    """Return who works here."""
    others: OtherDesks | None = None
    """None: nothing is shared with other desks."""


@dataclass(frozen=True)
class NoticePorts:
    """What decides about notices, and what their buttons do."""

    data_folder: Path
    log_folder: Path
    mode_for_others: Callable[[], int]
    """Return what other users may do in the data folder, as the bits of a mode; 0: nothing."""
    folder_risk: Callable[[], Text | None]
    """Return how the data may be damaged where its folder is, and what to do; None: it is not at risk."""
    deny_others: Callable[[], None]
    """Deny other users the data folder. Raises AppError."""
    newer_version: Callable[[], AnnouncedVersion | None]
    """Return the newer version that is known; does not ask for it."""


class Exchange(Protocol):
    """Makes files for other desks and opens theirs; in a worker. Every method raises AppError."""

    def has_phrase(self) -> bool:
        """Return whether a phrase is kept."""

    def make(self, day: Day | Scope, typed: str, *, remembers: bool) -> MadeFile:
        """Return the file for the next desk, signed with what is typed, else the kept phrase.

        Raises:
            HandoverPhraseError: none is kept, or it is too short.
        """

    def open(self, path: Path, typed: str, *, remembers: bool) -> OpenedFile:
        """Return what a file holds; nothing of it is saved yet.

        Raises:
            HandoverPhraseError: it was signed with another phrase, or none is known.
        """

    def take_over(self, handover: Handover) -> TakenOver:
        """Save what a file holds and is not known here."""


@dataclass(frozen=True)
class ShiftPorts:
    """What ends a shift, and takes one over."""

    exchange: Exchange
    load: LoadDay
    write_file: WriteFile
    known_carriers: Callable[[], Collection[str]]
    """Those that this desk has loaded, and the one that is set."""


@dataclass(frozen=True)
class ExportPorts:
    """What writes an export."""

    export: Callable[[ExportOrder, Callable[[int], None]], int]
    """Worker. Returns the number of rows written, and reports meanwhile how many were read.

    Raises OutputError, and ExportCancelledError if the order was cancelled.
    """
    export_day: Callable[[Day | Scope, Path, Callable[[], bool]], None]
    """Worker. Writes the workbook of a day, until the function says that it is cancelled. Raises as `export`."""
    list_separator: Callable[[], str]
    """The separator of cells in a CSV file on this machine."""


class Photo(Protocol):
    """One photo of a visit that is being fetched and decoded."""

    def read(self) -> DecodedPicture | None:
        """Fetch and decode it. Worker; None if it was cancelled; raises PhotoError, or one of its kinds."""

    def cancel(self) -> None:
        """Cancel it at once; may be called from any thread, and repeatedly."""


@dataclass(frozen=True)
class TilePorts:
    """What fetches the map tiles that a site names."""

    template: Callable[[], str]
    """Of their addresses; empty: none are wanted."""
    attribution: Callable[[], str]
    """Who made them; empty: not said."""
    tile: Callable[[str], Photo]
    """The picture at an address, of a tile's size at most, to be fetched under photos' limits and stored nowhere."""


@dataclass(frozen=True)
class ProbePorts:
    """What tests the receiver."""

    test_here: Callable[[], Diagnosis]
    """Worker. Sends a test to the receiver's own address on this machine."""
    test_public_url: Callable[[], Diagnosis]
    """Worker. Sends a test through `public_url`."""


@dataclass(frozen=True)
class ReceiverPorts:
    """What shows and controls the receiver."""

    listening: Callable[[], ReceiverStatus]
    """The receiver's state; half of it is read from the store."""
    sharing: Callable[[], RelayStatus | None]
    """How sharing facts with other desks goes; None where nothing is shared."""
    restart: Callable[[], None]
    """Worker. Starts the receiver, or restarts it with the settings in force; the outcome is in `listening`."""
    stop: Callable[[], None]
    """Worker."""
    probes: ProbePorts
