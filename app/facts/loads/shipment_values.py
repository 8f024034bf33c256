"""Compute the column values of a manifest and a shipment, and the text for the search."""

from collections.abc import Sequence
from typing import NamedTuple, Self

from app.domain.contract.manifests import Manifest, Shipment
from app.domain.contract.shipment_fields import STORED_FIELDS
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
    cells = shipment.cells
    texts = (cells[key] for key in FOLDED_COLUMNS)
    return (
        *(cells[column.key] for column in STORED_FIELDS),
        bool(shipment.odd_fields),
        *(None if text is None else fold(str(text)) for text in texts),
    )


def searched_text(values: Sequence[object]) -> str:
    """Return the folded text for the search, one line for each field, from the values of `STORED_COLUMNS`.

    It ends with two line ends, so that every letter begins a trigram and the index can find one or two letters.
    """
    lines = [str(values[place]) for place in _SEARCHED if values[place] is not None]
    spoken = [str(values[place]) for place in _SPOKEN_NUMBERS if values[place] is not None]
    lines += ["".join(filter(str.isalnum, number)) for number in spoken if not number.isalnum()]
    folded = [fold("\n".join(lines)), *(str(one) for one in values[_FOLDED:] if one is not None)]
    return "\n".join([*folded, "", ""])
