"""`despacho fetch`: loads a carrier's day into the store."""

import argparse
import sys

from app.board.reading.reader import Reader
from app.carrier.client import Progress
from app.cli.terminal.context import Context, one_line
from app.domain.days import Day, LoadSummary
from app.domain.errors import NoManifestError
from app.domain.texts import Say, Text
from app.logs.standard_error import print_error
from app.net.cancellation import Cancellation
from app.services.app_context import endpoint_of
from app.services.loading.load_day import load_day
from app.services.site_settings import SiteChoice
from app.store.site_settings import save_site_rules
from app.store.writer import Writer

_COUNTS = Text(
    "Cli",
    "{carrier} {date}: manifests {manifests}, shipments {shipments}, new {new}, changed {changed}, gone {gone}",
)


def fetch(context: Context, options: argparse.Namespace) -> int:
    """Load a day, and print the result."""
    endpoint, app_context = endpoint_of(context.settings()), context.app_context
    show = _ProgressLine(context.say)
    try:
        with Writer(app_context.database) as writer:
            rules = save_site_rules(writer, SiteChoice.read(app_context.settings_file))
            day = Day(options.carrier, options.date or rules.days.day_of(app_context.now()))
            writer.on_recovered(lambda recovery: context.print_message(recovery.text))
            with Reader.opened(app_context.database) as reader:
                context.suggest_carrier(day.carrier, reader.carriers())
            summary = load_day(
                day,
                endpoint=endpoint,
                credentials=app_context.credentials.carrier_credentials,
                writer=writer,
                now=app_context.now,
                progress=show,
                cancellation=Cancellation(),
            )
    except NoManifestError:
        show.end()
        _tell_nothing(day, context)
        raise
    finally:
        show.end()
    if summary.drop is not None:
        context.print_message(summary.drop.text)
    if options.json:
        context.print_json(_as_object(summary, context.say))
    else:
        _print(summary, context)
    return 0


def _tell_nothing(day: Day, context: Context) -> None:
    """Say what happens to the day's rows, if it has any, after an answer without manifests."""
    with Reader.opened(context.app_context.database) as reader:
        state = reader.day_state(day)
    if state is not None and state.is_doubted:
        text = Text(
            "Cli",
            "The carrier lists nothing for this day; its %Ln shipment(s) stay(s) as before.",
            count=state.shipments,
        )
        context.print_message(text)
    elif state is not None and state.gone:
        text = Text(
            "Cli",
            "The carrier lists nothing for this day any more: its %Ln shipment(s) is/are marked as gone.",
            count=state.gone,
        )
        context.print_message(text)


def _as_object(summary: LoadSummary, say: Say) -> dict[str, object]:
    return {
        "carrier": summary.day.carrier,
        "date": summary.day.date.isoformat(),
        "manifests": summary.manifests,
        "shipments": summary.shipments,
        "new": summary.new,
        "changed": summary.changed,
        "gone": summary.gone,
        "kept": summary.kept,
        "skipped": [
            {"numero": one.number, "manifest": one.manifest, "reason": say(one.text)} for one in summary.skipped
        ],
    }


def _print(summary: LoadSummary, context: Context) -> None:
    counts = {name: getattr(summary, name) for name in ("manifests", "shipments", "new", "changed", "gone")}
    context.print_result(context.say(_COUNTS.filled(carrier=summary.day.carrier, date=summary.day.date, **counts)))
    for one in summary.skipped:
        unread = Text("Cli", "Not readable: {number} in manifest {manifest}: {reason}")
        nameless = context.say(Text("Cli", "no number"))
        number, manifest = one_line(one.number or nameless), one_line(one.manifest or nameless)
        context.print_message(unread.filled(number=number, manifest=manifest, reason=one.text))


class _ProgressLine:
    """A progress line on standard error, if that is a terminal."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._is_seen = sys.stderr is not None and sys.stderr.isatty()
        self._shown = ""

    def __call__(self, progress: Progress) -> None:
        line = self._say(progress.text)
        if self._is_seen and line != self._shown:
            print_error(f"\r{line:{len(self._shown)}}", end="")
            self._shown = line

    def end(self) -> None:
        """Clear the line."""
        if self._shown:
            print_error(f"\r{'':{len(self._shown)}}\r", end="")
