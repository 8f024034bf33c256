"""`despacho doctor`: checks the installation, and says what to do about what is wrong."""

import argparse
from contextlib import suppress
from functools import partial

from app.cli.terminal.context import Context
from app.domain.errors import AppError, SettingsError, StoreError
from app.domain.settings import Settings
from app.facts.file.generations import newest_file
from app.services.app_context import endpoint_of, today_of
from app.services.diagnostics.check import Check
from app.services.diagnostics.checks import (
    check_carrier,
    check_credentials,
    check_parser,
    check_receiver,
    check_settings,
    check_store,
    last_carrier,
)
from app.services.diagnostics.data_folder_checks import check_data
from app.services.receiving.receiver_tokens import receiver_tokens
from app.services.site_settings import site_of

_CODES = {
    "settings": 2, "sender": 2, "store": 6, "credentials": 4, "token": 4, "carrier": 5, "parser": 2, "port": 7,
    "public_url": 5
}  # fmt: skip
_OF_THE_DATA = 6  # the code of every other check


def doctor(context: Context, options: argparse.Namespace) -> int:
    """Check one thing after the other; the exit code is that of the first which is wrong."""
    checks = _checks(context)
    if options.json:
        found = [{"check": one.name, "ok": one.works, "message": context.say(one.text)} for one in checks]
        context.give_json({"ok": all(one.works for one in checks), "checks": found})
    else:
        for one in checks:
            sign = "✕" if not one.works else "!" if one.is_news else "✓"
            context.give(f"{sign} {one.name}: {context.say(one.text)}")
    wrong = ("credentials" if one.is_refused else one.name for one in checks if not one.works)
    return next((_CODES.get(name, _OF_THE_DATA) for name in wrong), 0)


def _checks(context: Context) -> list[Check]:
    place = context.workplace
    read = place.credentials.carrier_credentials
    checks = settings, store, credentials = [
        check_settings(lambda: _settings(context)),
        check_store(place.database),
        check_credentials(read),
    ]
    if store.works and newest_file(place.database).exists():
        checks[2:2] = _look_at_data(context)
    if settings.works and credentials.works:  # else there is nothing to ask the carrier with
        live_settings = context.settings()
        carrier = live_settings.carrier or (last_carrier(place.database) if store.works else "")
        today = context.day(None) if store.works else today_of(live_settings, place.now())
        checks.append(check_carrier(endpoint_of(live_settings), read, carrier, today))
    checks.append(check_parser())
    with suppress(SettingsError):  # what is wrong with them is said above
        tokens = partial(receiver_tokens, place.credentials)
        checks += check_receiver(context.settings(), tokens, place.database, place.now)
    return checks


def _settings(context: Context) -> Settings:
    """Return the settings, where they agree with what the store keeps of them.

    Raises:
        SettingsError: they do not, or cannot be read.
    """
    settings = context.settings()
    with suppress(StoreError):  # which is said of the store
        site_of(context.workplace)
    return settings


def _look_at_data(context: Context) -> list[Check]:
    place = context.workplace
    try:
        return list(check_data(place.database, context.journal.folder, place.now()))
    except AppError as error:  # such as a store that another version made
        return [Check("data", works=False, text=error.user_message)]
