"""The texts of the notices: about the day, the receiver, and failures."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, IntEnum
from typing import NamedTuple
from urllib.parse import urlsplit

from PySide6.QtCore import QObject

from app.domain.announced_version import AnnouncedVersion
from app.domain.days import CarrierAnswer, DayState
from app.domain.errors import (
    AddressError,
    AppError,
    CarrierAnswerError,
    CarrierRedirectError,
    CarrierTimeoutError,
    CarrierUnreachableError,
    CredentialsError,
    KeyringLockedError,
    KeyringUnavailableError,
    NoManifestError,
)
from app.domain.reception.reception_state import ReceptionState
from app.ui.context.places import SettingsPlace


class Remedies(QObject):
    """Writes the buttons; a QObject, so that they are translated."""

    def after(self, problem: AppError) -> tuple[tuple[str, SettingsPlace | None], ...]:
        """Return the texts of buttons with the field that each leads to, None to load again; the main one first."""
        again = (self.tr("Retry"), None)
        token = (self.tr("Enter the token"), SettingsPlace.CARRIER_TOKEN)
        address = (self.tr("Check the address"), SettingsPlace.CARRIER_ADDRESS)
        for kind, buttons in (
            (KeyringLockedError | KeyringUnavailableError, (again,)),
            (CredentialsError, (token, again)),
            (AddressError, (address,)),
            (CarrierRedirectError | CarrierAnswerError, (address, again)),
            (CarrierUnreachableError, (again, address)),
            (CarrierTimeoutError, (again, (self.tr("Wait longer"), SettingsPlace.TIMEOUT))),
        ):
            if isinstance(problem, kind):
                return buttons
        return (again,)


class Remedy(Enum):
    """What the button of a notice does."""

    LOAD = "load"
    RETRY = "retry"
    SHOW_SKIPPED = "show_skipped"
    SHOW_MISSED = "show_missed"
    START_RECEIVER = "start_receiver"
    SHOW_REPORT = "show_report"
    SET_SENDER_ZONE = "set_sender_zone"
    SHOW_GONE = "show_gone"
    SHOW_TODAY = "show_today"
    KNOWN_CARRIER = "known_carrier"
    SHOW_UNMATCHED = "show_unmatched"
    DENY_OTHERS = "deny_others"
    GET_VERSION = "get_version"


class FailedLoad(NamedTuple):
    """A load that failed.

    Args:
        problem: why.
        text: the same in words.
        at: when, if the user asked for it.
        named: the carriers that failed, and the date, in words.
        loaded: of how many carriers the day was loaded, in words; empty for a single one.
    """

    problem: AppError
    text: str
    at: datetime | None = None
    named: str = ""
    loaded: str = ""


class Topic(IntEnum):
    """What a notice is about. Of two equally grave ones that answer nothing, the first in this order is shown."""

    FAILURE = 0
    BOARD = 1
    RECEIVER = 2
    OTHER_DESKS = 3
    NEW_DAY = 4
    GAP = 5
    FOLDER = 6
    SENDER = 7
    NUMBERS = 8
    DAY = 9
    DROP = 10
    SIGNS = 11
    VERSION = 12


class Gravity(IntEnum):
    """How much a notice matters; the worst is shown first."""

    ERROR = 0
    WARNING = 1
    INFO = 2


@dataclass(frozen=True)
class Notice:
    """A text with its gravity, and what its buttons do.

    Args:
        button: the text of the main button; empty if there is none.
        remedy: what that button does; a place leads to its field in the settings.
        can_close: whether the user can close the notice.
        second: text and remedy of another button.
        failed_at: when it failed (UTC), if it answers what the user did; the latest of these is shown first.
        brief: the same in two or three words, where its topic alone says too little.
        lead: what it begins with, in bold.
        more: all that is known of it, which has no room in the line.
    """

    gravity: Gravity
    text: str
    button: str = ""
    remedy: Remedy | SettingsPlace | None = None
    can_close: bool = False
    second: tuple[str, Remedy | SettingsPlace] | None = None
    failed_at: datetime | None = None
    brief: str = ""
    lead: str = ""
    more: str = ""


class Notices(QObject):
    """Writes the notices; a QObject, so that its sentences are translated."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._remedies = Remedies(self)

    def about(self, state: DayState | None, failed: FailedLoad | None, age: str) -> Notice | None:
        """Return what must be known of the shown day and the age of its data, closable; None if all is well."""
        is_loaded, failed_at = state is not None and state.loaded_at is not None, failed.at if failed else None
        skipped = len(state.skipped) if state is not None else 0
        missing = self.tr("%Ln shipment(s) could not be read and are missing here.", "", skipped) if skipped else ""
        if failed and not isinstance(failed.problem, NoManifestError) and (is_loaded or failed_at):
            said = [failed.loaded] if failed.loaded else []
            said += [self.tr("{day} was not loaded.").format(day=failed.named)] if failed_at or failed.loaded else []
            lead, (cause, dot, _) = " ".join(said), failed.text.partition(". ")
            said.append(cause + dot.strip())
            said += [self.tr("You see the day as {age}.").format(age=age)] if is_loaded else []
            said += [missing] if missing else []
            said.append(self.tr("Nothing kept was deleted."))
            (button, place), *more = self._remedies.after(failed.problem)
            second = (more[0][0], more[0][1] or Remedy.RETRY) if more else None
            remedy, text = place or Remedy.RETRY, " ".join(said)
            return Notice(Gravity.ERROR, text, button, remedy, True, second, failed_at, lead=lead, more=failed.text)
        if state is None or not is_loaded:
            return None
        if state.answer is not CarrierAnswer.MANIFESTS:
            text = self.tr(
                "The carrier now lists nothing for this day. You see its %Ln shipment(s) as {age}, until another "
                "answer agrees.",
                "",
                state.shipments,
            )
            if state.gone and not state.is_doubted:
                text = self.tr(
                    "The carrier lists nothing for this day any more: %Ln shipment(s) are no longer listed.",
                    "",
                    state.gone,
                )
            load = self.tr("Load again")
            return Notice(Gravity.WARNING, text.format(age=age), load, Remedy.LOAD, True, failed_at=failed_at)
        if missing:
            brief = self.tr("%Ln shipment(s) missing", "", skipped)
            return Notice(
                Gravity.WARNING, missing, self.tr("Details"), Remedy.SHOW_SKIPPED, can_close=True, brief=brief
            )
        return None

    def about_drop(self, text: str) -> Notice:
        """Return the notice of an answer that lists much less than the one before; it can be closed."""
        return Notice(Gravity.WARNING, text, self.tr("Show them"), Remedy.SHOW_GONE, can_close=True)

    def about_new_day(self, today: str, shown: str) -> Notice:
        """Return the notice that the day that was today is still shown, both as dates in words; it can be closed."""
        text = self.tr("Today is {today}. You still see {shown}.").format(today=today, shown=shown)
        return Notice(Gravity.WARNING, text, self.tr("Show today"), Remedy.SHOW_TODAY, can_close=True)

    def about_spelling(self, known: str) -> Notice:
        """Return the notice of a carrier code that a known one differs from in case and blanks; it can be closed."""
        text = self.tr("Did you mean the carrier {known}?").format(known=known)
        use = self.tr("Use {known}").format(known=known)
        return Notice(Gravity.WARNING, text, use, Remedy.KNOWN_CARRIER, can_close=True)

    def about_outage(self, reception: ReceptionState, since: str, problem: str) -> Notice:
        """Return the notice that notifications are not received although they should be.

        `since` is its start in words, empty if the receiver never ran; `problem` is what is wrong, and may be empty.
        """
        text = self.tr("Notifications are not being received.")
        if since:
            text = self.tr("Notifications have not been received since {time}.").format(time=since)
        if problem:
            text = f"{text} {problem}"
        if reception is ReceptionState.NO_TOKEN:
            return Notice(Gravity.ERROR, text, self.tr("Enter the token"), SettingsPlace.RECEIVER_TOKEN)
        button = self.tr("Start the receiver") if reception is ReceptionState.STOPPED else self.tr("Try again")
        is_taken = reception is ReceptionState.TAKEN
        port = (self.tr("Change the port"), SettingsPlace.RECEIVER_PORT) if is_taken else None
        return Notice(Gravity.ERROR, text, button, Remedy.START_RECEIVER, second=port)

    def about_refused_tokens(self, text: str) -> Notice:
        """Return the notice that notifications are refused for their token."""
        return Notice(Gravity.ERROR, text, self.tr("Enter the token"), SettingsPlace.RECEIVER_TOKEN)

    def about_gap(
        self, since: str, until: str, cause: str, more: int, *, is_made_up_for: bool, missed: int | None
    ) -> Notice:
        """Return the notice of a reception gap that is over, beside `more` shorter ones; it can be closed.

        `is_made_up_for` if the day was loaded after it; `missed`: how many of the day's visits may have missed their
        notification, None while they are counted.
        """
        text = self.tr("Not listening from {since} to {until} ({cause}).")
        said = [text.format(since=since, until=until, cause=cause)]
        if more:
            said.append(self.tr("And %Ln shorter gap(s).", "", more))
        if not is_made_up_for:
            said.append(self.tr("Until the day is loaded again, visits may lack their notification."))
            return Notice(Gravity.WARNING, " ".join(said), self.tr("Load again"), Remedy.LOAD, can_close=True)
        if missed:
            said.append(self.tr("The day was loaded again: %Ln of its shipment(s) have no notification.", "", missed))
            button = self.tr("Show the %Ln", "", missed)
            return Notice(Gravity.WARNING, " ".join(said), button, Remedy.SHOW_MISSED, can_close=True)
        again = self.tr("The day was loaded again.")
        said.append(again if missed is None else self.tr("The day was loaded again: no visit lacks its notification."))
        return Notice(Gravity.INFO, " ".join(said), can_close=True)

    def about_sender(self, finding: str, zone: str, fixed_by: str) -> Notice:
        """Return the notice that the sender seems to write another time zone; it can be closed.

        `zone` is the one that it seems to write, empty if unknown; `fixed_by` what fixes the zone here, empty if
        nothing.
        """
        text = self.tr("{finding} Visits are therefore dated wrong.").format(finding=finding)
        if fixed_by:
            fixed = self.tr("Its time zone is fixed by {where}: ask your administrator to change it there.").format(
                where=fixed_by
            )
            return Notice(Gravity.WARNING, f"{text} {fixed}", can_close=True)
        choose = (self.tr("Choose its time zone"), SettingsPlace.SENDER_ZONE)
        if not zone:
            return Notice(Gravity.WARNING, text, *choose, can_close=True)
        use = self.tr("Use {zone}").format(zone=_zone_title(zone))
        return Notice(Gravity.WARNING, text, use, Remedy.SET_SENDER_ZONE, can_close=True, second=choose)

    def about_open_folder(self, folder: str) -> Notice:
        """Return the notice that other users can open the data folder; closing it leaves the folder open."""
        text = self.tr("Other users of this computer can open the data folder, {folder}.")
        return Notice(
            Gravity.WARNING, text.format(folder=folder), self.tr("Deny them access"), Remedy.DENY_OTHERS, can_close=True
        )

    def about_version(self, newer: AnnouncedVersion) -> Notice:
        """Return the notice that there is a newer version; it can be closed."""
        if not newer.address:
            text = self.tr("Despacho {version} is available. Ask your administrator for it.")
            return Notice(Gravity.INFO, text.format(version=newer.version), can_close=True)
        text = self.tr("Despacho {version} is available at {host}.")
        text = text.format(version=newer.version, host=urlsplit(newer.address).netloc)
        return Notice(Gravity.INFO, text, self.tr("Open the page"), Remedy.GET_VERSION, can_close=True)


def _zone_title(zone: str) -> str:
    """Return a zone's usual name: the names of fixed zones have the opposite sign."""
    prefix, _, hours = zone.partition("Etc/GMT")
    return zone if prefix or not hours else f"UTC{-int(hours):+d}"
