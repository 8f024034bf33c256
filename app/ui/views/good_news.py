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
            View.TO_ATTEND: (nothing_to_attend, self.tr("No failed delivery of this day is left to attend.")),
            View.EARLIER: (
                nothing_to_attend,
                self.tr("No failed delivery of an earlier day is left to attend."),
            ),
            View.EARLIER_VISITS: (
                nothing_to_attend,
                self.tr("No failed visit of an earlier day without a shipment is left to attend."),
            ),
            View.TO_ATTEND_VISITS: (
                nothing_to_attend,
                self.tr("No failed visit without a shipment is left to attend."),
            ),
            View.OVERDUE: (
                self.tr("Nothing overdue"),
                self.tr("Whatever was promised for a day before today is delivered."),
            ),
            View.DUE_TODAY: (
                self.tr("Nothing else due today"),
                self.tr("Whatever was promised for today is delivered."),
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
            View.REPEATED: (
                self.tr("No shipment listed twice"),
                self.tr("Each shipment of this day is in one manifest only."),
            ),
            View.GONE: (self.tr("No shipment gone"), self.tr("Every shipment listed that day is still listed.")),
        }

    def _of_visits(self) -> dict[View, tuple[str, str]]:
        return {
            View.NO_SHIPMENT: (
                self.tr("No visit without a shipment"),
                self.tr("Each visit of this day has a shipment."),
            ),
            View.FAR_AWAY: (
                self.tr("No visit far away"),
                self.tr("Where the distance is known, the driver was at the address."),
            ),
            View.ONE_SPOT: (
                self.tr("None from one spot"),
                self.tr("No driver closed several visits at one place far from their addresses."),
            ),
            View.BACKWARDS: (
                self.tr("No check-out before its check-in"),
                self.tr("Every check-out came after its check-in."),
            ),
        }
