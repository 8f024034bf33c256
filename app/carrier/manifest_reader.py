"""Reads manifests and shipments from parsed JSON; one that cannot be read affects no other."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import simplejson

from app.carrier.answer_parser import NUMBER, SHIPMENTS, STATUS, Unreadable
from app.domain.contract.deviations import Deviation
from app.domain.contract.manifests import Manifest, ReceivedManifest, ReceivedShipment, SentShipment
from app.domain.contract.shipment_contract import manifest_deviations, read_shipment
from app.domain.contract.wire_values import identifier
from app.domain.days import Skipped, SkipReason

MOST_LEVELS = 100
"""Of nesting in a shipment; code that parses its raw text later may have less stack left."""

JsonObject = dict[str, Any]
_NESTED = frozenset((dict, list))
_AS_SENT = simplejson.JSONEncoder(use_decimal=True, ensure_ascii=False, separators=(",", ":"))


def is_manifest(element: JsonObject) -> bool:
    """Tell whether an object has any field of a manifest, unlike an error in a list."""
    return SHIPMENTS in element or any(field.alias in element for field in Manifest.model_fields.values())


def read_manifest(position: int, element: JsonObject, carrier: str) -> tuple[ReceivedManifest, list[Deviation]]:
    """Return the fields of a manifest without its shipments, and how they differ from the contract.

    A field that cannot be read is absent; the shipments are read all the same.
    """
    fields = {key: value for key, value in element.items() if key != SHIPMENTS and not is_too_deep(value)}
    fields, raw = _as_sent(fields)
    return ReceivedManifest(position, Manifest.model_validate(fields), raw), list(manifest_deviations(fields, carrier))


def shipments_of(element: JsonObject, head: ReceivedManifest) -> list[object] | Skipped:
    """Return the elements of the manifest's list of shipments.

    Without one by the contract, be it absent, null or of another type, nothing says that earlier shipments are gone.
    """
    listed = element.get(SHIPMENTS)
    if not isinstance(listed, list):
        return Skipped(None, _manifest_number(head), SkipReason.UNREADABLE_FIELDS, SHIPMENTS)
    return listed


def sent_shipment(element: object, head: ReceivedManifest) -> SentShipment | Skipped:
    """Return a shipment with its number and JSON text, its other fields unread; or why it is skipped."""
    manifest = _manifest_number(head)
    if isinstance(element, Unreadable):
        unknown = "" if element.number else SHIPMENTS  # then none that was listed before is known to be gone
        return Skipped(element.number, manifest, SkipReason.NOT_JSON, unknown)
    if not isinstance(element, dict):
        return Skipped(None, manifest, SkipReason.NOT_AN_OBJECT)
    if is_too_deep(element):
        return Skipped(identifier(element.get(NUMBER)), manifest, SkipReason.TOO_DEEP)
    if _holds_another(element):  # which a bracket that is missing in it took in
        return Skipped(identifier(element.get(NUMBER)), manifest, SkipReason.NOT_JSON, SHIPMENTS)
    fields, raw = _as_sent(element)
    number = identifier(fields.get(NUMBER))
    if number is None:
        return Skipped(None, manifest, SkipReason.NO_NUMBER)
    return SentShipment(head.position, number, fields, raw)


def read_sent(sent: SentShipment, head: ReceivedManifest) -> tuple[ReceivedShipment, list[Deviation]]:
    """Read a shipment's fields; return it with how it differs from the contract."""
    shipment, deviations = read_shipment(sent.fields)
    return ReceivedShipment(head.position, shipment, sent.raw), deviations


def is_too_deep(value: object) -> bool:
    """Tell whether lists and objects are nested more than `MOST_LEVELS` deep."""
    return any(islice(_levels(value), MOST_LEVELS + 1, None))


def _holds_another(shipment: JsonObject) -> bool:
    within = (one for level in islice(_levels(shipment), 1, None) for one in level)
    return any(type(one) is dict and NUMBER in one and STATUS in one for one in within)


def _levels(value: object) -> Iterator[list[Any]]:
    """Yield the lists and objects of each level of nesting, the outermost first."""
    level: list[Any] = [value] if type(value) in _NESTED else []
    while level:
        yield level
        level = [inner for outer in level for inner in _nested_in(outer)]


def _nested_in(value: JsonObject | list[object]) -> list[Any]:
    inside = value.values() if isinstance(value, dict) else value
    return [] if _NESTED.isdisjoint(map(type, inside)) else [one for one in inside if type(one) in _NESTED]


def _as_sent(fields: JsonObject) -> tuple[JsonObject, str]:
    """Return an object with its JSON text, which holds every value as it was sent.

    A lone surrogate becomes `?` in both, as UTF-8 cannot encode it.
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
