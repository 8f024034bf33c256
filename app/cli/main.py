"""Where the program begins: the arguments, the workplace, the command, the exit code."""

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from app.cli.arguments import arguments
from app.cli.commands import COMMANDS, Context
from app.credentials.credentials import Credentials
from app.credentials.keyring_vault import KeyringVault
from app.credentials.vault import SessionVault
from app.domain.errors import (
    AppError,
    CarrierError,
    CredentialsError,
    LoadCancelledError,
    NoManifestError,
    OutputError,
    PortTakenError,
    SettingsError,
    StoreError,
)
from app.domain.settings import Settings
from app.domain.texts import Text
from app.language.catalog import Catalog
from app.services.workplace import Workplace, catalog_of
from app.settings.folder import data_folder

_CODES: tuple[tuple[type[AppError], int], ...] = (
    (SettingsError, 2),
    (NoManifestError, 3),
    (CredentialsError, 4),
    (CarrierError, 5),
    (StoreError, 6),
    (PortTakenError, 7),
    (LoadCancelledError, 130),
)


def main(arguments_given: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; a bug comes out as the exception that it is (exit code 1)."""
    _quiet_libraries()
    given = list(sys.argv[1:] if arguments_given is None else arguments_given)
    credentials = Credentials(os.environ, SessionVault(), KeyringVault())
    place = Workplace(_folder(given), os.environ, credentials)
    catalog = _catalog(place)
    options = arguments(catalog.say).parse_args(given)
    context = Context(place, catalog.say)
    try:
        if options.command in COMMANDS:
            return COMMANDS[options.command](context, options)
        return _open_window(place, options)
    except AppError as error:
        context.tell(error.user_message)
        return exit_code(error)
    except KeyboardInterrupt:
        context.tell(Text("Cli", "Stopped."))
        return 130


def exit_code(error: AppError) -> int:
    """Return the exit code that the interface gives a failure."""
    if isinstance(error, OutputError):
        return 2 if error.wrong_path else 6
    return next(code for kind, code in _CODES if isinstance(error, kind))


def _open_window(place: Workplace, options: argparse.Namespace) -> int:
    from app.main import open_demo, open_desk  # noqa: PLC0415 - no other command waits for Qt

    return open_demo(place, options) if options.command == "demo" else open_desk(place)


def _folder(given: Sequence[str]) -> Path:
    """Return the data folder, which is needed to know the language before the arguments are read."""
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    early.add_argument("--data-dir", type=Path)
    try:
        found = early.parse_known_args(given)[0].data_dir
    except argparse.ArgumentError:
        found = None  # the whole parser says what is wrong
    return data_folder(found, os.environ)


def _catalog(place: Workplace) -> Catalog:
    try:
        settings = place.settings_file.read()
    except SettingsError:
        settings = Settings()  # the command that needs them says what is wrong
    return catalog_of(settings, place.environment)


def _quiet_libraries() -> None:
    """Keep HTTP libraries from logging requests: their headers are secrets."""
    for name in ("httpx", "httpcore", "aiohttp.access"):
        logging.getLogger(name).setLevel(logging.WARNING)
