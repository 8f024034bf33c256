"""Names of stored columns."""

from typing import Final

from app.domain.contract.shipment_fields import STORED_FIELDS

HEAD_COLUMNS: Final = ("number", "status", "is_in_force", "carrier_code", "created_at")
"""The fields of a manifest that have a column in the table `manifest`."""

FOLDED_COLUMNS: Final = ("locality", "recipient", "recipient_address")
"""The columns that are also stored folded, for sorting: the last of `STORED_COLUMNS`, in this order."""

STORED_COLUMNS: Final = (
    *(column.key for column in STORED_FIELDS), "is_odd", *(f"{key}_folded" for key in FOLDED_COLUMNS),
)  # fmt: skip
"""The fields of a shipment that have a column in the table `shipment`; the table `content` holds its whole JSON."""

IDENTIFIER_COLUMNS: Final = ("external_number", "order_number", "parcel_number", "parcel_id", "purchase_order")
"""The columns other than the number that identify a shipment; each has an index, which slows writing."""

DECIDED_COLUMNS: Final = (
    "state", "shown_status", "signs", "visit_id", "is_by_visit", "leads_to", "outcome", "is_outcome_seen_later",
    "is_delivered_later", "counts", "failure", "other_failure", "failed_after", "is_settled", "left_out",
    "is_counted_twice",
)  # fmt: skip
"""The rule's result for a shipment, in the order of the fields of `Row`."""

SEARCHED_VISIT_COLUMNS: Final = (
    "id", "tracking_id", "title", "address", "numbers", "driver", "route", "contact", "contact_phone",
)  # fmt: skip
"""The columns of a visit that the search covers; the phone also without the separators of its digits."""

DIGIT_SEPARATORS: Final = " -.()/"
"""Optional separators in phone numbers."""
