"""The texts for empty views of problems, which is good news."""

from PySide6.QtCore import QObject

from app.domain.views.queries import View


class GoodNews(QObject):
    """Writes them; a QObject, so that its sentences are translated."""

    def of(self, view: View) -> tuple[str, str] | None:
        """Return a title and a sentence; None for views whose emptiness is not good news."""
        return self._of_statuses().get(view) or self._of_shipments().get(view) or self._of_visits().get(view)

    def _of_statuses(self) -> dict[View, tuple[str, str]]:
        nothing_to_attend = self.tr("Nothing to attend")
        return {
            View.EXCEPTIONS: (self.tr("No exceptions"), self.tr("No delivery of this day failed so far.")),
            View.TO_ATTEND: (nothing_to_attend, self.tr("No failed delivery of this day waits for somebody.")),
            View.EARLIER: (
                nothing_to_attend,
                self.tr("No failed delivery of an earlier day waits for somebody."),
            ),
            View.TO_ATTEND_VISITS: (
                nothing_to_attend,
                self.tr("No failed visit without a shipment waits for somebody."),
            ),
            View.AT_RISK: (
                self.tr("No promise at risk"),
                self.tr("Whatever was promised up to today is delivered."),
            ),
        }

    def _of_shipments(self) -> dict[View, tuple[str, str]]:
        return {
            View.CONFLICTS: (
                self.tr("No contradictions"),
                self.tr("Wherever the carrier was asked after a visit, both say the same."),
            ),
            View.MISSED: (
                self.tr("No notification missed"),
                self.tr("A notification came for each shipment that was delivered or failed."),
            ),
            View.NO_VISIT: (self.tr("No shipment without a visit"), self.tr("Each shipment of this day has a visit.")),
            View.CHANGED: (self.tr("Nothing changed"), self.tr("The last load brought no change.")),
            View.REPEATED: (self.tr("Nothing twice"), self.tr("Each shipment of this day stands in one manifest.")),
            View.GONE: (self.tr("Nothing gone"), self.tr("Whatever was listed that day is listed still.")),
        }

    def _of_visits(self) -> dict[View, tuple[str, str]]:
        return {
            View.NO_SHIPMENT: (
                self.tr("No visit without a shipment"),
                self.tr("Each visit of this day has a shipment."),
            ),
            View.FAR_AWAY: (
                self.tr("Nobody far away"),
                self.tr("Wherever there is something to measure by, the driver was at the address."),
            ),
            View.ONE_SPOT: (
                self.tr("None from one spot"),
                self.tr("No driver closed several visits at one place far from their addresses."),
            ),
            View.BACKWARDS: (self.tr("No time backwards"), self.tr("Nobody checked out before checking in.")),
        }
