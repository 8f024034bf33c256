"""The signs of a row beside those of the table: a function for each paragraph of the page."""

from collections.abc import Iterable
from datetime import datetime

from tests.truth.board import Board, Row
from tests.truth.clocks import day_of, is_before_day
from tests.truth.listings import Change, changes
from tests.truth.statuses import DELIVERED, is_odd
from tests.truth.table import DOUBTS_OF_TABLE
from tests.truth.visits import Visit


def is_moved_elsewhere(row: Row) -> bool:
    """Gone: "Where another listing of the parcel still stands on the same day, or on a later one unless the gone
    row says delivered, the gone row has the sign `trasladado`"."""
    return not row.listing.is_listed and any(leads_from(row, one) for one in row.others)


def leads_from(row: Row, other: Row) -> bool:
    if not other.listing.stands:
        return False
    return other.day == row.day or (other.day > row.day and row.now.state != DELIVERED)


def is_gone(row: Row) -> bool:
    """Gone: "Else it keeps its state with `ya_no_figura`"."""
    return not row.listing.is_listed and not is_moved_elsewhere(row)


def is_gone_undelivered(row: Row) -> bool:
    """Gone: "and if that is anything but delivered, and it is not listed again, it gets `contradiccion` too"."""
    return is_gone(row) and row.now.state != DELIVERED and row.listed_again_on is None


def says_two_things(row: Row) -> bool:
    """Two rows: "Where two rows of one number and day stand and say different things, of whatever manifests or
    carriers, both have `contradiccion`"."""
    return row.listing.stands and any(
        one.day == row.day and one.listing.stands and one.now.state != row.now.state for one in row.others
    )


def is_newer_elsewhere(board: Board, row: Row) -> bool:
    """Newer elsewhere: "(not for `trasladado`). Where another listing of the parcel shows a change (a first
    observation included) later than this row's last load and visit (of a row listed again: before that later day
    began), and the latest such state is not what this row says"."""
    if is_moved_elsewhere(row):
        return False
    since = max([*board.known(row)[1][-1:], *(one.at for one in row.leading)], default=None)
    newer = [
        one
        for one in changes_elsewhere(row)
        if (since is None or one.seen_at > since) and is_before_listed_again(board, row, one.seen_at)
    ]
    latest = max((one.seen_at for one in newer), default=None)
    return any(one.state != row.now.state for one in newer if one.seen_at == latest)


def is_before_listed_again(board: Board, row: Row, at: datetime) -> bool:
    """Newer elsewhere: "(of a row listed again: before that later day began)"."""
    return row.listed_again_on is None or is_before_day(board.site, at, row.listed_again_on)


def changes_elsewhere(row: Row) -> list[Change]:
    return [each for one in row.others for each in changes(one.listing.observations)]


def says_of_before(row: Row) -> bool:
    """Delivered before: "rows `trasladado`, whose visits count, or gone before their day neither say nor get this"."""
    return not is_moved_elsewhere(row) and row.listing.lists


def earlier(row: Row) -> list[Row]:
    return [one for one in row.others if one.day < row.day]


def was_delivered_before(row: Row) -> bool:
    """Delivered before: "Of the parcel's rows of earlier days one says delivered, or the newest visit shown on them
    does"."""
    if any(says_of_before(one) and one.now.state == DELIVERED for one in earlier(row)):
        return True
    newest = newest_shown(earlier(row))
    return newest is not None and newest.state == DELIVERED


def newest_shown(rows: Iterable[Row]) -> Visit | None:
    visits = [visit for one in rows for visit in one.shown if visit.state is not None]
    return max(visits, key=lambda one: one.newness, default=None)


def gets_of_before(row: Row) -> bool:
    """Delivered before: "only one in force gets it"."""
    return says_of_before(row) and row.listing.in_force


def contradicts_an_earlier_delivery(row: Row) -> bool:
    """Delivered before: "A row that says anything but delivered, and is not `relistado`, has `contradiccion`"."""
    if not gets_of_before(row) or row.now.state == DELIVERED or row.listed_again_on is not None:
        return False
    return was_delivered_before(row)


def deliveries_before(row: Row) -> list[Row]:
    """Delivered before: "One that says delivered, as an earlier row in force does"."""
    if not gets_of_before(row) or row.now.state != DELIVERED:
        return []
    return [one for one in earlier(row) if gets_of_before(one) and one.now.state == DELIVERED]


def was_already_delivered(row: Row) -> bool:
    """Delivered before: "has the sign `entregado_antes` (informs) and is in no total"."""
    return bool(deliveries_before(row))


def is_delivered_again(row: Row) -> bool:
    """Delivered before: "with one [a visit of its own] the earlier row has `contradiccion`": all of the earlier
    rows."""
    return any(row in deliveries_before(one) and one.leading for one in row.others)


def is_not_missed(row: Row) -> bool:
    """Delivered before: "without a visit of its own it has no `aviso_perdido`"."""
    return was_already_delivered(row) and not row.leading


def is_concluded_later(board: Board, row: Row) -> bool:
    """`concluido_despues`: "what decides is of a later day than the listing's (a visit or both by T, the carrier by
    `not_yet_at`)"."""
    return row.now.since is not None and day_of(board.site, row.now.since) > row.day


def is_with_two_carriers(row: Row) -> bool:
    """Two carriers: "while both stand, sign `en_dos_transportadoras`"."""
    return row.listing.stands and any(
        one.day == row.day and one.listing.stands and one.listing.carrier != row.listing.carrier for one in row.others
    )


def is_in_two_manifests(row: Row) -> bool:
    """`en_dos_planillas`: "it stands in several manifests of one carrier and day"."""
    return row.listing.stands and any(
        one.day == row.day and one.listing.stands and one.listing.carrier == row.listing.carrier for one in row.others
    )


def is_odd_data(board: Board, row: Row) -> bool:
    """`dato_raro`: of the status, of a visit that it shows, of a look-alike, or because nothing says anything."""
    observations = board.known(row)[0] or []
    return (
        row.now.status_says_nothing
        or row.looks_alike
        or any(one.is_odd for one in row.shown)
        or any(is_unconfirmed(board, row, one) for one in row.shown)
        or bool(observations and is_odd(observations[-1].status, board.statuses(row)))
    )


def is_unconfirmed(board: Board, row: Row, visit: Visit) -> bool:
    """Which visit, 4: `dato_raro` "until a load asked after that message, or a visit after it, says the same (where
    that message is of a later day, C saying the same will do)"."""
    if not visit.others_named or visit.state is None:
        return False
    message = visit.others_named[-1]
    observations = board.known(row)[0]
    if any(one.at >= message.at and one.status.state == visit.state for one in observations):
        return False
    if any(one is not visit and one.at > message.at and one.state == visit.state for one in row.leading):
        return False
    is_of_later_day = day_of(board.site, message.at) > row.day
    return not (is_of_later_day and observations and observations[-1].status.state == visit.state)


def is_doubtful_by_order(row: Row) -> bool:
    """Words, Messages: an order that is not that of T "(then `reloj`...)"."""
    return any(one.is_reordered for one in row.shown)


def is_decided_otherwise(board: Board, row: Row, other: Row | None) -> bool:
    """Stamps are checked: "Where a visit's stamp lies more than 60 s from its arrival, the row and its outcome are
    decided twice ...; if state, outcome or the table's signs of doubt differ it gets `reloj`"."""
    if other is None or not any(has_a_stamp_off(board, one) for one in (*row.shown, *other.shown)):
        return False
    return what_is_compared(row) != what_is_compared(other)


def has_a_stamp_off(board: Board, visit: Visit) -> bool:
    """By the arrivals as they were, in whatever reading."""
    return any(one.nth in board.off for one in visit.messages)


def what_is_compared(row: Row) -> tuple[str, str, frozenset[str]]:
    return row.now.state, row.outcome.state, row.now.signs & DOUBTS_OF_TABLE


def latest_change(row: Row) -> datetime:
    return changes(row.listing.observations)[-1].seen_at
