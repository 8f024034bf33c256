"""Names of what the file keeps, for whoever reads it and waits for no more."""

from typing import Final

HEAD_COLUMNS: Final = ("number", "status", "is_in_force", "carrier_code", "created_at")
"""What the table `manifest` keeps of a manifest in columns of its own, beside its position."""

STORED_COLUMNS: Final = (
    "number", "external_number", "status_id", "status", "locality_code", "locality",
    "sender", "sender_document_type", "sender_document", "sender_phone", "sender_address", "sender_email",
    "recipient", "recipient_document_type", "recipient_document", "recipient_phone", "recipient_address",
    "recipient_email", "declared_value", "provider", "promised_date", "order_number", "seller_id", "parcel_number",
    "parcel_id", "skus", "weight", "height", "width", "length",
    "is_odd", "locality_folded", "recipient_folded", "recipient_address_folded",
)  # fmt: skip
"""What the table `shipment` keeps of a shipment in columns of its own; the whole of it is in `content`."""

FOLDED_COLUMNS: Final = ("locality", "recipient", "recipient_address")
"""Of what `STORED_COLUMNS` has folded as well, last and in this order: so one sorts by it."""

IDENTIFIER_COLUMNS: Final = ("external_number", "order_number", "parcel_number", "parcel_id")
"""What a shipment may be found by beside its number; each has an index, which makes it slow to write."""

MATCHED_BY: Final = (*IDENTIFIER_COLUMNS, "recipient_document", "recipient", "recipient_address")
"""What decides, beside its number, which visits belong to a shipment."""

DECIDED_COLUMNS: Final = (
    "state", "shown_status", "signs", "visit_id", "is_by_visit", "leads_to", "outcome", "is_outcome_seen_later",
    "is_outcome_contradicted", "is_delivered_later", "counts", "failure", "other_failure", "is_settled",
    "left_out", "is_counted_twice",
)  # fmt: skip
"""What the rule says of a shipment, in the order of `Row`."""

SEARCHED_VISIT_COLUMNS: Final = (
    "id", "tracking_id", "title", "address", "numbers", "driver", "route", "contact", "contact_phone",
)  # fmt: skip
"""What a visit says by itself that the search looks through; the phone also without what stands between its digits."""

DIGIT_SEPARATORS: Final = " -.()/"
"""What some write into phones, and others do not."""
