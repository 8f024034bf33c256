"""`despacho receive`: the receiver without a window."""

import argparse
import signal
import sys
import time
from concurrent.futures import Future
from datetime import datetime
from functools import partial

from app.board.reading.reader import Reader
from app.cli.terminal.context import Context
from app.domain.days import Day
from app.domain.errors import AppError, StoreDamagedError, StoreError
from app.domain.reception.listening import GAP_TEXTS, Gap, ReceptionState
from app.domain.reception.recovery import Recovery
from app.domain.reception.token_refusals import TOKEN_REFUSED
from app.domain.site_settings import SiteRules
from app.domain.texts import Text
from app.facts.changed_rows import ChangedRows
from app.net.cancellation import Cancellation
from app.services.app_context import endpoint_of
from app.services.loading.auto_reload import AutoReloader, LoadGate
from app.services.loading.load_day import load_day
from app.services.maintenance.maintenance_thread import MaintenanceThread
from app.services.receiving.listen_address import ListenAddress
from app.services.receiving.receiver_messages import RESTORING
from app.services.receiving.receiver_supervisor import ReceiverSupervisor
from app.services.site_settings import SiteChoice
from app.store.site_settings import settle, settle_site
from app.store.writer import PATIENCE_SECONDS, Writer
from app.threads.once_reporter import OnceReporter

_NOT_LOADED = Text("Cli", "{carrier} {date} could not be loaded again, and is tried again later. {reason}")
_KEYRING_SECONDS = 5.0
_LOOK_UP = 0.2  # Windows runs a signal's handler only between two waits, so none may last


def receive(context: Context, options: argparse.Namespace) -> int:
    """Listen until somebody ends it; what keeps it from hearing is said once, and tried again."""
    asked: list[int] = []  # an Event could hang: its lock may be held where the signal interrupts
    place = context.workplace
    reporter = OnceReporter(lambda error: context.tell(_trouble(error)))
    loads, sender = _Loads(context), _Sender(context)
    with Writer(place.database, PATIENCE_SECONDS) as writer:
        choice = SiteChoice.read(place.settings_file)
        settle_site(writer, choice)
        reloader = AutoReloader(
            place,
            lambda day, cancellation: _load(context, writer, day, cancellation),
            LoadGate(),
            loads.tell,
            _report,
            reporter=reporter,
        )
        maintenance = MaintenanceThread(place, writer, lambda: None, context.tell, _report, reporter=reporter)

        def open_days_again(gap: Gap) -> None:
            context.tell(
                Text("Cli", "Notifications may be missing from {since} to {until}: {cause}.").filled(
                    since=_utc(gap.since),
                    until=_utc(gap.until),
                    cause=context.say(GAP_TEXTS[gap.cause]),
                )
            )
            reloader.after_gap(gap)

        def go_on(recovery: Recovery) -> None:
            context.tell(recovery.text)
            maintenance.look_soon()
            settled = writer.submit(partial(settle, rules=choice))
            settled.add_done_callback(partial(_follow_settled, reporter=reporter))
            reloader.after_gap(Gap.of(recovery))

        writer.tell_recovered(go_on)
        receiver_supervisor = ReceiverSupervisor(
            place,
            writer,
            listen_at=lambda: _listen_at(context, options),
            on_kept=sender.note_kept,
            on_changed=lambda: None,
            on_gap=open_days_again,
            on_bug=_report,
            reporter=reporter,
        )
        signals = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, lambda number, _frame: asked.append(number)) for number in signals}
        try:
            url = receiver_supervisor.open()
            receiver_supervisor.start()
            receiver_supervisor.wait_for_tokens(_KEYRING_SECONDS)
            context.give(url)
            reloader.start()
            maintenance.start()
            _wait(context, receiver_supervisor, sender, asked)
        finally:
            receiver_supervisor.stop()
            reloader.stop()
            maintenance.stop()
            for number, handler in before.items():
                signal.signal(number, handler)
    return 0


def _wait(context: Context, receiver_supervisor: ReceiverSupervisor, sender: "_Sender", asked: list[int]) -> None:
    said: Text | None = None
    while not asked:
        time.sleep(_LOOK_UP)
        sender.look()
        if receiver_supervisor.reception is ReceptionState.STARTING:
            continue
        refused = _refused(receiver_supervisor.refused_since)
        text = (
            receiver_supervisor.problem
            or refused
            or receiver_supervisor.unreachable
            or Text("Cli", "Receiving. Ctrl+C ends it.")
        )
        if text != said:
            said = text
            context.tell(text)


def _refused(since: datetime | None) -> Text | None:
    return None if since is None else TOKEN_REFUSED.filled(since=_utc(since))


def _utc(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"


def _follow_settled(settled: "Future[tuple[SiteRules, bool]]", reporter: OnceReporter) -> None:
    """Say why visits are not read as this site does; the next start sees to it again."""
    error = settled.exception()
    if isinstance(error, AppError):
        reporter.report("settle", error)
    elif error is not None:
        _report(error)


def _listen_at(context: Context, options: argparse.Namespace) -> ListenAddress:
    settings_controller = ListenAddress.of(context.settings())
    return ListenAddress(
        settings_controller.host if options.host is None else options.host,
        settings_controller.port if options.port is None else options.port,
        options.path or settings_controller.path,
    )


def _load(context: Context, writer: Writer, day: Day, cancellation: Cancellation) -> object:
    place = context.workplace
    return load_day(
        day,
        endpoint=endpoint_of(context.settings()),
        credentials=place.credentials.carrier_credentials,
        writer=writer,
        now=place.now,
        progress=lambda _progress: None,
        cancellation=cancellation,
    )


class _Sender:
    """Prints, once for each finding, that the sender seems to write another time zone than its times are read in."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._has_kept = True  # also before this start
        self._printed: Text | None = None

    def note_kept(self, _kept: ChangedRows) -> None:
        """Have it looked at again, as notifications were kept; from any thread."""
        self._has_kept = True

    def look(self) -> None:
        """Look at the last notifications, where some were kept since the last look."""
        if not self._has_kept:
            return
        self._has_kept = False
        try:
            with Reader.opened(self._context.workplace.database) as reader:
                found = reader.sender_clock()
        except StoreError:  # the receiver reports it
            return
        text = found.with_command if found is not None else None
        if text is not None and text != self._printed:
            self._context.tell(text)
        self._printed = text


class _Loads:
    """Tells of the days that load by themselves: why one cannot be loaded is told once, until it is."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._told: dict[Day, str] = {}

    def tell(self, day: Day, error: AppError | None) -> None:
        """Tell that a day was loaded, or why it was not."""
        if error is None:
            self._told.pop(day, None)
            text = Text("Cli", "Loaded {carrier} {date} again.")
        elif self._told.get(day) != str(error):
            self._told[day] = str(error)
            text = _NOT_LOADED.filled(reason=_trouble(error))
        else:
            return
        self._context.tell(text.filled(carrier=day.carrier, date=day.date))


def _trouble(error: AppError) -> Text:
    """Return what is said of an error: whoever is told to start what restores the data is at it already."""
    return RESTORING if isinstance(error, StoreDamagedError) else error.user_message


def _report(error: BaseException) -> None:
    """Show a bug as Python does, and go on: a receiver that ends for one hears nothing."""
    sys.excepthook(type(error), error, error.__traceback__)
