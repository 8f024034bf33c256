"""Answers of the carrier that are no JSON by the letter, or other JSON than the contract's."""

from app.domain.errors import AppError
from tests.faults.fuzzing.manifests import Heap, read
from tests.wire.section import Case, Reading, Section

_WHOLE_DAY = "the whole day was lost"


def in_a_shipment(member: str | bytes) -> bytes:
    """Return an answer whose first of two shipments has this member, as it is written."""
    written = member if isinstance(member, bytes) else member.encode()
    return b'[{"idPlanillaReparto":1,"estado":"VIG","envios":[{"numero":"7",' + written + b'},{"numero":"8"}]}]'


def member(kind: str, written: str | bytes, before: str = _WHOLE_DAY) -> Case:
    """Return the case of a shipment with this member beside one without."""
    return Case(kind, in_a_shipment(written), before, _shown(written))


def _shown(written: str | bytes) -> str:
    text = written if isinstance(written, str) else written.decode(errors="backslashreplace")
    return f'`{{"numero":"7",{text.encode("unicode_escape").decode() if not text.isprintable() else text}}}`'


def reading(case: Case) -> Reading:
    """Read an answer as a load does."""
    heap = Heap()
    try:
        read(case.sent, heap)
    except AppError as error:
        return Reading("nothing; the day stays as it was", str(error.user_message))
    shipments = [one.raw for one in heap.shipments]
    skipped = [f"set aside: {one.number or 'no number'}, {one.text}" for one in heap.skipped]
    told = [f"{one.place}: {one.what}, {one.example}" for one, _ in heap.deviations]
    return Reading("; ".join(f"`{one}`" for one in shipments) or "no shipment", "; ".join(skipped + told) or "nothing")


ANSWERS = Section(
    "Answers of the carrier",
    "An answer is read as a load reads it. Where an example is one shipment, another one stands beside it.",
    (member("not a number, as Python and JavaScript write it", '"valorDeclarado":NaN'),),
    reading,
)
