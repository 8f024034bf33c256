"""What the command line takes."""

import argparse
from datetime import date
from pathlib import Path

from app import __version__
from app.domain.columns import Table
from app.domain.credentials import SecretName
from app.domain.settings import Settings
from app.domain.texts import Say, Text

EXPORTED = (Table.SHIPMENTS,)
"""The tables that `export` knows."""


def arguments(say: Say) -> argparse.ArgumentParser:
    """Return the parser; its helps are in the user's language."""
    parser = argparse.ArgumentParser(
        prog="despacho",
        description=say(
            Text("Cli", "The dispatcher's desk: a carrier's manifests in one local file. Alone it opens the window.")
        ),
        epilog=say(
            Text(
                "Cli",
                "Exit codes: 0 done, 1 a bug, 2 usage, 3 no manifest that day, 4 credentials, 5 carrier, 6 store, "
                "7 port.",
            )
        ),
    )
    parser.add_argument("--version", action="version", version=f"despacho {__version__}")
    _add_data_folder(parser, say, default=None)
    commands = parser.add_subparsers(dest="command", metavar=say(Text("Cli", "COMMAND")))

    def command(name: str, about: Text) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=say(about), description=say(about))
        _add_data_folder(one, say, default=argparse.SUPPRESS)
        return one

    _add_fetch(command("fetch", Text("Cli", "Load a carrier's day into the cache.")), say)
    _add_export(command("export", Text("Cli", "Write a table of the cache, asking no server.")), say)
    _add_credentials(command("credentials", Text("Cli", "Keep, look for or remove a credential in the keyring.")), say)
    _add_settings(command("settings", Text("Cli", "Show or change the settings.")), say)
    _add_simulate(command("simulate", Text("Cli", "Run the demo carrier as a process of its own.")), say)
    _add_demo(command("demo", Text("Cli", "Open the window against the demo carrier, with data of its own.")), say)
    doctor = command("doctor", Text("Cli", "Check the installation, and say what to do about what is wrong."))
    doctor.add_argument("--json", action="store_true", help=say(Text("Cli", "print one JSON object")))
    return parser


def _add_data_folder(parser: argparse.ArgumentParser, say: Say, default: object) -> None:
    parser.add_argument(
        "--data-dir",
        type=Path,
        metavar="DIR",
        default=default,
        help=say(Text("Cli", "the data folder (or DESPACHO_DATA_DIR; else the platform's own)")),
    )


def _add_fetch(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--carrier", required=True, type=_not_empty, help=say(Text("Cli", "the carrier's code")))
    _add_date(parser, say)
    parser.add_argument("--json", action="store_true", help=say(Text("Cli", "print one JSON object")))


def _add_export(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("table", metavar="TABLE", choices=EXPORTED, type=Table, help=", ".join(EXPORTED))
    parser.add_argument("--carrier", type=_not_empty, help=say(Text("Cli", "one carrier alone (else all of them)")))
    _add_date(parser, say)
    parser.add_argument(
        "--format",
        choices=("csv", "xlsx", "json"),
        help=say(Text("Cli", "else by the file's ending, else csv")),
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help=say(Text("Cli", "standard output where not given")))
    parser.add_argument(
        "--headers",
        choices=("ui", "api"),
        default="ui",
        help=say(Text("Cli", "titles in your language, or names as on the wire (csv, xlsx)")),
    )
    parser.add_argument(
        "--delimiter",
        choices=("auto", "comma", "semicolon"),
        default="auto",
        help=say(Text("Cli", "of csv; auto is what this machine's spreadsheets expect")),
    )


def _add_credentials(parser: argparse.ArgumentParser, say: Say) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar=say(Text("Cli", "ACTION")))
    names = list(SecretName)
    for action, about in (
        ("set", Text("Cli", "ask for a credential without showing it (or read standard input), and keep it")),
        ("delete", Text("Cli", "remove a credential")),
    ):
        one = actions.add_parser(action, help=say(about), description=say(about))
        one.add_argument("name", metavar="NAME", type=SecretName, choices=names, help=", ".join(names))
        _add_data_folder(one, say, default=argparse.SUPPRESS)
    about = Text("Cli", "say which credentials are there, never what they are")
    status = actions.add_parser("status", help=say(about), description=say(about))
    _add_data_folder(status, say, default=argparse.SUPPRESS)


def _add_settings(parser: argparse.ArgumentParser, say: Say) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar=say(Text("Cli", "ACTION")))
    about = Text("Cli", "show the settings in force")
    show = actions.add_parser("show", help=say(about), description=say(about))
    _add_data_folder(show, say, default=argparse.SUPPRESS)
    about = Text("Cli", "change a setting")
    change = actions.add_parser("set", help=say(about), description=say(about))
    change.add_argument("key", metavar="KEY", help=", ".join(Settings.model_fields))
    change.add_argument("value", metavar="VALUE")
    _add_data_folder(change, say, default=argparse.SUPPRESS)


def _add_simulate(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--port", type=_port, default=8760, help=say(Text("Cli", "to listen on (8760); 0: a free one")))
    _add_day(parser, say)
    parser.add_argument("--seed", type=int, default=1, help=say(Text("Cli", "another seed, other people and parcels")))


def _add_demo(parser: argparse.ArgumentParser, say: Say) -> None:
    _add_day(parser, say)
    parser.add_argument(
        "--screenshot", type=Path, metavar="FILE", help=say(Text("Cli", "write a picture of the window (PNG)"))
    )
    parser.add_argument(
        "--quit-after", type=float, metavar="SECONDS", help=say(Text("Cli", "close the window by itself"))
    )


def _add_day(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--shipments", type=int, default=400, help=say(Text("Cli", "of a day (400)")))
    parser.add_argument("--per-minute", type=float, default=30, help=say(Text("Cli", "visits closed a minute (30)")))


def _add_date(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "--date", type=_date, metavar="YYYY-MM-DD", help=say(Text("Cli", "the day; today at the site where not given"))
    )


def _date(text: str) -> date:
    if len(text) != len("2026-11-20"):
        raise ValueError(text)
    return date.fromisoformat(text)


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:  # noqa: PLR2004 - ports end there
        raise ValueError(text)
    return port


def _not_empty(text: str) -> str:
    if not text.strip():
        raise ValueError(text)
    return text.strip()


_date.__name__, _port.__name__, _not_empty.__name__ = "date", "port", "text"  # argparse shows these
