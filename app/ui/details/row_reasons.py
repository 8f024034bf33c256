"""Why a row shows its status, in one sentence: which source decided, when, and what the other source said."""

from collections.abc import Callable, Sequence
from datetime import datetime

from app.domain.board.decision import Decision, Rule
from app.domain.board.facts import Observation
from app.domain.board.message_order import Statement
from app.domain.board.row import Explained
from app.domain.board.signs import Sign
from app.domain.contract.statuses import State
from app.domain.texts import Say, Text

When = Callable[[datetime], str]
"""Writes a time (UTC) in the site's zone, with its date if it is not of the listing's day."""

STATES = {
    State.DELIVERED: Text("Reason", "Delivered"),
    State.EXCEPTION: Text("Reason", "Failed"),
    State.PICKUP: Text("Reason", "Ready for pickup"),
    State.ON_ITS_WAY: Text("Reason", "Out for delivery"),
}
"""How a sentence names the state of a row; other states have the carrier's own word."""
_OTHER_STATE = Text("Reason", "Another status")
_NO_STATUS = Text("Reason", "no status")

_VISIT = Text("Reason", "the visit of {visit}")
_CORRECTED = {
    State.EXCEPTION: Text("Reason", "the visit of {visit} (it takes back its delivery of {before})"),
    State.DELIVERED: Text("Reason", "the visit of {visit} (it corrects its failure of {before})"),
}
_NOT_SHOWN = Text("Reason", "{state}: {the_visit} says so; no load before a later day listed it shows it.")
_NOTHING_SAID = Text("Reason", "{state}: no visit of it is known, and no load before a later day listed it shows it.")
_NO_NOTIFICATION = Text("Reason", "{state}: the carrier said so at {seen}; no notification came.")
_NOT_RECEIVED_YET = Text("Reason", "{state}: the carrier said so at {seen}; notifications were not received here yet.")
_NO_VISIT = Text("Reason", "{state}: the carrier said so at {seen}; no visit of it is known.")
_OTHER_STATUS = Text(
    "Reason", "{state}: the carrier said so at {seen}; the status of its visit says neither delivered nor failed."
)
_SAME_BEFORE = Text("Reason", "{state}: {the_visit} says so; the carrier said the same at {seen}.")
_NOT_ASKED = Text("Reason", "{state}: {the_visit} says so; the carrier, last asked at {load}, said “{status}”.")
_ALREADY_DELIVERED = Text(
    "Reason", "{state}: {the_visit} says so, though the carrier already said “{status}” at {seen}."
)
_DOUBT_STAYS = Text("Reason", "A doubt from before this visit stays until the next load.")
_AGREED = Text("Reason", "{state}: {the_visit} says so, and the carrier said so at {seen}.")
_TAKEN_BACK = Text(
    "Reason", "{state}: the carrier said so at {seen}, but at {delivered} it had said “{delivered_status}”."
)
_AGREED_AGAIN = Text(
    "Reason",
    "{state}: {the_visit} says so, and the carrier said so at {seen}; in between, at {delivered}, it said"
    " “{delivered_status}”.",
)
_UNSEEN_FAILURE = Text(
    "Reason",
    "{state}: the carrier said so at {seen}, but it showed fewer failures than visits of the parcel failed.",
)
_AFTER_FAILURE = Text("Reason", "{state}: the carrier said so at {seen}, after the failed visit of {visit}.")
_MISSED_DELIVERY = Text(
    "Reason", "{state}: the carrier said so at {seen}, after the failed visit of {visit}; no notification came."
)
_COLLECTED = Text(
    "Reason",
    "{state}: the carrier said so at {seen}; after the failed visit of {visit} it said “{pickup_status}” at {pickup}.",
)
_SENT_OUT_AGAIN = Text(
    "Reason",
    "{state}: sent out again, the carrier said at {seen}; it had confirmed the failed visit of {visit} at {confirmed}.",
)
_CHANGED = Text(
    "Reason",
    "{state}: the carrier said so at {seen}, after “{earlier}” at {until}, but {the_visit} says “{said}”.",
)
_AHEAD = Text("Reason", "{state}: {the_visit} says so; the carrier, asked at {load}, still says “{status}”.")
_STILL_DIFFERS = Text("Reason", "{state}: {the_visit} says so, but the carrier, asked at {load}, says “{status}”.")
_BESIDE_VISIT = (
    (_SAME_BEFORE, Text("Reason", "The carrier said the same at {seen}.")),
    (_NOT_ASKED, Text("Reason", "The carrier, last asked at {load}, said “{status}”.")),
    (_AGREED, Text("Reason", "The carrier confirms it since {seen} (“{status}”).")),
    (_AHEAD, Text("Reason", "The carrier, asked at {load}, still says “{status}”.")),
)
"""The sentences that do not name the visit, for where it was described just before."""
_BY_ARRIVAL = Text("Reason", "by the times of arrival it would say – {reason}")
_SET_BACK = Text(
    "Reason",
    "this computer's clock was set back, and may be behind since: what was said last, or how long both sources have "
    "differed, is not known.",
)

_DOUBTS = frozenset((Sign.POSSIBLY_MISSED, Sign.CONTRADICTION))


def reason(why: Explained, when: When, say: Say, *, is_visit_told: bool = False) -> str:
    """Return the sentence; without the deciding visit, if that `is_visit_told` before."""
    return _sentence(why, when, say, is_visit_told=is_visit_told and _corrected(why.said) is None)


def reason_of_clock(why: Explained, when: When, say: Say) -> str | None:
    """Return what the row would show by arrival times, and why, or that the clock was set back; else None."""
    other = why.by_arrival
    if other is None or _weight(other) == _weight(why.decision):
        return say(_SET_BACK) if why.is_set_back else None
    status = other.observation.status if other.observation is not None else None
    row = why.row._replace(status=status, visit_id=why.row.visit_id if why.arrived else None)
    by_arrival = why._replace(row=row, decision=other, said=why.arrived)
    return say(_BY_ARRIVAL.filled(reason=_sentence(by_arrival, when, say)))


def state_name(state: State, status: str | None, say: Say) -> str:
    """Return how a sentence names the state of a row."""
    return say(STATES[state]) if state in STATES else status or say(_OTHER_STATE)


def _weight(decision: Decision) -> tuple[State, frozenset[Sign]]:
    return decision.state, decision.signs & _DOUBTS


def _sentence(why: Explained, when: When, say: Say, *, is_visit_told: bool = False) -> str:
    texts, values = _texts(why), _values(why, when, say)
    if is_visit_told:
        texts = [next((rest for whole, rest in _BESIDE_VISIT if whole is text), text) for text in texts]
    return " ".join(say(text.filled(**values)) for text in texts)


def _texts(why: Explained) -> list[Text]:
    """Return the sentence, and a second one if an earlier doubt remains."""
    rule = why.decision.rule
    return _not_asked_since(why) if rule is Rule.NOT_ASKED_SINCE else [_BY_RULE[rule](why)]


def _delivered_after_failure(why: Explained) -> Text:
    if Sign.POSSIBLY_MISSED in why.decision.signs:
        return _MISSED_DELIVERY
    return _AFTER_FAILURE if _pickup(why) is None else _COLLECTED


def _changed(why: Explained) -> Text:
    is_out_again = (why.said[-1].state, why.decision.state) == (State.EXCEPTION, State.ON_ITS_WAY)
    return _UNSEEN_FAILURE if is_out_again and why.observations[-2].state is State.EXCEPTION else _CHANGED


def _without_visit(why: Explained) -> Text:
    if _is_contradicted(why):
        return _TAKEN_BACK
    if why.row.visit_id is not None:
        return _OTHER_STATUS
    if Sign.POSSIBLY_MISSED in why.decision.signs:
        return _NO_NOTIFICATION
    return _NOT_RECEIVED_YET if why.decision.state in (State.DELIVERED, State.EXCEPTION) else _NO_VISIT


def _not_asked_since(why: Explained) -> list[Text]:
    visit, seen, doubts = why.said[-1], why.observations[-1], why.decision.signs & _DOUBTS
    if visit.state is seen.state:
        text = _SAME_BEFORE
    elif Sign.CONTRADICTION in doubts and (visit.state, seen.state) == (State.EXCEPTION, State.DELIVERED):
        text, doubts = _ALREADY_DELIVERED, doubts - {Sign.CONTRADICTION}
    else:
        text = _NOT_ASKED
    return [text, _DOUBT_STAYS] if doubts else [text]


def _values(why: Explained, when: When, say: Say) -> dict[str, str]:
    """Return the values that the sentences are filled with, as far as they are known."""
    values = {"state": state_name(why.decision.state, why.row.status, say)}
    if why.said:
        visit = why.said[-1]
        before = _corrected(why.said)
        the_visit = _VISIT if before is None else _CORRECTED[visit.state].filled(before=when(before.at))
        values["visit"] = when(visit.at)
        values["the_visit"] = say(the_visit.filled(visit=when(visit.at)))
        values["said"] = state_name(visit.state, None, say)
    if why.last_load is not None:
        values["load"] = when(why.last_load)
    if why.observations:
        seen = why.observations[-1]
        values["seen"], values["status"] = when(seen.seen_at), seen.status or say(_NO_STATUS)
        values["until"] = when(seen.not_yet_at or seen.seen_at)
    if len(why.observations) > 1:
        earlier = why.observations[-2]
        values["earlier"], values["confirmed"] = earlier.status or say(_NO_STATUS), when(earlier.seen_at)
    delivered = next((one for one in reversed(why.observations) if one.state is State.DELIVERED), None)
    if delivered is not None:
        values["delivered"] = when(delivered.seen_at)
        values["delivered_status"] = delivered.status or say(_NO_STATUS)
    pickup = _pickup(why)
    if pickup is not None:
        values["pickup"], values["pickup_status"] = when(pickup.seen_at), pickup.status or say(_NO_STATUS)
    return values


def _corrected(said: Sequence[Statement]) -> Statement | None:
    """Return the statement that the newest one corrects: one of the same visit with another state."""
    newest = said[-1]
    own = [one for one in said[:-1] if one.visit_id == newest.visit_id and one.state is not newest.state]
    return own[-1] if own and newest.state in _CORRECTED else None


def _pickup(why: Explained) -> Observation | None:
    """Return the observation that the parcel was ready for pickup after its newest visit."""
    if not why.said:
        return None
    at = why.said[-1].at
    found = [one for one in why.observations[:-1] if one.state is State.PICKUP and one.seen_at > at]
    return found[-1] if found else None


_BY_RULE: dict[Rule, Callable[[Explained], Text]] = {
    Rule.NOT_LOADED: lambda why: _NOT_SHOWN if why.said else _NOTHING_SAID,
    Rule.NO_VISIT: _without_visit,
    Rule.AGREED: lambda why: _AGREED_AGAIN if _is_contradicted(why) else _AGREED,
    Rule.AT_PICKUP: lambda _why: _AFTER_FAILURE,
    Rule.DELIVERED_AFTER_FAILURE: _delivered_after_failure,
    Rule.CHANGED_AFTER_VISIT: lambda why: _changed(why) if _is_contradicted(why) else _SENT_OUT_AGAIN,
    Rule.VISIT_STANDS: lambda why: _STILL_DIFFERS if _is_contradicted(why) else _AHEAD,
}


def _is_contradicted(why: Explained) -> bool:
    return Sign.CONTRADICTION in why.decision.signs
