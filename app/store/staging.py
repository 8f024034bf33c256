"""An answer on its way into the cache: kept in temporary tables until it is whole."""

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from uuid import uuid4

from app.domain.answers import ReceivedManifest, ReceivedShipment
from app.domain.columns import SHIPMENT_COLUMNS
from app.domain.days import Skipped
from app.domain.errors import LoadCancelledError
from app.domain.folding import fold
from app.domain.manifests import Shipment
from app.store.schema import STORED_COLUMNS
from app.store.writer import Writer

_SEARCHED = tuple(column for column in SHIPMENT_COLUMNS if column.searched)
_SPOKEN_NUMBERS = ("recipient_phone", "recipient_document")
"""Written with spaces, dots and dashes by some and without by others: searched both ways."""


class StagedAnswer:
    """Takes an answer part by part (it is the manifest client's sink) without holding the write lock.

    It belongs to one load; the next one begins with empty tables.
    """

    def __init__(self, writer: Writer) -> None:
        """Make the temporary tables."""
        self._writer = writer
        self.token = uuid4().hex
        self.manifests = 0
        self.shipments = 0
        self.skipped: list[Skipped] = []
        self.restart()

    def restart(self) -> None:
        """Forget all that came: the client asks once more."""
        self.manifests = self.shipments = 0
        self.skipped = []
        self._writer.stage(lambda db: _make_tables(db, self.token))

    def check(self, db: sqlite3.Connection) -> None:
        """See that the tables are still this load's.

        Raises:
            LoadCancelledError: a newer load of this process has begun.
        """
        if db.execute("SELECT token FROM temp.staged_load").fetchone() != (self.token,):
            raise LoadCancelledError

    def _stage(self, work: Callable[[sqlite3.Connection], object]) -> None:
        def checked(db: sqlite3.Connection) -> None:
            self.check(db)
            work(db)

        self._writer.stage(checked)

    def take_manifest(self, received: ReceivedManifest) -> None:
        """Take the head of a manifest. One number twice in an answer is one manifest."""
        manifest = received.manifest
        key = f"#{received.position}" if manifest.number is None else str(manifest.number)
        row = (received.position, key, manifest.number, manifest.status, manifest.carrier_code, manifest.created_at)
        self.manifests += 1
        self._stage(
            lambda db: db.execute("INSERT INTO staged_manifest VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, received.raw))
        )

    def take_shipments(self, received: Sequence[ReceivedShipment]) -> None:
        """Take some shipments of a manifest whose head has come."""
        rows = list(_rows(received, self.shipments))
        self.shipments += len(rows)
        self._stage(lambda db: db.executemany(_INSERT, rows))

    def take_skipped(self, skipped: Sequence[Skipped]) -> None:
        """Take note of what could not be read."""
        self.skipped.extend(skipped)


def stored_values(shipment: Shipment) -> tuple[object, ...]:
    """Return what `STORED_COLUMNS` hold of a shipment."""
    data = shipment.provider_data
    only = shipment.only_sku
    return (
        shipment.number, shipment.external_number, shipment.status_id, shipment.status_name, shipment.locality_code,
        shipment.locality, shipment.sender, shipment.sender_document_type, shipment.sender_document,
        shipment.sender_phone, shipment.sender_address, shipment.sender_email, shipment.recipient,
        shipment.recipient_document_type, shipment.recipient_document, shipment.recipient_phone,
        shipment.recipient_address, shipment.recipient_email, shipment.declared_value,
        data.provider if data else None, data.promised_date if data else None, data.order_number if data else None,
        data.seller_id if data else None, data.parcel_number if data else None, data.parcel_id if data else None,
        len(data.skus_as_sent) if data else 0, shipment.weight,
        only.height if only else None, only.width if only else None, only.length if only else None,
    )  # fmt: skip


def searched_text(values: dict[str, object]) -> str:
    """Return the folded text that the search looks through, one line a field."""
    lines = [str(values[column.key]) for column in _SEARCHED if values[column.key] is not None]
    lines += ["".join(filter(str.isalnum, str(values[key]))) for key in _SPOKEN_NUMBERS if values[key] is not None]
    return fold("\n".join(lines))


def _rows(received: Iterable[ReceivedShipment], first: int) -> Iterator[tuple[object, ...]]:
    for position, one in enumerate(received, first):
        values = stored_values(one.shipment)
        digest = hashlib.blake2b(one.raw.encode(errors="surrogatepass"), digest_size=16).digest()
        text = searched_text(dict(zip(STORED_COLUMNS, values, strict=True)))
        yield (position, one.manifest_position, digest, one.raw, text, *values)


_INSERT = f"INSERT INTO staged_shipment VALUES ({', '.join('?' * (5 + len(STORED_COLUMNS)))})"  # noqa: S608 - marks


def _make_tables(db: sqlite3.Connection, token: str) -> None:
    db.execute("DROP TABLE IF EXISTS temp.staged_load")
    db.execute("CREATE TEMP TABLE staged_load AS SELECT ? AS token", (token,))
    db.execute("DROP TABLE IF EXISTS temp.staged_manifest")
    db.execute("DROP TABLE IF EXISTS temp.staged_shipment")
    db.execute(
        "CREATE TEMP TABLE staged_manifest"
        " (position INTEGER PRIMARY KEY, key TEXT, number, status, carrier_code, created_at, raw)"
    )
    db.execute(
        "CREATE TEMP TABLE staged_shipment"
        f" (position INTEGER PRIMARY KEY, manifest_position, digest, raw, folded, {', '.join(STORED_COLUMNS)})"
    )
