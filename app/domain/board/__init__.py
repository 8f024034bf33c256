"""The rule by which a row says what it says: pure functions over plain values, without SQL and without Qt.

`message_order` and `visit_time` read a visit's notifications, `matching` finds the parcels and the day of a visit,
`decision` says which source decides a row, `day_outcome` how a day ended, and `parcel` puts them together.
"""
