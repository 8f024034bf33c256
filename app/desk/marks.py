"""What stands beside a status: a sign, its colour, and the sentence that says the same to eyes and ears."""

from typing import NamedTuple

from app.desk.roles import TextTone
from app.domain.statuses import Mark
from app.domain.texts import Text


class Sign(NamedTuple):
    """An icon by name, the tone of its colour, and what it says."""

    icon: str
    tone: TextTone
    text: Text


SIGNS = {
    Mark.CONFLICT: Sign(
        "differ", TextTone.WARN, Text("Mark", "Contradiction: the carrier, asked after the visit, says something else.")
    ),
    Mark.AHEAD: Sign("clock", TextTone.FAINT, Text("Mark", "By the visit: the carrier was not asked since.")),
    Mark.MISSED: Sign(
        "help", TextTone.MISSED, Text("Mark", "Possibly missed: the carrier says so, and no notification came.")
    ),
}
