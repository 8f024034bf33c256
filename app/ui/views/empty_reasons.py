"""The texts for empty tables: why there is nothing to see, and what to do."""

from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from app.domain.days import CarrierAnswer, DayState, Scope
from app.domain.errors import AddressError, AppError, CredentialsError, NoManifestError
from app.domain.reception.receiver_status import ReceiverStatus
from app.domain.reception.reception_state import ReceptionState
from app.domain.settings import Settings
from app.domain.texts import Text
from app.domain.views.columns import Table
from app.domain.views.queries import EARLIER_VIEWS, VIEW_TITLES, View, by_column
from app.ui.context.places import HelpPlace, Page, SettingsPlace
from app.ui.context.window_context import WindowContext
from app.ui.notices.notices import Remedies
from app.ui.receiver.receiver_controller import ReceiverController
from app.ui.receiver.shown_receiver import ShownReceiver
from app.ui.tables.filter_bar import quoted
from app.ui.tables.narrowing import Narrowing
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs
from app.ui.widgets.empty_state import Action, Emptiness
from app.ui.widgets.first_minutes import FirstStep, Progress

_GOOD_TITLES = {
    View.EXCEPTIONS: Text("View", "No exceptions"),
    View.TO_ATTEND: Text("View", "Nothing to attend"),
    View.EARLIER: Text("View", "Nothing to attend"),
    View.EARLIER_VISITS: Text("View", "Nothing to attend"),
    View.TO_ATTEND_VISITS: Text("View", "Nothing to attend"),
    View.OVERDUE: Text("View", "Nothing overdue"),
    View.DUE_TODAY: Text("View", "Nothing else due today"),
    View.CONFLICTS: Text("View", "No contradictions"),
    View.MISSED: Text("View", "No notification missed"),
    View.NO_VISIT: Text("View", "No shipment without a visit"),
    View.CHANGED: Text("View", "Nothing changed"),
    View.REPEATED: Text("View", "No shipment listed twice"),
    View.GONE: Text("View", "No shipment gone"),
    View.NO_SHIPMENT: Text("View", "No visit without a shipment"),
    View.FAR_AWAY: Text("View", "No visit far away"),
    View.ONE_SPOT: Text("View", "None from one spot"),
    View.BACKWARDS: Text("View", "No check-out before its check-in"),
}
"""Of the views whose emptiness is good news."""
_GOOD_NEWS = {
    View.EXCEPTIONS: Text("View", "No delivery of this day failed so far."),
    View.TO_ATTEND: Text("View", "No failed delivery of this day is left to attend."),
    View.EARLIER: Text("View", "No failed delivery of an earlier day is left to attend."),
    View.EARLIER_VISITS: Text("View", "No failed visit of an earlier day without a shipment is left to attend."),
    View.TO_ATTEND_VISITS: Text("View", "No failed visit without a shipment is left to attend."),
    View.OVERDUE: Text("View", "Whatever was promised for a day before today is delivered."),
    View.DUE_TODAY: Text("View", "Whatever was promised for today is delivered."),
    View.CONFLICTS: Text("View", "Wherever the carrier was asked after a visit, both say the same."),
    View.MISSED: Text("View", "A notification came for each shipment that was delivered or failed."),
    View.NO_VISIT: Text("View", "Each shipment of this day has a visit."),
    View.CHANGED: Text("View", "The last load brought no change."),
    View.REPEATED: Text("View", "Each shipment of this day is in one manifest only."),
    View.GONE: Text("View", "Every shipment listed that day is still listed."),
    View.NO_SHIPMENT: Text("View", "Each visit of this day has a shipment."),
    View.FAR_AWAY: Text("View", "Where the distance is known, the driver was at the address."),
    View.ONE_SPOT: Text("View", "No driver closed several visits at one place far from their addresses."),
    View.BACKWARDS: Text("View", "Every check-out came after its check-in."),
}
"""What it means that one of them is empty, in a sentence."""


class EmptySituations(QObject):
    """Has each table without rows say why, whenever the rows or the reasons may have changed."""

    changed = Signal()
    """Rows or reasons may have changed."""

    def __init__(self, context: WindowContext, tabs: TableTabs, receiver: ReceiverController) -> None:
        super().__init__(context.window)
        self._context, self._day = context, context.day
        self._tabs = tabs
        self._is_set_up = True
        """Assumed until the keyring has answered."""
        self._receiver = ShownReceiver(ReceiverStatus(ReceptionState.STARTING), Settings(), {})
        self._remedies = Remedies(self)
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
        return self._why(page.table, page.narrowing, page.total, ", ".join(named))

    def named(self, page: TablePage) -> list[str]:
        """Return the filters of a table in words, but for a pasted list."""
        say, shown = self._context.say, page.narrowing
        named = [say(VIEW_TITLES[shown.view])] if shown.view is not View.ALL else []
        named += [quoted(shown.search, say)] if shown.search.strip() else []
        return named + [page.filters.describe(some) for some in by_column(shown.filters)]

    def of(self, table: Table) -> Emptiness:
        """Return why the day has nothing in a table."""
        return self._why(table, Narrowing(), 0, "")

    @property
    def _date(self) -> str:
        return self._context.formats.weekday_date(self._day.shown_day.date)

    def _said(self, problem: AppError) -> str:
        return self._context.say(problem.user_message)

    def _why(self, table: Table, narrowing: Narrowing, total: int, filter_text: str) -> Emptiness:
        """Return why a table has no rows, and what can be done; `total` counts them with nothing filtered out."""
        needs_day = table not in (Table.VISITS, Table.NOTIFICATIONS)
        is_there = total > 0 and (self._day.is_loaded or not needs_day)
        has_search = bool(narrowing.search.strip())
        if narrowing.is_narrowed and (is_there or narrowing.view in EARLIER_VIEWS or has_search):
            return self._nothing_matches(narrowing, filter_text, has_search=has_search)
        return self._not_there() if needs_day else self._nothing_came(table)

    def _not_there(self) -> Emptiness:
        day = self._day
        is_new = not self._is_set_up or (self._receiver.is_unused and not self._context.rows.carriers())
        if day.state is None and not day.is_loading_this and is_new:
            return self._first_minutes()
        if day.day is None:
            text = self.tr("Type the carrier's code at the top left, then load the day.")
            enter = (Action.CARRIER, self.tr("Enter the code"))
            return Emptiness("inbox", self.tr("Which carrier?"), text, (enter,))
        if day.is_loading_this:
            text = self.tr("The day appears here as soon as it is complete.")
            return Emptiness("refresh", self.tr("Loading…"), text, is_loading=True)
        if day.problem is not None and not isinstance(day.problem, NoManifestError):
            return self._not_reachable(day.problem)
        return self._not_loaded(day.day) if day.state is None else self._nothing_that_day(day.day, day.state)

    def _nothing_matches(self, narrowing: Narrowing, filter_text: str, *, has_search: bool) -> Emptiness:
        clear = (Action.CLEAR, self.tr("Show all rows"))
        view, say = narrowing.view, self._context.say
        if narrowing.is_of_a_view_alone and view in _GOOD_NEWS:
            return Emptiness("check", say(_GOOD_TITLES[view]), say(_GOOD_NEWS[view]), (clear,))
        elsewhere = (Action.EVERYWHERE, self.tr("Search in all days"))
        return Emptiness(
            "filter-x",
            self.tr("Nothing matches"),
            self.tr("No row of this day matches {filter}.").format(filter=filter_text),
            (clear, elsewhere) if has_search else (clear,),
        )

    def _nothing_came(self, table: Table) -> Emptiness:
        is_over = self._day.shown_day.date < self._context.clock.today()
        if self._receiver.is_down and not is_over:
            return self._not_received(self._receiver.reception)
        if self._receiver.is_unused and not is_over:
            return self._not_listening()
        if table is Table.NOTIFICATIONS:
            title = self.tr("No notification that day") if is_over else self.tr("No notification yet")
            text = self.tr(
                "Everything that the receiver accepts is listed here as it came, even if it cannot be applied."
            )
        else:
            title = self.tr("No visit that day") if is_over else self.tr("No visit yet")
            text = self.tr("A visit appears here as soon as its driver completes it, or cannot deliver.")
        if is_over:
            text = self.tr("No notification of {date} was received.").format(date=self._date)
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

    def _not_reachable(self, problem: AppError) -> Emptiness:
        actions = tuple((place or Action.LOAD, button) for button, place in self._remedies.after(problem))
        title, is_in_strip = self.tr("The day could not be loaded"), self._day.failed_at is not None
        return Emptiness("cloud-off", title, self._said(problem), actions, is_in_strip=is_in_strip)

    def _not_loaded(self, day: Scope) -> Emptiness:
        text = self.tr("Nothing of {carrier} on {date} is on this computer.")
        return Emptiness(
            "inbox",
            self.tr("This day is not loaded yet"),
            text.format(carrier=day.named, date=self._date),
            ((Action.LOAD, self.tr("Load")),),
        )

    def _first_minutes(self) -> Emptiness:
        where = (HelpPlace(Page.FIRST_DAY, "what-you-need"), self.tr("Where do I get the token?"))
        demo = () if self._context.is_demo else ((Action.DEMO, self.tr("Try the demo")),)
        text = self.tr("With the first two you see the day. The others can wait.")
        steps = (self._access(), self._first_load(), self._receiving(), *self._later_steps())
        return Emptiness("key", self.tr("First steps"), text, (*demo, where), steps)

    def _access(self) -> FirstStep:
        title, day, problem = self.tr("Carrier and token"), self._day.day, self._day.problem
        if not self._is_set_up:
            text = self.tr("Address, token and user, as the carrier gave them to you.")
            return FirstStep(title, text, Progress.OPEN, self.tr("Enter them"), Action.FIRST_STEPS)
        if day is None:
            text = self.tr("The carrier's code, at the top left.")
            return FirstStep(title, text, Progress.OPEN, self.tr("Enter the code"), Action.CARRIER)
        if isinstance(problem, CredentialsError | AddressError):
            button, place = self._remedies.after(problem)[0]
            return FirstStep(title, self._said(problem), Progress.FAILED, button, place or Action.LOAD)
        return FirstStep(title, day.named, Progress.DONE, self.tr("Change"), SettingsPlace.CARRIER_TOKEN)

    def _first_load(self) -> FirstStep:
        title, problem, every = (
            self.tr("Load the day"),
            self._day.problem,
            self._context.settings.read().refresh_minutes,
        )
        if problem is not None and not isinstance(problem, CredentialsError | AddressError):
            button, place = self._remedies.after(problem)[0]
            return FirstStep(title, self._said(problem), Progress.FAILED, button, place or Action.LOAD)
        text = self.tr("Gets the manifests of {date}.").format(date=self._date)
        if every:
            text += " " + self.tr("Then again every %Ln min.", "", every)
        access = self._access()
        if access.progress is Progress.OPEN:
            return FirstStep(title, self.tr("Step 1 comes first."), Progress.OPEN, self.tr("Load"), access.action)
        return FirstStep(title, text, Progress.OPEN, self.tr("Load"), Action.LOAD)

    def _receiving(self) -> FirstStep:
        receiver, title = self._receiver, self.tr("Receive notifications of visits")
        if receiver.is_down:
            action, button = self._start(receiver.reception)
            return FirstStep(title, self.tr("They are not being received."), Progress.FAILED, button, action)
        if receiver.reception.is_listening or receiver.relies_on:
            return FirstStep(
                title, self.tr("They are received."), Progress.DONE, self.tr("Change"), SettingsPlace.RECEIVER
            )
        text = self.tr("Without them there are no visits, no drivers and no map.")
        return FirstStep(title, text, Progress.OPEN, self.tr("Set up…"), SettingsPlace.RECEIVER)

    def _later_steps(self) -> tuple[FirstStep, ...]:
        settings, change = self._context.settings.read(), self.tr("Change")
        shares, named = bool(settings.relay_url), settings.dispatcher
        states = (Progress.OPEN, Progress.DONE)
        return (
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
                change if shares else self.tr("Set up…"),
                SettingsPlace.SHARING,
            ),
        )

    def _nothing_that_day(self, day: Scope, state: DayState) -> Emptiness:
        text = {
            CarrierAnswer.EMPTY: self.tr("It answered an empty list for {carrier} on {date}."),
            CarrierAnswer.NOT_FOUND: self.tr("{carrier}, {date}. Check the code and the date."),
            CarrierAnswer.MANIFESTS: self.tr("The manifests of {carrier} on {date} hold no shipment that can be read."),
        }[state.answer]
        before = (Action.DAY_BEFORE, self.tr("Previous day"))
        others = (Action.LOAD, self.tr("Load again")), (Action.CARRIER, self.tr("Change the code"))
        title = self.tr("The carrier has no manifests of this day.")
        if state.answer is CarrierAnswer.MANIFESTS:
            title = self.tr("No shipment that day")
        return Emptiness("inbox", title, text.format(carrier=day.named, date=self._date), (before, *others))


def _of_emptiness(receiver: ShownReceiver) -> tuple[ReceptionState, bool]:
    """Return what of the receiver's state the reasons depend on."""
    return receiver.reception, receiver.is_unused
