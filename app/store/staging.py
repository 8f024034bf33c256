"""An answer on its way into the cache: kept in a temporary database of its own until it is whole."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar
from uuid import uuid4

from app.domain.answers import ReceivedManifest, ReceivedShipment, SentShipment
from app.domain.columns import SHIPMENT_COLUMNS
from app.domain.contract import read_shipment
from app.domain.days import Day, Skipped
from app.domain.deviations import Deviation, DeviationCounts
from app.domain.errors import LoadCancelledError
from app.domain.folding import fold
from app.domain.manifests import Manifest, Shipment
from app.store.precedence import Courtesy
from app.store.stored import FOLDED, HEAD_COLUMNS, STORED_COLUMNS
from app.store.unchanged import Digests, cached_digests, digest_of, take_unchanged
from app.store.writer import Work, Writer

T = TypeVar("T")
Placed = tuple[int, int, int]
"""A shipment's place in the answer, its manifest's, and which one of its number it is there."""

SLICE = 1000
"""How many staged rows one piece of work goes through."""

_POLITE = 8
"""So many shipments are read between two looks whether somebody waits: a ms or two."""

_SEARCHED = tuple(
    STORED_COLUMNS.index(column.key) for column in SHIPMENT_COLUMNS if column.searched and column.key not in FOLDED
)
_FOLDED = -len(FOLDED)
_SPOKEN_NUMBERS = tuple(STORED_COLUMNS.index(key) for key in ("recipient_phone", "recipient_document"))
"""Written with spaces, dots and dashes by some and without by others: searched both ways."""


class StagedAnswer:
    """Takes an answer part by part (it is the manifest client's sink) without holding the write lock.

    It belongs to one load; the next one of this process begins with empty tables. All that the load does in the
    writer's thread goes through `stage` and `write`, a piece at a time, so that others have their turn in between.
    While a notification waits for its answer, the load stands back.

    Args:
        writer: of the file.
        is_cancelled: asked before each piece of work; once it is true, the load ends with `LoadCancelledError`.
        day: whose shipments are taken out of the cache where they come in the same words again.
    """

    def __init__(
        self, writer: Writer, is_cancelled: Callable[[], bool] = lambda: False, day: Day | None = None
    ) -> None:
        self.writer = writer
        self.token = uuid4().hex
        self._is_cancelled = is_cancelled
        self._day = day
        self._courtesy = Courtesy(writer.precedence)
        self.restart()

    def restart(self) -> None:
        """Forget all that came: the client asks once more."""
        self.manifests = self.shipments = 0
        self.skipped: list[Skipped] = []
        self.deviations = DeviationCounts()
        self.occurrences: Counter[tuple[str, str]] = Counter()
        """How often each number was listed in each manifest, by the manifest's key and the number."""
        self._keys: dict[int, str] = {}
        self.writer.stage(lambda db: _attach(db, self.token))
        self._heads: list[tuple[object, ...]] = []
        self._digests: Digests | None = None
        self._asked = 0

    def stage(self, work: Work[T]) -> T:
        """Run `work`, which reads the file and writes to the temporary database alone, without the write lock.

        Raises:
            LoadCancelledError: somebody cancelled this load, or a newer one of this process has begun.
        """

        def staged(db: sqlite3.Connection) -> T:
            self._check(db)
            db.execute("BEGIN")
            try:
                result = work(db)
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
            return result

        self._courtesy.give_way()
        return self.writer.stage(staged)

    def write(self, work: Work[T]) -> T:
        """Run `work` in one transaction on the file.

        Raises:
            LoadCancelledError: somebody cancelled this load, or a newer one of this process has begun.
            StoreError: nothing was changed.
        """

        def written(db: sqlite3.Connection) -> T:
            self._check(db)
            return work(db)

        self._courtesy.give_way()
        return self.writer.write(written)

    def in_slices(self, sql: str, **values: object) -> list[tuple[Any, ...]]:
        """Run a statement on slices of the staged shipments, from `:first` to before `:end`; return all rows it gives.

        Raises:
            LoadCancelledError: as `stage`.
        """
        rows: list[tuple[Any, ...]] = []
        for first in range(0, self.shipments, SLICE):
            rows += self.stage(partial(_execute, sql, {**values, "first": first, "end": first + SLICE}))
        return rows

    def for_each(self, sql: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Run a statement with each of these rows.

        Raises:
            LoadCancelledError: as `stage`.
        """
        for first in range(0, len(rows), SLICE):
            self.stage(partial(_execute_many, sql, rows[first : first + SLICE]))

    def check(self) -> None:
        """See that the load goes on.

        Raises:
            LoadCancelledError: somebody cancelled it, or a newer one of this process has begun.
        """
        self.writer.stage(self._check)

    def end(self) -> None:
        """Throw away what was staged, unless a newer load has done so."""
        self.writer.stage(lambda db: _detach(db) if _token(db) == self.token else None)

    def _check(self, db: sqlite3.Connection) -> None:
        if self._is_cancelled() or _token(db) != self.token:
            raise LoadCancelledError

    def flush(self) -> None:
        """Stage what waits for shipments that did not come."""
        self._insert([])

    def take_manifest(self, received: ReceivedManifest) -> None:
        """Take the head of a manifest. One number twice in an answer is one manifest."""
        manifest = received.manifest
        key = f"#{received.position}" if manifest.number is None else str(manifest.number)
        self.manifests += 1
        self._keys[received.position] = key
        self._heads.append((received.position, key, *head_values(manifest), received.raw))

    def has_cached(self, sent: SentShipment) -> bool:
        """Tell whether the cached day has this shipment in the same manifest and words.

        It is asked of each shipment before that is read, which takes long: here the load stands back now and then.
        """
        self._asked += 1
        if self._asked % _POLITE == 0:
            self._courtesy.give_way()
        if self._day is None:
            return False
        if self._digests is None:
            self._digests = cached_digests(self._day, self.stage)
        cached = self._digests.get(self._keys[sent.manifest_position])
        return cached is not None and digest_of(sent.raw) in cached

    def take_shipments(self, received: Sequence[ReceivedShipment | SentShipment]) -> None:
        """Take some shipments whose manifests' heads have come; those that nobody read are taken from the cache."""
        rows: list[tuple[object, ...]] = []
        known: dict[int, tuple[Placed, SentShipment]] = {}
        for one in received:
            if isinstance(one, ReceivedShipment):
                rows.append(_row(self._placed(one.manifest_position, one.shipment.number), one.shipment, one.raw))
            else:
                placed = self._placed(one.manifest_position, one.number)
                known[placed[0]] = placed, one
        self._insert(rows)
        if known and self._day:
            to_find = [(*placed, one.number, digest_of(one.raw), one.raw) for placed, one in known.values()]
            lost = self.stage(partial(take_unchanged, self._day, to_find))
            again = [known[place] for place in lost]  # somebody else changed the cache just now
            self._insert([_row(placed, read_shipment(one.fields)[0], one.raw) for placed, one in again])

    def take_skipped(self, skipped: Sequence[Skipped]) -> None:
        """Take note of what could not be read."""
        self.skipped.extend(skipped)

    def take_deviations(self, deviations: Iterable[Deviation]) -> None:
        """Count how what came differs from the contract; what is cached in the same words was counted before."""
        self.deviations.add(deviations)

    def _placed(self, manifest_position: int, number: str) -> Placed:
        copy = (self._keys[manifest_position], number)
        place = self.shipments
        self.shipments += 1
        self.occurrences[copy] += 1
        return place, manifest_position, self.occurrences[copy]

    def _insert(self, rows: Sequence[tuple[object, ...]]) -> None:
        heads, self._heads = self._heads, []
        if heads or rows:
            self.stage(partial(_insert, heads, rows))


def _row(placed: Placed, shipment: Shipment, raw: str) -> tuple[object, ...]:
    values = stored_values(shipment)
    place, head, occurrence = placed
    return (place, searched_text(values), raw, head, occurrence, digest_of(raw), *values)


def head_values(manifest: Manifest) -> tuple[object, ...]:
    """Return what `HEAD_COLUMNS` hold of a manifest; one that does not say whether it is in force is taken to be."""
    is_in_force = manifest.is_in_force is not False
    return manifest.number, manifest.status, is_in_force, manifest.carrier_code, manifest.created_at


def stored_values(shipment: Shipment) -> tuple[object, ...]:
    """Return what `STORED_COLUMNS` hold of a shipment."""
    data = shipment.provider_data
    return (
        shipment.number, shipment.external_number, shipment.status_id, shipment.status_name, shipment.locality_code,
        shipment.locality, shipment.sender, shipment.sender_document_type, shipment.sender_document,
        shipment.sender_phone, shipment.sender_address, shipment.sender_email, shipment.recipient,
        shipment.recipient_document_type, shipment.recipient_document, shipment.recipient_phone,
        shipment.recipient_address, shipment.recipient_email, shipment.declared_value,
        data.provider if data else None, data.promised_date if data else None, data.order_number if data else None,
        data.seller_id if data else None, data.parcel_number if data else None, data.parcel_id if data else None,
        len(data.skus_as_sent) if data else 0, shipment.weight,
        *shipment.dimensions,
        bool(shipment.odd_fields),
        *(None if text is None else fold(text) for text in (shipment.locality, shipment.recipient,
                                                            shipment.recipient_address)),
    )  # fmt: skip


def searched_text(values: Sequence[object]) -> str:
    """Return the folded text that the search looks through, one line a field, of what `STORED_COLUMNS` hold.

    Two line ends close it: each of its letters then begins a trigram, by which the index finds one or two letters.
    """
    lines = [str(values[place]) for place in _SEARCHED if values[place] is not None]
    lines += [
        "".join(filter(str.isalnum, str(values[place]))) for place in _SPOKEN_NUMBERS if values[place] is not None
    ]
    folded = [fold("\n".join(lines)), *(str(one) for one in values[_FOLDED:] if one is not None)]
    return "\n".join([*folded, "", ""])


_TEXT = "INSERT INTO staged_text VALUES (?, ?, ?)"
_SHIPMENT = f"INSERT INTO staged_shipment VALUES ({', '.join('?' * (4 + len(STORED_COLUMNS)))})"  # noqa: S608 - marks
_MANIFEST = f"INSERT INTO staged_manifest (place, key, {', '.join(HEAD_COLUMNS)}, raw) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608


def _insert(heads: Sequence[tuple[object, ...]], rows: Sequence[tuple[object, ...]], db: sqlite3.Connection) -> None:
    db.executemany(_MANIFEST, heads)
    db.executemany(_TEXT, [row[:3] for row in rows])
    db.executemany(_SHIPMENT, [(row[0], *row[3:]) for row in rows])


def _execute(sql: str, values: Mapping[str, object], db: sqlite3.Connection) -> list[tuple[Any, ...]]:
    return db.execute(sql, values).fetchall()


def _execute_many(sql: str, rows: Sequence[tuple[object, ...]], db: sqlite3.Connection) -> None:
    db.executemany(sql, rows)


def _attach(db: sqlite3.Connection, token: str) -> None:
    """Begin with an empty database of a load's own: to leave it is quick, to drop its tables would take a second."""
    _detach(db)
    db.execute("ATTACH DATABASE '' AS staged")  # SQLite keeps it in a temporary file that nobody else can open
    db.execute("CREATE TABLE staged.staged_load AS SELECT ? AS token", (token,))
    db.execute("CREATE TABLE staged.staged_before AS SELECT id, loaded_at FROM day")
    db.execute(
        "CREATE TABLE staged.staged_manifest"
        f" (place INTEGER PRIMARY KEY, key TEXT, {', '.join(HEAD_COLUMNS)}, raw, position INTEGER)"
    )
    db.execute(
        "CREATE TABLE staged.staged_shipment"
        f" (place INTEGER PRIMARY KEY, head INTEGER, occurrence, digest, {', '.join(STORED_COLUMNS)})"
    )
    db.execute("CREATE TABLE staged.staged_known (place INTEGER PRIMARY KEY, head, occurrence, number, digest, raw)")
    db.execute("CREATE TABLE staged.staged_text (place INTEGER PRIMARY KEY, folded, raw)")  # apart: it is long


def _detach(db: sqlite3.Connection) -> None:
    if _is_attached(db):
        db.execute("DETACH DATABASE staged")


def _is_attached(db: sqlite3.Connection) -> bool:
    return any(row[1] == "staged" for row in db.execute("PRAGMA database_list").fetchall())


def _token(db: sqlite3.Connection) -> str | None:
    """Return whose load is staged."""
    return db.execute("SELECT token FROM staged.staged_load").fetchone()[0] if _is_attached(db) else None
