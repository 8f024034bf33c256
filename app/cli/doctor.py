"""`despacho doctor`: checks the installation, and says how to correct what is wrong."""

import argparse
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from app.cli.terminal.context import Context
from app.domain.access.credentials import RECEIVER_SECRETS
from app.domain.errors import AppError, CredentialsError, SettingsError, StoreError
from app.domain.settings import Settings
from app.facts.file.generations import newest_file
from app.files.folder_risks import folder_risk
from app.services.app_context import endpoint_of, today_of
from app.services.diagnostics.checks import (
    check_carrier,
    check_credentials,
    check_mail,
    check_parser,
    check_receiver,
    check_settings,
    check_store,
    last_carrier,
)
from app.services.diagnostics.data_folder_checks import Check, check_data
from app.services.diagnostics.relay_probe import check_relay
from app.services.receiving.receiver_tokens import receiver_tokens
from app.services.site_settings import site_of
from app.settings import check_data_folder

_CODES = {
    "settings": 2, "sender": 2, "store": 6, "credentials": 4, "token": 4, "carrier": 5, "parser": 2, "port": 7,
    "public_url": 5, "relay": 5, "relay_durable": 5, "relay_clock": 2, "mail": 5
}  # fmt: skip
_DATA_CODE = 6  # of every other check


def doctor(context: Context, options: argparse.Namespace) -> int:
    """Run all checks; return the exit code of the first that failed."""
    checks = _checks(context)
    if options.json:
        found = [{"check": one.name, "ok": one.works, "message": context.say(one.text)} for one in checks]
        context.print_json({"ok": all(one.works for one in checks), "checks": found})
    else:
        for one in checks:
            sign = "✕" if not one.works else "!" if one.is_news else "✓"
            context.print_result(f"{sign} {one.name}: {context.say(one.text)}")
    wrong = ("credentials" if one.is_refused else one.name for one in checks if not one.works)
    return next((_CODES.get(name, _DATA_CODE) for name in wrong), 0)


def _checks(context: Context) -> list[Check]:
    app_context = context.app_context
    settings = check_settings(lambda: _settings(context))
    address = context.settings().base_url if settings.works else ""
    read = partial(app_context.credentials.carrier_credentials, address)
    store, credentials = check_store(app_context.database), check_credentials(read)
    checks = [settings, store]
    if (risk := folder_risk(app_context.folder, app_context.environment)) is not None:
        checks.append(Check("location", works=True, text=risk, is_news=True))
    if store.works and newest_file(app_context.database).exists():
        checks += _check_data(context)
    checks.append(credentials)
    if settings.works and credentials.works:  # the carrier cannot be asked without them
        in_force = context.settings()
        carrier = in_force.carrier or (last_carrier(app_context.database) if store.works else "")
        today = context.day(None) if store.works else today_of(in_force, app_context.now())
        checks.append(check_carrier(endpoint_of(in_force), read, carrier, today))
    with suppress(SettingsError):  # reported by the check of the settings
        if store.works and context.settings().relay_url:
            checks += _check_relay(context)
    with suppress(SettingsError):
        if context.settings().smtp_server:
            checks.append(check_mail(context.settings(), app_context))
    checks.append(check_parser())
    checks += _check_weak_tokens(context)
    with suppress(SettingsError):  # reported by the check of the settings
        tokens = partial(receiver_tokens, app_context.credentials)
        checks += check_receiver(context.settings(), tokens, app_context.database, app_context.now)
    return checks


def _settings(context: Context) -> Settings:
    """Return the settings, if they agree with those saved in the store.

    Raises:
        SettingsError: they do not agree, or cannot be read; or there can be no such data folder.
    """
    check_data_folder(context.app_context.folder)
    settings = context.settings()
    with suppress(StoreError):  # reported by the check of the store
        site_of(context.app_context)
    return settings


def _check_weak_tokens(context: Context) -> Iterator[Check]:
    for name in RECEIVER_SECRETS:
        with suppress(CredentialsError):  # without a keyring there may be one in the environment, or none is needed
            text = context.app_context.credentials.weakness(name)
            if text is not None:
                yield Check("receiver_token", works=True, text=text, is_news=True)


def _check_relay(context: Context) -> list[Check]:
    try:
        return check_relay(context.app_context)
    except SettingsError as error:
        return [Check("relay", works=False, text=error.user_message)]


def _check_data(context: Context) -> Iterator[Check]:
    app_context = context.app_context
    try:
        yield from check_data(app_context.database, context.settings, context.log.folder, app_context.now())
    except AppError as error:  # such as a store of a newer version, or a board that cannot be opened
        yield Check("data", works=False, text=error.user_message)
