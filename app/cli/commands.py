"""What each command does. A command returns its exit code; what fails outside the program it leaves to `main`."""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from getpass import getpass

import simplejson

from app.domain.columns import COLUMNS
from app.domain.credentials import SecretName
from app.domain.days import Day, LoadSummary
from app.domain.settings import Settings
from app.domain.texts import Say, Text
from app.services.workplace import SOURCES, Workplace, endpoint_of, today_of, zone_of


@dataclass(frozen=True)
class Context:
    """What every command works with."""

    workplace: Workplace
    say: Say

    def tell(self, text: Text) -> None:
        """Tell the user something, on standard error."""
        print(self.say(text), file=sys.stderr)  # noqa: T201 - this is the command line

    def settings(self) -> Settings:
        """Return the settings in force."""
        return self.workplace.settings_file.read()

    def day(self, given: date | None) -> date:
        """Return the day that was asked for, else the site's today."""
        return given or today_of(self.settings(), self.workplace.now())


def fetch(context: Context, options: argparse.Namespace) -> int:
    """Load a day."""
    from app.manifest.cancellation import Cancellation  # noqa: PLC0415 - HTTP is not for every command
    from app.manifest.client import Progress  # noqa: PLC0415
    from app.services.loading import load_day  # noqa: PLC0415
    from app.store.writer import Writer  # noqa: PLC0415

    settings = context.settings()
    day = Day(options.carrier, context.day(options.date))
    show = _ProgressLine(context.say)

    def tell(progress: Progress) -> None:
        show(progress.text)

    try:
        with Writer(context.workplace.database) as writer:
            summary = load_day(
                day,
                endpoint=endpoint_of(settings),
                credentials=context.workplace.credentials.carrier_credentials,
                writer=writer,
                now=context.workplace.now,
                progress=tell,
                cancellation=Cancellation(),
            )
    finally:
        show.end()
    _tell_load(context, summary, as_json=options.json)
    return 0


def _tell_load(context: Context, summary: LoadSummary, *, as_json: bool) -> None:
    if summary.kept:
        context.tell(Text("Cli", "The carrier's list is empty; the cached day stays as it was."))
    if as_json:
        skipped = [
            {"numero": one.number, "manifest": one.manifest, "reason": context.say(one.text)} for one in summary.skipped
        ]
        print(  # noqa: T201 - the result
            simplejson.dumps(
                {
                    "carrier": summary.day.carrier,
                    "date": summary.day.date.isoformat(),
                    "manifests": summary.manifests,
                    "shipments": summary.shipments,
                    "new": summary.new,
                    "changed": summary.changed,
                    "gone": summary.gone,
                    "skipped": skipped,
                },
                ensure_ascii=False,
            )
        )
        return
    text = Text(
        "Cli",
        "{carrier} {date}: {manifests} manifests, {shipments} shipments; {new} new, {changed} changed, {gone} gone.",
    )
    values = {name: getattr(summary, name) for name in ("manifests", "shipments", "new", "changed", "gone")}
    print(context.say(text.filled(carrier=summary.day.carrier, date=summary.day.date, **values)))  # noqa: T201
    for one in summary.skipped:
        unread = Text("Cli", "Not readable: {number} in manifest {manifest}: {reason}")
        context.tell(unread.filled(number=one.number or "?", manifest=one.manifest or "?", reason=one.text))


def export(context: Context, options: argparse.Namespace) -> int:
    """Write a table of the cache."""
    from app.export.delimiter import Delimiter  # noqa: PLC0415 - not for every command
    from app.services.exporting import Format, Headers, day_rows, write_rows  # noqa: PLC0415
    from app.services.reading import opened_cache  # noqa: PLC0415

    day = context.day(options.date)
    form = Format(options.format) if options.format else Format.of_ending(options.output)
    with opened_cache(context.workplace.database) as reader:
        rows = write_rows(
            day_rows(reader, day, options.carrier, with_documents=form is Format.JSON),
            options.table,
            COLUMNS[options.table],
            target=options.output or sys.stdout.buffer,
            form=form,
            headers=Headers(options.headers),
            delimiter=Delimiter(options.delimiter),
            say=context.say,
        )
    if not rows:
        empty = Text("Cli", "Nothing of {date} is in the cache: despacho fetch --carrier CODE --date {date}")
        context.tell(empty.filled(date=day))
    return 0


def credentials(context: Context, options: argparse.Namespace) -> int:
    """Keep, look for or remove a secret."""
    kept = context.workplace.credentials
    if options.action == "set":
        kept.write(options.name, _secret(options.name))
        context.tell(Text("Cli", "{name} is kept in the keyring.").filled(name=options.name))
    elif options.action == "delete":
        found = kept.delete(options.name)
        gone = Text("Cli", "{name} was removed.") if found else Text("Cli", "{name} was not there.")
        context.tell(gone.filled(name=options.name))
    else:
        for name, source in kept.status().items():
            print(f"{name}: {context.say(SOURCES[source])}")  # noqa: T201 - the result
    return 0


def _secret(name: SecretName) -> str:
    if sys.stdin.isatty():
        return getpass(f"{name}: ")
    return sys.stdin.readline()


def settings(context: Context, options: argparse.Namespace) -> int:
    """Show or change settings."""
    file = context.workplace.settings_file
    if options.action == "set":
        file.write({options.key: options.value})
        if options.key in file.from_environment():
            text = Text("Cli", "It is kept; but DESPACHO_{key} in the environment wins while it is set.")
            context.tell(text.filled(key=options.key.upper()))
        return 0
    in_force, fixed = file.read(), file.from_environment()
    for key, value in in_force.model_dump().items():
        origin = f"  # DESPACHO_{key.upper()}" if key in fixed else ""
        print(f"{key} = {simplejson.dumps(value, ensure_ascii=False)}{origin}")  # noqa: T201 - the result, as TOML
    return 0


def simulate(context: Context, options: argparse.Namespace) -> int:
    """Be the demo carrier until somebody ends it."""
    from app.demo import simulate as demo_carrier  # noqa: PLC0415 - aiohttp is not for every command
    from app.demo.options import DayOptions  # noqa: PLC0415

    zone = zone_of(context.settings())

    def announce(url: str) -> None:
        print(url, flush=True)  # noqa: T201 - the result
        context.tell(Text("Cli", "The demo carrier listens. It takes any UUID as token and any user; Ctrl+C ends it."))

    demo_carrier.run(
        DayOptions(options.shipments, options.per_minute, options.seed),
        now=lambda: datetime.now(zone),
        port=options.port,
        announce=announce,
    )
    return 0


def doctor(context: Context, options: argparse.Namespace) -> int:
    """Check the installation."""
    from app.services.checks import (  # noqa: PLC0415 - HTTP is not for every command
        check_carrier,
        check_credentials,
        check_settings,
        check_store,
    )

    place = context.workplace
    read = place.credentials.carrier_credentials
    checks = [check_settings(context.settings), check_store(place.database), check_credentials(read)]
    if all(check.works for check in checks):
        in_force = context.settings()
        checks.append(check_carrier(endpoint_of(in_force), read, in_force.carrier, context.day(None)))
    found = [{"check": one.name, "ok": one.works, "message": context.say(one.text)} for one in checks]
    if options.json:
        print(simplejson.dumps({"ok": all(one.works for one in checks), "checks": found}, ensure_ascii=False))  # noqa: T201
    else:
        for one in found:
            print(f"{'✓' if one['ok'] else '✕'} {one['check']}: {one['message']}")  # noqa: T201 - the result
    return next((_DOCTOR_CODES[one.name] for one in checks if not one.works), 0)


_DOCTOR_CODES = {"settings": 2, "store": 6, "credentials": 4, "carrier": 5}

COMMANDS: dict[str, Callable[[Context, argparse.Namespace], int]] = {
    "fetch": fetch,
    "export": export,
    "credentials": credentials,
    "settings": settings,
    "simulate": simulate,
    "doctor": doctor,
}


class _ProgressLine:
    """One line on standard error that says how far a load is, where somebody is there to see it."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._shown = ""

    def __call__(self, text: Text) -> None:
        line = self._say(text)
        if sys.stderr.isatty() and line != self._shown:
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)  # noqa: T201
            self._shown = line

    def end(self) -> None:
        """Clear the line."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)  # noqa: T201
