"""`despacho simulate`: the demo carrier as a process of its own."""

import argparse
from datetime import datetime

from app.cli.context import Context
from app.demo import simulate as demo_carrier
from app.demo.options import DayOptions
from app.domain.texts import Text
from app.services.workplace import zone_of


def simulate(context: Context, options: argparse.Namespace) -> int:
    """Be the demo carrier until somebody ends it."""
    zone = zone_of(context.settings())

    def announce(url: str) -> None:
        context.give(url)
        context.tell(Text("Cli", "The demo carrier listens. It takes any UUID as token and any user; Ctrl+C ends it."))

    demo_carrier.run(
        DayOptions(options.shipments, options.per_minute, options.seed),
        now=lambda: datetime.now(zone),
        port=options.port,
        announce=announce,
    )
    return 0
