"""What `despacho doctor` looks at: each check says whether all is well, and if not what to do."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from app.domain.credentials import CarrierCredentials
from app.domain.days import Day
from app.domain.errors import AppError
from app.domain.settings import Settings
from app.domain.texts import Text
from app.manifest.endpoint import Endpoint
from app.manifest.probe import probe
from app.store.integrity import integrity_problem


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: its name, whether it works, and what to know or to do about it."""

    name: str
    works: bool
    text: Text


def check_settings(read: Callable[[], Settings]) -> Check:
    """Look whether the settings can be read, and say where the carrier's service is."""
    try:
        settings = read()
    except AppError as error:
        return Check("settings", works=False, text=error.user_message)
    if not settings.base_url:
        text = Text("Doctor", "The address of the carrier's service is not set: despacho settings set base_url ADDRESS")
        return Check("settings", works=False, text=text)
    return Check("settings", works=True, text=Text("Doctor", "The settings can be read."))


def check_store(database: Path) -> Check:
    """Look whether the cache can be read and is whole."""
    if not database.exists():
        return Check("store", works=True, text=Text("Doctor", "There is no cache yet; the first load makes it."))
    try:
        problem = integrity_problem(database)
    except AppError as error:
        return Check("store", works=False, text=error.user_message)
    if problem:
        text = Text("Doctor", "The cache {path} is damaged ({problem}). Move it away and load the days again.")
        return Check("store", works=False, text=text.filled(path=database, problem=problem))
    return Check("store", works=True, text=Text("Doctor", "The cache is whole."))


def check_credentials(read: Callable[[], CarrierCredentials]) -> Check:
    """Look whether the carrier's credentials are there, and the keyring opens."""
    try:
        read()
    except AppError as error:
        return Check("credentials", works=False, text=error.user_message)
    return Check("credentials", works=True, text=Text("Doctor", "The carrier's credentials are there."))


def check_carrier(endpoint: Endpoint, read: Callable[[], CarrierCredentials], carrier: str, day: date) -> Check:
    """Ask the carrier for today, once."""
    if not carrier:
        text = Text("Doctor", "No carrier was used yet, so the service was not asked: despacho fetch --carrier CODE")
        return Check("carrier", works=False, text=text)
    try:
        report = probe(endpoint, read(), Day(carrier, day))
    except AppError as error:
        return Check("carrier", works=False, text=error.user_message)
    return Check("carrier", works=report.works, text=report.meaning)
