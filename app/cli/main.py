"""Where the program begins: the arguments, the workplace, the command, the exit code."""

import logging
import os
import sys
from collections.abc import Sequence

from app.cli.arguments import arguments, early_data_folder
from app.cli.commands import command_of
from app.cli.context import Context
from app.cli.late_keyring import LateKeyring
from app.credentials.credentials import Credentials
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
from app.language.catalog import LANGUAGES, Catalog
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
    _quiet_logs()
    given = list(sys.argv[1:] if arguments_given is None else arguments_given)
    folder = data_folder(early_data_folder(given), os.environ)
    place = Workplace(folder, os.environ, Credentials(os.environ, SessionVault(), LateKeyring()))
    catalog = _catalog(place)
    options = arguments(catalog.say).parse_args(given)
    context = Context(place, catalog.say)
    try:
        return command_of(options.command)(context, options)
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


def _catalog(place: Workplace) -> Catalog:
    try:
        settings = place.settings_file.read()
    except SettingsError:  # the command that needs them says what is wrong, in the language that can still be told
        language = place.environment.get("DESPACHO_LANGUAGE", "")
        settings = Settings.model_validate({"language": language if language in LANGUAGES else ""})
    return catalog_of(settings, place.environment)


def _quiet_logs() -> None:
    """Keep standard error for what the commands say.

    HTTP libraries would log requests, whose headers are secrets; and what nobody handles, Python prints, such as each
    attempt of a load that goes well in the end.
    """
    logging.getLogger("app").addHandler(logging.NullHandler())
    for name in ("httpx", "httpcore", "aiohttp.access"):
        logging.getLogger(name).setLevel(logging.WARNING)
