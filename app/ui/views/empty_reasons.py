"""The texts for empty tables: why there is nothing to see, and what to do."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from app.domain.days import CarrierAnswer, DayState, Scope
from app.domain.errors import AddressError, AppError, CredentialsError, NoManifestError
from app.domain.reception.receiver_status import ReceiverStatus
from app.domain.reception.reception_state import ReceptionState
from app.domain.settings import Settings
from app.domain.views.columns import Table
from app.domain.views.queries import EARLIER_VIEWS, VIEW_TITLES, View, by_column
from app.ui.context.window_context import WindowContext
from app.ui.notices.notices import Remedies
from app.ui.ports.help_ports import HelpPlace, Page
from app.ui.ports.settings_ports import SettingsPlace
from app.ui.receiver.receiver_controller import ReceiverController
from app.ui.receiver.shown_receiver import ShownReceiver
from app.ui.tables.filter_bar import quoted
from app.ui.tables.narrowing import Narrowing
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs
from app.ui.widgets.empty_state import Action, Emptiness
from app.ui.widgets.first_minutes import FirstStep, Progress


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


@dataclass(frozen=True)
class Situation:
    """The state from which the reason follows."""

    table: Table
    is_set_up: bool
    can_start_demo: bool
    day: Scope | None
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
    receiver: ShownReceiver
    settings: Settings
    has_days: bool
    """Whether a day was ever loaded."""


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
        is_new = not now.is_set_up or (now.receiver.is_unused and not now.has_days)
        if is_new and now.state is None and not now.is_loading:
            return self._first_minutes(now)
        if now.day is None:
            text = self.tr("Type the carrier's code at the top left, then load the day.")
            enter = (Action.CARRIER, self.tr("Enter the code"))
            return Emptiness("inbox", self.tr("Which carrier?"), text, (enter,))
        if now.is_loading:
            text = self.tr("The day appears here as soon as it is complete.")
            return Emptiness("refresh", self.tr("Loading…"), text, is_loading=True)
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
            return self._not_received(now.receiver.reception)
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
        start = self._start(reception)
        return Emptiness("signal-off", self.tr("Notifications are not being received"), text, (start,))

    def _start(self, reception: ReceptionState) -> tuple[Action | SettingsPlace, str]:
        if reception is ReceptionState.NO_TOKEN:
            return SettingsPlace.RECEIVER_TOKEN, self.tr("Enter the token")
        return Action.START_RECEIVER, self.tr("Start the receiver")

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

    def _not_loaded(self, day: Scope, now: Situation) -> Emptiness:
        text = self.tr("Nothing of {carrier} on {date} is on this computer.")
        return Emptiness(
            "inbox",
            self.tr("This day is not loaded yet"),
            text.format(carrier=day.named, date=now.date_text),
            ((Action.LOAD, self.tr("Load")),),
        )

    def _first_minutes(self, now: Situation) -> Emptiness:
        actions = ((Action.DEMO, self.tr("Try the demo")),) if now.can_start_demo else ()
        text = self.tr("With the first two you see the day. The others can wait.")
        steps = (self._access(now), self._first_load(now), *self._later_steps(now))
        return Emptiness("key", self.tr("First steps"), text, actions, steps)

    def _access(self, now: Situation) -> FirstStep:
        title, problem = self.tr("Carrier and token"), now.problem
        if not now.is_set_up:
            text = self.tr("Address, token and user, as the carrier gave them to you.")
            return FirstStep(title, text, Progress.OPEN, self.tr("Enter them"), Action.FIRST_STEPS)
        if now.day is None:
            text = self.tr("The carrier's code, at the top left.")
            return FirstStep(title, text, Progress.OPEN, self.tr("Enter the code"), Action.CARRIER)
        if isinstance(problem, CredentialsError | AddressError):
            button, place = self._remedies.after(problem)[0]
            return FirstStep(title, now.problem_text, Progress.FAILED, button, place or Action.LOAD)
        return FirstStep(title, now.day.named, Progress.DONE, self.tr("Change"), SettingsPlace.CARRIER_TOKEN)

    def _first_load(self, now: Situation) -> FirstStep:
        title, every = self.tr("Load the day"), now.settings.refresh_minutes
        if now.problem is not None and not isinstance(now.problem, CredentialsError | AddressError):
            button, place = self._remedies.after(now.problem)[0]
            return FirstStep(title, now.problem_text, Progress.FAILED, button, place or Action.LOAD)
        text = self.tr("Gets the manifests of {date}.").format(date=now.date_text)
        if every:
            text += " " + self.tr("From then on they are loaded again every %Ln minute(s).", "", every)
        return FirstStep(title, text, Progress.OPEN, self.tr("Load"), Action.LOAD)

    def _receiving(self, receiver: ShownReceiver) -> FirstStep:
        title = self.tr("Receive notifications of visits")
        if receiver.is_down:
            action, button = self._start(receiver.reception)
            return FirstStep(title, self.tr("They are not being received."), Progress.FAILED, button, action)
        if receiver.reception.is_listening or receiver.relies_on:
            return FirstStep(
                title, self.tr("They are received."), Progress.DONE, self.tr("Change"), SettingsPlace.RECEIVER
            )
        text = self.tr("Without them there are no visits, no drivers and no map.")
        return FirstStep(title, text, Progress.OPEN, self.tr("Set up…"), SettingsPlace.RECEIVER)

    def _later_steps(self, now: Situation) -> tuple[FirstStep, ...]:
        shares, change, named = bool(now.settings.relay_url), self.tr("Change"), now.settings.dispatcher
        states = (Progress.OPEN, Progress.DONE)
        return (
            self._receiving(now.receiver),
            FirstStep(
                self.tr("Your name"),
                self.tr("{name}: so it stands in “Assigned to”.").format(name=named)
                if named
                else self.tr("It stands in “Assigned to”; until you enter it, that of this computer's user does."),
                states[bool(named)],
                change if named else self.tr("Enter it"),
                SettingsPlace.DISPATCHER,
            ),
            FirstStep(
                self.tr("Share with other desks (optional)"),
                self.tr("Notes, cases and calls are the same on all computers of the site."),
                states[shares],
                self.tr("How"),
                HelpPlace(Page.SHARING),
            ),
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
            text.format(carrier=now.day.named if now.day else "", date=now.date_text),
            ((Action.LOAD, self.tr("Load again")), (Action.CARRIER, self.tr("Change the code"))),
        )


class EmptySituations(QObject):
    """Has each table without rows say why, whenever the rows or the reasons may have changed."""

    changed = Signal()
    """Rows or reasons may have changed."""

    def __init__(self, context: WindowContext, tabs: TableTabs, receiver: ReceiverController) -> None:
        super().__init__(context.window)
        self._context = context
        self._tabs = tabs
        self._is_set_up = True
        """Assumed until the keyring has answered."""
        self._receiver = ShownReceiver(ReceiverStatus(ReceptionState.STARTING), Settings(), {})
        self._reasons = EmptyReasons(self)
        context.day.load_started.connect(self.refresh)
        receiver.state_seen.connect(self._note_receiver)
        for page in tabs.pages.values():
            page.rows_shown.connect(partial(self._refresh_page, page))

    @Slot(bool)
    def note_set_up(self, is_set_up: bool) -> None:
        """Record whether the carrier can be asked: address and credentials are there."""
        self._is_set_up = is_set_up
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Have all tables without rows say why."""
        for page in self._tabs.pages.values():
            self._refresh_page(page)

    def _refresh_page(self, page: TablePage) -> None:
        if page.is_answered and not page.model.ids:
            page.show_emptiness(self._of_table(page))
        self.changed.emit()

    @Slot(object)
    def _note_receiver(self, receiver: ShownReceiver) -> None:
        """Record the state of the receiver, as its chip shows it."""
        before, self._receiver = self._receiver, receiver
        if _of_emptiness(receiver) != _of_emptiness(before):
            self.refresh()

    def _of_table(self, page: TablePage) -> Emptiness:
        named = self.named(page)
        if page.narrowing.numbers:
            named.append(self.tr("a list of %Ln number(s)", "", len(page.narrowing.numbers)))
        return self._reasons.why(self._now(page.table, page.narrowing, page.total, ", ".join(named)))

    def named(self, page: TablePage) -> list[str]:
        """Return the filters of a table in words, but for a pasted list."""
        say, shown = self._context.say, page.narrowing
        named = [say(VIEW_TITLES[shown.view])] if shown.view is not View.ALL else []
        named += [quoted(shown.search, say)] if shown.search.strip() else []
        return named + [page.filters.describe(some) for some in by_column(shown.filters)]

    def of_day(self) -> Emptiness:
        """Return why there are no figures of the day."""
        return self._reasons.why(self._now(Table.SHIPMENTS, Narrowing(), 0, ""))

    def _now(self, table: Table, narrowing: Narrowing, total: int, filter_text: str) -> Situation:
        context, current_day, problem = self._context, self._context.day, self._context.day.problem
        shown_date = current_day.shown_day.date
        return Situation(
            table=table,
            is_set_up=self._is_set_up,
            can_start_demo=not context.is_demo,
            day=current_day.day,
            date_text=self._context.formats.weekday_date(shown_date),
            is_over=shown_date < context.clock.today(),
            state=current_day.state,
            problem=problem,
            problem_text=context.say(problem.user_message) if problem else "",
            is_loading=current_day.is_loading_this,
            is_narrowed=narrowing.is_narrowed,
            filter_text=filter_text,
            total=total,
            view_alone=narrowing.view if narrowing.is_of_a_view_alone else None,
            spans_days=narrowing.view in EARLIER_VIEWS,
            has_search=bool(narrowing.search.strip()),
            receiver=self._receiver,
            settings=context.settings.read(),
            has_days=current_day.state is not None or bool(context.rows.carriers()),
        )


def _of_emptiness(receiver: ShownReceiver) -> tuple[ReceptionState, bool]:
    """Return what of the receiver's state the reasons depend on."""
    return receiver.reception, receiver.is_unused
