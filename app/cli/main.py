"""Entry point of the program: arguments, context, command and exit code."""

import argparse
import codecs
import io
import os
import sys
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cached_property
from importlib import import_module

from app.cli.arguments import arguments, early_data_folder
from app.cli.terminal.context import Context
from app.cli.terminal.interruption import requests_as_ctrl_c
from app.credentials.credentials import Credentials, SessionVault, Vault, take_environment
from app.domain.access.credentials import SecretName
from app.domain.errors import AppError, SettingsError
from app.domain.settings import LANGUAGES, Settings
from app.domain.texts import Text, in_terminal
from app.files.folder_risks import folder_risk
from app.files.private_files import OPEN_TO_OTHERS, mode_for_others
from app.files.process_lock import ThisProcess
from app.i18n import Catalog
from app.logs.crash_reports import show_error, unhandled_errors
from app.logs.process_log import ProcessLog, Voice, quiet_libraries
from app.logs.redaction import Redactor
from app.services.app_context import AppContext
from app.settings import FixedSettings, check_data_folder, data_folder, fixed_settings_file

_SIMILAR = {"“": '"', "”": '"', "«": '"', "»": '"', "’": "'", "–": "-", "·": "-", "•": "*", "→": "->", "×": "x"}
Command = Callable[[Context, argparse.Namespace], int]
"""Runs a command and returns the exit code; an `AppError` is handled by `main`."""

_WINDOW = (None, "demo")
"""The commands that open the window: that without a name, and the demo."""
_VOICES = {None: Voice.DESK, "receive": Voice.RECEIVER, "fetch": Voice.FETCH}
"""The commands with a log file. The demo's log is in the demo's own folder."""
_WRITERS = ("receive", "fetch", "follow-up", "rebuild", "settings", "sync")
"""The commands that write to the data folder, and warn where other users can open it, or where the data is at risk. The
window has notices instead."""


_SIMILAR |= {"✓": "OK", "✕": "X", "¿": "", "¡": ""}
_SIMILAR_CHARACTERS = "despacho.similar"


def prepare_streams() -> None:
    r"""Write UTF-8 with `\n` to pipes and files on every system, and what a terminal can show to a terminal.

    Windows would encode pipes by its code page, which has neither every letter nor the signs of `doctor`. A terminal
    keeps its encoding; a character that it lacks is replaced by a similar one.
    """
    codecs.register_error(_SIMILAR_CHARACTERS, _similar)
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):  # closed
            continue
        if stream.isatty():
            stream.reconfigure(errors=_SIMILAR_CHARACTERS)
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _similar(error: UnicodeError) -> tuple[str, int]:
    """Return ASCII that a reader understands in place of the characters that an encoding lacks, and their end."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_in_ascii, error.object[error.start : error.end])), error.end


def _in_ascii(character: str) -> str:
    if character in _SIMILAR:
        return _SIMILAR[character]
    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode() or "?"


def command_of(name: str | None) -> Command:
    """Return the function of a command: that of the module `app.cli.COMMAND`, which has the same name.

    The module is imported on demand, so that an export that runs every minute imports neither HTTP, keyring nor Qt.
    """
    own_name = "window" if name in _WINDOW else str(name).replace("-", "_")
    command: Command = getattr(import_module(f"app.cli.{own_name}"), own_name)
    return command


class LazyKeyring:
    """The system's keyring, imported on first use: the import is slow, and most commands do not need it."""

    @cached_property
    def _vault(self) -> Vault:
        from app.credentials.keyring_vault import KeyringVault  # noqa: PLC0415 - see above

        return KeyringVault()

    def read(self, name: SecretName) -> str | None:
        """Return the secret with this name, or None."""
        return self._vault.read(name)

    def write(self, name: SecretName, kept: str) -> None:
        """Save a secret under this name."""
        self._vault.write(name, kept)

    def delete(self, name: SecretName) -> bool:
        """Remove the secret with this name; return whether there was one."""
        return self._vault.delete(name)


def main(arguments_given: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; a bug is shown with its traceback, and the exit code is 1."""
    prepare_streams()
    quiet_libraries()
    given = list(sys.argv[1:] if arguments_given is None else arguments_given)
    environment = take_environment(os.environ)
    folder = data_folder(early_data_folder(given), environment)
    redact = Redactor()
    credentials = Credentials(environment, SessionVault(), LazyKeyring(), redact.learn)
    app_context = AppContext(
        folder, environment, credentials, fixed_settings=FixedSettings(fixed_settings_file(environment))
    )
    catalog = _catalog(app_context)
    options = arguments(catalog.say).parse_args(given)
    context = Context(app_context, in_terminal(catalog.say), ProcessLog(folder, redact))
    voice = _VOICES.get(options.command)
    ThisProcess.command = f"despacho {options.command or ''}".rstrip()
    if options.command in _WRITERS:
        if mode_for_others(folder):
            context.print_message(OPEN_TO_OTHERS.filled(path=folder))
        if (risk := folder_risk(folder, environment)) is not None:
            context.print_message(risk)
    with ExitStack() as stack:
        if voice is not None:
            stack.enter_context(context.log.opened(voice))
            if voice is not Voice.DESK:  # the window does so once it knows that no other window is open
                stack.enter_context(context.log.crashes_noted(voice))
        stack.enter_context(unhandled_errors(context.report_bug, redact))
        stack.enter_context(requests_as_ctrl_c())
        return _run(context, options)


def _run(context: Context, options: argparse.Namespace) -> int:
    try:
        if options.command not in (None, "doctor"):  # which show the problem in their own ways
            check_data_folder(context.app_context.folder)
        return command_of(options.command)(context, options)
    except AppError as error:
        return context.report_failure(error)
    except KeyboardInterrupt:
        context.print_message(Text("Cli", "Stopped."))
        return 130
    except Exception as error:  # noqa: BLE001 - a bug; Python's own traceback would not be redacted
        show_error(error, context.log.redact)
        context.report_bug(error)
        return 1


def _catalog(app_context: AppContext) -> Catalog:
    try:
        settings = app_context.settings_file.read()
    except SettingsError:  # the command that needs the settings reports it, in the language of the environment
        language = app_context.environment.get("DESPACHO_LANGUAGE", "")
        settings = Settings(language=language if language in LANGUAGES else "")
    return app_context.catalog(settings)
