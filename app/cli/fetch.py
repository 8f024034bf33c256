"""`despacho fetch`: loads a day of one carrier or of several into the store."""

import argparse
import sys

from app.board.reading.reader import Reader
from app.carrier.client import Progress
from app.cli.terminal.context import Context, one_line
from app.domain.access.addresses import Endpoint
from app.domain.cancellation import Cancellation
from app.domain.days import Day, LoadSummary
from app.domain.errors import AppError, NoManifestError, SettingsError
from app.domain.texts import Say, Text
from app.logs.crash_reports import print_error
from app.services.app_context import endpoint_of
from app.services.loading.load_day import load_day
from app.services.site_settings import SiteChoice
from app.store.site_settings import save_site_rules
from app.store.writer import Writer

_COUNTS = Text(
    "Cli",
    "{carrier} {date}: manifests {manifests}, shipments {shipments}, new {new}, changed {changed}, gone {gone}",
)


_ALL = "all"
"""In place of a code: the desk's carriers."""


def fetch(context: Context, options: argparse.Namespace) -> int:
    """Load a day of each carrier, and print the results; return the worst exit code of them."""
    app_context, endpoint, summaries, worst = context.app_context, endpoint_of(context.settings()), [], 0
    with Writer(app_context.database) as writer:
        rules = save_site_rules(writer, SiteChoice.read(app_context.settings_file))
        date = options.date or rules.days.day_of(app_context.now())
        writer.on_recovered(lambda recovery: context.print_message(recovery.text))
        with Reader.opened(app_context.database) as reader:
            carriers, known = _codes(context, options.carrier, reader), reader.carriers()
        for carrier in carriers:
            context.suggest_carrier(carrier, known)
            about = f"{carrier}: " if len(carriers) > 1 else ""
            try:
                summary = _load(Day(carrier, date), context, endpoint, writer, about)
            except AppError as error:
                worst = max(worst, context.report_failure(error, about))
                continue
            if summary.drop is not None:
                context.print_message(summary.drop.text, about)
            summaries.append(_as_object(summary, context.say))
            if not options.json:
                _print(summary, context)
    if options.json:
        is_one = options.carrier == carriers and len(carriers) == 1
        for printed in summaries if is_one else [summaries]:
            context.print_json(printed)
    return worst


def _codes(context: Context, given: list[str], reader: Reader) -> list[str]:
    """Return the codes to load, each once.

    Raises:
        SettingsError: the desk's carriers are asked for, and it has none.
    """
    codes = dict.fromkeys(given)
    if _ALL not in codes:
        return list(codes)
    desk = reader.carriers_of_desk(context.settings(), context.app_context.now())
    if not desk:
        text = Text("Error", "This desk has no carriers yet. Name them: despacho settings set carriers CODE,CODE")
        raise SettingsError(text)
    return list(dict.fromkeys([*desk, *(code for code in codes if code != _ALL)]))


def _load(day: Day, context: Context, endpoint: Endpoint, writer: Writer, about: str) -> LoadSummary:
    """Load a day with a line of progress; say what an answer without manifests means. Raises as `load_day`."""
    show = _ProgressLine(context.say, about)
    try:
        return load_day(
            day,
            endpoint=endpoint,
            credentials=context.app_context.credentials.carrier_credentials(endpoint.base_url),
            writer=writer,
            now=context.app_context.now,
            progress=show,
            cancellation=Cancellation(),
        )
    except NoManifestError:
        show.end()
        _tell_nothing(day, context, about)
        raise
    finally:
        show.end()


def _tell_nothing(day: Day, context: Context, about: str) -> None:
    """Say what happens to the day's rows, if it has any, after an answer without manifests."""
    with Reader.opened(context.app_context.database) as reader:
        state = reader.day_state(day)
    if state is not None and state.is_doubted:
        text = Text(
            "Cli",
            "The carrier lists nothing for this day; its %Ln shipment(s) stay(s) as before.",
            count=state.shipments,
        )
        context.print_message(text, about)
    elif state is not None and state.gone:
        text = Text(
            "Cli",
            "The carrier lists nothing for this day any more: its %Ln shipment(s) is/are marked as gone.",
            count=state.gone,
        )
        context.print_message(text, about)


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

    def __init__(self, say: Say, about: str) -> None:
        self._say, self._about = say, about
        self._is_seen = sys.stderr is not None and sys.stderr.isatty()
        self._shown = ""

    def __call__(self, progress: Progress) -> None:
        line = self._about + self._say(progress.text)
        if self._is_seen and line != self._shown:
            print_error(f"\r{line:{len(self._shown)}}", end="")
            self._shown = line

    def end(self) -> None:
        """Clear the line."""
        if self._shown:
            print_error(f"\r{'':{len(self._shown)}}\r", end="")
