"""The rule that decides what a row shows: pure functions over plain values, without SQL and Qt.

`message_order` and `visit_time` read a visit's notifications, `matching` finds the parcels and the day of a visit,
`decision` chooses the source that decides a row, `day_outcome` says how a day ended, and `parcel` combines them.
"""
