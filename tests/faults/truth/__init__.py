"""A world that is made up, so that all that truly happens in it is known; a desk that lives through it; the verdict.

A world has three days, two carriers, and what their drivers and senders do (`plan.py` and what it draws by): lists
made the evening before, manifests that others replace, rows that the carrier drops, corrections of some of a visit's
parcels, drivers and carriers who take back what they said. Every third world has a day weeks ago whose numbers and
visits are used again, every fourth a night shift, every seventh of those with faults loads its main day for the
first time when it is over. `story.py` plays it, with the real store, receiver and loads (`desk.py`), or with a desk on
paper (`paper.py`), where the oracle alone says what its rows would be. The rows of all days are judged twice: while
drivers are under way (or after the one load of the evening), and at the end.

*Right*: `estado` reads as the parcel truly stands; a row that a later day lists again, as it stood when that day began.
A row that was moved elsewhere (`trasladado`) leads to another one and is right.

*Wrong and marked*: it reads otherwise and carries a sign of doubt: `aviso_perdido`, `contradiccion`, `ambiguo`,
`reloj`, `visita_de_otro_dia` or `dato_raro`.

*Not knowable*: it reads otherwise, no notification that came tells of the last true change and no load showed it, and
either the notification lies in a gap that is noted, or the carrier had not shown the change when it was last asked.

*Not knowable by any clock*: a visit of the last evening before a later day lists the parcel again, where the
driver's clock and the desk's both say that it was on the later day. Its row is marked; that of the day before is not.

*Shown on the row of an earlier day*: a visit delivered the parcel, the carrier lists it as open on the next day all the
same and never learns of it; or a list made the evening before does not show that the parcel failed that day. The page
gives that row no visit, as the visit is of the day before; such rows are counted.

*Corrected by a message of a later day that lists it*: by the page it moves the visit to that day, with what it said
before; the row of the day before shows none.

*Silently wrong*: anything else. There must be none, and on a day on which nothing breaks at most one row in a hundred
may carry a sign of doubt. Each row must also be what the independent oracle says (`tests/truth/oracle.py`).

One thing leaves no trace at all, so no program could mark it: a notification is lost while the desk listens, or names
nothing that is listed, and the carrier's status never follows. There the carrier follows (`Plan.leaves_a_trace`).
"""
