"""The checks of `despacho doctor`: each tells whether all is in order, and if not, what to do."""

import os
import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import NoReturn
from uuid import uuid4

from app.carrier.connection_probe import probe
from app.domain.access.addresses import Endpoint, refuse_unencrypted, socket_path
from app.domain.access.connection import Verdict
from app.domain.access.credentials import CarrierCredentials
from app.domain.days import NO_CARRIER, Day
from app.domain.errors import AppError, CredentialsError, OverloadedError, PortTakenError, SettingsError
from app.domain.reception.probing import Probe
from app.domain.settings import Settings
from app.domain.texts import Text
from app.facts.file.failures import has_copies
from app.facts.file.generations import newest_file
from app.facts.recovery.backups import backups, had_facts, taken_at
from app.facts.recovery.corruption_check import integrity_problem
from app.mail import send_mail
from app.net.addresses import listening_users
from app.services.alerting.alert_mail import server_of
from app.services.app_context import AppContext
from app.services.diagnostics.data_folder_checks import NOT_WRITABLE, OLDER, Check, utc_minute
from app.services.open_reader import has_store, opened_store
from app.services.receiving.heartbeat import is_fresh
from app.services.receiving.restarted_server import ListenAddress
from app.url_check.check import check
from app.url_check.port_owner import ask_receiver
from app.webhook.handler import WebhookEndpoint
from app.webhook.request_heads import has_c_parser
from app.webhook.server import WebhookServer
from app.webhook.tokens import TokenKeeper

_ANSWERS_TO_NO_CARRIER = (400, 403, 404)  # by the contract: unknown code, not this user's, no manifest
_REFUSED = (401, 403)
_NO_ADDRESS = Text("Doctor", "The address of the carrier's service is not set: despacho settings set base_url ADDRESS")
_FREE = Text("Doctor", "The receiver can listen on port {port}.")
_FREE_SOCKET = Text("Doctor", "The receiver can listen at {path}.")
_FREE_WITHOUT_TOKEN = Text(
    "Doctor",
    "The receiver can listen on port {port}. For notifications it needs a token: "
    "despacho credentials set receiver-token",
)
_DAMAGED = Text(
    "Doctor",
    "The data file {path} is damaged ({problem}). The receiver or the window restores it from the newest copy in the "
    "folder “backups” beside it; if neither runs, start Despacho.",
)
_DAMAGED_UNCOPIED = Text(
    "Doctor",
    "The data file {path} is damaged ({problem}), and there is no copy of it yet. The receiver or the window makes a "
    "new one with what can be read from it; if neither runs, start Despacho.",
)
_GONE = Text(
    "Doctor",
    "The data file {path} is missing. The next start of Despacho continues with the copy of {time}; if you moved the "
    "file, put it back first.",
)
_GONE_UNCOPIED = Text(
    "Doctor",
    "The data file {path} is missing, and there is no copy of it. If you moved the file, put it back first; else the "
    "next start of Despacho begins with empty data, and says what may be missing.",
)
_MAILS = Text("Doctor", "The mail server {server} answers.")
_MAILS_TO_NOBODY = Text(
    "Doctor", "No alert is mailed, as nobody is to get one.", command="despacho settings set alert_mail_to ADDRESS"
)
_PARSED = Text("Doctor", "HTTP requests are read by aiohttp's C parser.")
_PARSED_BY_PYTHON = Text(
    "Doctor",
    "The C parser of aiohttp is missing, and its Python parser accepts requests that a proxy may read "
    "differently. Install aiohttp from a wheel: pip install --force-reinstall --only-binary aiohttp aiohttp",
)
_OWN = Text("Doctor", "Despacho itself listens on this port. Its window can test the public address.")
_UNKNOWN = Text(
    "Doctor",
    "A program that answers like Despacho listens on port {port}. Whether it is yours cannot be known until the data "
    "can be read again: first do what the check “store” says, then run again: despacho doctor",
)
_OWN_UNABLE = Text(
    "Doctor",
    "Despacho itself listens on port {port}, but cannot save anything now: it asks the provider to try again. Its "
    "window or its terminal says why.",
)


def check_settings(read: Callable[[], Settings]) -> Check:
    """Check that the settings can be read, and that the carrier's address is set, and encrypted."""
    try:
        settings = read()
        if not settings.base_url:
            return Check("settings", works=False, text=_NO_ADDRESS)
        refuse_unencrypted(settings.base_url)
    except AppError as error:
        return Check("settings", works=False, text=error.user_message)
    return Check("settings", works=True, text=Text("Doctor", "The settings can be read."))


def check_store(database: Path) -> Check:
    """Check that the store can be read and is intact."""
    try:
        if not has_store(database):
            return _check_absent(database)
        if not newest_file(database).exists():
            return Check("store", works=True, text=OLDER)
        problem = integrity_problem(database)
    except AppError as error:
        return Check("store", works=False, text=error.user_message)
    if problem:
        sentence = _DAMAGED if has_copies(database) else _DAMAGED_UNCOPIED
        return Check("store", works=False, text=sentence.filled(path=newest_file(database), problem=problem))
    return Check("store", works=True, text=Text("Doctor", "The data is intact."))


def _check_absent(database: Path) -> Check:
    at = next((taken_at(database, one) for one in backups(database)), None)
    if at is not None:
        return Check("store", works=False, text=_GONE.filled(path=database, time=utc_minute(at)))
    if had_facts(database):
        return Check("store", works=False, text=_GONE_UNCOPIED.filled(path=database))
    there = next(one for one in database.parents if one.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return Check("store", works=False, text=NOT_WRITABLE.filled(path=there))
    return Check("store", works=True, text=Text("Doctor", "There is no data yet; the first load creates it."))


def check_credentials(read: Callable[[], CarrierCredentials]) -> Check:
    """Check that the carrier's credentials can be read."""
    try:
        read()
    except AppError as error:
        return Check("credentials", works=False, text=error.user_message)
    return Check("credentials", works=True, text=Text("Doctor", "The carrier's credentials are set."))


def check_mail(settings: Settings, context: AppContext) -> Check:
    """Check that the mail server that is set would take a mail of this computer; none is sent."""
    try:
        send_mail(server_of(settings, context), None)
    except AppError as error:
        return Check("mail", works=False, text=error.user_message)
    if not settings.alert_mail_to:
        return Check("mail", works=True, text=_MAILS_TO_NOBODY, is_news=True)
    return Check("mail", works=True, text=_MAILS.filled(server=settings.smtp_server))


def last_carrier(database: Path) -> str:
    """Return the carrier that was last loaded; empty where none was.

    Raises:
        StoreError: the store cannot be read.
    """
    if not has_store(database):
        return ""
    with opened_store(database) as reader:
        return next(iter(reader.carriers()), "")


def check_carrier(endpoint: Endpoint, read: Callable[[], CarrierCredentials], carrier: str, day: date) -> Check:
    """Request a day from the carrier, and once more with a wrong token, which has to be refused, as the window does.

    Without a carrier code, once with one that does not exist.
    """
    wrong_token = str(uuid4()) if carrier else ""
    report = probe(endpoint, read(), Day(carrier or NO_CARRIER, day), wrong_token=wrong_token)
    if not carrier and report.status in _ANSWERS_TO_NO_CARRIER:
        text = Text(
            "Doctor",
            "The service answers. For a complete check, set a carrier code: despacho settings set carrier CODE",
        )
        return Check("carrier", works=True, text=text)
    works = report.works and not report.takes_any_token
    is_refused = report.status in _REFUSED and not works
    is_news = works and report.verdict is Verdict.UNSURE
    return Check("carrier", works=works, text=report.meaning, is_refused=is_refused, is_news=is_news)


def check_parser() -> Check:
    """Check that the receiver parses HTTP with aiohttp's C extension."""
    works = has_c_parser()
    return Check("parser", works=works, text=_PARSED if works else _PARSED_BY_PYTHON)


def check_receiver(
    settings: Settings, read_tokens: Callable[[], tuple[str, ...]], database: Path, now: Callable[[], datetime]
) -> list[Check]:
    """Check that the receiver's port is free or used by Despacho, and that the public address leads to it.

    On a free port a receiver listens during the check, and saves nothing.
    """
    try:
        tokens = read_tokens()
    except (CredentialsError, SettingsError):  # as if there were none: the receiver may not be needed
        tokens = ()
    try:
        at = ListenAddress.of(settings)
    except SettingsError as error:
        return [Check("port", works=False, text=error.user_message)]
    token_keeper = TokenKeeper(lambda: tokens)
    server = WebhookServer(
        at.host,
        at.port,
        WebhookEndpoint(path=at.path, tokens=token_keeper, keep=_refuse, is_ready=_be_ready, now=now, on_bug=_raise),
    )
    try:
        server.start()
    except PortTakenError as error:
        return [_check_taken(error, settings, database, now(), has_token=bool(tokens))]
    except AppError as error:
        return [Check("port", works=False, text=error.user_message)]
    token_keeper.start()
    try:
        public = _check_public(server, settings.public_address)
    finally:
        server.stop()
        token_keeper.stop()
    text = _FREE if tokens else _FREE_WITHOUT_TOKEN
    if path := socket_path(at.host):
        text = _FREE_SOCKET
    return [Check("port", works=True, text=text.filled(port=at.port, path=path)), *public]


def _check_taken(error: AppError, settings: Settings, database: Path, now: datetime, *, has_token: bool) -> Check:
    """Tell Despacho's own receiver from another program, which may answer like it.

    Only who can write to the store saves a heartbeat, and the system says whose program listens (Linux). Where neither
    is known, nothing is.
    """
    port = settings.receiver_port
    users = frozenset() if socket_path(settings.receiver_host) else listening_users(port)
    is_of_other = bool(users) and users.isdisjoint(_own_users(database))
    if is_of_other:
        return Check("port", works=False, text=error.user_message)
    can_keep = ask_receiver(settings.receiver_host, port)
    if can_keep is False and has_token:  # without a token it saves nothing, which is no problem
        return Check("port", works=False, text=_OWN_UNABLE.filled(port=port))
    beat = None
    try:
        if has_store(database):
            with opened_store(database) as reader:
                beat = reader.heartbeat(port)
        is_own = is_fresh(beat, port, now)
    except AppError:  # `check_store` reports it
        if can_keep is not None and not users:
            return Check("port", works=False, text=_UNKNOWN.filled(port=port))
        is_own = can_keep is not None
    return Check("port", works=is_own, text=_OWN if is_own else error.user_message)


def _own_users(database: Path) -> set[int]:
    """Return this user and the owner of the data, as whom a service may receive."""
    if sys.platform == "win32":
        return set()
    with suppress(OSError):
        return {os.getuid(), database.parent.stat().st_uid}
    return {os.getuid()}


def _check_public(server: WebhookServer, url: str) -> list[Check]:
    if not url:
        return []
    probe = Probe.new()
    server.expect(probe)
    diagnosis = check(url, probe, is_public=True)
    return [Check("public_url", works=diagnosis.works, text=diagnosis.text)]


def _refuse(_received: object) -> NoReturn:
    raise OverloadedError


def _be_ready() -> "Future[None]":
    ready: Future[None] = Future()
    ready.set_result(None)
    return ready


def _raise(error: BaseException) -> NoReturn:
    raise error
