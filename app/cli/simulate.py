"""`despacho simulate`: runs the demo carrier as a process of its own."""

import argparse
import time
from dataclasses import asdict
from datetime import datetime

from app.cli.terminal.context import Context
from app.cli.terminal.interruption import POLL_SECONDS, interruptions
from app.demo.carrier_server import CarrierServer
from app.demo.world.options import DayOptions, NotifyOptions
from app.domain.access.credentials import SecretName
from app.domain.errors import SettingsError
from app.domain.texts import Text
from app.services.app_context import zone_of

_ONLY_WITH_NOTIFY = ("token", "carrier")


def simulate(context: Context, options: argparse.Namespace) -> int:
    """Run the demo carrier until Ctrl+C."""
    zone = zone_of(context.settings())
    notify = _notify_options(context, options)

    day = DayOptions(options.shipments, options.per_minute, options.seed)
    carrier = CarrierServer(day, None, now=lambda: datetime.now(zone), port=options.port)
    with interruptions() as interrupted, carrier:
        if notify:
            carrier.notify(notify, context.print_message)
        context.print_result(carrier.url)
        context.print_message(
            Text("Cli", "The demo carrier is running. It accepts any UUID as token and any user; Ctrl+C ends it.")
        )
        while carrier.is_running and not interrupted:
            time.sleep(POLL_SECONDS)
    if notify:
        counts = Text(
            "Cli",
            "Notifications: {delivered} delivered, {refused} refused, {abandoned} given up, {unfinished} cut off at "
            "the end; {retried} retries.",
        )
        context.print_message(counts.filled(**asdict(carrier.report), unfinished=carrier.report.unfinished))
    return 0


def _notify_options(context: Context, options: argparse.Namespace) -> NotifyOptions | None:
    """Return the receiver to notify, None without one.

    Raises:
        SettingsError: an option is missing, or its value cannot be used.
    """
    if options.notify is None:
        for name in _ONLY_WITH_NOTIFY:
            if getattr(options, name) is not None:
                text = Text("Cli", "{option} needs --notify URL: without it nothing is sent.")
                raise SettingsError(text.filled(option=f"--{name}"))
        return None
    token = options.token or context.app_context.environment.get(SecretName.RECEIVER_TOKEN.variable)
    if not token:
        text = Text("Cli", "--notify needs the receiver's token: --token T, or {variable} in the environment.")
        raise SettingsError(text.filled(variable=SecretName.RECEIVER_TOKEN.variable))
    return NotifyOptions(options.notify, token, options.carrier or "")
