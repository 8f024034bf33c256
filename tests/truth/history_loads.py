"""Random answers of carriers: lists whose rows stay, change, move, vanish and come back."""

from dataclasses import dataclass, field
from datetime import date, datetime

from hypothesis import strategies as st

from tests.truth.events import Listed, Load

NUMBERS = ("A1", "A2", "0045")
MANIFESTS = ("1", "2")
CARRIERS = ("ANDINA", "RAPIDA")
SHARED = ("P1", "P2", "A1")
"""Identifiers beside the number; one of them is another parcel's number."""
_ANA, _LUIS = ("10012", "Ana", "Calle 1"), ("20023", "Luis", "Calle 2")
_RECIPIENTS = (
    *(_ANA,) * 4,
    _LUIS,
    ("10012", "Ana María", "Cl 1"),  # the same document
    ("1001", "Ana", "Calle 1"),  # no document
    (None, "Ana", "Calle 1"),
    ("00000", "Luis", "Calle 2"),
    (None, None, None),
)
_STATUSES = (
    *(("2", "En Reparto"),) * 4,
    *(("3", "Entregado"),) * 4,
    *(("4", "Excepción"),) * 4,
    *(("24", "Listo para Retirar"),) * 2,
    ("99", "Devuelto"),
    ("50", "Recibido"),
    ("2", "EN  REPARTO"),
    ("3", "En Reparto"),
    ("77", "entregado"),
    ("4", "No estaba"),
    (" 3 ", "Entregado"),
    ("2", None),
    (None, "Excepcion"),
)
_WHERE = (*(("1",),) * 8, *(("2",),) * 4, *((),) * 3, ("1", "2"))
"""Which manifests list a number."""
_NOTHING = ("nothing", "404")
_one_in = {number: st.integers(1, number).map(lambda drawn: drawn == 1) for number in (3, 4, 6, 8, 10, 16)}
_carrier = st.sampled_from((*CARRIERS[:1] * 8, CARRIERS[1]))
_kind = {True: st.sampled_from(("list", *_NOTHING)), False: st.sampled_from(("list",) * 14 + _NOTHING)}
_where = st.sampled_from(_WHERE)
_status = st.sampled_from(_STATUSES)
_in_force = st.sampled_from((True, True, True, False))
_identifiers = st.sampled_from(((), (), SHARED[:1], SHARED[:1], SHARED[1:2], ("X", SHARED[2])))
_recipient = st.sampled_from(_RECIPIENTS)
_rest = st.sampled_from((("En Reparto",), ("En Reparto",), ("En Reparto", "No estaba"), ("No estaba",)))
_entries = st.sampled_from((2, 2, 2, 5))
_flag = st.booleans()


@dataclass
class _Known:
    """What a carrier's day said last, as the next answer mostly says the same."""

    where: dict[str, tuple[str, ...]] = field(default_factory=dict)
    in_force: dict[str, bool] = field(default_factory=dict)
    said_nothing: bool = False


@st.composite
def loads_of(draw: st.DrawFn, days: list[date], asked: list[datetime]) -> list[Load]:
    """Return answers at moments, in their order."""
    known: dict[tuple[str, date], _Known] = {}
    statuses: dict[str, tuple[str | None, str | None]] = {}
    found = []
    for at in asked:
        carrier = draw(_carrier)
        near = min(days, key=lambda day: abs((datetime.combine(day, at.timetz()) - at).days))
        day = draw(st.sampled_from((near, near, near, near, *days[:2], *days[-2:]))) if days[1:] else near
        of_day = known.setdefault((carrier, day), _Known())
        found.append(draw(_load(carrier, day, at, of_day, statuses)))
    return found


@st.composite
def _load(
    draw: st.DrawFn,
    carrier: str,
    day: date,
    at: datetime,
    known: _Known,
    statuses: dict[str, tuple[str | None, str | None]],
) -> Load:
    kind = draw(_kind[known.said_nothing])
    known.said_nothing = kind != "list"
    if known.said_nothing:
        return Load(carrier, day, at, () if kind == "nothing" else None)
    draw(_changed(known, statuses))
    listed: list[Listed] = []
    for manifest in MANIFESTS:
        numbers = [one for one in NUMBERS if manifest in known.where[one]]
        listed += [draw(_listed(manifest, one, known, statuses)) for one in numbers]
    if draw(_one_in[10]):
        listed += draw(_again(listed))
    if draw(_one_in[10]):
        listed.reverse()
    # So that no answer is empty by chance; they collide with nothing, and bear a name of their own.
    for nth, name in enumerate(draw(_rest)):
        status_id = "4" if name == "No estaba" else "2"
        listed.append(Listed("9", in_force=True, number=f"Z{nth}-{carrier}-{day}", status_id=status_id, status=name))
    return Load(carrier, day, at, tuple(listed))


@st.composite
def _changed(draw: st.DrawFn, known: _Known, statuses: dict[str, tuple[str | None, str | None]]) -> None:
    """Change some of what a carrier's day and the carriers said last."""
    for number in NUMBERS:
        if number not in known.where or draw(_one_in[6]):
            known.where[number] = draw(_where)
        if number not in statuses or draw(_one_in[3]):
            statuses[number] = draw(_status)
    for manifest in MANIFESTS:
        if manifest not in known.in_force or draw(_one_in[16]):
            known.in_force[manifest] = draw(_in_force)


@st.composite
def _listed(
    draw: st.DrawFn, manifest: str, number: str, known: _Known, statuses: dict[str, tuple[str | None, str | None]]
) -> Listed:
    status_id, status = statuses[number]
    if draw(_one_in[10]):  # another row says something else
        status_id, status = draw(_status)
    identifiers = draw(_identifiers)
    recipient = draw(_recipient)
    return Listed(manifest, known.in_force[manifest], number, status_id, status, identifiers, recipient)


@st.composite
def _again(draw: st.DrawFn, listed: list[Listed]) -> list[Listed]:
    """Return further entries of the same manifests, up to four, in force or not."""
    found = []
    for entry in range(1, draw(_entries)):
        in_force = draw(_flag)
        for one in listed:
            if not draw(_one_in[4]):
                status_id, status = draw(_status)
                found.append(Listed(one.manifest, in_force, one.number, status_id, status, entry=entry))
    return found
