"""A day that is made up, so that all that truly happens in it is known; a desk that lives through it; and the verdict.

The verdict looks at each row of `export shipments` after the last load.

*Right*: `estado` reads as the parcel truly stands. A row of a date tells of the last time that one of the parcel's
visits of that date or later closed, or of what the carrier did with it since (it waits at a pickup point); without any
of these the parcel is on its way. A row that is no longer listed (`vigente` false) is right where the carrier took the
parcel out of its manifests.

*Marked as not known*: `estado` reads otherwise, and the desk says that it may be so, in one of three ways.
1. In contradiction: `conflicto` is true, since the carrier and the visit disagree.
2. Possibly missed (`?`): the carrier says delivered or failed, and no visit is known.
3. In a gap: a visit of the parcel changed while the desk did not hear, and `export gaps` holds that very moment, as the
   desk's clock showed it.

*Silently wrong*: anything else, a row that is missing, and one that nobody knows of. There must be none.

So that a mark excuses nothing but ignorance, each row must also be *by the rule*: what interface.md's section on
`estado` makes of the notifications that were answered 200 and of the loads that ended well, worked out a second time
(`rule.py`), in `estado`, `conflicto`, `visita_id`, `estado_nuevo` and `visita_timestamp`. The same goes for
`export notifications`: one row for each key that was kept, with the `repetidas` and the `resultado` that its arrivals
ask for.

One thing leaves no trace at all, so no program could mark it: all tries of a notification fall into a break of the way
to a desk that hears, or it names no identifier of its shipment, and the carrier's own status never follows. The day
has no such parcel: there the carrier follows (`Plan.leaves_a_trace`), and what yesterday's visits tell names its parcel
and comes when the desk hears. Elsewhere the carrier may never follow.
"""
