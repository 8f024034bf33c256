"""Tells the other desks which case is open here, and shows which of them has it open."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Slot

from app.domain.calls.queue import CallGroup
from app.domain.relay.handling import cases_of
from app.services.relaying.sharing import Sharing
from app.ui.follow_up.follow_up_card import FollowUpCard

_EVERY_MS = 300


class HandlingWatch(QObject):
    """Looks several times a second, since what is open here changes by clicks and what is open there by messages.

    `called` returns the recipient whose call is shown, None if there is none. `show_handler` gets the name of who
    handles that call at another desk, or an empty text.
    """

    def __init__(
        self,
        card: FollowUpCard,
        called: Callable[[], CallGroup | None],
        show_handler: Callable[[str], None],
        sharing: Sharing,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._card, self._called, self._show_handler, self._sharing = card, called, show_handler, sharing
        self._told: frozenset[str] = frozenset()
        timer = QTimer(self, interval=_EVERY_MS)
        timer.timeout.connect(self.look)
        timer.start()

    @Slot()
    def look(self) -> None:
        """Tell what is open here, if it is another case than before, and show who has it open elsewhere."""
        card, called = self._card, cases_of(self._called())
        told = called | cases_of(card.shown_detail if card.is_in_hand else None)
        if told != self._told:
            self._told = told
            self._sharing.tell(told)
        for show, cases in ((card.show_handler, cases_of(card.shown_detail)), (self._show_handler, called)):
            holder = self._sharing.handled_by(cases)
            show(holder.name if holder is not None else "")
