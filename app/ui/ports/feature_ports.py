"""What each feature of the window is handed: what it calls, as the window knows no adapter."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Protocol
from zoneinfo import ZoneInfo

from app.domain.announced_version import AnnouncedVersion
from app.domain.calls.reasons import Reasons
from app.domain.contract.outcomes import Outcome
from app.domain.days import Day, LoadSummary
from app.domain.decoded_picture import DecodedPicture
from app.domain.follow_ups import FollowUpEdit
from app.domain.handover.document import Handover
from app.domain.handover.summary import MadeFile, OpenedFile, TakenOver
from app.domain.phones import ReadPhone, ReadPhones
from app.domain.reception.listening import ReceiverStatus
from app.domain.reception.probing import Diagnosis
from app.domain.relay.relay_status import RelayStatus
from app.domain.settings import Settings
from app.domain.site import SiteDays
from app.domain.texts import Say, Text
from app.domain.views.details import Subject
from app.domain.views.exports import ExportOrder
from app.ui.ports.rows import Rows


@dataclass(frozen=True)
class TablePorts:
    """What a table needs beside its query thread."""

    rows: Rows
    say: Say
    today: Callable[[], date]
    """At the site."""
    read_phone: ReadPhone
    """Reads a telephone number by the site's country, in any thread; the first call takes hundredths of a second."""


@dataclass(frozen=True)
class SearchPorts:
    """What the search through all days needs beside the query thread."""

    say: Say
    read_phone: ReadPhone


@dataclass(frozen=True)
class ViewPorts:
    """What the views and the reasons for empty tables need."""

    say: Say
    today: Callable[[], date]
    """At the site."""
    read_phone: ReadPhone
    can_start_demo: bool


@dataclass(frozen=True)
class LoadProgress:
    """How far a load is. `fraction` is None if the carrier does not say how much will come."""

    shipments: int
    fraction: float | None
    note: Text | None = None


class Load(Protocol):
    """One load of one day."""

    def run(self, report: Callable[[LoadProgress], None]) -> LoadSummary:
        """Load the day. Worker; raises AppError, and LoadCancelledError if it was cancelled."""

    def cancel(self) -> None:
        """Cancel it at once; may be called from any thread, and repeatedly."""


@dataclass(frozen=True)
class DayPorts:
    """What shows days and loads them."""

    rows: Rows
    new_load: Callable[[Day], Load]
    settings: Callable[[], Settings]
    save_settings: Callable[[dict[str, object]], Settings]
    fixed: Callable[[], Mapping[str, str]]
    """The settings that cannot be changed in the window, each with what fixes it: a variable, or a file's path."""
    now: Callable[[], datetime]
    """UTC."""
    today: Callable[[], date]
    """At the site."""


@dataclass(frozen=True)
class FormatPorts:
    """What the formats of cells depend on, beside the locale."""

    today: Callable[[], date]
    """At the site."""
    days: Callable[[], SiteDays]
    """When those of the site begin and end."""
    sender_zone: Callable[[], ZoneInfo]
    """Of the times in notifications."""
    far_metres: Callable[[], int]
    """From which distance to the address a visit is far away."""
    say: Say
    read_phone: ReadPhone
    """Reads a telephone number by the site's country, in any thread; the first call takes hundredths of a second."""
    reasons: Callable[[], Reasons]
    """The site's reasons for a failed delivery; read in the main thread."""
    read_phones: ReadPhones
    """Reads the numbers in a field that may hold several, as `read_phone` does."""
    country: str | None
    """The site's ISO 3166 code; None: the zone has none, and none is set."""


@dataclass(frozen=True)
class DetailPorts:
    """What shows a row and marks it as seen."""

    rows: Rows
    apply_again: Callable[[int], Outcome]
    """Worker. Reads a quarantined notification once more; QUARANTINED: it still cannot be applied."""
    mark_seen: Callable[[Sequence[Subject] | None, datetime], None]
    """Worker. Marks the changes of these rows as seen; None: all changes up to a time (UTC)."""
    now: Callable[[], datetime]
    """UTC."""


@dataclass(frozen=True)
class OtherDesks:
    """What tells the other desks of the site what is handled here, and knows what is handled there; at once."""

    tell: Callable[[frozenset[str]], None]
    """These cases are handled here from now on, and no others."""
    handled_by: Callable[[frozenset[str]], str]
    """Returns who handles one of these cases at another desk; empty: nobody."""


@dataclass(frozen=True)
class FollowUpPorts:
    """What saves follow-ups."""

    rows: Rows
    save: Callable[[Sequence[Subject], FollowUpEdit, datetime], int]
    """Worker. Saves an edit of these follow-ups, made at a time (UTC); returns the number by which it is undone."""
    undo: Callable[[int], int]
    """Worker. Undoes an edit where it is still the latest one of its follow-up; returns of how many, perhaps 0."""
    say: Say
    now: Callable[[], datetime]
    """UTC."""
    others: OtherDesks | None = None
    """None: nothing is shared with other desks."""


@dataclass(frozen=True)
class CallPorts:
    """What a queue of calls needs beside the follow-ups."""

    rows: Rows
    read_phones: ReadPhones
    """By the site's country, in any thread."""
    say: Say
    now: Callable[[], datetime]
    """UTC."""
    today: Callable[[], date]
    """At the site."""
    zone: Callable[[], ZoneInfo]
    """The site's."""


@dataclass(frozen=True)
class NoticePorts:
    """What decides about notices, and what their buttons do."""

    rows: Rows
    save_settings: Callable[[dict[str, object]], Settings]
    fixed: Callable[[], Mapping[str, str]]
    """The settings that cannot be changed in the window, each with what fixes it: a variable, or a file's path."""
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
    say: Say
    now: Callable[[], datetime]
    """UTC."""
    today: Callable[[], date]
    """At the site."""
    days: Callable[[], SiteDays]
    """The site's."""


@dataclass(frozen=True)
class ReportPorts:
    """What shows, prints and saves the day's figures."""

    write_file: Callable[[Path, Callable[[], bytes]], None]
    """Worker. Writes a whole file or nothing; raises OutputError."""
    say: Say
    now: Callable[[], datetime]
    """UTC."""
    today: Callable[[], date]
    """At the site."""
    zone: Callable[[], ZoneInfo]
    """The site's."""


class Exchange(Protocol):
    """Makes files for other desks and opens theirs; in a worker. Every method raises AppError."""

    def has_phrase(self) -> bool:
        """Return whether a phrase is kept."""

    def make(self, day: Day, typed: str, *, remembers: bool) -> MadeFile:
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
    new_load: Callable[[Day], Load]
    known_carriers: Callable[[], Collection[str]]
    """Those that this desk has loaded, and the one that is set."""
    write_file: Callable[[Path, Callable[[], bytes]], None]
    """Worker. Writes a whole file or nothing; raises OutputError."""
    say: Say


@dataclass(frozen=True)
class ExportPorts:
    """What writes an export."""

    export: Callable[[ExportOrder, Callable[[int], None]], int]
    """Worker. Returns the number of rows written, and reports meanwhile how many were read.

    Raises OutputError, and ExportCancelledError if the order was cancelled.
    """
    list_separator: Callable[[], str]
    """The separator of cells in a CSV file on this machine."""
    say: Say
    today: Callable[[], date]
    """At the site."""


class Photo(Protocol):
    """One photo of a visit that is being fetched and decoded."""

    def read(self) -> DecodedPicture | None:
        """Fetch and decode it. Worker; None if it was cancelled; raises PhotoError, or one of its kinds."""

    def cancel(self) -> None:
        """Cancel it at once; may be called from any thread, and repeatedly."""


@dataclass(frozen=True)
class PhotoPorts:
    """What fetches photos."""

    photo: Callable[[str], Photo]
    """The photo at an address, to be fetched and decoded under strict limits, and stored nowhere."""
    say: Say


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
    say: Say


@dataclass(frozen=True)
class ReceiverPorts:
    """What shows and controls the receiver."""

    rows: Rows
    settings: Callable[[], Settings]
    listening: Callable[[], ReceiverStatus]
    """The receiver's state; half of it is read from the store."""
    sharing: Callable[[], RelayStatus | None]
    """How sharing facts with other desks goes; None where nothing is shared."""
    restart: Callable[[], None]
    """Worker. Starts the receiver, or restarts it with the settings in force; the outcome is in `listening`."""
    stop: Callable[[], None]
    """Worker."""
    now: Callable[[], datetime]
    """The current time, UTC."""
    days: Callable[[], SiteDays]
    probes: ProbePorts
    say: Say
    is_demo: bool


@dataclass(frozen=True)
class AlertPorts:
    """What words and times alerts."""

    settings: Callable[[], Settings]
    say: Say
    now: Callable[[], datetime]
    """UTC."""
    today: Callable[[], date]
    """At the site."""
    days: Callable[[], SiteDays]
    """The site's."""
