"""An argument parser with help and errors in the user's language."""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import NoReturn

from app.domain.folding import plain_identifier
from app.domain.follow_ups import LONGEST_NOTE
from app.domain.relay.shared_fact import is_name
from app.domain.texts import Say, Text

_ERRORS = (
    (
        re.compile(r"the following arguments are required: (?P<names>.+)"),
        Text("Cli", "missing: {names}"),
    ),
    (
        re.compile(r"unrecognized arguments: (?P<names>.+)"),
        Text("Cli", "unknown: {names}"),
    ),
    (
        re.compile(r"argument (?P<name>[^:]+): expected one argument"),
        Text("Cli", "{name} needs a value"),
    ),
    (
        re.compile(r"argument (?P<name>[^:]+): ignored explicit argument (?P<value>.+)"),
        Text("Cli", "{name} takes no value, but {value} was given"),
    ),
    (
        re.compile(r"argument (?P<name>[^:]+): invalid choice: (?P<value>.+) \(choose from '?(?P<choices>.+?)'?\)"),
        Text("Cli", "{name} cannot be {value}. It is one of: {choices}"),
    ),
)
"""Error messages of argparse, and the sentences that replace them. argparse translates only through gettext files,
which the program does not have; a message that a later version words otherwise is shown in English."""
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LAST_PORT = 65_535
_LONGEST_WAIT = 86_400  # seconds


class _Help(argparse.HelpFormatter):
    """argparse's help layout with "usage:" translated, for which argparse has no parameter."""

    def __init__(self, prog: str, say: Say) -> None:
        super().__init__(prog)
        self._say = say

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        if prefix is None:  # argparse passes "" to get a subcommand's `prog`
            prefix = self._say(Text("Cli", "usage:")) + " "
        super().add_usage(usage, actions, groups, prefix)


class Parser(argparse.ArgumentParser):
    """Parser of one command's arguments.

    Abbreviated options are refused: a script with `--dat` would break with the next option that begins so.
    """

    def __init__(self, say: Say, about: Text, **more: str) -> None:
        """Make a parser; `about` describes the command, `more` is what argparse adds for subcommands."""
        super().__init__(
            description=say(about),
            formatter_class=lambda prog: _Help(prog, say),
            add_help=False,
            allow_abbrev=False,
            **more,  # type: ignore[arg-type]  # only `prog`
        )
        self._say = say
        self.positions = self.add_argument_group(say(Text("Cli", "arguments")))
        self.options = self.add_argument_group(say(Text("Cli", "options")))
        self.options.add_argument("-h", "--help", action="help", help=say(Text("Cli", "show this help and exit")))

    def parse_known_args(  # type: ignore[override]  # the overloads are for custom namespaces
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse the arguments; for an unknown one, show the usage of the subcommand and exit."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit with code 2."""
        self.print_usage(sys.stderr)
        sentence = message.removeprefix("argument ")  # "--date: …", followed by our own sentence
        for pattern, text in _ERRORS:
            if found := pattern.fullmatch(message):
                # Of several choices; later versions of argparse write them without quotes.
                values = {name: value.replace("', '", ", ") for name, value in found.groupdict().items()}
                sentence = self._say(text.filled(**values))
        self.exit(2, f"{self.prog}: error: {sentence}\n")


def wanted(say: Say, text: Text, read: Callable[[str], object]) -> Callable[[str], object]:
    """Return `read` as a type for argparse: a ValueError is shown as `text` with the `value`."""

    def checked(value: str) -> object:
        try:
            return read(value)
        except ValueError as error:
            raise argparse.ArgumentTypeError(say(text.filled(value=value))) from error

    return checked


def whole_number(say: Say) -> Callable[[str], object]:
    """Return a type for whole numbers."""
    return wanted(say, Text("Cli", "“{value}” is not a whole number"), int)


def port_number(say: Say) -> Callable[[str], object]:
    """Return a type for ports."""
    return wanted(say, Text("Cli", "“{value}” is not a port: a whole number from 0 to 65535"), _port)


def number_of_seconds(say: Say) -> Callable[[str], object]:
    """Return a type for times up to a day, in seconds."""
    return wanted(say, Text("Cli", "“{value}” is not a number of seconds: 0 to 86400"), _seconds)


def day_of(value: str) -> date:
    """Return a date in the form YYYY-MM-DD."""
    if not _DATE.fullmatch(value):  # Python also reads 20261120 and 2026-W47-5
        raise ValueError(value)
    return date.fromisoformat(value)


def desks_of(value: str) -> int:
    """Return a number of desks."""
    if int(value) not in range(1, 10):
        raise ValueError(value)
    return int(value)


def _port(value: str) -> int:
    port = int(value)
    if not 0 <= port <= _LAST_PORT:
        raise ValueError(value)
    return port


def _seconds(value: str) -> float:
    seconds = float(value)
    if not 0 <= seconds <= _LONGEST_WAIT:  # true for NaN as well
        raise ValueError(value)
    return seconds


def code_of(value: str) -> str:
    """Return a number, a code or a name in its plain form, if it is not blank."""
    value.encode()  # bytes of the shell that are no UTF-8 arrive as surrogates
    plain = plain_identifier(value)
    if not plain:
        raise ValueError(value)
    return plain


def name_of(value: str) -> str:
    """Return somebody's name, if it is one line and not too long: other desks show it."""
    name = code_of(value)
    if not is_name(name):
        raise ValueError(value)
    return name


def note_of(value: str) -> str:
    """Return a note, without blanks around it."""
    value.encode()
    if len(value.strip()) > LONGEST_NOTE:
        raise ValueError(value)
    return value.strip()


def path_of(value: str) -> Path:
    """Return a path that is not empty."""
    if not value:  # `Path("")` is the working directory, which an unset shell variable would select
        raise ValueError(value)
    return Path(value)
