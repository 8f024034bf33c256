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

FOLDED: Final = ("locality", "recipient", "recipient_address")
"""Of what `STORED_COLUMNS` has folded as well, last and in this order: so one sorts by it."""

IDENTIFIERS: Final = ("external_number", "order_number", "parcel_number", "parcel_id")
"""What a shipment may be found by beside its number; each has an index, which makes it slow to write."""

MATCHED_BY: Final = (*IDENTIFIERS, "recipient_document", "recipient", "recipient_address")
"""What decides, beside its number, which visits belong to a shipment."""

RULE: Final = 3
"""The version of the rule by which `DECIDED` was worked out, kept as the file's `user_version`."""

DECIDED: Final = (
    "state", "shown_status", "signs", "visit_id", "is_by_visit", "leads_to", "outcome", "is_outcome_seen_later",
    "is_outcome_contradicted", "is_delivered_later", "counts", "failure", "other_failure", "is_settled",
    "left_out", "is_counted_twice",
)  # fmt: skip
"""What the rule says of a shipment, in the order of `Row`."""

SEARCHED_OF_VISIT: Final = (
    "id", "tracking_id", "title", "address", "numbers", "driver", "route", "contact", "contact_phone",
)  # fmt: skip
"""What a visit says by itself that the search looks through; the phone also without what stands between its digits."""

BETWEEN_DIGITS: Final = " -.()/"
"""What some write into phones, and others do not."""

OPEN_TEXT: Final = "substr(folded, -2) <> char(10, 10)"
"""Whether a shipment's text is not closed by two line ends; an index has these alone, by just this expression."""

MIGRATIONS: Final = (
    "create_days",
    "create_manifests",
    "create_shipments",
    "create_search",
    "create_notifications",
    "create_visits",
    "let_shipments_have_visits",
    "create_gaps",
    "let_documents_wait",
    "create_follow_ups",
    "let_news_be_seen",
    "let_the_file_be_cared_for",
    "let_each_port_have_a_heartbeat",
    "create_recoveries",
    "let_recoveries_know_days",
    "let_visits_be_alone",
    "let_shipments_be_in_order",
    "let_gone_shipments_be_counted",
    "let_short_words_be_found",
    "let_numbers_be_in_order",
    "let_visits_be_searched",
    "keep_what_deviates",
    "keep_since_when_the_receiver_is_heard",
    "let_heartbeats_tell_of_wrong_tokens",
    "let_the_site_decide",
    "keep_what_the_rule_decides",
    "let_look_alikes_be_found",
    "let_what_is_applied_alone_be_the_first",
    "let_what_was_applied_again_stay_news",
    "let_no_setting_change_a_key",
    "keep_why_rows_are_left_out",
    "weigh_visits_where_they_are_matched",
    "keep_when_the_clock_was_set_back",
    "let_visits_be_derived_after_their_notifications",
    "keep_every_load",
)
"""The names of all migrations, in their order: a file that has just these needs no closer look."""
