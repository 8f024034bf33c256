"""The search through all days over a million cached shipments."""

import statistics
import time
from collections.abc import Callable
from pathlib import Path

from app.board.reading.reader import Reader
from app.domain.views.columns import SHIPMENT_COLUMNS
from app.facts.file.opening import FILE_NAME
from app.phones import Phones
from app.ui.search.global_search import MOST_HITS
from app.ui.tables.phone_search import PhoneSearch
from tests.bench.million import million
from tests.bench.row import Compared, Figures, Row, Target
from tests.database import connected

QUERIES = (
    "9572616077777",  # a number, of the eighth day back
    "mkp-3402878957919",  # another of the same parcel's
    "077777",  # what a number ends in
    "309 555 4855",  # a phone as it is dictated
    "3075557158",
    "Ñustes Zárate",  # one parcel in 20,000
    "González",
    "castro medina",
    "valentina usaquén",
    "Calle 80 # 69-41",
    "transversal 76c # 158-58",
    "q",
    "ñu",
    "xk",  # nowhere
    "Wojciechowski",  # nowhere
    "5551234567",  # nowhere
)
_TRIED = """
Day after day was asked for the words, each time for the range of its ids: 0.1 to 0.48 s of CPU a query. Asked once for
all days the same index gives the rows of a word that fewer than 2,000 have; only commoner words are looked for day by
day, and those soon have enough. That took 0.05 to 0.13 s on a busy machine.

What helped after that, in processor time on the same busy machine, 63 ms → 37 ms in the median and 149 ms → 66 ms at
worst:

- Each visit says whether it belongs to no shipment, and a partial index has those alone: of the newest 100,000 visits
  each was asked, 25 to 36 ms a query, and two searches for a phone that is nowhere.
- Of a word of ten letters or more the index is asked for every third trigram, and the text for the word: 29 → 10 ms
  for the longest, 22 → 9 ms for a number. Of shorter ones too many rows hold the parts: 3 → 12 ms for six figures.
- Words of one or two letters are looked for in a join with the texts, before anything else of a row is read.
- The latest hits are chosen before their statuses are made out.

What did not: an index without positions (`detail=none`) would take 160 MB in place of 519 and a third less time to
build, but searches of common words within a day took half as long again.

- Of one or two letters that few have the index tells by the trigrams that begin with them: 37 ms less where no row has
  them, when the texts of 100,000 shipments were looked through; and they are found on all days (see the keystroke).

- A visit keeps its folded text: 2,000 that belong to no shipment were folded at each query, 13 → 4 ms, and once more
  for each further word (a phone that is nowhere 25 → 8). One that came before this is still folded each time.
- The range of a day's ids is asked for once. Within the statement SQLite looked for it four times, 20 of the 23 ms of
  a common name. With both of it, on a quieter machine, 24 → 13 ms in the median and 42 → 22 at worst.

What did not: to have that range in a `WITH` of the same statement (SQLite then sorts all rows of the day that have the
word, and does not stop at 200).

What is left of the longest, two common words or a long number: the index itself, which goes through the places of some
ten trigrams, 15 ms.
"""
ROW = Row(
    "search over 1,000,000 cached shipments",
    "`LIKE` over the same columns, for each word, with the same days first and the same number of hits",
    (
        Target("median", f"median of {len(QUERIES)} queries", 20, is_most=False, compared=Compared.FASTER),
        Target("worst", "worst query", 20, is_most=False, compared=Compared.FASTER),
        Target("median", f"median of {len(QUERIES)} queries", 50),
        Target("worst", "worst query", 50),
    ),
    tried=_TRIED,
    rounds=3,
)

_SEARCHED = tuple(column.key for column in SHIPMENT_COLUMNS if column.searched)


def prepare(folder: Path) -> None:
    """Make the days."""
    million(folder)


def contender(folder: Path) -> Figures:
    """Ask each query some times, as the dialog asks it in its thread."""
    with Reader.opened(million(folder) / FILE_NAME) as reader:
        search = PhoneSearch(reader, Phones("CO").read)
        return _timed(lambda words: len(search.hits(words, MOST_HITS)), 3)


def yardstick(folder: Path) -> Figures:
    """Ask each query once."""
    with connected(million(folder) / FILE_NAME) as db:

        def search(words: str) -> int:
            listed = words.split()
            each = " OR ".join(f"s.{key} LIKE '%' || ?{{nth}} || '%'" for key in _SEARCHED)
            within = " AND ".join(f"({each.format(nth=nth)})" for nth in range(1, len(listed) + 1))
            return len(
                db.execute(
                    "SELECT s.id, d.carrier, d.date, s.number, s.recipient, s.status"
                    " FROM day d CROSS JOIN shipment s ON s.day_id = d.id"
                    f" WHERE {within} ORDER BY d.date DESC, d.carrier LIMIT {MOST_HITS}",
                    listed,
                ).fetchall()
            )

        return _timed(search, 1)


def _timed(search: Callable[[str], int], times: int) -> Figures:
    """Return the median and the worst of the queries in seconds; of each the median of some times."""
    took: list[float] = []
    for words in QUERIES:
        each = []
        for _ in range(times):
            began = time.perf_counter()
            search(words)
            each.append(time.perf_counter() - began)
        took.append(statistics.median(each))
    return {"median": statistics.median(took), "worst": max(took)}
