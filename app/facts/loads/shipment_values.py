"""What the columns of a manifest and a shipment hold, and the text by which the search finds a shipment."""

from collections.abc import Sequence
from typing import NamedTuple, Self

from app.domain.contract.manifests import Manifest, Shipment
from app.domain.folding import fold
from app.domain.views.columns import SHIPMENT_COLUMNS
from app.facts.column_names import FOLDED_COLUMNS, STORED_COLUMNS

_SEARCHED = tuple(
    STORED_COLUMNS.index(column.key)
    for column in SHIPMENT_COLUMNS
    if column.searched and column.key not in FOLDED_COLUMNS
)
_FOLDED = -len(FOLDED_COLUMNS)
_SPOKEN_NUMBERS = tuple(STORED_COLUMNS.index(key) for key in ("recipient_phone", "recipient_document"))
"""Written with spaces, dots and dashes by some and without by others: searched both ways."""


class HeadValues(NamedTuple):
    """What `HEAD_COLUMNS` hold of a manifest, in their order."""

    number: object
    status: str | None
    is_in_force: bool
    carrier_code: str | None
    created_at: str | None

    @classmethod
    def of(cls, manifest: Manifest) -> Self:
        """Return them; one that does not say whether it is in force is taken to be."""
        is_in_force = manifest.is_in_force is not False
        return cls(manifest.number, manifest.status, is_in_force, manifest.carrier_code, manifest.created_at)


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
    spoken = [str(values[place]) for place in _SPOKEN_NUMBERS if values[place] is not None]
    lines += ["".join(filter(str.isalnum, number)) for number in spoken if not number.isalnum()]
    folded = [fold("\n".join(lines)), *(str(one) for one in values[_FOLDED:] if one is not None)]
    return "\n".join([*folded, "", ""])
