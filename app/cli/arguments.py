"""The command line's arguments."""

import argparse
from pathlib import Path

from app import __version__
from app.cli.parser import (
    Parser,
    code_of,
    day_of,
    desks_of,
    name_of,
    note_of,
    number_of_seconds,
    path_of,
    port_number,
    wanted,
    whole_number,
)
from app.domain.access.addresses import host_name
from app.domain.access.credentials import SecretName
from app.domain.follow_ups import FailureReason, NextStep
from app.domain.settings import KEYS, receiver_path
from app.domain.texts import Say, Text
from app.domain.views.columns import EXPORTED_TABLES
from app.domain.views.exports import Format

DAY = "day"
"""The value of `export` for a workbook with all tables of a day."""
EXPORTED = (*(table.value for table in EXPORTED_TABLES), DAY)
"""What `export` can write."""


_DATA_FOLDER = Text("Cli", "the data folder (or DESPACHO_DATA_DIR; else the platform's own)")
_DEMO_FOLDER = Text(
    "Cli", "the data folder with the settings to use; the demo's own data is separate, and removed when it ends"
)


def arguments(say: Say) -> Parser:
    """Return the parser of all commands, with help and errors in the user's language."""
    parser = Parser(
        say,
        Text(
            "Cli",
            "The dispatcher's desk: a carrier's manifests in one local file. Without a command it opens the window.",
        ),
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
        help=say(Text("Cli", "show the version and exit")),
    )
    _add_data_folder(parser, say, default=None)
    commands = parser.add_subparsers(
        dest="command", title=say(Text("Cli", "commands")), metavar=say(Text("Cli", "COMMAND"))
    )

    def command(name: str, about: Text) -> Parser:
        return _add_command(commands, name, about, say)

    _add_fetch(command("fetch", Text("Cli", "Load and save a day of one carrier, or of several.")), say)
    _add_export(
        command("export", Text("Cli", "Write a table of the saved days, or a whole day, without asking a server.")), say
    )
    _add_follow_up(command("follow-up", Text("Cli", "Save the follow-up of a shipment, as the window does.")), say)
    _add_receive(command("receive", Text("Cli", "Receive notifications without a window.")), say)
    _add_sync(command("sync", Text("Cli", "Share facts with the other desks until all are up to date, then end.")), say)
    _add_credentials(command("credentials", Text("Cli", "Save, look up or remove a credential in the keyring.")), say)
    _add_settings(command("settings", Text("Cli", "Show or change the settings.")), say)
    _add_simulate(command("simulate", Text("Cli", "Run the demo carrier as a process of its own.")), say)
    _add_demo(command("demo", Text("Cli", "Open the window with the demo carrier and its own data.")), say)
    command("rebuild", Text("Cli", "Rebuild all rows from the saved data; nothing is lost if it is interrupted."))
    _add_json(command("doctor", Text("Cli", "Check the installation, and say how to correct what is wrong.")), say)
    return parser


def early_data_folder(given: list[str]) -> Path | None:
    """Return the data folder in the arguments; its settings hold the language in which the arguments are parsed."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--data-dir", type=path_of)
    try:
        found: Path | None = parser.parse_known_args(given)[0].data_dir
    except argparse.ArgumentError:
        return None  # the complete parser reports the error
    return found


def _add_command(commands: "argparse._SubParsersAction[Parser]", name: str, about: Text, say: Say) -> Parser:
    one = commands.add_parser(name, help=say(about), about=about, say=say)
    _add_data_folder(one, say, default=argparse.SUPPRESS, about=_DEMO_FOLDER if name == "demo" else _DATA_FOLDER)
    return one


def _add_data_folder(parser: Parser, say: Say, default: object, about: Text = _DATA_FOLDER) -> None:
    parser.options.add_argument(
        "--data-dir",
        type=wanted(say, Text("Cli", "“{value}” is not a folder"), path_of),
        metavar=say(Text("Cli", "DIR")),
        default=default,
        help=say(about),
    )


def _add_json(parser: Parser, say: Say) -> None:
    parser.options.add_argument("--json", action="store_true", help=say(Text("Cli", "print one JSON object")))


def _add_fetch(parser: Parser, say: Say) -> None:
    about = Text("Cli", "a carrier's code; may be given several times, or all: the desk's carriers")
    _add_carrier(parser, say, about, required=True, action="append")
    _add_date(parser, say)
    _add_json(parser, say)


def _add_export(parser: Parser, say: Say) -> None:
    parser.positions.add_argument(
        "table", metavar=say(Text("Cli", "TABLE")), choices=EXPORTED, help=", ".join(EXPORTED)
    )
    _add_carrier(parser, say, Text("Cli", "only this carrier (default: all)"), required=False)
    _add_date(parser, say)
    parser.options.add_argument(
        "--format",
        choices=[form.value for form in Format],
        help=say(Text("Cli", "default: by the file's extension, else csv; a day is always xlsx")),
    )
    parser.options.add_argument(
        "--output",
        type=wanted(say, Text("Cli", "“{value}” is not a file"), path_of),
        metavar=say(Text("Cli", "FILE")),
        help=say(Text("Cli", "default: standard output")),
    )
    parser.options.add_argument(
        "--headers",
        choices=("ui", "api"),
        default="ui",
        help=say(Text("Cli", "titles in your language, or the names of the API (csv, xlsx)")),
    )
    parser.options.add_argument(
        "--delimiter",
        choices=("auto", "comma", "semicolon"),
        default="auto",
        help=say(Text("Cli", "separator of csv; auto: the one that this computer's spreadsheets expect")),
    )
    parser.options.add_argument(
        "--identity-photos",
        action="store_true",
        help=say(Text("Cli", "with the addresses of identity photos; otherwise only “visits” has them")),
    )


def _add_follow_up(parser: Parser, say: Say) -> None:
    parser.positions.add_argument(
        "number",
        type=wanted(say, Text("Cli", "“{value}” is not a shipment number"), code_of),
        metavar=say(Text("Cli", "NUMBER")),
        help=say(Text("Cli", "the shipment's number, as the carrier lists it")),
    )
    _add_carrier(parser, say, Text("Cli", "the shipment's carrier (if several list the number)"), required=False)
    _add_date(parser, say)
    why = Text("Cli", "why it failed: {names}, or the name of a reason of the site")
    parser.options.add_argument(
        "--reason",
        type=wanted(say, Text("Cli", "“{value}” is no reason"), code_of),
        metavar=say(Text("Cli", "REASON")),
        help=say(why.filled(names=", ".join(FailureReason))),
    )
    steps = [str(one) for one in NextStep]
    about = Text("Cli", "what to do next: {names}")
    parser.options.add_argument("--next-step", choices=steps, help=say(about.filled(names=", ".join(steps))))
    parser.options.add_argument(
        "--note",
        type=wanted(say, Text("Cli", "a note has at most 2,000 characters"), note_of),
        metavar=say(Text("Cli", "TEXT")),
        help=say(Text("Cli", "replaces the saved note; empty: removes it")),
    )
    parser.options.add_argument("--called", action="store_true", help=say(Text("Cli", "the recipient was called")))
    parser.options.add_argument(
        "--acknowledge", action="store_true", help=say(Text("Cli", "the failure is acknowledged"))
    )
    name = Text("Cli", "“{value}” is not a name of one line and at most 200 characters")
    parser.options.add_argument(
        "--assign",
        type=wanted(say, name, lambda value: name_of(value) if value.strip() else ""),
        metavar=say(Text("Cli", "NAME")),
        help=say(Text("Cli", "the person who has the case; empty: nobody")),
    )
    parser.options.add_argument(
        "--by",
        type=wanted(say, name, name_of),
        metavar=say(Text("Cli", "NAME")),
        help=say(Text("Cli", "who saves it (default: the system's user)")),
    )


def _add_receive(parser: Parser, say: Say) -> None:
    parser.options.add_argument(
        "--host",
        type=host_name,
        metavar="HOST",
        help=say(
            Text("Cli", "address to listen on, without encryption (default: the setting receiver_host, else 127.0.0.1)")
        ),
    )
    parser.options.add_argument(
        "--port",
        type=port_number(say),
        metavar="N",
        help=say(Text("Cli", "port to listen on (default: the setting receiver_port, else 8750); 0: a free one")),
    )
    parser.options.add_argument(
        "--path",
        type=wanted(
            say, Text("Cli", "“{value}” is not a path: it begins with / and has no spaces, ? or #"), receiver_path
        ),
        metavar=say(Text("Cli", "PATH")),
        help=say(Text("Cli", "path of the URL (default: the setting receiver_path, else /visitas)")),
    )

    parser.options.add_argument(
        "--relay",
        action="store_true",
        help=say(Text("Cli", "require the setting relay_url, and share what is received")),
    )
    durable = Text("Cli", "answer 200 only when the relay has stored the notification, too")
    parser.options.add_argument("--relay-durable", action="store_true", help=say(durable))


def _add_sync(parser: Parser, say: Say) -> None:
    parser.options.add_argument(
        "--wait",
        type=number_of_seconds(say),
        metavar=say(Text("Cli", "SECONDS")),
        default=30.0,
        help=say(Text("Cli", "how long it may take (30)")),
    )
    again = Text("Cli", "publish all facts of this folder again")
    parser.options.add_argument("--again", action="store_true", help=say(again))


def _add_credentials(parser: Parser, say: Say) -> None:
    actions = _actions_of(parser, say)
    names = [name.value for name in SecretName]
    for action, about in (
        ("set", Text("Cli", "ask for a credential without showing it (or read standard input), and save it")),
        ("delete", Text("Cli", "remove a credential")),
    ):
        one = _add_command(actions, action, about, say)
        one.positions.add_argument("name", metavar=say(Text("Cli", "NAME")), choices=names, help=", ".join(names))
    _add_command(actions, "status", Text("Cli", "show which credentials are set, never their values"), say)


def _add_settings(parser: Parser, say: Say) -> None:
    actions = _actions_of(parser, say)
    _add_command(actions, "show", Text("Cli", "show the settings in force"), say)
    change = _add_command(actions, "set", Text("Cli", "change a setting"), say)
    change.positions.add_argument("key", metavar=say(Text("Cli", "KEY")), help=", ".join(KEYS))
    change.positions.add_argument(
        "value", metavar=say(Text("Cli", "VALUE")), help=say(Text("Cli", "empty: back to the default"))
    )


def _actions_of(parser: Parser, say: Say) -> "argparse._SubParsersAction[Parser]":
    return parser.add_subparsers(
        dest="action", required=True, title=say(Text("Cli", "actions")), metavar=say(Text("Cli", "ACTION"))
    )


def _add_simulate(parser: Parser, say: Say) -> None:
    parser.options.add_argument(
        "--port",
        type=port_number(say),
        metavar="N",
        default=8760,
        help=say(Text("Cli", "port to listen on (8760); 0: a free one")),
    )
    _add_day(parser, say)
    parser.options.add_argument(
        "--seed",
        type=whole_number(say),
        metavar="N",
        default=1,
        help=say(Text("Cli", "another seed gives other people and parcels")),
    )
    _add_notify(parser, say)


def _add_notify(parser: Parser, say: Say) -> None:
    parser.options.add_argument(
        "--notify", metavar="URL", help=say(Text("Cli", "the receiver to notify when visits close"))
    )
    parser.options.add_argument(
        "--token",
        metavar=say(Text("Cli", "TOKEN")),
        help=say(Text("Cli", "the receiver's token (or DESPACHO_RECEIVER_TOKEN, which no process list shows)")),
    )
    _add_carrier(
        parser,
        say,
        Text("Cli", "notify of this carrier's visits of today, even before its day is requested"),
        required=False,
    )
    for trouble, about in (
        ("--duplicates", Text("Cli", "this share of the notifications is sent again, up to three times (0 to 1)")),
        ("--late", Text("Cli", "this share is held back for 10 to 90 seconds (0 to 1)")),
        ("--shuffled", Text("Cli", "this share may be overtaken by later ones (0 to 1)")),
        ("--outages", Text("Cli", "number of outages an hour, of about 90 seconds each")),
    ):
        number = wanted(say, Text("Cli", "“{value}” is not a number"), float)
        parser.options.add_argument(trouble, type=number, metavar="N", help=say(about))
    parser.options.add_argument(
        "--ca-file",
        type=wanted(say, Text("Cli", "“{value}” is not a file"), path_of),
        metavar=say(Text("Cli", "FILE")),
        help=say(Text("Cli", "certificates (PEM) of the authorities that verify an https receiver")),
    )


def _add_demo(parser: Parser, say: Say) -> None:
    _add_day(parser, say)
    parser.options.add_argument(
        "--screenshot",
        type=wanted(say, Text("Cli", "“{value}” is not a file"), path_of),
        metavar=say(Text("Cli", "FILE")),
        help=say(Text("Cli", "write a picture of the window (PNG)")),
    )
    parser.options.add_argument(
        "--quit-after",
        type=number_of_seconds(say),
        metavar=say(Text("Cli", "SECONDS")),
        help=say(Text("Cli", "close the window after this time")),
    )

    parser.options.add_argument(
        "--desks",
        type=wanted(say, Text("Cli", "“{value}” is not a number of desks: 1 to 9"), desks_of),
        metavar="N",
        default=1,
        help=say(Text("Cli", "windows that share their facts; more than one needs nats-server (1)")),
    )


def _add_day(parser: Parser, say: Say) -> None:
    parser.options.add_argument(
        "--shipments",
        type=whole_number(say),
        metavar="N",
        default=400,
        help=say(Text("Cli", "shipments of a day (400)")),
    )
    parser.options.add_argument(
        "--per-minute",
        type=wanted(say, Text("Cli", "“{value}” is not a number"), float),
        metavar="N",
        default=30,
        help=say(Text("Cli", "visits closed per minute (30)")),
    )


def _add_carrier(parser: Parser, say: Say, about: Text, *, required: bool, action: str = "store") -> None:
    parser.options.add_argument(
        "--carrier",
        action=action,
        required=required,
        type=wanted(say, Text("Cli", "“{value}” is not a carrier code"), code_of),
        metavar=say(Text("Cli", "CODE")),
        help=say(about),
    )


def _add_date(parser: Parser, say: Say) -> None:
    parser.options.add_argument(
        "--date",
        type=wanted(say, Text("Cli", "“{value}” is not a date such as 2026-11-20"), day_of),
        metavar="YYYY-MM-DD",
        help=say(Text("Cli", "the day (default: today at the site)")),
    )
