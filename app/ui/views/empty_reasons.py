"""The texts for empty tables: why there is nothing to see, and what to do."""

from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.domain.days import CarrierAnswer, Day, DayState
from app.domain.errors import AppError, NoManifestError
from app.domain.reception.listening import ReceptionState
from app.domain.views.columns import Table
from app.domain.views.queries import View
from app.ui.notices.remedies import Remedies
from app.ui.ports.settings_ports import SettingsPlace
from app.ui.receiver.receiver_state import ReceiverState
from app.ui.views.good_news import GoodNews
from app.ui.widgets.empty_state import Action, Emptiness


@dataclass(frozen=True)
class Situation:
    """The state from which the reason follows."""

    table: Table
    is_set_up: bool
    can_start_demo: bool
    day: Day | None
    date_text: str
    is_over: bool
    """Whether the date is before today."""
    state: DayState | None
    problem: AppError | None
    problem_text: str
    is_loading: bool
    is_narrowed: bool
    filter_text: str
    """The filters in words."""
    total: int
    """How many rows there are with nothing filtered out."""
    view_alone: View | None
    """The view, if it is the only filter."""
    spans_days: bool
    """Whether the view lists other days than the one that is shown."""
    has_search: bool
    receiver: ReceiverState


class EmptyReasons(QObject):
    """Writes the reasons; a QObject, so that its sentences are translated."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._good_news = GoodNews(self)
        self._remedies = Remedies(self)

    def why(self, now: Situation) -> Emptiness:
        """Return why a table has no rows, and what can be done."""
        needs_day = now.table not in (Table.VISITS, Table.NOTIFICATIONS)
        is_there = now.total > 0 and not (needs_day and (now.state is None or now.state.loaded_at is None))
        if now.is_narrowed and (is_there or now.spans_days or now.has_search):
            return self._nothing_matches(now)
        return self._not_there(now) if needs_day else self._nothing_came(now)

    def _not_there(self, now: Situation) -> Emptiness:
        if not now.is_set_up and now.state is None:
            return self._not_set_up(now)
        if now.day is None:
            text = self.tr("Type the carrier's code at the top left, then load the day.")
            enter = (Action.CARRIER, self.tr("Enter the code"))
            return Emptiness("inbox", self.tr("Which carrier?"), text, (enter,))
        if now.is_loading:
            return Emptiness("refresh", self.tr("Loading…"), self.tr("The day appears here as soon as it is complete."))
        if now.problem is not None and not isinstance(now.problem, NoManifestError):
            return self._not_reachable(now.problem, now.problem_text)
        return self._not_loaded(now.day, now) if now.state is None else self._nothing_that_day(now.state, now)

    def _nothing_matches(self, now: Situation) -> Emptiness:
        clear = (Action.CLEAR, self.tr("Show all rows"))
        good = self._good_news.of(now.view_alone) if now.view_alone is not None else None
        if good is not None:
            return Emptiness("check", *good, (clear,))
        elsewhere = (Action.EVERYWHERE, self.tr("Search in all days"))
        return Emptiness(
            "filter-x",
            self.tr("Nothing matches"),
            self.tr("No row of this day matches {filter}.").format(filter=now.filter_text),
            (clear, elsewhere) if now.has_search else (clear,),
        )

    def _nothing_came(self, now: Situation) -> Emptiness:
        if now.receiver.is_down and not now.is_over:
            return self._not_received(now.receiver.listening.reception)
        if now.receiver.is_unused and not now.is_over:
            return self._not_listening()
        if now.table is Table.NOTIFICATIONS:
            title = self.tr("No notification that day") if now.is_over else self.tr("No notification yet")
            text = self.tr(
                "Everything that the receiver accepts is listed here as it came, even if it cannot be applied."
            )
        else:
            title = self.tr("No visit that day") if now.is_over else self.tr("No visit yet")
            text = self.tr("A visit appears here as soon as its driver completes it, or cannot deliver.")
        if now.is_over:
            text = self.tr("No notification of {date} was received.").format(date=now.date_text)
        return Emptiness("inbox", title, text)

    def _not_received(self, reception: ReceptionState) -> Emptiness:
        text = self.tr("Visits come as notifications. What the drivers close meanwhile shows only with the next load.")
        start: tuple[Action | SettingsPlace, str] = (Action.START_RECEIVER, self.tr("Start the receiver"))
        if reception is ReceptionState.NO_TOKEN:
            start = (SettingsPlace.RECEIVER_TOKEN, self.tr("Enter the token"))
        return Emptiness("signal-off", self.tr("Notifications are not being received"), text, (start,))

    def _not_listening(self) -> Emptiness:
        text = self.tr(
            "Visits come as notifications, and nothing is set up to receive them yet. Give the receiver a token, and "
            "tell the provider its address."
        )
        title = self.tr("The receiver is not set up")
        return Emptiness("signal-off", title, text, ((SettingsPlace.RECEIVER, self.tr("Set up the receiver")),))

    def _not_reachable(self, problem: AppError, text: str) -> Emptiness:
        actions = tuple((place or Action.LOAD, button) for button, place in self._remedies.after(problem))
        return Emptiness("cloud-off", self.tr("The day could not be loaded"), text, actions)

    def _not_loaded(self, day: Day, now: Situation) -> Emptiness:
        text = self.tr("Nothing of {carrier} on {date} is on this computer.")
        return Emptiness(
            "inbox",
            self.tr("This day is not loaded yet"),
            text.format(carrier=day.carrier, date=now.date_text),
            ((Action.LOAD, self.tr("Load")),),
        )

    def _not_set_up(self, now: Situation) -> Emptiness:
        actions: list[tuple[Action | SettingsPlace, str]] = [(Action.FIRST_STEPS, self.tr("Enter them"))]
        if now.can_start_demo:
            actions.append((Action.DEMO, self.tr("Try the demo")))
        return Emptiness(
            "key",
            self.tr("Connect to the carrier"),
            self.tr(
                "Despacho needs the address of the carrier's service and the two credentials you were given. "
                "The credentials stay in this computer's keyring."
            ),
            tuple(actions),
        )

    def _nothing_that_day(self, state: DayState, now: Situation) -> Emptiness:
        text = {
            CarrierAnswer.EMPTY: self.tr("The carrier answered an empty list for {carrier} on {date}."),
            CarrierAnswer.NOT_FOUND: self.tr(
                "The carrier has no manifest for {carrier} on {date}. Check the code and the date."
            ),
            CarrierAnswer.MANIFESTS: self.tr("The manifests of {carrier} on {date} hold no shipment that can be read."),
        }[state.answer]
        return Emptiness(
            "inbox",
            self.tr("No manifest that day"),
            text.format(carrier=state.day.carrier, date=now.date_text),
            ((Action.LOAD, self.tr("Load again")), (Action.CARRIER, self.tr("Change the code"))),
        )
