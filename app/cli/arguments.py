"""The command line's arguments."""

import argparse
from pathlib import Path

from app import __version__
from app.cli.parser import (
    NUMBER,
    PORT,
    SECONDS,
    WHOLE_NUMBER,
    AddCommand,
    Kind,
    Parser,
    code_of,
    day_of,
    name_of,
    note_of,
    path_of,
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

_FILE = Kind(Text("Cli", "“{value}” is not a file"), path_of)
_NAME = Text("Cli", "“{value}” is not a name of one line and at most 200 characters")
_PATH = Text("Cli", "“{value}” is not a path: it begins with / and has no spaces, ? or #")
_IN_FILE, _IN_SECONDS, _IN_NAME = Text("Cli", "FILE"), Text("Cli", "SECONDS"), Text("Cli", "NAME")
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
    version = f"despacho {__version__}"
    parser.add("--version", Text("Cli", "show the version and exit"), action="version", version=version)
    _add_data_folder(parser, default=None)
    commands = parser.commands("command", Text("Cli", "commands"), Text("Cli", "COMMAND"))

    def command(name: str, about: Text) -> Parser:
        return _add_command(commands, name, about)

    _add_fetch(command("fetch", Text("Cli", "Load and save a day of one carrier, or of several.")))
    _add_export(
        command("export", Text("Cli", "Write a table of the saved days, or a whole day, without asking a server."))
    )
    _add_follow_up(command("follow-up", Text("Cli", "Save the follow-up of a shipment, as the window does.")))
    _add_receive(command("receive", Text("Cli", "Receive notifications without a window.")))
    _add_sync(command("sync", Text("Cli", "Share facts with the other desks until all are up to date, then end.")))
    _add_credentials(command("credentials", Text("Cli", "Save, look up or remove a credential in the keyring.")))
    _add_settings(command("settings", Text("Cli", "Show or change the settings.")))
    _add_simulate(command("simulate", Text("Cli", "Run the demo carrier as a process of its own.")))
    _add_demo(command("demo", Text("Cli", "Open the window with the demo carrier and its own data.")))
    command("rebuild", Text("Cli", "Rebuild all rows from the saved data; nothing is lost if it is interrupted."))
    _add_json(command("doctor", Text("Cli", "Check the installation, and say how to correct what is wrong.")))
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


def _add_command(commands: AddCommand, name: str, about: Text) -> Parser:
    command = commands(name, about)
    _add_data_folder(command, default=argparse.SUPPRESS, about=_DEMO_FOLDER if name == "demo" else _DATA_FOLDER)
    return command


def _add_data_folder(parser: Parser, default: object, about: Text = _DATA_FOLDER) -> None:
    folder = Kind(Text("Cli", "“{value}” is not a folder"), path_of)
    parser.add("--data-dir", about, Text("Cli", "DIR"), folder, default=default)


def _add_json(parser: Parser) -> None:
    parser.add("--json", Text("Cli", "print one JSON object"), action="store_true")


def _add_fetch(parser: Parser) -> None:
    about = Text("Cli", "a carrier's code; may be given several times, or all: the desk's carriers")
    _add_carrier(parser, about, required=True, action="append")
    _add_date(parser)
    _add_json(parser)


def _add_export(parser: Parser) -> None:
    parser.add("table", ", ".join(EXPORTED), Text("Cli", "TABLE"), choices=EXPORTED)
    _add_carrier(parser, Text("Cli", "only this carrier (default: all)"))
    _add_date(parser)
    about = Text("Cli", "default: by the file's extension, else csv; a day is always xlsx")
    parser.add("--format", about, choices=[form.value for form in Format])
    parser.add("--output", Text("Cli", "default: standard output"), _IN_FILE, _FILE)
    about = Text("Cli", "titles in your language, or the names of the API (csv, xlsx)")
    parser.add("--headers", about, choices=("ui", "api"), default="ui")
    about = Text("Cli", "separator of csv; auto: the one that this computer's spreadsheets expect")
    parser.add("--delimiter", about, choices=("auto", "comma", "semicolon"), default="auto")
    about = Text("Cli", "with the addresses of identity photos; otherwise only “visits” has them")
    parser.add("--identity-photos", about, action="store_true")


def _add_follow_up(parser: Parser) -> None:
    number = Kind(Text("Cli", "“{value}” is not a shipment number"), code_of)
    about = Text("Cli", "the shipment's number, as the carrier lists it")
    parser.add("number", about, Text("Cli", "NUMBER"), number)
    _add_carrier(parser, Text("Cli", "the shipment's carrier (if several list the number)"))
    _add_date(parser)
    about = Text("Cli", "why it failed: {names}, or the name of a reason of the site")
    reason = Kind(Text("Cli", "“{value}” is no reason"), code_of)
    parser.add("--reason", about.filled(names=", ".join(FailureReason)), Text("Cli", "REASON"), reason)
    steps = [str(step) for step in NextStep]
    about = Text("Cli", "what to do next: {names}")
    parser.add("--next-step", about.filled(names=", ".join(steps)), choices=steps)
    note = Kind(Text("Cli", "a note has at most 2,000 characters"), note_of)
    parser.add("--note", Text("Cli", "replaces the saved note; empty: removes it"), Text("Cli", "TEXT"), note)
    parser.add("--called", Text("Cli", "the recipient was called"), action="store_true")
    parser.add("--acknowledge", Text("Cli", "the failure is acknowledged"), action="store_true")
    person = Kind(_NAME, lambda value: name_of(value) if value.strip() else "")
    parser.add("--assign", Text("Cli", "the person who has the case; empty: nobody"), _IN_NAME, person)
    about = Text("Cli", "who saves it (default: the system's user)")
    parser.add("--by", about, _IN_NAME, Kind(_NAME, name_of))


def _add_receive(parser: Parser) -> None:
    about = Text("Cli", "address to listen on, without encryption (default: the setting receiver_host, else 127.0.0.1)")
    parser.add("--host", about, "HOST", type=host_name)
    about = Text("Cli", "port to listen on (default: the setting receiver_port, else 8750); 0: a free one")
    parser.add("--port", about, "N", PORT)
    about = Text("Cli", "path of the URL (default: the setting receiver_path, else /visitas)")
    parser.add("--path", about, Text("Cli", "PATH"), Kind(_PATH, receiver_path))
    about = Text("Cli", "require the setting relay_url, and share what is received")
    parser.add("--relay", about, action="store_true")
    about = Text("Cli", "answer 200 only when the relay has stored the notification, too")
    parser.add("--relay-durable", about, action="store_true")


def _add_sync(parser: Parser) -> None:
    parser.add("--wait", Text("Cli", "how long it may take (30)"), _IN_SECONDS, SECONDS, default=30.0)
    parser.add("--again", Text("Cli", "publish all facts of this folder again"), action="store_true")


def _add_credentials(parser: Parser) -> None:
    actions = _actions_of(parser)
    names = [name.value for name in SecretName]
    for action, about in (
        ("set", Text("Cli", "ask for a credential without showing it (or read standard input), and save it")),
        ("delete", Text("Cli", "remove a credential")),
    ):
        _add_command(actions, action, about).add("name", ", ".join(names), _IN_NAME, choices=names)
    _add_command(actions, "status", Text("Cli", "show which credentials are set, never their values"))


def _add_settings(parser: Parser) -> None:
    actions = _actions_of(parser)
    _add_command(actions, "show", Text("Cli", "show the settings in force"))
    change = _add_command(actions, "set", Text("Cli", "change a setting"))
    change.add("key", ", ".join(KEYS), Text("Cli", "KEY"))
    change.add("value", Text("Cli", "empty: back to the default"), Text("Cli", "VALUE"))


def _actions_of(parser: Parser) -> AddCommand:
    return parser.commands("action", Text("Cli", "actions"), Text("Cli", "ACTION"), required=True)


def _add_simulate(parser: Parser) -> None:
    parser.add("--port", Text("Cli", "port to listen on (8760); 0: a free one"), "N", PORT, default=8760)
    _add_day(parser)
    parser.add("--seed", Text("Cli", "another seed gives other people and parcels"), "N", WHOLE_NUMBER, default=1)
    _add_notify(parser)


def _add_notify(parser: Parser) -> None:
    parser.add("--notify", Text("Cli", "the receiver to notify when visits close"), "URL")
    about = Text("Cli", "the receiver's token (or DESPACHO_RECEIVER_TOKEN, which no process list shows)")
    parser.add("--token", about, Text("Cli", "TOKEN"))
    _add_carrier(parser, Text("Cli", "notify of this carrier's visits of today, even before its day is requested"))


def _add_demo(parser: Parser) -> None:
    _add_day(parser)
    parser.add("--screenshot", Text("Cli", "write a picture of the window (PNG)"), _IN_FILE, _FILE)
    parser.add("--quit-after", Text("Cli", "close the window after this time"), _IN_SECONDS, SECONDS)


def _add_day(parser: Parser) -> None:
    parser.add("--shipments", Text("Cli", "shipments of a day (400)"), "N", WHOLE_NUMBER, default=400)
    parser.add("--per-minute", Text("Cli", "visits closed per minute (30)"), "N", NUMBER, default=30)


def _add_carrier(parser: Parser, about: Text, **more: object) -> None:
    parser.add(
        "--carrier", about, Text("Cli", "CODE"), Kind(Text("Cli", "“{value}” is not a carrier code"), code_of), **more
    )


def _add_date(parser: Parser) -> None:
    date = Kind(Text("Cli", "“{value}” is not a date such as 2026-11-20"), day_of)
    parser.add("--date", Text("Cli", "the day (default: today at the site)"), "YYYY-MM-DD", date)
