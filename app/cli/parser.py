"""An argument parser that speaks the user's language, also where it has to complain."""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn

from app.domain.texts import Say, Text

_COMPLAINTS = (
    (
        re.compile(r"the following arguments are required: (?P<names>.+)"),
        Text("Cli", "this is missing: {names}"),
    ),
    (
        re.compile(r"unrecognized arguments: (?P<names>.+)"),
        Text("Cli", "this is not known here: {names}"),
    ),
    (
        re.compile(r"argument (?P<name>[^:]+): expected one argument"),
        Text("Cli", "{name} needs a value behind it"),
    ),
    (
        re.compile(r"argument (?P<name>[^:]+): ignored explicit argument (?P<value>.+)"),
        Text("Cli", "{name} takes no value, and so not {value}"),
    ),
    (
        re.compile(r"argument (?P<name>[^:]+): invalid choice: (?P<value>.+) \(choose from (?P<choices>.+)\)"),
        Text("Cli", "{name} cannot be {value}. It is one of: {choices}"),
    ),
)
"""What argparse says where it stops, and what is said instead. It translates itself through gettext's files alone, and
the program has none; what a later version of it words otherwise comes out as it says it, in English."""


class _Help(argparse.HelpFormatter):
    """The help's layout, with the one word in it that argparse does not let one choose."""

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
        if prefix is None:  # it is empty where argparse asks for a command's own name
            prefix = self._say(Text("Cli", "usage:")) + " "
        super().add_usage(usage, actions, groups, prefix)


class Parser(argparse.ArgumentParser):
    """Reads the arguments of one command.

    Options are not taken for one another by their beginnings: a script that wrote `--dat` would stop to work with the
    next option that begins so.
    """

    def __init__(self, say: Say, about: Text, **more: str) -> None:
        """Take the language, and what the command does; `more` is what argparse adds where a command has commands."""
        super().__init__(
            description=say(about),
            formatter_class=lambda prog: _Help(prog, say),
            add_help=False,
            allow_abbrev=False,
            **more,  # type: ignore[arg-type]  # `prog` alone
        )
        self._say = say
        self.positions = self.add_argument_group(say(Text("Cli", "arguments")))
        self.options = self.add_argument_group(say(Text("Cli", "options")))
        self.options.add_argument("-h", "--help", action="help", help=say(Text("Cli", "show this help and end")))

    def parse_known_args(  # type: ignore[override]  # its overloads are about a namespace of one's own
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Read the arguments; what is not known is complained about with the usage of the very command."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        """Show the usage and what is wrong, and end with 2."""
        self.print_usage(sys.stderr)
        said = message.removeprefix("argument ")  # "--date: …", where the sentence behind it is our own
        for pattern, text in _COMPLAINTS:
            if found := pattern.fullmatch(message):
                said = self._say(text.filled(**found.groupdict()))
        self.exit(2, f"{self.prog}: error: {said}\n")


def wanted(say: Say, text: Text, read: Callable[[str], object]) -> Callable[[str], object]:
    """Return what argparse reads a value with: `read`, whose ValueError it says as `text` with the `value`."""

    def checked(value: str) -> object:
        try:
            return read(value)
        except ValueError as error:
            raise argparse.ArgumentTypeError(say(text.filled(value=value))) from error

    return checked
