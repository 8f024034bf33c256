"""`despacho credentials`: keeps, looks for and removes secrets. No secret is ever printed."""

import argparse
import sys
from getpass import getpass

from app.cli.terminal.context import Context
from app.credentials.backends import stayed_locked
from app.credentials.credentials import Source
from app.domain.credentials import CARRIER_SECRETS, SecretName
from app.domain.texts import Text
from app.services.app_context import SOURCES


def credentials(context: Context, options: argparse.Namespace) -> int:
    """Keep, look for or remove a secret."""
    if options.action == "status":
        _tell_status(context)
        return 0
    name, kept = SecretName(options.name), context.workplace.credentials
    if options.action == "set":
        kept.write(name, _secret(name))
        context.tell(Text("Cli", "{name} is kept in the keyring.").filled(name=name))
    else:
        found = kept.delete(name)
        gone = Text("Cli", "{name} was removed.") if found else Text("Cli", "{name} was not there.")
        context.tell(gone.filled(name=name))
    if context.workplace.environment.get(name.variable):
        text = Text("Cli", "But {variable} is set in the environment, and wins for as long as it is.")
        context.tell(text.filled(variable=name.variable))
    return 0


def _tell_status(context: Context) -> None:
    """Say where each secret comes from.

    Raises:
        KeyringUnavailableError: the carrier's secrets are not set, and there is no keyring that could hold them.
        KeyringLockedError: nobody knows, because it did not open.
    """
    kept = context.workplace.credentials
    found = kept.status()
    for name, source in found.items():
        context.give(f"{name}: {context.say(SOURCES[source])}")
    for name in CARRIER_SECRETS:
        if found[name] is Source.LOCKED:
            raise stayed_locked()
        if found[name] is Source.NOT_SET:
            kept.read(name)  # finds nothing, or says that there is no keyring


def _secret(name: SecretName) -> str:
    """Ask for a secret, or take the first line of standard input where that is no terminal."""
    if sys.stdin is None:  # closed
        return ""
    if not sys.stdin.isatty():
        return sys.stdin.buffer.readline().decode("utf-8", "replace")
    try:
        return getpass(f"{name}: ")
    except EOFError:  # Ctrl+D
        return ""
