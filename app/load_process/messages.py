"""The lines between the load process and the one that started it: each is a JSON object with one key, its kind."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Final

from app import __version__
from app.board.schema import VERSION
from app.domain import errors
from app.domain.access.addresses import Endpoint
from app.domain.access.credentials import CarrierCredentials
from app.domain.days import CarrierAnswer, Day, Drop, DroppedManifest, LoadSummary, Skipped, SkipReason
from app.domain.errors import AppError
from app.domain.texts import Text
from app.facts.file.opening import MIGRATIONS

MEGABYTES: Final = 3000
"""Of memory that a load may take: several times what one of 100,000 shipments does."""
NO_MEMORY: Final = 3
"""Exit code where that was not enough."""


class Kind(StrEnum):
    """What a line is."""

    LOAD = "load"  # to the process: day, endpoint and credentials
    CANCEL = "cancel"  # to the process: end the load that runs
    HELLO = "hello"  # its first line: version and schemas
    ALIVE = "alive"  # every few seconds
    LOG = "log"  # logger, level and message
    PROGRESS = "progress"  # shipments, fraction and note
    SAVED = "saved"  # the load is a fact; it can no longer be cancelled
    SUMMARY = "summary"  # a load's end
    FAILED = "failed"  # a load's end: an `AppError`
    BUG = "bug"  # a load's end: a traceback


def line(kind: Kind, value: object = None) -> bytes:
    """Return a line with its end."""
    return json.dumps({kind: value}, default=str).encode() + b"\n"


def read_line(text: bytes) -> tuple[Kind, Any]:
    """Return kind and value of a line.

    Raises:
        ValueError: it is none.
    """
    said = json.loads(text)
    if not isinstance(said, dict) or len(said) != 1:
        raise ValueError(said)
    ((kind, value),) = said.items()
    return Kind(kind), value


def hello() -> list[object]:
    """Return what both processes must have in common, as it stands on the disk: version, and schemas of both files."""
    return [__version__, *MIGRATIONS, VERSION]


def written_request(day: Day, endpoint: Endpoint, credentials: CarrierCredentials) -> list[object]:
    """Return a `LOAD`'s value."""
    return [day, asdict(endpoint), credentials.token, credentials.user]


def read_request(value: list[Any]) -> tuple[Day, Endpoint, CarrierCredentials]:
    """Return what `written_request` was given."""
    (carrier, on), endpoint, token, user = value
    return Day(carrier, date.fromisoformat(on)), Endpoint(**endpoint), CarrierCredentials(token, user)


def read_summary(value: Mapping[str, Any], day: Day) -> LoadSummary:
    """Return the `asdict` of a summary of a day as it was."""
    drop = value["drop"]
    skipped = ((number, manifest, SkipReason(reason), fields) for number, manifest, reason, fields in value["skipped"])
    if drop is not None:
        manifests = tuple(DroppedManifest(**one) for one in drop["manifests"])
        drop = Drop(datetime.fromisoformat(drop["at"]), drop["listed"], manifests)
    answer, parts = CarrierAnswer(value["answer"]), tuple(Skipped(*one) for one in skipped)
    return LoadSummary(**{**value, "day": day, "skipped": parts, "answer": answer, "drop": drop})


def written_error(error: AppError) -> list[object]:
    """Return a `FAILED`'s value. Of a class that the carrier's client has for itself it is the one above."""
    kind = next(one for one in type(error).__mro__ if one.__module__ == errors.__name__)
    more = {name: one for name, one in vars(error).items() if name != "user_message"}
    return [kind.__name__, asdict(error.user_message), more]


def read_error(value: list[Any]) -> AppError:
    """Return the error that `written_error` was given."""
    kind, text, more = value
    error: AppError = AppError.__new__(getattr(errors, kind))  # their own arguments differ
    AppError.__init__(error, Text.read(text))
    vars(error).update(more)
    return error
