"""The values of secrets: how what was typed is kept, what it is bound to, and what is guessed easily."""

import re
from contextlib import suppress
from itertools import pairwise

from app.domain.access.addresses import origin_of
from app.domain.access.credentials import RECEIVER_SECRETS, RELAY_SECRETS, SecretName, digest
from app.domain.errors import SettingsError
from app.domain.handover.document import SHORT_PHRASE, SHORTEST_PHRASE, phrase_of
from app.domain.relay.relay_status import checked_servers
from app.domain.texts import Text

_SCHEME = re.compile(r"\A(?:Authorization:\s*)?Bearer\s+", re.IGNORECASE)
_TOKENS = (*RECEIVER_SECRETS, SecretName.AUTHORIZATION_TOKEN)
LONGEST_SECRET = 1280
"""Characters; more does not fit into the Windows Credential Manager."""

_SHORTEST_TOKEN = 16
_FEWEST_KINDS = 8
_HEADER_VALUE = re.compile(r"[!-~]([ -~]*[!-~])?")
_DIGEST = re.compile("sha256:[0-9a-f]{64}")
_BEFORE_ORIGIN = "\t"  # which no header value contains

_SHORT = Text(
    "Error",
    "{name} is too short: with fewer than {least} characters others could guess it, and send notifications. Agree on a "
    "longer one with the provider, made at random.",
)
_SIMPLE = Text(
    "Error",
    "{name} is too simple: it has few different characters or repeats itself, so others could guess it, and send "
    "notifications. Agree on another one with the provider, made at random.",
)


def to_keep(name: SecretName, value: str) -> str:
    """Return the form in which to use a secret that was typed, piped in or set in the environment; see `entered`.

    Of the receiver's tokens only the digest is used, as they are compared and
    never sent.

    Raises:
        SettingsError: it cannot be sent in an HTTP header, or is too long to be saved; or it is a phrase that is too
            short.
    """
    secret = entered(name, value)
    if not secret:
        raise SettingsError(Text("Error", "{name} is empty. Enter its value.").filled(name=name))
    if name is SecretName.HANDOVER_PHRASE:
        return _phrase_to_keep(secret)
    if not _HEADER_VALUE.fullmatch(secret):
        raise SettingsError(
            Text(
                "Error",
                "{name} contains characters that cannot be sent: only letters without accents, digits, punctuation "
                "and, inside, spaces can. Copy it again.",
            ).filled(name=name)
        )
    if name in RECEIVER_SECRETS:
        return digest(secret.encode())
    _check_length(name, secret, LONGEST_SECRET)
    return secret


def entered(name: SecretName, value: str) -> str:
    """Return a secret without the line break at its end, and a token without the name of its scheme, `Bearer`."""
    secret = value.removesuffix("\n").removesuffix("\r")
    return _SCHEME.sub("", secret) if name in _TOKENS else secret


def _phrase_to_keep(typed: str) -> str:
    phrase = phrase_of(typed)
    if len(phrase) < SHORTEST_PHRASE:
        raise SettingsError(SHORT_PHRASE)
    _check_length(SecretName.HANDOVER_PHRASE, phrase, LONGEST_SECRET)
    return phrase


def weakness(name: SecretName, secret: str) -> Text | None:
    """Return why a token of the receiver is easily guessed, and what to do; None where it is not.

    A random UUID or 16 random letters and digits are not. Neighbours that differ in few ways are `12345` or `aaaa`.
    """
    if len(secret) < _SHORTEST_TOKEN:
        return _SHORT.filled(name=name, least=_SHORTEST_TOKEN)
    steps = {ord(after) - ord(before) for before, after in pairwise(secret)}
    repeats = any(secret.startswith(secret[place:]) for place in range(1, len(secret) * 2 // 3))
    if min(len(set(secret)), len(steps)) < _FEWEST_KINDS or repeats:
        return _SIMPLE.filled(name=name)
    return None


def bound(name: SecretName, secret: str, origin: str) -> str:
    """Return a secret with the origin or the relay that it may be sent to, as one value, so that both change at once.

    Raises:
        SettingsError: they are too long together.
    """
    if not origin:
        return secret
    suffix = _BEFORE_ORIGIN + origin
    _check_length(name, secret, LONGEST_SECRET - len(suffix))
    return secret + suffix


def unbound(kept: str) -> tuple[str, str]:
    """Return secret and origin of a kept value; the origin is empty where none is known."""
    secret, _, origin = kept.partition(_BEFORE_ORIGIN)
    return secret, origin


def _check_length(name: SecretName, secret: str, longest: int) -> None:
    if len(secret) > longest:
        text = Text("Error", "{name} is longer than {longest} characters. Copy it again.")
        raise SettingsError(text.filled(name=name, longest=longest))


def is_kept_shape(name: SecretName, kept: str) -> bool:
    """Tell whether a value has the form of what is saved: a digest, or what `bound` returns."""
    if name is SecretName.HANDOVER_PHRASE:
        return len(kept) >= SHORTEST_PHRASE and kept == phrase_of(kept)
    if name in RECEIVER_SECRETS:
        return bool(_DIGEST.fullmatch(kept))
    secret, origin = unbound(kept)
    return bool(_HEADER_VALUE.fullmatch(secret)) and origin == address_of(name, origin)


def address_of(name: SecretName, address: str) -> str:
    """Return where a secret may be sent, of an address: servers of mail or a relay, else an origin; empty: to none."""
    if name is SecretName.SMTP_PASSWORD:
        return address
    if name not in RELAY_SECRETS:
        return origin_of(address)
    with suppress(ValueError):
        return checked_servers(address)
    return ""
