"""`despacho fetch`: loads a carrier's day into the cache."""

import argparse
import sys

from app.board.reading.reader import Reader
from app.carrier.client import Progress
from app.cli.terminal.context import Context
from app.cli.terminal.safe_output import one_line
from app.domain.days import CarrierAnswer, Day, LoadSummary
from app.domain.errors import NoManifestError
from app.domain.texts import Say, Text
from app.net.cancellation import Cancellation
from app.services.app_context import endpoint_of
from app.services.loading.load_day import load_day
from app.services.site_settings import SiteChoice
from app.store.site_settings import settle_site
from app.store.writer import Writer

_COUNTS = Text(
    "Cli",
    "{carrier} {date}: manifests {manifests}, shipments {shipments}, new {new}, changed {changed}, gone {gone}",
)


def fetch(context: Context, options: argparse.Namespace) -> int:
    """Load a day, and print the result."""
    endpoint, place = endpoint_of(context.settings()), context.workplace
    show = _ProgressLine(context.say)
    try:
        with Writer(place.database) as writer:
            rules = settle_site(writer, SiteChoice.read(place.settings_file))
            day = Day(options.carrier, options.date or place.now().astimezone(rules.zone).date())
            writer.tell_recovered(lambda recovery: context.tell(recovery.text))
            with Reader.opened(place.database) as reader:
                context.tell_known_spelling(day.carrier, reader.carriers())
            summary = load_day(
                day,
                endpoint=endpoint,
                credentials=place.credentials.carrier_credentials,
                writer=writer,
                now=place.now,
                progress=show,
                cancellation=Cancellation(),
            )
    except NoManifestError:
        show.end()
        _tell_nothing(day, context)
        raise
    finally:
        show.end()
    if summary.answer is not CarrierAnswer.MANIFESTS:
        _tell_nothing(day, context)
    elif summary.drop is not None:
        context.tell(summary.drop.text)
    if options.json:
        context.give_json(_as_object(summary, context.say))
    else:
        _print(summary, context)
    return 0


def _tell_nothing(day: Day, context: Context) -> None:
    """Say what happens to the day's rows, if it has any, after an answer without manifests."""
    with Reader.opened(context.workplace.database) as reader:
        state = reader.day_state(day)
    if state is not None and state.is_doubted:
        text = Text("Cli", "The carrier lists nothing for this day; its {shipments} shipments stay as they were.")
        context.tell(text.filled(shipments=state.shipments))
    elif state is not None and state.gone:
        text = Text("Cli", "The carrier lists nothing for this day any more: its {gone} shipments are marked as gone.")
        context.tell(text.filled(gone=state.gone))


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
    context.give(context.say(_COUNTS.filled(carrier=summary.day.carrier, date=summary.day.date, **counts)))
    for one in summary.skipped:
        unread = Text("Cli", "Not readable: {number} in manifest {manifest}: {reason}")
        nameless = context.say(Text("Cli", "no number"))
        number, manifest = one_line(one.number or nameless), one_line(one.manifest or nameless)
        context.tell(unread.filled(number=number, manifest=manifest, reason=one.text))


class _ProgressLine:
    """A progress line on standard error, if that is a terminal."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._is_seen = sys.stderr is not None and sys.stderr.isatty()
        self._shown = ""

    def __call__(self, progress: Progress) -> None:
        line = self._say(progress.text)
        if self._is_seen and line != self._shown:
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)  # noqa: T201
            self._shown = line

    def end(self) -> None:
        """Clear the line."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)  # noqa: T201
