"""The alerts in the window: the bell with its list, the tray, and what an alert leads to."""

from collections.abc import Callable, Sequence
from datetime import time
from functools import cached_property, partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QPushButton, QSizePolicy

from app.domain.calls.queue import Reminder
from app.domain.days import Scope
from app.domain.pace.alert_rules import RULES, is_off, ways_of
from app.domain.reception.alerts import Alert, AlertGroup, AlertKind, is_quiet
from app.domain.settings import Settings
from app.domain.views.columns import Table
from app.domain.views.queries import ValueFilter, View
from app.ui.alerts.alert_watch import AlertWatch
from app.ui.alerts.alerts import HELP, Alerts, AlertWords
from app.ui.alerts.alerts_panel import AlertsPanel
from app.ui.alerts.reminder_watch import ReminderWatch
from app.ui.appearance.icons import icon
from app.ui.appearance.theme import Theme, scaled
from app.ui.calls.call_controller import CallController
from app.ui.context.places import SettingsPlace
from app.ui.context.window_context import WindowContext
from app.ui.receiver.receiver_controller import ReceiverController
from app.ui.receiver.shown_receiver import ShownReceiver
from app.ui.widgets.detail_parts import RowLink
from app.ui.widgets.labels import restyle, tool_tip
from app.ui.widgets.system import Tray

_MOST = 99
_SIDE = 16
GATHER_MS = 10_000
QUIET_MS = 60_000
"""How often to check whether the quiet time is over."""
_TEST_MS = 15_000
"""How long the tray icon stays for a test: the message would go with it."""


class Bell(QPushButton):
    """A button whose text is the number of unread alerts; without any it is the bell alone."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._calm = icon("bell", theme.text)
        self._rung = icon("bell", theme.tone("exception").foreground)
        self.setAccessibleName(self.tr("Alerts"))
        self.setIconSize(QSize(scaled(_SIDE), scaled(_SIDE)))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setProperty("bell", True)
        self.show_unread(0)

    def show_unread(self, count: int) -> None:
        """Show how many alerts are unread."""
        said = self.tr("%Ln unread alert(s)", "", count) if count else self.tr("Alerts: none unread")
        self.setIcon(self._rung if count else self._calm)
        self.setText("" if not count else f"{count}" if count <= _MOST else f"{_MOST}+")
        self.setToolTip(tool_tip(said))
        self.setAccessibleDescription(said)
        restyle(self, "rung", bool(count))


class Announcer(QObject):
    """Shows one message for all alerts of ten seconds, or of the quiet time."""

    def __init__(
        self,
        show: Callable[[str, str], object],
        words: AlertWords,
        settings: Callable[[], Settings],
        site_time: Callable[[], time],
        beep: Callable[[], object],
        parent: QObject | None = None,
    ) -> None:
        """Announce by `show`, of a title and a text, and by `beep`."""
        super().__init__(parent)
        self._show = show
        self._words = words
        self._settings = settings
        self._site_time = site_time
        self._beep = beep
        self.waiting: list[Alert] = []
        self.announced: Sequence[Alert] = ()
        """The alerts of the last message."""
        self.gathering = QTimer(self, singleShot=True)
        self.gathering.timeout.connect(self._announce)

    @Slot(object)
    def take(self, alerts: Sequence[Alert]) -> None:
        """Announce these alerts soon, if the user wants that."""
        settings = self._settings()
        self.waiting += [one for one in alerts if any(ways_of(one.kind, settings))]
        if self.waiting and not self.gathering.isActive():
            self.gathering.start(GATHER_MS)

    @Slot()
    def forget(self) -> None:
        """Drop the alerts that wait: the user read them in the window."""
        self.waiting = []
        self.gathering.stop()

    @Slot()
    def _announce(self) -> None:
        settings = self._settings()
        if is_quiet(self._site_time(), settings.quiet_from, settings.quiet_until):
            self.gathering.start(QUIET_MS)
            return
        alerts, self.waiting = self.waiting, []
        shown = [one for one in alerts if ways_of(one.kind, settings)[0]]
        if shown:
            self.announced = shown
            self._show(*self._words.message(shown))
        if any(ways_of(one.kind, settings)[1] for one in alerts):
            self._beep()


class AlertController(QObject):
    """Joins the bell, the list, what fills it, and the messages outside the window."""

    reports_asked = Signal()
    """The user wants to see the crash reports."""
    quit_asked = Signal()
    """The user ends the program in the tray."""

    def __init__(self, context: WindowContext, bell: Bell, receiver: ReceiverController, calls: CallController) -> None:
        super().__init__(context.window)
        self._context = context
        self.bell = bell
        self._receiver = receiver
        self._calls = calls
        self._settings = context.settings.read()
        self._words = AlertWords(context.say, lambda: context.formats, self)
        self.list = Alerts(self, lambda kind: is_off(kind, self._settings))
        self.tray = Tray(icon("package", context.theme.accent), context.window)
        self.announcer = Announcer(
            self.tray.show,
            self._words,
            lambda: self._settings,
            lambda: context.clock.now().astimezone(context.clock.zone).time(),
            QApplication.beep,
            self,
        )
        self.watch = AlertWatch(context, self.list)
        self.reminders = ReminderWatch(context)
        self._is_in_background = False
        self._test_end = QTimer(self, singleShot=True, interval=_TEST_MS)
        self._test_end.timeout.connect(self.update_tray)
        self._connect()
        context.window.installEventFilter(self)

    def _connect(self) -> None:
        self.list.changed.connect(lambda: self.bell.show_unread(self.list.unread))
        self.list.added.connect(self.announcer.take)
        self.list.read.connect(self.announcer.forget)
        self.bell.clicked.connect(self.open_under_bell)
        self.tray.open_asked.connect(self._raise_window)
        self.tray.alerts_asked.connect(self.open_list)
        self.tray.quit_asked.connect(self.quit_asked)
        self.tray.message_chosen.connect(self._go_to_announced)
        self._context.signals.alert_raised.connect(self.raise_alert)
        self._receiver.state_seen.connect(self._follow_receiver)
        self.reminders.due.connect(self._remind)

    @cached_property
    def panel(self) -> AlertsPanel:
        """The list under the bell; made when it is first opened."""
        panel = AlertsPanel(self.list, self._words, self._context.theme, self.bell, self._context.window)
        panel.chosen.connect(self.go_to)
        panel.settings_asked.connect(partial(self._context.signals.asked.emit, SettingsPlace.ALERTS))
        panel.help_asked.connect(self._context.signals.help_asked)
        return panel

    @Slot()
    def open_under_bell(self) -> None:
        """Open the list."""
        self.panel.open_under_bell()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the tray icon while the window is open: without it nothing would answer a click."""
        if event.type() == QEvent.Type.Close:
            self.tray.want(wanted=False)
        elif event.type() == QEvent.Type.Show:
            self._is_in_background = False
            self.update_tray()
        return False

    @Slot()
    def open_list(self) -> None:
        """Open the list, in front of everything."""
        self._raise_window()
        self.panel.open_under_bell()

    @Slot()
    def show_test(self) -> None:
        """Show a message like that of a failed visit, whatever the settings say."""
        self.tray.want(wanted=True)
        self.tray.show(*self._words.test_message())
        self._test_end.start()

    @Slot()
    def update_tray(self) -> None:
        """Show or hide the tray icon by the settings; hide it while the window is closed, and not in the background."""
        is_wanted = any(ways_of(kind, self._settings)[0] for kind in AlertKind) and self._context.window.isVisible()
        self.tray.want(wanted=is_wanted or self._is_in_background)

    def keep_in_tray(self) -> None:
        """Show the tray icon until the window is shown again: nothing else leads back to it."""
        self._is_in_background = True
        self.update_tray()

    def say_in_background(self) -> None:
        """Say where the window went."""
        self.tray.show(self.tr("Despacho goes on receiving"), self.tr("Its icon here opens it again."))

    def take_over(self, other: "AlertController") -> None:
        """Take over the alerts of the window that this one replaces."""
        self.list.take_over(other.list)
        self.announcer.take(other.announcer.waiting)

    @Slot(object)
    def raise_alert(self, alert: Alert) -> None:
        """Add an alert to the list, and announce it."""
        self.list.add([alert])

    @Slot(object)
    def _remind(self, reminders: Sequence[Reminder]) -> None:
        """Raise an alert for each promised call that is due; what was raised before is not raised again."""
        self.list.add(
            Alert(
                AlertKind.REMINDER, one.at, self._context.clock.today(), contact=one.recipient, number=one.number,
                carrier=one.carrier,
            )
            for one in reminders
        )  # fmt: skip

    @Slot(object)
    def _follow_receiver(self, state: ShownReceiver) -> None:
        """Raise alerts for what changed in the receiver, and use the settings that it has now."""
        if state.settings != self._settings:
            self._settings = state.settings
            self.update_tray()
        self.watch.follow_receiver(state)

    @Slot()
    def _raise_window(self) -> None:
        window = self._context.window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()

    @Slot()
    def _go_to_announced(self) -> None:
        """Show what the last message is about; for alerts of several kinds, show the list."""
        self._raise_window()
        announced: Sequence[Alert] = self.announcer.announced
        if len({(one.kind, one.on) for one in announced}) == 1:
            self.go_to(tuple(announced))
        else:
            self.panel.open_under_bell()

    @Slot(object)
    def go_to(self, group: AlertGroup) -> None:
        """Show what an alert is about, or several that are listed as one."""
        last = group[-1]
        if last.kind is AlertKind.CREDENTIALS:
            self._context.signals.asked.emit(SettingsPlace.CARRIER_TOKEN)
        elif last.kind is AlertKind.BUG:
            self.reports_asked.emit()
        elif last.kind is AlertKind.DISK:
            self._context.signals.help_asked.emit(HELP[last.kind])
        elif last.kind is AlertKind.REMINDER:
            self._calls.open_for(last.carrier)
        elif last.kind in RULES and last.on is not None:
            shown = self._context.day.shown_day.carriers
            self._show_ruled(group, Scope(shown if last.carrier in ("", *shown) else (last.carrier,), last.on))
        elif last.on is None:
            self._receiver.open_panel()
        elif len(group) == 1 and last.visit_id is not None:
            self._context.signals.row_asked.emit(RowLink(Table.VISITS, last.visit_id, last.on))
        elif len(group) == 1:
            self._context.signals.row_asked.emit(RowLink(Table.NOTIFICATIONS, last.notification_id, last.on))
        elif last.kind in (AlertKind.QUARANTINED, AlertKind.SHORTENED):
            self._receiver.show_quarantined(last.on)
        else:
            day = Scope(self._context.day.shown_day.carriers, last.on)
            self._show_visits(day, [ValueFilter("id", one.visit_id) for one in group])

    def _show_ruled(self, group: AlertGroup, day: Scope) -> None:
        """Show what a rule is about: the visits of a driver or route, what is due, or the day that is to be loaded."""
        chosen = dict.fromkeys(one.of_visits for one in group if one.of_visits is not None)
        of = next(reversed(chosen))[0] if chosen else ""  # one column: rows would have to match the values of each
        self._show_visits(day, [ValueFilter(key, value) for key, value in chosen if key == of])
        if not chosen and group[-1].kind is AlertKind.PROMISE:
            self._context.signals.view_asked.emit(View.DUE_TODAY)

    def _show_visits(self, day: Scope, filters: Sequence[ValueFilter]) -> None:
        """Show a day, and of its visits those with one of these values of a column, if there are any."""
        if day != self._context.day.shown_day:
            self._context.signals.day_asked.emit(day)
        if filters:
            self._context.signals.rows_asked.emit(Table.VISITS, filters)
