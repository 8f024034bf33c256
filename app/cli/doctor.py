"""`despacho doctor`: checks the installation, and says what to do about what is wrong."""

import argparse

from app.cli.context import Context
from app.services.checks import Check, check_carrier, check_credentials, check_settings, check_store, last_carrier
from app.services.workplace import endpoint_of

_CODES = {"settings": 2, "store": 6, "credentials": 4, "carrier": 5}


def doctor(context: Context, options: argparse.Namespace) -> int:
    """Check one thing after the other; the exit code is that of the first which is wrong."""
    checks = _checks(context)
    if options.json:
        found = [{"check": one.name, "ok": one.works, "message": context.say(one.text)} for one in checks]
        context.give_json({"ok": all(one.works for one in checks), "checks": found})
    else:
        for one in checks:
            context.give(f"{'✓' if one.works else '✕'} {one.name}: {context.say(one.text)}")
    return next((_CODES["credentials" if one.is_refused else one.name] for one in checks if not one.works), 0)


def _checks(context: Context) -> list[Check]:
    place = context.workplace
    read = place.credentials.carrier_credentials
    checks = settings, store, credentials = [
        check_settings(context.settings),
        check_store(place.database),
        check_credentials(read),
    ]
    if not (settings.works and credentials.works):  # then there is nothing to ask the carrier with
        return checks
    in_force = context.settings()
    carrier = in_force.carrier or (last_carrier(place.database) if store.works else "")
    return [*checks, check_carrier(endpoint_of(in_force), read, carrier, context.day(None))]
