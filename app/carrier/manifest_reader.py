"""What was parsed becomes manifests and shipments; what cannot become one is told apart and costs nothing else."""

from typing import Any

import simplejson

from app.domain.contract.deviations import Deviation
from app.domain.contract.fields import manifest_deviations, read_shipment
from app.domain.contract.manifests import Manifest
from app.domain.contract.received_answer import ReceivedManifest, ReceivedShipment, SentShipment
from app.domain.contract.wire_types import identifier
from app.domain.days import Skipped, SkipReason

SHIPMENTS = "envios"
MOST_LEVELS = 100
"""Nesting that is borne; whoever reads the raw text later may have less of a stack than this room."""

JsonObject = dict[str, Any]
_NESTED = frozenset((dict, list))
_AS_SENT = simplejson.JSONEncoder(use_decimal=True, ensure_ascii=False, separators=(",", ":"))


def is_manifest(element: JsonObject) -> bool:
    """Whether an object has anything of a manifest; an error that came in a list has not."""
    return SHIPMENTS in element or any(field.alias in element for field in Manifest.model_fields.values())


def read_manifest(position: int, element: JsonObject, carrier: str) -> tuple[ReceivedManifest, list[Deviation]]:
    """Return the head of a manifest, and how it differs from the contract.

    What of it cannot be read is absent: it never costs the shipments.

    Args:
        position: in the answer.
        element: the manifest.
        carrier: the code that was asked for.
    """
    fields = {key: value for key, value in element.items() if key != SHIPMENTS and not is_too_deep(value)}
    fields, raw = _as_sent(fields)
    return ReceivedManifest(position, Manifest.model_validate(fields), raw), list(manifest_deviations(fields, carrier))


def shipments_of(element: JsonObject, head: ReceivedManifest) -> list[object] | Skipped:
    """Return what stands in the manifest's list of shipments; one that is not there is empty.

    What is null or anything else is no list, by the contract: it does not say that what was there is gone.
    """
    listed = element.get(SHIPMENTS, [])
    if not isinstance(listed, list):
        return Skipped(None, _manifest_number(head), SkipReason.UNREADABLE_FIELDS, SHIPMENTS)
    return listed


def sent_shipment(element: object, head: ReceivedManifest) -> SentShipment | Skipped:
    """Return a shipment with its JSON text, not read any further; or why there is none."""
    manifest = _manifest_number(head)
    if not isinstance(element, dict):
        return Skipped(None, manifest, SkipReason.NOT_AN_OBJECT)
    if is_too_deep(element):
        return Skipped(identifier(element.get("numero")), manifest, SkipReason.TOO_DEEP)
    fields, raw = _as_sent(element)
    number = identifier(fields.get("numero"))
    if number is None:
        return Skipped(None, manifest, SkipReason.NO_NUMBER)
    return SentShipment(head.position, number, fields, raw)


def read_sent(sent: SentShipment, head: ReceivedManifest) -> tuple[ReceivedShipment, list[Deviation]]:
    """Return a shipment as it reads, and how it differs from the contract."""
    shipment, deviations = read_shipment(sent.fields)
    return ReceivedShipment(head.position, shipment, sent.raw), deviations


def is_too_deep(value: object) -> bool:
    """Whether lists and objects stand in each other more than `MOST_LEVELS` deep."""
    level: list[Any] = [value] if type(value) in _NESTED else []
    for _ in range(MOST_LEVELS + 1):
        level = [inner for outer in level for inner in _nested_in(outer)]
        if not level:
            return False
    return True


def _nested_in(value: JsonObject | list[object]) -> list[Any]:
    inside = value.values() if isinstance(value, dict) else value
    return [] if _NESTED.isdisjoint(map(type, inside)) else [one for one in inside if type(one) in _NESTED]


def _as_sent(fields: JsonObject) -> tuple[JsonObject, str]:
    """Return an object with its JSON text, which holds every value as it was sent.

    Half of a surrogate pair becomes `?` in both: it is no text, and no file takes it. The sieve has seen to it already
    where the answer came from outside.
    """
    raw: str = _AS_SENT.encode(fields)
    try:
        raw.encode()
    except UnicodeEncodeError:
        sound = raw.encode(errors="replace").decode()
        return simplejson.loads(sound, use_decimal=True), sound
    return fields, raw


def _manifest_number(head: ReceivedManifest) -> str | None:
    return None if head.manifest.number is None else str(head.manifest.number)
