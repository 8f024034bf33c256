"""The detail of a notification: its outcome and why, how it arrived, and its body exactly as sent."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton, QWidget

from app.domain.contract.outcomes import KEPT_BYTES, OUTCOME_TEXTS, REASON_TEXTS, Outcome, QuarantineReason
from app.domain.contract.statuses import VISIT_STATES, State
from app.domain.texts import Text
from app.domain.views.columns import Table
from app.domain.views.details import NotificationDetail
from app.ui.appearance.icons import icon
from app.ui.widgets.detail_parts import DetailParts, RowLink, readable, visible
from app.ui.widgets.labels import Line, card, lines_grid, plain_label
from app.ui.widgets.layouts import in_column

_MOST_SHOWN = 100_000
"""Characters of a body that are shown; more would block the window. The copy holds all of it."""
_FAULT_OF_SENDER = Text(
    "Quarantine",
    "The provider sent something else than its contract says: show it to the provider's technical team. What a later "
    "version of Despacho can read, it applies when asked again.",
)
_OTHER_CONTENT = Text(
    "Quarantine", "The first one stays. Compare the two, and ask the provider's technical team which one holds."
)
_FLOOD = Text(
    "Quarantine",
    "The provider, or another holder of the token, sends much that is no notification: show it to the provider's "
    "technical team, and agree on a new token where it does not come from there.",
)
_SHORTENED = Text(
    "Quarantine",
    "At most its first {kept} of {size} bytes are kept: within an hour too much was set aside to keep it whole. "
    "SHA-256 of the whole: {digest}. It cannot be applied again.",
)
_COUNTED = Text(
    "Quarantine",
    "{bodies} bodies of {size} bytes in all came when too much had been set aside within an hour. They are only "
    "counted.",
)
_UNREADABLE = (QuarantineReason.NOT_JSON, QuarantineReason.REPEATED_KEY, QuarantineReason.TOO_DEEP)
_MEANINGS = {
    Outcome.STORED: Text("Outcome", "The visit shows what it says, or something newer."),
    Outcome.DUPLICATE: Text("Outcome", "It came before."),
    Outcome.QUARANTINED: Text("Outcome", "It is kept exactly as it came, and applied to no visit."),
}


class NotificationDetailBuilder(QObject):
    """Builds the widgets of a notification."""

    def __init__(self, parts: DetailParts, follow: Callable[[RowLink], object], apply: Callable[[int], object]) -> None:
        super().__init__(parts)
        self._parts = parts
        self._follow = follow
        self._apply = apply

    def build(self, detail: NotificationDetail) -> list[QWidget]:
        """Return the widgets, from top to bottom."""
        parts, status = self._parts, detail.cells["status"]
        if detail.outcome is Outcome.QUARANTINED:
            head = parts.head(self.tr("Notification"), "warning", parts.say(OUTCOME_TEXTS[detail.outcome]))
        else:
            state, shown = VISIT_STATES.get(str(status), State.OTHER), parts.formats.status(str(status))
            head = parts.head(self.tr("Notification"), state, shown)
        headers: list[Line] = [(name, value, "") for name, value in detail.headers]
        return [
            head,
            plain_label(parts.say(self._meaning(detail)), tone="dim" if detail.shortened is None else "warn"),
            *self._reason(detail),
            parts.buttons(self._buttons(detail)),
            card(self.tr("How it came"), lines_grid(self._lines(detail))),
            *([card(self.tr("Headers"), lines_grid(headers))] if headers else []),
            self._body(detail),
        ]

    def _meaning(self, detail: NotificationDetail) -> Text:
        shortened, number = detail.shortened, self._parts.formats.number
        if shortened is None:
            return _MEANINGS[detail.outcome]
        if shortened.digest is None:
            return _COUNTED.filled(bodies=number(shortened.bodies), size=number(shortened.size))
        return _SHORTENED.filled(kept=number(KEPT_BYTES), size=number(shortened.size), digest=shortened.digest)

    def _reason(self, detail: NotificationDetail) -> list[QWidget]:
        if detail.reason is None:
            return []
        say, is_other = self._parts.say, detail.reason is QuarantineReason.OTHER_CONTENT
        reason = self.tr("Why: {reason}.").format(reason=say(REASON_TEXTS[detail.reason]))
        meaning = _OTHER_CONTENT if is_other else _FAULT_OF_SENDER if detail.shortened is None else _FLOOD
        return [plain_label(reason, tone="warn"), plain_label(say(meaning))]

    def _buttons(self, detail: NotificationDetail) -> list[QWidget]:
        made: list[QWidget] = []
        if detail.outcome is Outcome.QUARANTINED and detail.shortened is None:
            again = QPushButton(icon("refresh", self._parts.theme.text), self.tr("Apply again"))
            again.clicked.connect(lambda: self._apply(detail.id))
            made.append(again)
        visit = detail.cells["visit_id"]
        if visit is not None and detail.visit_date is not None:
            link = RowLink(Table.VISITS, int(visit), detail.visit_date)
            text = self.tr("Visit {number}").format(number=visit)
            made.append(self._parts.link(text, text, lambda: self._follow(link)))
        return made

    def _lines(self, detail: NotificationDetail) -> list[Line]:
        formats, cells = self._parts.formats, detail.cells
        lines: list[Line] = [(self.tr("Received"), formats.instant(detail.received_at), "")]
        if cells["timestamp"] is not None:
            lines.append((self.tr("Sent at"), formats.sent_at(str(cells["timestamp"])), ""))
        lines.append((self.tr("Outcome"), self._parts.say(OUTCOME_TEXTS[detail.outcome]), ""))
        if cells["repeats"]:
            lines.append((self.tr("Repeated"), self.tr("came %Ln more time(s)", "", int(cells["repeats"])), ""))
        if cells["event"] is not None:
            lines.append((self.tr("Event"), str(cells["event"]), ""))
        if detail.path is not None:
            lines.append((self.tr("Path"), self.tr("{path}, not the receiver's own").format(path=detail.path), "warn"))
        return lines

    def _body(self, detail: NotificationDetail) -> QWidget:
        part = QWidget()
        column = in_column(
            self._parts.buttons([self._parts.copy_button(self.tr("Body"), detail.body)]), on=part, margins=0, spacing=8
        )
        text = shown_body(detail)
        if len(text) > _MOST_SHOWN:
            cut = self.tr("These are the first {shown} of {total} characters.")
            figures = {"shown": self._parts.formats.number(_MOST_SHOWN), "total": self._parts.formats.number(len(text))}
            column.addWidget(plain_label(cut.format(**figures), tone="dim"))
        column.addWidget(self._parts.text_box(self.tr("Body"), text[:_MOST_SHOWN]))
        return part


def shown_body(detail: NotificationDetail) -> str:
    """Return a body laid out for reading, unless that would hide why it could not be read."""
    is_as_sent = detail.reason in _UNREADABLE or detail.shortened is not None
    return visible(detail.body) if is_as_sent else readable(detail.body)
