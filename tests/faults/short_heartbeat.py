"""Runs `despacho` with another heartbeat interval: `short_heartbeat.py INTERVAL SHORTEST_GAP ARGUMENT...`, in seconds.

A day that could not be loaded is tried again after the interval, too.
"""

import sys
from datetime import timedelta
from functools import partial

import app.cli.receive
import app.services.loading.auto_reload
from app.cli.main import main
from app.services.receiving.receiver_supervisor import ReceiverSupervisor, Timing

if __name__ == "__main__":
    beat, gap, *arguments = sys.argv[1:]
    quick = partial(ReceiverSupervisor, timing=Timing(every=float(beat), shortest_gap=timedelta(seconds=float(gap))))
    app.services.loading.auto_reload._FIRST_PAUSE = float(beat)
    app.cli.receive.ReceiverSupervisor = quick  # type: ignore[attr-defined, assignment]
    raise SystemExit(main(arguments))
