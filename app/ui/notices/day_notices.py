"""The notices about the shown day: how its loads ended, what they changed, and that a new day has begun."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtWidgets import QApplication, QDialog

from app.domain.days import CarrierAnswer, DayState, Scope, known_spelling
from app.domain.views.day_warnings import SIGNS_OFF_TEXTS, NumberMismatch, SignsOff, signs_off
from app.domain.views.queries import View
from app.ui.context.window_context import Feature, WindowContext
from app.ui.notices.banner import Banner
from app.ui.notices.notices import FailedLoad, Gravity, Notice, Notices, Remedy, Topic

_IDLE = timedelta(minutes=5)
"""Without a key press or the mouse for so long, the user is away."""
_TOUCHES = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
    }
)


class BannerNotices(Feature):
    """Shows notices in the banner, does what their buttons offer, and keeps which ones the user closed."""

    def __init__(self, context: WindowContext, banner: Banner) -> None:
        super().__init__(context)
        self._banner = banner
        self._notices = Notices(self)
        banner.asked.connect(self._do)
        banner.closed.connect(self._keep_closed)

    @Slot(object)
    def _do(self, remedy: Remedy) -> None:
        """Do what the button of a notice offers."""

    @Slot(object)
    def _keep_closed(self, topic: Topic) -> None:
        """Keep that the user closed a notice."""


class NewDay(BannerNotices):
    """Shows the new day if the window showed today and the user is away; else a notice offers it.

    Only the site's date counts, whatever changed it: midnight, a sleep past it, a clock that was set. A day other than
    today stays. The notice stays until it is closed or another day is shown.
    """

    def __init__(self, context: WindowContext, banner: Banner, is_in_work: Callable[[], bool]) -> None:
        """Watch the window; `is_in_work`: whether the user left something half done, such as a search or a note."""
        super().__init__(context, banner)
        self._is_in_work = is_in_work
        self._today = context.clock.today()
        self._touched_at: datetime = context.clock.now()
        self._left_on: date | None = None
        """The day that was today and is still shown, while the new one is offered."""
        context.window.installEventFilter(self)
        context.day.day_shown.connect(self._offer)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Record when the user last did something, and check the date when they come back to the window."""
        kind = event.type()
        if kind in _TOUCHES:
            self._touched_at = self._context.clock.now()
        elif watched is self._context.window:
            handle = self._context.window.windowHandle()  # gets all keys and clicks of the window first
            if kind is QEvent.Type.Show and handle is not None:
                handle.installEventFilter(self)
            elif kind is QEvent.Type.Hide and handle is not None:
                handle.removeEventFilter(self)
            elif kind is QEvent.Type.WindowActivate:
                self.look()
        return False

    @Slot()
    def look(self) -> None:
        """Show or offer the new day if the site's date changed."""
        before, self._today = self._today, self._context.clock.today()
        if before == self._today:
            return
        if self._context.day.shown_day.date == before:
            if self._is_free():
                self._go()
            else:
                self._left_on = before
        self._offer()

    def hand_over(self) -> tuple[date, datetime, date | None]:
        """Return the state of this window, for the one that replaces it."""
        return self._today, self._touched_at, self._left_on

    def take_over(self, other: "NewDay") -> None:
        """Take over the state of the window that this one replaces."""
        self._today, self._touched_at, self._left_on = other.hand_over()
        self._offer()

    def _is_free(self) -> bool:
        """Return whether the user is away, and nothing is open or half done."""
        is_away = self._context.clock.now() - self._touched_at >= _IDLE
        is_open = (
            QApplication.activeModalWidget() is not None
            or QApplication.activePopupWidget() is not None
            or any(dialog.isVisible() for dialog in self._context.window.findChildren(QDialog))
        )
        return is_away and not (is_open or self._is_in_work())

    def _go(self) -> None:
        """Show today of the same carrier."""
        self._context.signals.day_asked.emit(Scope(self._context.day.shown_day.carriers, self._today))

    @Slot()
    def _offer(self) -> None:
        """Offer today while the day before is still shown; a user who shows another day needs no offer."""
        notice = None
        if self._left_on is not None and self._context.day.shown_day.date == self._left_on != self._today:
            formats = self._context.formats
            notice = self._notices.about_new_day(formats.weekday_date(self._today), formats.weekday_date(self._left_on))
        else:
            self._left_on = None
        self._banner.show_notice(Topic.NEW_DAY, notice)

    @Slot(object)
    def _keep_closed(self, topic: Topic) -> None:
        if topic is Topic.NEW_DAY:
            self._left_on = None

    @Slot(object)
    def _do(self, remedy: Remedy) -> None:
        if remedy is Remedy.SHOW_TODAY:
            self._go()


class DayNotices(BannerNotices):
    """Shows them in the banner; one that the user closed is not shown again."""

    skipped_asked = Signal(object)
    """The `Skipped` shipments of an answer are to be shown."""

    def __init__(self, context: WindowContext, banner: Banner) -> None:
        super().__init__(context, banner)
        self._closed: object = None
        """What the notice that the user closed last was about."""

    def show(self, age: str) -> None:
        """Show what must be known of the day; `age` is how old its data is, in words."""
        say, day = self._context.say, self._context.day
        failed = ", ".join(one.carrier for one in day.failed or day.shown_day.days)
        named = f"{failed}, {self._context.formats.short_date(day.shown_day.date, weekday=True)}"
        count, whole = len(day.shown_day.days) - len(day.failed), len(day.shown_day.days)
        has_count = whole > 1 and not day.is_loading  # till then those that wait would count as loaded
        loaded = self.tr("Loaded {loaded} of {all}.").format(loaded=count, all=whole) if has_count else ""
        problem, at = day.problem, day.failed_at
        load = FailedLoad(problem, say(problem.user_message), at, named, loaded) if problem else None
        notice = self._notices.about(day.state, load, age)
        for state in day.states if whole > 1 and notice is None else ():
            alone = self._notices.about(state, None, age)
            notice = notice or (alone and replace(alone, text=f"{state.day.carrier}: {alone.text}"))
        known = self._known_spelling()
        if notice is None and known is not None:
            notice = self._notices.about_spelling(known)
        self._banner.show_notice(Topic.DAY, notice if self._subject(known) != self._closed else None)
        dropped = self._dropped()
        drop = say(dropped.drop.text) if dropped is not None and dropped.drop is not None else ""
        text = f"{dropped.day.carrier}: {drop}" if dropped is not None and whole > 1 else drop
        self._banner.show_notice(Topic.DROP, self._notices.about_drop(text) if drop else None)

    def _subject(self, known: str | None) -> object:
        """Return what the notice is about: a load of the user that fails again is another failure."""
        day, state = self._context.day, self._context.day.state
        problem = day.problem if day.problem is None or day.failed_at else str(day.problem)
        return day.day, day.failed, problem, state and (state.answer, state.skipped), known

    def _known_spelling(self) -> str | None:
        """Return the code of a known carrier that differs from the one shown in case and blanks alone."""
        carriers = self._context.day.shown_day.carriers
        return known_spelling(carriers[0], self._context.rows.carriers()) if len(carriers) == 1 else None

    def _dropped(self) -> DayState | None:
        """Return the first state whose answer lacks something, unless it is empty or the user closed the notice."""
        for state in self._context.day.states:
            drop = state.drop if state.answer is CarrierAnswer.MANIFESTS else None
            if drop is not None and drop.at.isoformat() > self._context.state.closed_drop(state.day):
                return state
        return None

    @Slot(object)
    def _keep_closed(self, topic: Topic) -> None:
        if topic is Topic.DAY:
            self._closed = self._subject(self._known_spelling())
        elif topic is Topic.DROP and (dropped := self._dropped()) is not None and dropped.drop is not None:
            self._context.state.keep_closed_drop(dropped.day, dropped.drop.at.isoformat())

    @Slot(object)
    def _do(self, remedy: Remedy) -> None:
        state = self._context.day.state
        if remedy is Remedy.LOAD:
            self._context.day.load()
        elif remedy is Remedy.RETRY:
            self._context.day.retry()
        elif remedy is Remedy.SHOW_SKIPPED and state is not None:
            self.skipped_asked.emit(state.skipped)
        elif remedy is Remedy.KNOWN_CARRIER and (known := self._known_spelling()) is not None:
            self._context.signals.day_asked.emit(Scope((known,), self._context.day.shown_day.date))
        elif remedy is Remedy.SHOW_GONE:
            self._context.signals.view_asked.emit(View.GONE)


class MatchNotices(BannerNotices):
    """Shows them in the banner, until the user closes them."""

    def __init__(self, context: WindowContext, banner: Banner) -> None:
        super().__init__(context, banner)
        self._closed: Scope | None = None
        """The day whose notice about unmatched visits the user closed."""

    @Slot()
    def refresh(self) -> None:
        """Show what is to be said of the day as it is now."""
        self._banner.show_notice(Topic.SIGNS, self._about_signs())
        self._count_unmatched()

    def _count_unmatched(self) -> None:
        day, state = self._context.day.day, self._context.day.state
        if day is None or state is None or not state.shipments:
            self._banner.show_notice(Topic.NUMBERS, None)
            return
        asked = self._context.queries.ask("mismatch", lambda rows: (day, rows.number_mismatch(day)))
        asked.succeeded.connect(self._show_mismatch)

    @Slot(object)
    def _show_mismatch(self, found: tuple[Scope, NumberMismatch | None]) -> None:
        day, mismatch = found
        if day == self._context.day.day:
            is_known = mismatch is None or day == self._closed
            notice = None if is_known or mismatch is None else self._about_numbers(mismatch)
            self._banner.show_notice(Topic.NUMBERS, notice)

    def _about_numbers(self, found: NumberMismatch) -> Notice:
        locale = self._context.formats.locale
        text = self.tr("{unmatched} of {visits} visits match no shipment of the day. A visit's number / a shipment's:")
        shown = "\n".join(f"{named} / {listed}" for named, listed in found.examples)
        said = text.format(unmatched=locale.toString(found.unmatched), visits=locale.toString(found.visits))
        button = self.tr("Show these visits")
        return Notice(Gravity.WARNING, f"{said}\n{shown}", button, Remedy.SHOW_UNMATCHED, can_close=True)

    def _about_signs(self) -> Notice | None:
        """Return why no row of the day is marked as possibly missed; None once the user closed that notice."""
        context, state = self._context, self._context.day.state
        if state is None or state.loaded_at is None or self._context.state.knows_signs:
            return None
        missing_since = context.rows.first_reception().missing_since
        off = signs_off(missing_since, context.clock.days.end(state.day.date), state.loaded_at)
        if off is None or off is SignsOff.NO_NOTIFICATION:  # the receiver's chip says that none ever arrived
            return None
        return self.about_signs_off(off)

    def about_signs_off(self, off: SignsOff) -> Notice:
        """Return the notice that no row of the day is marked as possibly missed; it can be closed."""
        text = self._context.say(SIGNS_OFF_TEXTS[off])
        if off is SignsOff.LOADED_BEFORE:
            return Notice(Gravity.INFO, text, self.tr("Load again"), Remedy.LOAD, can_close=True)
        return Notice(Gravity.INFO, text, can_close=True)

    @Slot(object)
    def _do(self, remedy: Remedy) -> None:
        if remedy is Remedy.SHOW_UNMATCHED:
            self._context.signals.view_asked.emit(View.NO_SHIPMENT)

    @Slot(object)
    def _keep_closed(self, topic: Topic) -> None:
        if topic is Topic.NUMBERS:
            self._closed = self._context.day.day
        elif topic is Topic.SIGNS:
            self._context.state.knows_signs = True
