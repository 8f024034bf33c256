"""`despacho receive`: the receiver without a window."""

import argparse
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

from app.board.reading.reader import Reader
from app.cli.terminal.context import Context
from app.cli.terminal.interruption import POLL_SECONDS, interruptions
from app.domain.days import Day
from app.domain.errors import AppError, SettingsError, StoreDamagedError, StoreError
from app.domain.reception.alerts import Alert
from app.domain.reception.gaps import Gap
from app.domain.reception.reception_state import TOKEN_REFUSED, ReceptionState
from app.domain.reception.recovery import Recovery
from app.domain.reception.refusals import WrongTokenCount
from app.domain.relay.relay_status import NO_RELAY
from app.domain.site import SiteRules
from app.domain.texts import Text
from app.facts.journal import ChangedRows
from app.load_process.client import LoadProcess
from app.services.alerting.alert_mail import AlertMail
from app.services.alerting.rule_watch import RuleWatch
from app.services.loading.auto_reload import AutoReloader
from app.services.maintenance.maintenance_thread import MaintenanceEvents, MaintenanceThread
from app.services.receiving.receiver_log import RESTORING, ReceiverEvents
from app.services.receiving.receiver_supervisor import ReceiverSupervisor
from app.services.receiving.restarted_server import ListenAddress
from app.services.relaying.sharing import DurableIngest, Sharing
from app.services.site_settings import SiteChoice
from app.store.site_settings import apply_rules, save_site_rules
from app.store.writer import BOARD_WAIT_SECONDS, Writer
from app.threads import OnceReporter

_NOT_LOADED = Text("Cli", "{carrier} {date} could not be loaded again; Despacho will try again later. {reason}")
_WRONG_TOKENS = Text(
    "Cli",
    "{source} sent {count} requests without the right token since {time}. Nothing of them was kept. If the provider "
    "sent them, its token is not the one that is set here.",
)
_OTHER_PATH = Text(
    "Cli",
    "Notifications come to {path} instead of {own}. They are kept. Have the provider correct the address, or receive "
    "there: despacho settings set receiver_path {path}",
)
_RECEIVING = Text("Cli", "Receiving.")
_RECEIVING_HERE = Text("Cli", "Receiving. Ctrl+C ends it.")
_MANY = 20  # wrong tokens of one source in an hour
_KEYRING_SECONDS = 5.0


class ServiceManager:
    """The service manager that started this process, if there is one.

    Args:
        environment: `NOTIFY_SOCKET` names systemd's socket: a path, or behind `@` an abstract name (sd_notify(3)).
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + name[1:] if name.startswith("@") else name

    def tell(self, *facts: str) -> None:
        """Tell facts such as `READY=1`, `WATCHDOG=1`, `STATUS=…` or `STOPPING=1`; nothing happens if it is gone."""
        if not self._address or sys.platform == "win32":
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            told.connect(self._address)
            told.sendall("\n".join(one.replace("\n", " ") for one in facts).encode())


def receive(context: Context, options: argparse.Namespace) -> int:
    """Receive until Ctrl+C; a problem is reported once, and the receiver tries again."""
    app_context = context.app_context
    reporter = OnceReporter(lambda error: context.print_message(_trouble(error)))
    reloads, sender_zone = _ReloadMessages(context), _SenderZoneMessages(context)
    manager = ServiceManager(app_context.environment)
    with Writer(app_context.database, BOARD_WAIT_SECONDS) as writer:
        choice = SiteChoice.read(app_context.settings_file)
        save_site_rules(writer, choice)
        sharing = Sharing(app_context, writer, lambda: None, lambda: None, _report)
        loads = LoadProcess(app_context)
        reloader = AutoReloader(
            app_context,
            partial(loads.load, is_automatic=True),
            reloads.show,
            _report,
            reporter=reporter,
            is_turn=sharing.is_turn_of_load,
        )
        maintenance = MaintenanceThread(
            app_context,
            writer,
            MaintenanceEvents(
                on_problem=context.print_message,
                on_disk_problem=context.print_message,
                on_bug=_report,
                reporter=reporter,
            ),
        )
        alerts = _RuleAlerts(context, reporter)

        def reload_after_gap(gap: Gap) -> None:
            context.print_message(
                Text("Cli", "Notifications may be missing from {since} to {until}: {cause}.").filled(
                    since=_utc(gap.since),
                    until=_utc(gap.until),
                    cause=context.say(gap.text),
                )
            )
            reloader.after_gap(gap)

        def resume_after(recovery: Recovery) -> None:
            context.print_message(recovery.text)
            maintenance.look_soon()
            settled = writer.submit(partial(apply_rules, rules=choice))
            settled.add_done_callback(partial(_report_settled, reporter=reporter))
            reloader.after_gap(Gap.of(recovery))

        is_durable = options.relay_durable
        writer.on_recovered(resume_after)
        writer.on_applied(sender_zone.note_kept)
        supervisor = ReceiverSupervisor(
            app_context,
            writer,
            lambda: _listen_at(context, options),
            ReceiverEvents(on_bug=_report, on_gap=reload_after_gap, reporter=reporter),
            ingest=DurableIngest(writer, sharing) if is_durable else None,
        )
        with interruptions() as interrupted:
            try:
                if not sharing.start() and (options.relay or is_durable):
                    raise SettingsError(NO_RELAY)
                url = supervisor.open()
                supervisor.start()
                supervisor.wait_for_first_look(_KEYRING_SECONDS)
                context.print_result(url)
                reloader.start()
                maintenance.start()
                alerts.start()
                manager.tell("READY=1")
                loads.start()
                own_path = _listen_at(context, options).path
                _wait(context, supervisor, sharing, sender_zone, manager, interrupted, own_path)
            finally:
                manager.tell("STOPPING=1")
                supervisor.stop()
                sharing.stop()
                reloader.stop()
                loads.close()
                maintenance.stop()
                alerts.stop()
    return 0


def _wait(
    context: Context,
    supervisor: ReceiverSupervisor,
    sharing: Sharing,
    sender_zone: "_SenderZoneMessages",
    manager: ServiceManager,
    interrupted: list[int],
    own_path: str,
) -> None:
    """Print each change of the receiver's state until Ctrl+C."""
    shown: Text | None = None
    other_path: str | None = None
    shared: Text | None = None
    checks = 0
    wrong_tokens = _WrongTokenMessages(context)
    while not interrupted:
        time.sleep(POLL_SECONDS)
        if supervisor.responsive_checks != checks:  # where they stand still, only a new process helps
            checks = supervisor.responsive_checks
            manager.tell("WATCHDOG=1")
        sender_zone.check()
        wrong_tokens.show(supervisor.wrong_tokens)
        if supervisor.other_path not in (None, other_path):
            other_path = supervisor.other_path
            context.print_message(_OTHER_PATH.filled(path=other_path, own=own_path))
        status = sharing.status
        if status is not None and status.is_settled and status.text != shared:
            shared = status.text
            context.print_message(shared)
        if supervisor.reception is ReceptionState.STARTING:
            continue
        refused = _refused(supervisor.refused_since)
        text = supervisor.problem or refused or supervisor.unreachable or _RECEIVING_HERE
        if text != shown:
            shown = text
            context.print_message(text)
            manager.tell(f"STATUS={context.say(_RECEIVING if text is _RECEIVING_HERE else text)}")


def _refused(since: datetime | None) -> Text | None:
    return None if since is None else TOKEN_REFUSED.filled(since=_utc(since))


def _utc(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"


def _report_settled(settled: "Future[tuple[SiteRules, bool]]", reporter: OnceReporter) -> None:
    """Report that the site's settings could not be saved in the restored store; the next start tries again."""
    error = settled.exception()
    if isinstance(error, AppError):
        reporter.report("settle", error)
    elif error is not None:
        _report(error)


def _listen_at(context: Context, options: argparse.Namespace) -> ListenAddress:
    settings = context.settings()
    port = settings.receiver_port if options.port is None else options.port
    path = options.path or settings.receiver_path
    if options.host is not None:  # even if others can reach it: it is asked for by name
        return ListenAddress(options.host, port, path)
    return replace(ListenAddress.of(settings), port=port, path=path)


class _RuleAlerts:
    """Prints the alerts of rules, and mails them."""

    def __init__(self, context: Context, reporter: OnceReporter) -> None:
        self._context = context
        self._mail = AlertMail(context.app_context, context.say, context.print_message, _report)
        self._rules = RuleWatch(context.app_context, self._tell, _report, reporter)

    def start(self) -> None:
        """Start the thread that looks after the rules."""
        self._rules.start()

    def stop(self) -> None:
        """End it, and mail what it found."""
        self._rules.stop()
        self._mail.stop()

    def _tell(self, alerts: Sequence[Alert]) -> None:
        for problem in (one.problem for one in alerts if one.problem):
            self._context.print_message(problem)
        self._mail.add(alerts)


class _SenderZoneMessages:
    """Prints once for each finding that the sender seems to use another time zone than its times are read in."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._has_new = True  # notifications may have been saved before this start
        self._printed: Text | None = None

    def note_kept(self, _kept: ChangedRows) -> None:
        """Record that notifications were saved; called from any thread."""
        self._has_new = True

    def check(self) -> None:
        """Check the last notifications, if any were saved since the last check."""
        if not self._has_new:
            return
        self._has_new = False
        try:
            with Reader.opened(self._context.app_context.database) as reader:
                found = reader.sender_clock()
        except StoreError:  # the receiver reports it
            return
        text = found.with_command if found is not None else None
        if text is not None and text != self._printed:
            self._context.print_message(text)
        self._printed = text


class _WrongTokenMessages:
    """Prints once an hour for each source that it sends many requests without the right token."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._printed: set[tuple[datetime, str]] = set()  # hour and source; of the hours that are still listed

    def show(self, counts: tuple[WrongTokenCount, ...]) -> None:
        """Print the sources that are new among them."""
        many = {(one.hour, one.source): one for one in counts if one.count >= _MANY}
        for key in (key for key in many if key not in self._printed):
            text = _WRONG_TOKENS.filled(source=many[key].source or "…", count=many[key].count, time=_utc(key[0]))
            self._context.print_message(text)
        hours = {one.hour for one in counts}
        self._printed = {key for key in self._printed | many.keys() if key[0] in hours}


class _ReloadMessages:
    """Prints the results of automatic loads: the same failure of a day only once, until the day is loaded."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._failures: dict[Day, str] = {}

    def show(self, day: Day, error: AppError | None) -> None:
        """Print that a day was loaded, or why it was not."""
        if error is None:
            self._failures.pop(day, None)
            text = Text("Cli", "Loaded {carrier} {date} again.")
        elif self._failures.get(day) != str(error):
            self._failures[day] = str(error)
            text = _NOT_LOADED.filled(reason=_trouble(error))
        else:
            return
        self._context.print_message(text.filled(carrier=day.carrier, date=day.date))


def _trouble(error: AppError) -> Text:
    """Return the message of an error; for damaged data, that this process is restoring it."""
    return RESTORING if isinstance(error, StoreDamagedError) else error.user_message


def _report(error: BaseException) -> None:
    """Show a bug as Python does, and continue: the receiver must not end because of it."""
    sys.excepthook(type(error), error, error.__traceback__)
