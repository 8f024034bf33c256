"""Where the program begins: the arguments, the workplace, the command, the exit code."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack

from app.cli.arguments import arguments, early_data_folder
from app.cli.dispatch import command_of
from app.cli.terminal.context import Context
from app.cli.terminal.lazy_keyring import LazyKeyring
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
from app.domain.settings import LANGUAGES, Settings
from app.domain.texts import Text
from app.files.lock_holders import ThisProcess
from app.i18n.catalog import Catalog
from app.logs.process_log import ProcessLog, Voice, quiet_libraries
from app.logs.redaction import Redactor
from app.logs.unhandled import show_error, unhandled_errors
from app.services.app_context import AppContext
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
_VOICES = {None: Voice.DESK, "receive": Voice.RECEIVER, "fetch": Voice.FETCH}
"""The commands that keep a log. The demo's is in its own folder."""


def main(arguments_given: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; that of a bug, which is shown with its traceback, is 1."""
    quiet_libraries()
    given = list(sys.argv[1:] if arguments_given is None else arguments_given)
    folder = data_folder(early_data_folder(given), os.environ)
    redact = Redactor()
    place = AppContext(folder, os.environ, Credentials(os.environ, SessionVault(), LazyKeyring(), redact.learn))
    catalog = _catalog(place)
    options = arguments(catalog.say).parse_args(given)
    context = Context(place, catalog.say, ProcessLog(folder, redact))
    voice = _VOICES.get(options.command)
    ThisProcess.command = f"despacho {options.command or ''}".rstrip()
    with ExitStack() as stack:
        if voice is not None:
            stack.enter_context(context.journal.opened(voice))
            if voice is not Voice.DESK:  # that one does it once it knows that it is not a second start
                stack.enter_context(context.journal.crashes_noted(voice))
        stack.enter_context(unhandled_errors(context.tell_bug, redact))
        return _run(context, options)


def _run(context: Context, options: argparse.Namespace) -> int:
    try:
        return command_of(options.command)(context, options)
    except AppError as error:
        context.journal.report(error)
        context.tell(error.user_message)
        return exit_code(error)
    except KeyboardInterrupt:
        context.tell(Text("Cli", "Stopped."))
        return 130
    except Exception as error:  # noqa: BLE001 - a bug; what Python would show of it is not redacted
        show_error(error, context.journal.redact)
        context.tell_bug(error)
        return 1


def exit_code(error: AppError) -> int:
    """Return the exit code that the interface gives a failure."""
    if isinstance(error, OutputError):
        return 2 if error.wrong_path else 6
    return next(code for kind, code in _CODES if isinstance(error, kind))


def _catalog(place: AppContext) -> Catalog:
    try:
        settings = place.settings_file.read()
    except SettingsError:  # the command that needs them says what is wrong, in the language that can still be told
        language = place.environment.get("DESPACHO_LANGUAGE", "")
        settings = Settings(language=language if language in LANGUAGES else "")
    return place.catalog(settings)
