"""What every row must say after a history: written from the page of the rule alone, to judge the product by.

It replays plain lists of events with clarity before speed, and shares nothing with the product. Each sentence of the
page is a small function whose docstring quotes it: days and stamps in `clocks`, the carrier's side in `statuses` and
`listings`, the drivers' side in `messages` and `visits`, the table in `table`, outcomes in `board`, the other
paragraphs in `signs`, the figures here. `test_mutants` breaks each of them once.

Where the page leaves room, this is how it is read here:

- Parcels whose recipients are not known at all are not the same recipient. A document is compared with documents only.
- Who receives a parcel says a listing of its last day that stands, the first one in its carrier's answer, else the one
  that went last.
- A parcel that the visit belongs to by another of its numbers does not get `ambiguo` from the same visit.
- A message without numbers names those of the message before it that has any; where none has, its `tracking_id`.
- Which parcel a number means that several parcels had, says the date of the message.
- Where both sources say the same, the text is the carrier's, and the visit's time says whether it was concluded later.
- A load that lacks the row shows no state: it does not turn `adelantado` into `contradiccion`.
- A row whose outcome is delivered is in no total either where an earlier row of the parcel counts as delivered.
- A number that is gone from several manifests of a day counts once, on the row that was listed last.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from tests.truth.board import Board, Row, shifted
from tests.truth.clocks import is_before_day, ways_to_move
from tests.truth.events import Arrival, Event, Expected, Key, Listed, Load, Site
from tests.truth.listings import replay
from tests.truth.signs import (
    contradicts_an_earlier_delivery,
    earlier,
    is_concluded_later,
    is_decided_otherwise,
    is_delivered_again,
    is_doubtful_by_order,
    is_gone,
    is_gone_undelivered,
    is_in_two_manifests,
    is_moved_elsewhere,
    is_newer_elsewhere,
    is_not_missed,
    is_odd_data,
    is_with_two_carriers,
    latest_change,
    says_two_things,
    was_already_delivered,
)
from tests.truth.statuses import DELIVERED, FAILED, OPEN, OTHER, PICKUP
from tests.truth.table import CARRIER, CONTRADICTION, LOST
from tests.truth.visits import ParcelId

__all__ = ["Arrival", "Event", "Expected", "Key", "Listed", "Load", "Site", "cases", "figures", "judged", "rows"]


class Judged(NamedTuple):
    """A row with what its figures need beside what it says."""

    row: Row
    case: str
    """Which row of the table decides: R0 to R7."""
    decider: str
    """`carrier`, `visit` or `both`."""
    state: str
    expected: Expected
    is_delivered_later: bool
    needs_attention: bool
    differs_after: bool
    """Whether the first observation after the day's end contradicts the outcome."""

    @property
    def key(self) -> Key:
        return self.row.key


def rows(site: Site, events: Sequence[Event]) -> dict[Key, Expected]:
    """Return what every listing that there ever was must say, by carrier, day, manifest and number."""
    return {one.key: one.expected for one in judged(site, events)}


def cases(site: Site, events: Sequence[Event]) -> dict[Key, str]:
    """Return which row of the page's table decides each listing: R0 to R7."""
    return {one.key: one.case for one in judged(site, events)}


def judged(site: Site, events: Sequence[Event]) -> list[Judged]:
    """Return every row with all that the page says of it."""
    loads = [one for one in events if isinstance(one, Load)]
    arrivals = [one for one in events if isinstance(one, Arrival)]
    listings = replay(loads, site)
    board = Board(site, listings, arrivals)
    readings = [
        Board(site, listings, arrivals, by_arrival=True),
        *(shifted(site, loads, arrivals, backs) for backs in ways_to_move(site.set_backs)),
    ]
    signs = {key: row_signs(board, row, readings) for key, row in board.rows.items()}
    counted = {one.key: one for one in counted_rows(board)}
    attention = {one.key for row in counted.values() if (one := failure_of(board, row, counted)) is not None}
    return [_judge(board, row, signs[key], counted, attention) for key, row in board.rows.items()]


def _judge(board: Board, row: Row, signs: frozenset[str], counted: Mapping[Key, Row], attention: set[Key]) -> Judged:
    newest = (row.leading or row.visits)[-1:]
    counts = row.key in counted
    return Judged(
        row,
        row.now.case,
        row.now.decider,
        row.now.state,
        Expected(
            row.now.text,
            signs,
            newest[0].id if newest else None,
            row.listing.is_listed,
            row.outcome.state,
            counts,
        ),
        counts and row.now.state == DELIVERED != row.outcome.state,
        row.key in attention,
        board.differs_after(row),
    )


def row_signs(board: Board, row: Row, readings: Sequence[Board]) -> frozenset[str]:
    """Return all signs of a row."""
    tests: Sequence[tuple[str, bool]] = (
        (CONTRADICTION, row.now.two_visits),
        (CONTRADICTION, board.differs_after(row)),
        (CONTRADICTION, is_gone_undelivered(row)),
        (CONTRADICTION, says_two_things(row)),
        (CONTRADICTION, is_newer_elsewhere(board, row)),
        (CONTRADICTION, contradicts_an_earlier_delivery(row)),
        (CONTRADICTION, is_delivered_again(row)),
        ("entregado_antes", was_already_delivered(row)),
        ("relistado", row.listed_again_on is not None),
        ("trasladado", is_moved_elsewhere(row)),
        ("ya_no_figura", is_gone(row)),
        ("planilla_no_vigente", not row.listing.in_force),
        ("en_dos_transportadoras", is_with_two_carriers(row)),
        ("en_dos_planillas", is_in_two_manifests(row)),
        ("concluido_despues", is_concluded_later(board, row)),
        ("visita_de_otro_dia", bool(row.of_other_days)),
        ("ambiguo", bool(row.ambiguous)),
        ("dato_raro", is_odd_data(board, row)),
        ("reloj", row.key in board.late or any(row.key in one.late for one in readings[:1])),
        ("reloj", is_doubtful_by_order(row)),
        ("reloj", any(is_decided_otherwise(board, row, one.rows.get(row.key)) for one in readings)),
    )
    signs = row.now.signs | {sign for sign, holds in tests if holds}
    if is_not_missed(row):
        signs -= {LOST}
    if row.listing.is_gone_before_its_day:
        signs -= without_before_its_day()
    return frozenset(signs)


def without_before_its_day() -> set[str]:
    """Gone: "A row gone before its day began has no visit, no `contradiccion`, no `aviso_perdido`"."""
    return {CONTRADICTION, LOST}


def counted_rows(board: Board) -> list[Row]:
    """What counts: "Figures count each `numero` once", for each carrier's day."""
    of_number: dict[tuple[str, date, str], list[Row]] = {}
    for row in board.rows.values():
        if may_count(row):
            of_number.setdefault((row.listing.carrier, row.day, row.listing.number), []).append(row)
    return delivered_once(max(same, key=claim) for same in of_number.values())


def delivered_once(claimed: Iterable[Row]) -> list[Row]:
    """What counts: "**A parcel is delivered once**: over any days and carriers, the sum of *Delivered* and *Delivered
    later* of a number is at most 1 for each time that it was truly handed over (where two carriers list it on a day, 1
    for each)".

    *Delivered before* leaves out a row that says delivered; this also leaves out one whose outcome does and which says
    something else since.
    """
    first: dict[ParcelId, date] = {}
    found = []
    for row in sorted(claimed, key=lambda one: one.day):
        if is_counted_delivered(row) and first.setdefault(row.parcel, row.day) < row.day:
            continue
        found.append(row)
    return found


def is_counted_delivered(row: Row) -> bool:
    """*Delivered*, or *Delivered later*."""
    return DELIVERED in (row.outcome.state, row.now.state)


def may_count(row: Row) -> bool:
    """What counts: "only in manifests in force (as of now)"; not `trasladado`, gone before its day,
    `entregado_antes`."""
    return row.listing.in_force and row.listing.lists and not is_moved_elsewhere(row) and not was_already_delivered(row)


def claim(row: Row) -> tuple[object, ...]:
    """What counts: "on the row that still stands (if none does, the one listed last; of several the one with the
    newest change, then the first)"."""
    listed_last = row.listing.own[-1].nth
    return row.listing.stands, listed_last, latest_change(row), -row.listing.position


def failure_of(board: Board, row: Row, counted: Mapping[Key, Row]) -> Row | None:
    """What counts: "*Needs attention*: now failed, not listed again later in force ... A failure on a list that was
    not loaded since its day began is the earlier day's."""
    if row.now.state != FAILED or row.listed_again_on is not None:
        return None
    if row.now.decider == CARRIER and was_not_loaded_since(board, row):
        before = [one for one in earlier(row) if one.key in counted and one.now.state == FAILED]
        return max(before, key=lambda one: one.day, default=row)
    return row


def was_not_loaded_since(board: Board, row: Row) -> bool:
    return all(is_before_day(board.site, at, row.day) for at in row.listing.loads)


def figures(site: Site, events: Sequence[Event], carrier: str, day: date) -> dict[str, int]:
    """Return the figures of a carrier's day by their labels in the first sheet of `export day`, but for the gaps."""
    return figures_of(judged(site, events), carrier, day)


def figures_of(found: Sequence[Judged], carrier: str, day: date) -> dict[str, int]:
    """Return the figures of a carrier's day, of rows that were judged."""
    of_day = [one for one in found if (one.row.listing.carrier, one.row.day) == (carrier, day)]
    counted = [one for one in of_day if one.expected.counts]
    labels = {"Delivered": DELIVERED, "Failed": FAILED, "Ready for pickup": PICKUP, "Open": OPEN, "Other": OTHER}

    def signed(sign: str) -> int:
        return sum(sign in one.expected.senales for one in counted)

    return {
        "Parcels": len(counted),
        **{label: sum(one.expected.resultado_dia == state for one in counted) for label, state in labels.items()},
        "Delivered later": sum(one.is_delivered_later for one in counted),
        "Contradictions": signed(CONTRADICTION),
        "Possibly missed": signed(LOST),
        "Ambiguous": signed("ambiguo"),
        "Not in force": len(not_in_force(of_day) - {one.row.listing.number for one in counted}),
    }


def not_in_force(of_day: Sequence[Judged]) -> set[str]:
    """What counts: "the others are shown, dimmed, and left out of every total, which says how many"."""
    return {
        one.row.listing.number
        for one in of_day
        if not one.row.listing.in_force and one.row.listing.lists and not is_moved_elsewhere(one.row)
    }
