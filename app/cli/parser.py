"""An argument parser with help and errors in the user's language."""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import NamedTuple, NoReturn

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


AddCommand = Callable[[str, Text], "Parser"]
"""Adds a command, by its name and what it does."""


class Kind(NamedTuple):
    """How an argument is read; a ValueError is shown as the refusal with the `value`."""

    refusal: Text
    read: Callable[[str], object]


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
        self._positions = self.add_argument_group(say(Text("Cli", "arguments")))
        self._options = self.add_argument_group(say(Text("Cli", "options")))
        self._options.add_argument("-h", "--help", action="help", help=say(Text("Cli", "show this help and exit")))

    def add(
        self, name: str, about: Text | str, metavar: Text | str | None = None, kind: Kind | None = None, **more: object
    ) -> None:
        """Add an option, or an argument without dashes; `more` is passed to argparse."""
        if kind is not None:
            more["type"] = partial(self._read, kind)
        if metavar is not None:
            more["metavar"] = self._said(metavar)
        group = self._options if name.startswith("-") else self._positions
        group.add_argument(name, help=self._said(about), **more)  # type: ignore[arg-type]

    def commands(self, dest: str, title: Text, metavar: Text, *, required: bool = False) -> AddCommand:
        """Return a function that adds a command, by its name and what it does."""
        say = self._say
        commands = self.add_subparsers(dest=dest, required=required, title=say(title), metavar=say(metavar))
        return lambda name, about: commands.add_parser(name, help=say(about), about=about, say=say)

    def _said(self, text: Text | str) -> str:
        return self._say(text) if isinstance(text, Text) else text

    def _read(self, kind: Kind, value: str) -> object:
        try:
            return kind.read(value)
        except ValueError as error:
            raise argparse.ArgumentTypeError(self._say(kind.refusal.filled(value=value))) from error

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


def day_of(value: str) -> date:
    """Return a date in the form YYYY-MM-DD."""
    if not _DATE.fullmatch(value):  # Python also reads 20261120 and 2026-W47-5
        raise ValueError(value)
    return date.fromisoformat(value)


def _up_to(most: float, number: float) -> float:
    if not 0 <= number <= most:  # true for NaN as well
        raise ValueError(number)
    return number


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


WHOLE_NUMBER = Kind(Text("Cli", "“{value}” is not a whole number"), int)
NUMBER = Kind(Text("Cli", "“{value}” is not a number"), float)
PORT = Kind(
    Text("Cli", "“{value}” is not a port: a whole number from 0 to 65535"),
    lambda value: _up_to(_LAST_PORT, int(value)),
)
SECONDS = Kind(
    Text("Cli", "“{value}” is not a number of seconds: 0 to 86400"),
    lambda value: _up_to(_LONGEST_WAIT, float(value)),
)
"""Up to a day."""
