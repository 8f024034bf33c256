"""What a carrier's status says, from its id and its name."""

import unicodedata
from functools import lru_cache
from typing import NamedTuple

OPEN, DELIVERED, FAILED, PICKUP, OTHER = "abierto", "entregado", "excepcion", "retiro", "otro"
OPEN_TEXT = "En Reparto"

_CONTRACT = {
    "2": (OPEN, OPEN_TEXT),
    "3": (DELIVERED, "Entregado"),
    "4": (FAILED, "Excepción"),
    "24": (PICKUP, "Listo para Retirar"),
}
_NOTHING = {"", "none", "null"}


class Status(NamedTuple):
    """A carrier's status.

    `contradicts`: its name is the known name of another id. `unknown_name`: the folded name, where it is no known
    spelling of its id.
    """

    id: str
    state: str
    text: str
    contradicts: bool
    unknown_name: str | None


@lru_cache(maxsize=10_000)
def folded(text: str) -> str:
    """Return a text without case, accents and superfluous blanks: one spelling for all spellings."""
    letters = [
        one
        for one in unicodedata.normalize("NFKD", text)
        if not unicodedata.combining(one) and unicodedata.category(one) != "Cf"
    ]
    return " ".join("".join(letters).casefold().split())


def read_status(status_id: str | None, name: str | None) -> Status:
    """Words, Carrier state: "by `idEstadoEnvio` ...; another id by its name where that is one of the four, else
    *other*".

    "Where id and name contradict each other the id decides": the text is then the contract's name of the id.
    """
    id_ = (status_id or "").strip()
    name = (name or "").strip()
    name = "" if name.casefold() in _NOTHING else name
    by_name = {folded(text): (state, text) for state, text in _CONTRACT.values()}.get(folded(name))
    if id_ not in _CONTRACT:
        return _of_another_id(id_, name, by_name)
    state, contract_text = _CONTRACT[id_]
    if not name:
        return Status(id_, state, contract_text, contradicts=False, unknown_name=None)
    if by_name is None:
        return Status(id_, state, name, contradicts=False, unknown_name=folded(name))
    return Status(id_, state, contract_text, contradicts=by_name[0] != state, unknown_name=None)


def _of_another_id(id_: str, name: str, by_name: tuple[str, str] | None) -> Status:
    state, text = by_name or (OTHER, name)
    return Status(id_, state, text, contradicts=False, unknown_name=None)


def is_odd(status: Status, of_day: list[Status]) -> bool:
    """Words, Carrier state: the row gets `dato_raro` where id and name contradict each other; "so does a name that
    is no known spelling of its id, unless most rows of that id and day bear it"."""
    if status.contradicts:
        return True
    return status.unknown_name is not None and not is_borne_by_most(status, of_day)


def is_borne_by_most(status: Status, of_day: list[Status]) -> bool:
    """More than half of the rows of that id and carrier's day, as they were last seen."""
    same_id = [one for one in of_day if one.id == status.id]
    return 2 * sum(one.unknown_name == status.unknown_name for one in same_id) > len(same_id)
