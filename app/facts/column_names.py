"""Names of stored columns. The module imports nothing, so that readers load quickly."""

from typing import Final

HEAD_COLUMNS: Final = ("number", "status", "is_in_force", "carrier_code", "created_at")
"""The fields of a manifest that have a column in the table `manifest`."""

STORED_COLUMNS: Final = (
    "number", "external_number", "status_id", "status", "locality_code", "locality",
    "sender", "sender_document_type", "sender_document", "sender_phone", "sender_address", "sender_email",
    "recipient", "recipient_document_type", "recipient_document", "recipient_phone", "recipient_address",
    "recipient_email", "declared_value", "provider", "promised_date", "order_number", "seller_id", "parcel_number",
    "parcel_id", "skus", "weight", "height", "width", "length",
    "is_odd", "locality_folded", "recipient_folded", "recipient_address_folded",
)  # fmt: skip
"""The fields of a shipment that have a column in the table `shipment`; the table `content` holds its whole JSON."""

FOLDED_COLUMNS: Final = ("locality", "recipient", "recipient_address")
"""The columns that are also stored folded, for sorting: the last of `STORED_COLUMNS`, in this order."""

IDENTIFIER_COLUMNS: Final = ("external_number", "order_number", "parcel_number", "parcel_id")
"""The columns other than the number that identify a shipment; each has an index, which slows writing."""

MATCHED_BY: Final = (*IDENTIFIER_COLUMNS, "recipient_document", "recipient", "recipient_address")
"""The columns other than the number that decide which visits belong to a shipment."""

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
