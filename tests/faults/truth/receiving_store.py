"""The real store and server of one data folder, for tests that need no whole day."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from io import BytesIO
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from app.board.reading.reader import Reader
from app.domain.access.credentials import digest
from app.domain.site import SiteRules
from app.domain.views.columns import Table
from app.domain.views.exports import Format
from app.export.csv_format import Delimiter
from app.facts.file.opening import FILE_NAME
from app.services.exporting.export_rows import Headers, day_rows, write_rows
from app.store.notification_ingest import NotificationIngest
from app.store.site_settings import save_site_rules
from app.store.writer import Writer
from app.webhook.handler import WebhookEndpoint
from app.webhook.server import WebhookServer
from app.webhook.tokens import TokenKeeper
from tests.database import wait_until_derived

TOKEN = "a-token-of-the-test"


@dataclass
class ReceivingStore:
    """An open store, and the ingest that its server hands notifications to."""

    writer: Writer
    intake: NotificationIngest
    bugs: list[BaseException]

    def exported(self, table: Table, day: date) -> list[dict[str, Any]]:
        """Return what `export TABLE --format json` writes of a day."""
        wait_until_derived(self.writer)
        return exported(self.writer.path, table, day)


@contextmanager
def opened(folder: Path, zone: ZoneInfo) -> Iterator[ReceivingStore]:
    """Open the store of a folder; no bug may be left in the end."""
    bugs: list[BaseException] = []
    with Writer(folder / FILE_NAME) as writer:
        save_site_rules(writer, SiteRules(zone))
        yield ReceivingStore(writer, NotificationIngest(writer), bugs)
    assert not bugs


@contextmanager
def listening(store: ReceivingStore, now: Callable[[], datetime]) -> Iterator[str]:
    """Run a server for it, and give its URL."""
    tokens = TokenKeeper(lambda: (digest(TOKEN.encode()),), on_bug=store.bugs.append)
    webhook = WebhookServer(
        "127.0.0.1",
        0,
        WebhookEndpoint(
            path="/visitas",
            tokens=tokens,
            keep=store.intake.save,
            is_ready=store.intake.check,
            now=now,
            on_bug=store.bugs.append,
        ),
    )
    with ExitStack() as stack:
        tokens.start()
        stack.callback(tokens.stop)
        tokens.refresh(30).result(30)
        webhook.start()
        stack.callback(webhook.stop)
        yield webhook.url


def exported(database: Path, table: Table, day: date, carrier: str | None = None) -> list[dict[str, Any]]:
    """Return what `export TABLE --format json` writes of a day."""
    target = BytesIO()
    with Reader.opened(database) as reader:
        columns, rows = day_rows(reader, table, day, carrier, Format.JSON)
        write_rows(
            rows, table, columns, target=target, form=Format.JSON, headers=Headers.API,
            delimiter=Delimiter.COMMA, say=str,
        )  # fmt: skip
    found: list[dict[str, Any]] = json.loads(target.getvalue())
    return found
