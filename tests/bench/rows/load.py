"""Loading a day of 10,000 shipments: from the answer's bytes to the window that shows it."""

import sqlite3
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from tests.bench.loads import answer_in, changed, desk_before_the_carrier, load, see_searchable, settle
from tests.bench.row import Compared, Figures, Row, Scale, Target

SHIPMENTS = 10_000

_TRIED = """
The profile of a first load is flat: most of it is Python code in the worker (parsing, reading, columns, folding, JSON
text), a quarter is SQLite, and nearly half of that the trigram index. The figures are seconds of processor time for
10,000 shipments on a machine with much else to do; the yardstick had 0.3 there.

- **Shipments that come in the words that are kept are not read again**: of a day with one status in fifty changed,
  nearly all.
- **Products are summed up without a model for each**, and a number without a point is no `Decimal` first: 0.30 → 0.12.
- **Folding takes Latin accents out by one regular expression**, and searched texts are no longer remembered: 0.22 →
  0.09, and up to 65,536 whole texts less in memory.
- **What is read is kept in memory**, and compared there with what the day's loads come to; the board is handed what was
  read. Before, it went through tables of a temporary file, and was compared and written ahead by statements.
- **Garbage goes as in the program**: what is imported is frozen, and the window's thread alone looks for it, once a
  second. Elsewhere a first load had two full collections of 50 to 66 ms, in which the window stood still, and 190 small
  ones: 0.15 to 0.18 → 0.01.
- **Depth is looked into where there are brackets enough for it**, the JSON text is made by one encoder, and half
  letters are found by encoding once: reading took 0.60, then 0.47. The columns that are kept folded, so that one sorts
  by them, take 0.04 of that back.
- `orjson.dumps` for the JSON text instead of simplejson: 0.09 less, under a tenth; taken out again, since it would have
  been one more dependency. The standard library's encoder: 0.02 less, but it writes no `Decimal`.
- Of the index nearly all is the taking apart of texts. FTS5's `automerge` at 8 instead of 4: 0.27 → 0.25, and no less
  at 16. Leaving out numbers that stand there twice: 0.27 → 0.26, though a fourteenth less of index. None was done.
"""

ROW = Row(
    "A 10,000-shipment answer: bytes in hand → stored, diffed, searchable, shown",
    "`orjson.loads` and one `executemany` of the same columns into a SQLite file: the thirty that a load keeps of a "
    "shipment, eleven of which come out of `dinamicouno`, and the shipment's JSON. Loaded again, one shipment in fifty "
    "has another status",
    (
        Target("first", "first load", 6, scale=Scale.SECONDS, compared=Compared.TIMES, base="seconds"),
        Target("again", "the day again", 6, scale=Scale.SECONDS, compared=Compared.TIMES, base="seconds"),
    ),
    _TRIED,
    on_a_screen=True,
)

_OF_A_SHIPMENT = (
    "numero", "numeroExterno", "idEstadoEnvio", "estadoEnvio", "idPoblacionDestino", "nombrePoblacionDestino",
    "remitente", "idTipoDocumentoRem", "documentoRem", "telefonoRem", "direccionRem", "emailRem", "destinatario",
    "idTipoDocumentoDest", "documentoDest", "telefonoDest", "direccionDest", "emailDest", "valorDeclarado",
)  # fmt: skip
_OF_ITS_PROVIDER = ("flujo", "promesaEntrega", "numeroPedido", "SellerId", "parcelNumber", "parcelId")
_OF_ITS_PARCEL = ("weight", "height", "width", "length")
_COLUMNS = (*_OF_A_SHIPMENT, *_OF_ITS_PROVIDER, "skus", *_OF_ITS_PARCEL, "raw")


def prepare(folder: Path) -> None:
    """Make up the answer."""
    answer_in(folder, SHIPMENTS)


def contender(folder: Path) -> Figures:
    """Load the day, and again."""
    return load_twice(folder, SHIPMENTS)


def load_twice(folder: Path, shipments: int) -> Figures:
    """Load a day of so many shipments into a file of its own, and again as it is some minutes later."""
    body = answer_in(folder, shipments)
    later = changed(body, 1)
    with TemporaryDirectory(dir=folder) as own, desk_before_the_carrier(Path(own)) as desk:
        settle()
        first = load(desk, body)
        assert first.summary.new == first.summary.shipments > shipments * 0.9
        see_searchable(Path(own), "garcia", shipments)
        settle()
        again = load(desk, later)
        assert again.summary.new == again.summary.gone == 0
        assert shipments * 0.01 < again.summary.changed < shipments * 0.03
    return {"first": first.seconds, "again": again.seconds, "first_late": first.late, "again_late": again.late}


def yardstick(folder: Path) -> Figures:
    """Read the same bytes at once, and put them into a file at once."""
    body = answer_in(folder, SHIPMENTS)
    with TemporaryDirectory(dir=folder) as own:
        db = sqlite3.connect(Path(own) / "day.sqlite")
        db.execute(f"CREATE TABLE shipment ({', '.join(_COLUMNS)})")
        began = time.perf_counter()
        rows = [_row(one) for manifest in orjson.loads(body) for one in manifest["envios"]]
        with db:
            db.executemany(f"INSERT INTO shipment VALUES ({', '.join('?' * len(_COLUMNS))})", rows)
        seconds = time.perf_counter() - began
        db.close()
    return {"seconds": seconds}


def _row(one: dict[str, object]) -> tuple[object, ...]:
    sent = one.get("dinamicouno")
    try:
        opened = orjson.loads(sent) if isinstance(sent, str) else sent
    except orjson.JSONDecodeError:
        opened = None
    data = opened if isinstance(opened, dict) else {}
    skus = data.get("skus") or []
    parcel = skus[0] if len(skus) == 1 else {}
    return (
        *map(one.get, _OF_A_SHIPMENT),
        *map(data.get, _OF_ITS_PROVIDER),
        len(skus),
        *map(parcel.get, _OF_ITS_PARCEL),
        orjson.dumps(one),
    )
