"""The context of a command: services, language, log, and output to the terminal."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import BinaryIO

import simplejson

from app.domain.days import known_spelling
from app.domain.errors import (
    AppError,
    CarrierError,
    CredentialsError,
    LoadCancelledError,
    NoManifestError,
    OutputError,
    PortTakenError,
    RelayError,
    SettingsError,
    StoreError,
)
from app.domain.settings import Settings
from app.domain.texts import Say, Text
from app.export.output import standard_output
from app.logs.crash_reports import print_error
from app.logs.process_log import ProcessLog
from app.services.app_context import AppContext
from app.services.site_settings import today_at

_CODES: tuple[tuple[type[AppError], int], ...] = (
    (SettingsError, 2),
    (NoManifestError, 3),
    (CredentialsError, 4),
    (CarrierError, 5),
    (RelayError, 5),
    (StoreError, 6),
    (PortTakenError, 7),
    (LoadCancelledError, 130),
)
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def one_line(text: str) -> str:
    """Return a text with control and direction characters escaped as in JSON."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def plain(text: str) -> str:
    """Escape a text as `one_line` does, keeping its line breaks."""
    return "\n".join(map(one_line, text.split("\n")))


@dataclass(frozen=True)
class Context:
    """Everything a command needs: services, translation, log, and printing of messages and results."""

    app_context: AppContext
    say: Say
    log: ProcessLog

    def report_bug(self, error: BaseException) -> None:
        """Print where the report of a bug is; the bug itself is shown as Python shows it."""
        report = self.log.report(error)
        if report is not None:
            self.print_message(Text("Cli", "A report of the error is in {path}.").filled(path=report))

    def report_failure(self, error: AppError, about: str = "") -> int:
        """Log and print a failure, as `print_message` does; return its documented exit code."""
        self.log.report(error)
        self.print_message(error.user_message, about)
        return _exit_code(error)

    def print_message(self, text: Text, about: str = "") -> None:
        """Print a message on standard error, behind what it is about; nothing if that is closed or full."""
        print_error(plain(about + self.say(text)))

    def suggest_carrier(self, carrier: str, carriers: Sequence[str]) -> None:
        """Suggest the known carrier whose code differs only in case or blanks, if there is one."""
        known = known_spelling(carrier, carriers)
        if known is not None:
            self.print_message(Text("Cli", "Did you mean {known}?").filled(known=one_line(known)))

    def print_result(self, line: str) -> None:
        """Write a line of the result to standard output: in UTF-8, but to a terminal in its encoding.

        Raises:
            OutputError: standard output is closed, or cannot be written.
        """
        result_stream()
        self._write(plain(line).encode(sys.stdout.encoding, sys.stdout.errors or "strict"))

    def print_json(self, value: object) -> None:
        """Write the result as one line of JSON to standard output, always in UTF-8.

        Raises:
            OutputError: standard output is closed, or cannot be written.
        """
        self._write(one_line(simplejson.dumps(value, ensure_ascii=False)).encode())

    def _write(self, line: bytes) -> None:
        with standard_output(result_stream()) as stream:
            stream.write(line + b"\n")

    def settings(self) -> Settings:
        """Return the settings in force."""
        return self.app_context.settings_file.read()

    def day(self, given: date | None) -> date:
        """Return the given day, else the current date at the site."""
        return given or today_at(self.app_context)


def result_stream() -> BinaryIO:
    """Return standard output as a binary stream.

    Raises:
        OutputError: the process was started without one.
    """
    if sys.stdout is None:
        raise OutputError(
            Text("Error", "Standard output is closed, so that the result cannot be written."), wrong_path=True
        )
    return sys.stdout.buffer


def _exit_code(error: AppError) -> int:
    """Return the documented exit code of a failure."""
    if isinstance(error, OutputError):
        return 2 if error.wrong_path else 6
    return next(code for kind, code in _CODES if isinstance(error, kind))
