"""Compute the column values of a manifest and a shipment, and the text for the search."""

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
"""Searched as written and without separators."""


class HeadValues(NamedTuple):
    """The values of `HEAD_COLUMNS`, in their order."""

    number: object
    status: str | None
    is_in_force: bool
    carrier_code: str | None
    created_at: str | None

    @classmethod
    def of(cls, manifest: Manifest) -> Self:
        """Return the values of a manifest; one without a status counts as in force."""
        is_in_force = manifest.is_in_force is not False
        return cls(manifest.number, manifest.status, is_in_force, manifest.carrier_code, manifest.created_at)


def stored_values(shipment: Shipment) -> tuple[object, ...]:
    """Return the values of `STORED_COLUMNS` for a shipment."""
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
    """Return the folded text for the search, one line for each field, from the values of `STORED_COLUMNS`.

    It ends with two line ends, so that every letter begins a trigram and the index can find one or two letters.
    """
    lines = [str(values[place]) for place in _SEARCHED if values[place] is not None]
    spoken = [str(values[place]) for place in _SPOKEN_NUMBERS if values[place] is not None]
    lines += ["".join(filter(str.isalnum, number)) for number in spoken if not number.isalnum()]
    folded = [fold("\n".join(lines)), *(str(one) for one in values[_FOLDED:] if one is not None)]
    return "\n".join([*folded, "", ""])
