"""`despacho credentials`: saves, looks up and removes secrets. No secret is ever printed."""

import argparse
import sys
from getpass import getpass

from app.cli.terminal.context import Context
from app.credentials.credentials import Source
from app.credentials.secret_values import address_of
from app.domain.access.credentials import CARRIER_SECRETS, RELAY_SECRETS, SecretName
from app.domain.errors import KeyringLockedError, SettingsError
from app.domain.texts import Text
from app.services.app_context import SOURCES

_SAVED = Text("Cli", "{name} was saved in the keyring.")
_NO_UTF_8 = Text("Cli", "{name} was not saved: what came by standard input is no UTF-8. Enter it without a pipe.")
_SAVED_FOR = Text("Cli", "{name} was saved in the keyring. It is sent to {origin} only.")


def credentials(context: Context, options: argparse.Namespace) -> int:
    """Save, look up or remove a secret."""
    if options.action == "status":
        _tell_status(context)
        return 0
    name, kept = SecretName(options.name), context.app_context.credentials
    if options.action == "set":
        settings = context.settings()
        addresses = {
            **dict.fromkeys(CARRIER_SECRETS, settings.base_url),
            **dict.fromkeys(RELAY_SECRETS, settings.relay_url),
            SecretName.SMTP_PASSWORD: settings.smtp_server,
        }
        address = addresses.get(name, "")
        kept.write(name, _secret(name), address=address)
        origin = address_of(name, address)
        context.print_message((_SAVED_FOR if address else _SAVED).filled(name=name, origin=origin))
    else:
        found = kept.delete(name)
        gone = Text("Cli", "{name} was removed.") if found else Text("Cli", "{name} was not set.")
        context.print_message(gone.filled(name=name))
    if context.app_context.environment.get(name.variable):
        text = Text("Cli", "But {variable} is set in the environment, and takes precedence.")
        context.print_message(text.filled(variable=name.variable))
    return 0


def _tell_status(context: Context) -> None:
    """Print where each secret comes from.

    Raises:
        KeyringUnavailableError: the carrier's secrets are not set, and there is no keyring to hold them.
        KeyringLockedError: the keyring was not unlocked, so that a secret may be there or not.
    """
    kept = context.app_context.credentials
    locked: list[KeyringLockedError] = []
    found = kept.status(on_locked=locked.append)
    settings = context.settings()
    absent = [] if settings.relay_url else [*RELAY_SECRETS]
    absent += [] if settings.smtp_server else [SecretName.SMTP_PASSWORD]
    for name, source in found.items():
        if name in absent and source in (Source.NOT_SET, Source.LOCKED):
            continue
        context.print_result(f"{name}: {context.say(SOURCES[source])}")
    for name in CARRIER_SECRETS:
        if found[name] is Source.LOCKED:
            raise locked[0]
        if found[name] is Source.NOT_SET:
            kept.read(name)  # returns None, or raises because there is no keyring


def _secret(name: SecretName) -> str:
    """Ask for a secret; if standard input is no terminal, read its first line, which is UTF-8.

    Raises:
        SettingsError: it is not.
    """
    if sys.stdin is None:  # closed
        return ""
    if not sys.stdin.isatty():
        try:
            return sys.stdin.buffer.readline().decode("utf-8-sig")  # programs of Windows write a byte order mark
        except UnicodeDecodeError as error:
            raise SettingsError(_NO_UTF_8.filled(name=name)) from error
    try:
        return getpass(f"{name}: ")
    except EOFError:  # Ctrl+D
        return ""
