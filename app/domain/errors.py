"""Failures outside the program, each with a class and a message for the user.

AppError
├── SettingsError              a setting or an argument that cannot be used
│   └── AddressError               the address of the carrier's service is missing, or nothing can be sent to it
├── LoadCancelledError         the user stopped a load
├── LoadProcessError           the process that loads days could not be started, ended or hangs
├── NoManifestError            404 or an empty list: no manifest for that carrier and date
├── CredentialsError
│   ├── CredentialsMissingError    none stored, or only one of the two
│   ├── CredentialsElsewhereError  those kept were entered for another server
│   ├── CredentialsRefusedError    401, or 403
│   ├── ServerElsewhereError       they were entered for another relay or mail server
│   ├── RelayRefusedError          the relay refuses the credentials, or does not permit what was asked
│   ├── KeyringUnavailableError    no keyring on this machine, or one that writes plain text
│   └── KeyringLockedError         the keyring was not unlocked
├── CarrierError               the carrier could not be reached, or its answer cannot be used
│   ├── CarrierUnreachableError    refused, lost, no such host, TLS
│   ├── CarrierTimeoutError        no answer in time
│   ├── CarrierRedirectError       3xx
│   ├── CarrierStatusError         400, 5xx and every other status
│   └── CarrierAnswerError         200, but not a JSON list
├── MailError                  the mail server could not be reached, or does not take the mail
├── RelayError                 the relay could not be reached, or does not do what it should
├── StoreError
│   ├── StoreBusyError             another process held the write lock
│   ├── StoreNewerError            made by a newer version
│   ├── StoreUnusableError         cannot be opened, read or written: full, not permitted
│   │   └── StoreDamagedError          or damaged, until it is restored
│   └── OverloadedError            too many notifications wait to be saved
├── OutputError                an export could not be written
├── ExportCancelledError       the user stopped an export
├── HandoverError              a file of another desk cannot be used, or one for it cannot be made
│   └── HandoverPhraseError        its phrase is missing, wrong or too short
├── PhotoError                 a visit's photo must not be fetched, could not be fetched, or is no image
│   ├── PhotoMissingError          404 or 410: the server does not have it
│   └── PhotoUnreachableError      its server could not be reached, or did not send all of it
└── PortTakenError             another program listens on the port
"""

import threading
from pathlib import Path

from app.domain.texts import Text

_ELSEWHERE = Text(
    "Error",
    "The kept credentials were entered for {kept}, so they are not sent to {asked}. Enter those for {asked}.",
    command="despacho credentials set authorization-token (and authorization-user)",
)


class AppError(Exception):
    """A failure outside the program; every other exception is a bug, and is reported as one.

    `str(error)` is for the log. `user_message` says what happened and what to do next, and contains no secret.
    """

    def __init__(self, user_message: Text) -> None:
        super().__init__(str(user_message))
        self.user_message = user_message


class SettingsError(AppError):
    """A setting or an argument cannot be used as it is."""


class AddressError(SettingsError):
    """The address of the carrier's service is missing, cannot be used, or is not encrypted."""


class LoadCancelledError(AppError):
    """The user stopped a load; the cached day is unchanged."""

    def __init__(self) -> None:
        super().__init__(Text("Error", "Loading was cancelled. The day is as it was before."))


class LoadProcessError(AppError):
    """The process that loads days could not be started, has ended, hangs, or is of another version."""


class NoManifestError(AppError):
    """The carrier answered 404 or an empty list: it has no manifest for that carrier code and date."""


class CredentialsError(AppError):
    """The carrier's credentials are missing or refused, or cannot be read."""


class CredentialsMissingError(CredentialsError):
    """No credentials are stored, or only one of the two."""


class CredentialsElsewhereError(CredentialsError):
    """The kept credentials were entered for another server than `asked`, its origin; nothing was sent."""

    def __init__(self, kept: str | Text, asked: str) -> None:
        super().__init__(_ELSEWHERE.filled(kept=kept, asked=asked))
        self.asked = asked


class ServerElsewhereError(CredentialsError):
    """A secret was entered for another relay or mail server; nothing was sent."""

    def __init__(self, name: str, kept: str, asked: str) -> None:
        text = Text(
            "Error",
            "{name} was entered for {kept}, and is sent to no other server. If {asked} is the right one, enter it "
            "again.",
            command=f"despacho credentials set {name}",
        )
        super().__init__(text.filled(name=name, kept=kept, asked=asked))


class CredentialsRefusedError(CredentialsError):
    """The carrier answered 401 or 403."""

    def __init__(self, user_message: Text, status: int) -> None:
        super().__init__(user_message)
        self.status = status


class RelayRefusedError(CredentialsError):
    """The relay refuses the credentials, or they do not permit what was asked; nothing is lost."""


class KeyringUnavailableError(CredentialsError):
    """This machine offers no keyring that keeps secrets encrypted."""


class KeyringLockedError(CredentialsError):
    """The keyring exists and was not unlocked."""


class CarrierError(AppError):
    """The carrier could not be reached, or its answer is not in the contract."""


class CarrierUnreachableError(CarrierError):
    """Connection refused or lost, name not found, or TLS failed."""


class CarrierTimeoutError(CarrierError):
    """The carrier did not answer, or stopped answering, within the time allowed."""


class CarrierRedirectError(CarrierError):
    """The carrier answered with a redirect, which is not followed: it would pass the credentials on."""


class CarrierStatusError(CarrierError):
    """The carrier answered a status other than 200, 401, 403 and 404."""

    def __init__(self, user_message: Text, status: int) -> None:
        super().__init__(user_message)
        self.status = status


class CarrierAnswerError(CarrierError):
    """The carrier answered 200 with something that is not a JSON list of manifests."""


class RelayError(AppError):
    """The relay could not be reached, or does not do what it should; nothing is lost."""


class MailError(AppError):
    """The mail server could not be reached, or does not take the mail."""


class StoreError(AppError):
    """The local database could not be read or written."""


class StoreBusyError(StoreError):
    """Another process held the write lock until the timeout."""


class StoreNewerError(StoreError):
    """The database was made by a newer version of the program."""


class StoreUnusableError(StoreError):
    """The database cannot be opened, read or written: damaged, disk full, or not permitted."""


class StoreDamagedError(StoreUnusableError):
    """A file of the database is damaged; the next process that opens it for writing restores it."""

    def __init__(self, user_message: Text, file: Path) -> None:
        super().__init__(user_message)
        self.file = file


class OverloadedError(StoreError):
    """Too many notifications wait to be saved; the sender tries again."""

    def __init__(self) -> None:
        super().__init__(Text("Error", "Too many notifications arrived at once. The provider will try again."))


class OutputError(AppError):
    """An export could not be written; an older file is unchanged."""

    def __init__(self, user_message: Text, *, wrong_path: bool) -> None:
        super().__init__(user_message)
        self.wrong_path = wrong_path


class ExportCancelledError(AppError):
    """The user stopped an export; an older file is unchanged."""

    def __init__(self) -> None:
        super().__init__(Text("Error", "The export was cancelled. No file was written."))


class HandoverError(AppError):
    """A file that another desk handed over cannot be used, or one cannot be made; nothing was changed."""


class HandoverPhraseError(HandoverError):
    """The phrase is missing, too short, or not the one with which the file was signed."""


class PhotoError(AppError):
    """A visit's photo must not be fetched, could not be fetched, or is no image. Its text names only the host."""


class PhotoMissingError(PhotoError):
    """The server answered, and does not have the photo: 404 or 410."""


class PhotoUnreachableError(PhotoError):
    """The photo's server could not be reached, or did not send the whole photo in time."""


class PortTakenError(AppError):
    """Another program listens on that port."""


def report_unhandled(error: BaseException) -> None:
    """Pass an error to `threading.excepthook`, as Python does for one that ends a thread."""
    kind = type(error)
    threading.excepthook(threading.ExceptHookArgs((kind, error, error.__traceback__, threading.current_thread())))
