"""What the command line takes."""

import argparse
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

from app import __version__
from app.cli.parser import Parser, wanted
from app.domain.credentials import SecretName
from app.domain.follow_ups import LONGEST_NOTE, FailureReason, NextStep
from app.domain.settings import KEYS, receiver_path
from app.domain.texts import Say, Text
from app.domain.views.columns import EXPORTED_TABLES
from app.domain.views.exports import Format

DAY = "day"
"""What `export` knows beside the tables: a workbook with all of them."""
EXPORTED = (*(table.value for table in EXPORTED_TABLES), DAY)
"""What `export` knows."""

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LONGEST_WAIT = 86_400  # seconds

_DATA_FOLDER = Text("Cli", "the data folder (or DESPACHO_DATA_DIR; else the platform's own)")
_DEMO_FOLDER = Text("Cli", "the data folder whose settings hold; what the demo keeps is apart, and goes when it ends")


def arguments(say: Say) -> Parser:
    """Return the parser; what it says is in the user's language."""
    parser = Parser(
        say,
        Text("Cli", "The dispatcher's desk: a carrier's manifests in one local file. Alone it opens the window."),
        prog="despacho",
    )
    parser.epilog = say(
        Text(
            "Cli",
            "Exit codes: 0 done, 1 a bug, 2 usage, 3 no manifest that day, 4 credentials, 5 carrier, 6 store, 7 port.",
        )
    )
    parser.options.add_argument(
        "--version",
        action="version",
        version=f"despacho {__version__}",
        help=say(Text("Cli", "show the version and end")),
    )
    _add_data_folder(parser, say, default=None)
    commands = parser.add_subparsers(
        dest="command", title=say(Text("Cli", "commands")), metavar=say(Text("Cli", "COMMAND"))
    )

    def command(name: str, about: Text) -> Parser:
        return _add_command(commands, name, about, say)

    _add_fetch(command("fetch", Text("Cli", "Load a carrier's day into the cache.")), say)
    _add_export(command("export", Text("Cli", "Write a table of the cache, or a whole day, asking no server.")), say)
    _add_follow_up(command("follow-up", Text("Cli", "Note what is done about a shipment, as the window does.")), say)
    _add_receive(command("receive", Text("Cli", "Be the receiver of notifications, without a window.")), say)
    _add_credentials(command("credentials", Text("Cli", "Keep, look for or remove a credential in the keyring.")), say)
    _add_settings(command("settings", Text("Cli", "Show or change the settings.")), say)
    _add_simulate(command("simulate", Text("Cli", "Run the demo carrier as a process of its own.")), say)
    _add_demo(command("demo", Text("Cli", "Open the window against the demo carrier, with data of its own.")), say)
    command("rebuild", Text("Cli", "Derive all rows again from what is kept; nothing is lost if it is interrupted."))
    doctor = command("doctor", Text("Cli", "Check the installation, and say what to do about what is wrong."))
    doctor.options.add_argument("--json", action="store_true", help=say(Text("Cli", "print one JSON object")))
    return parser


def early_data_folder(given: list[str]) -> Path | None:
    """Return the data folder that is named among the arguments: the language stands in it, which reading them takes."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--data-dir", type=_path)
    try:
        found: Path | None = parser.parse_known_args(given)[0].data_dir
    except argparse.ArgumentError:
        return None  # the whole parser says what is wrong
    return found


def _add_command(commands: "argparse._SubParsersAction[Parser]", name: str, about: Text, say: Say) -> Parser:
    one = commands.add_parser(name, help=say(about), about=about, say=say)
    _add_data_folder(one, say, default=argparse.SUPPRESS, about=_DEMO_FOLDER if name == "demo" else _DATA_FOLDER)
    return one


def _add_data_folder(parser: Parser, say: Say, default: object, about: Text = _DATA_FOLDER) -> None:
    parser.options.add_argument(
        "--data-dir",
        type=wanted(say, Text("Cli", "“{value}” names no folder"), _path),
        metavar=say(Text("Cli", "DIR")),
        default=default,
        help=say(about),
    )


def _add_fetch(parser: Parser, say: Say) -> None:
    _add_carrier(parser, say, Text("Cli", "the carrier's code"), required=True)
    _add_date(parser, say)
    parser.options.add_argument("--json", action="store_true", help=say(Text("Cli", "print one JSON object")))


def _add_export(parser: Parser, say: Say) -> None:
    parser.positions.add_argument(
        "table", metavar=say(Text("Cli", "TABLE")), choices=EXPORTED, help=", ".join(EXPORTED)
    )
    _add_carrier(parser, say, Text("Cli", "one carrier alone (else all of them)"), required=False)
    _add_date(parser, say)
    parser.options.add_argument(
        "--format",
        choices=[form.value for form in Format],
        help=say(Text("Cli", "else by the file's ending, else csv; a day is always xlsx")),
    )
    parser.options.add_argument(
        "--output",
        type=wanted(say, Text("Cli", "“{value}” names no file"), _path),
        metavar=say(Text("Cli", "FILE")),
        help=say(Text("Cli", "standard output where not given")),
    )
    parser.options.add_argument(
        "--headers",
        choices=("ui", "api"),
        default="ui",
        help=say(Text("Cli", "titles in your language, or names as on the wire (csv, xlsx)")),
    )
    parser.options.add_argument(
        "--delimiter",
        choices=("auto", "comma", "semicolon"),
        default="auto",
        help=say(Text("Cli", "of csv; auto is what this machine's spreadsheets expect")),
    )


def _add_follow_up(parser: Parser, say: Say) -> None:
    parser.positions.add_argument(
        "number",
        type=wanted(say, Text("Cli", "“{value}” is no number of a shipment"), _code),
        metavar=say(Text("Cli", "NUMBER")),
        help=say(Text("Cli", "of the shipment, as the carrier lists it")),
    )
    _add_carrier(parser, say, Text("Cli", "whose shipment (where several list the number)"), required=False)
    _add_date(parser, say)
    for option, values, about in (
        ("--reason", [*FailureReason], Text("Cli", "why it failed")),
        ("--next-step", [*NextStep], Text("Cli", "what is to be done")),
    ):
        names = [str(one) for one in values]
        parser.options.add_argument(option, choices=names, help=f"{say(about)}: {', '.join(names)}")
    parser.options.add_argument(
        "--note",
        type=wanted(say, Text("Cli", "a note has at most 2,000 characters"), _note),
        metavar=say(Text("Cli", "TEXT")),
        help=say(Text("Cli", "in place of the one that is kept; an empty one takes it away")),
    )
    parser.options.add_argument("--called", action="store_true", help=say(Text("Cli", "the recipient was called")))
    parser.options.add_argument("--acknowledge", action="store_true", help=say(Text("Cli", "the failure is seen to")))
    parser.options.add_argument(
        "--by",
        type=wanted(say, Text("Cli", "“{value}” is no name"), _code),
        metavar=say(Text("Cli", "NAME")),
        help=say(Text("Cli", "who notes it (else the system's user)")),
    )


def _add_receive(parser: Parser, say: Say) -> None:
    parser.options.add_argument(
        "--host", metavar="HOST", help=say(Text("Cli", "to listen at (the setting receiver_host, else 127.0.0.1)"))
    )
    parser.options.add_argument(
        "--port",
        type=wanted(say, Text("Cli", "“{value}” is no port: a whole number from 0 to 65535"), _port),
        metavar="N",
        help=say(Text("Cli", "to listen on (the setting receiver_port, else 8750); 0: a free one")),
    )
    parser.options.add_argument(
        "--path",
        type=wanted(
            say, Text("Cli", "“{value}” is no path: it begins with / and has no spaces, ? or #"), receiver_path
        ),
        metavar=say(Text("Cli", "PATH")),
        help=say(Text("Cli", "of the URL (the setting receiver_path, else /visitas)")),
    )


def _add_credentials(parser: Parser, say: Say) -> None:
    actions = _actions_of(parser, say)
    names = [name.value for name in SecretName]
    for action, about in (
        ("set", Text("Cli", "ask for a credential without showing it (or read standard input), and keep it")),
        ("delete", Text("Cli", "remove a credential")),
    ):
        one = _add_command(actions, action, about, say)
        one.positions.add_argument("name", metavar=say(Text("Cli", "NAME")), choices=names, help=", ".join(names))
    _add_command(actions, "status", Text("Cli", "say which credentials are there, never what they are"), say)


def _add_settings(parser: Parser, say: Say) -> None:
    actions = _actions_of(parser, say)
    _add_command(actions, "show", Text("Cli", "show the settings in force"), say)
    change = _add_command(actions, "set", Text("Cli", "change a setting"), say)
    change.positions.add_argument("key", metavar=say(Text("Cli", "KEY")), help=", ".join(KEYS))
    change.positions.add_argument(
        "value", metavar=say(Text("Cli", "VALUE")), help=say(Text("Cli", "an empty one goes back to the default"))
    )


def _actions_of(parser: Parser, say: Say) -> "argparse._SubParsersAction[Parser]":
    return parser.add_subparsers(
        dest="action", required=True, title=say(Text("Cli", "actions")), metavar=say(Text("Cli", "ACTION"))
    )


def _add_simulate(parser: Parser, say: Say) -> None:
    parser.options.add_argument(
        "--port",
        type=wanted(say, Text("Cli", "“{value}” is no port: a whole number from 0 to 65535"), _port),
        metavar="N",
        default=8760,
        help=say(Text("Cli", "to listen on (8760); 0: a free one")),
    )
    _add_day(parser, say)
    parser.options.add_argument(
        "--seed",
        type=_whole_number(say),
        metavar="N",
        default=1,
        help=say(Text("Cli", "another seed, other people and parcels")),
    )
    _add_notify(parser, say)


def _add_notify(parser: Parser, say: Say) -> None:
    parser.options.add_argument(
        "--notify", metavar="URL", help=say(Text("Cli", "the receiver that is notified when visits close"))
    )
    parser.options.add_argument(
        "--token",
        metavar=say(Text("Cli", "TOKEN")),
        help=say(Text("Cli", "the receiver's (or DESPACHO_RECEIVER_TOKEN, which no list of processes shows)")),
    )
    _add_carrier(parser, say, Text("Cli", "notify of this one's today before anybody asks for it"), required=False)
    for trouble, about in (
        ("--duplicates", Text("Cli", "this share of the notifications is sent again, up to three times (0 to 1)")),
        ("--late", Text("Cli", "this share is held back for 10 to 90 seconds (0 to 1)")),
        ("--shuffled", Text("Cli", "this share may be overtaken by later ones (0 to 1)")),
        ("--outages", Text("Cli", "so many times an hour nothing reaches the receiver for about 90 seconds")),
    ):
        number = wanted(say, Text("Cli", "“{value}” is no number"), float)
        parser.options.add_argument(trouble, type=number, metavar="N", help=say(about))
    parser.options.add_argument(
        "--ca-file",
        type=wanted(say, Text("Cli", "“{value}” names no file"), _path),
        metavar=say(Text("Cli", "FILE")),
        help=say(Text("Cli", "certificates (PEM) of the authority that an https receiver is trusted by")),
    )


def _add_demo(parser: Parser, say: Say) -> None:
    _add_day(parser, say)
    parser.options.add_argument(
        "--screenshot",
        type=wanted(say, Text("Cli", "“{value}” names no file"), _path),
        metavar=say(Text("Cli", "FILE")),
        help=say(Text("Cli", "write a picture of the window (PNG)")),
    )
    parser.options.add_argument(
        "--quit-after",
        type=wanted(say, Text("Cli", "“{value}” is no number of seconds: 0 to 86400"), _seconds),
        metavar=say(Text("Cli", "SECONDS")),
        help=say(Text("Cli", "close the window by itself")),
    )


def _add_day(parser: Parser, say: Say) -> None:
    parser.options.add_argument(
        "--shipments", type=_whole_number(say), metavar="N", default=400, help=say(Text("Cli", "of a day (400)"))
    )
    parser.options.add_argument(
        "--per-minute",
        type=wanted(say, Text("Cli", "“{value}” is no number"), float),
        metavar="N",
        default=30,
        help=say(Text("Cli", "visits closed a minute (30)")),
    )


def _add_carrier(parser: Parser, say: Say, about: Text, *, required: bool) -> None:
    parser.options.add_argument(
        "--carrier",
        required=required,
        type=wanted(say, Text("Cli", "“{value}” is no carrier code"), _code),
        metavar=say(Text("Cli", "CODE")),
        help=say(about),
    )


def _add_date(parser: Parser, say: Say) -> None:
    parser.options.add_argument(
        "--date",
        type=wanted(say, Text("Cli", "“{value}” is no day of the calendar, written like 2026-11-20"), _date),
        metavar="YYYY-MM-DD",
        help=say(Text("Cli", "the day; today at the site where not given")),
    )


def _whole_number(say: Say) -> Callable[[str], object]:
    return wanted(say, Text("Cli", "“{value}” is no whole number"), int)


def _date(value: str) -> date:
    if not _DATE.fullmatch(value):  # Python also reads 20261120 and 2026-W47-5
        raise ValueError(value)
    return date.fromisoformat(value)


def _port(value: str) -> int:
    port = int(value)
    if not 0 <= port <= 65535:  # noqa: PLR2004 - ports end there
        raise ValueError(value)
    return port


def _seconds(value: str) -> float:
    seconds = float(value)
    if not 0 <= seconds <= _LONGEST_WAIT:  # nor is it so where it is no number
        raise ValueError(value)
    return seconds


def _code(value: str) -> str:
    value.encode()  # what the shell handed over may be no text
    if not value.strip():
        raise ValueError(value)
    return value.strip()


def _note(value: str) -> str:
    value.encode()
    if len(value.strip()) > LONGEST_NOTE:
        raise ValueError(value)
    return value.strip()


def _path(value: str) -> Path:
    if not value:  # `Path("")` is the folder one stands in: a variable that is not set would fill it
        raise ValueError(value)
    return Path(value)
