"""The alerts of the window: their list, and how they read."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from app.domain.pace.alert_rules import RULES
from app.domain.reception.alerts import Alert, AlertGroup, AlertKind, grouped_alerts
from app.domain.reception.reception_state import TOKEN_REFUSED
from app.domain.reception.recovery import Recovery
from app.domain.texts import Say, Text
from app.ui.appearance.formats import Formats
from app.ui.appearance.icons import TextTone
from app.ui.context.places import HelpPlace, Page
from app.ui.receiver.receiver_words import gap_times

MOST = 200
"""How many are kept; what the older ones were about is in the tables."""
_LOOKS = {
    AlertKind.FAILED: ("circle-x", TextTone.BAD),
    AlertKind.QUARANTINED: ("inbox", TextTone.WARN),
    AlertKind.SHORTENED: ("inbox", TextTone.BAD),
    AlertKind.REFUSED: ("key", TextTone.WARN),
    AlertKind.TOKEN_REFUSED: ("key", TextTone.BAD),
    AlertKind.GAP: ("clock", TextTone.WARN),
    AlertKind.NOT_RECEIVING: ("signal-off", TextTone.BAD),
    AlertKind.UNREACHABLE: ("globe", TextTone.BAD),
    AlertKind.CREDENTIALS: ("key", TextTone.BAD),
    AlertKind.RESTORED: ("warning", TextTone.BAD),
    AlertKind.DISK: ("warning", TextTone.BAD),
    AlertKind.REMINDER: ("phone", TextTone.WARN),
    AlertKind.SILENT: ("truck", TextTone.WARN),
    AlertKind.PROMISE: ("clock-alert", TextTone.BAD),
    AlertKind.ROUTE: ("split", TextTone.WARN),
    AlertKind.NOT_LOADED: ("cloud-off", TextTone.WARN),
    AlertKind.BUG: ("warning", TextTone.BAD),
}
_SYMPTOM = partial(HelpPlace, Page.TROUBLESHOOTING)
HELP = {
    AlertKind.FAILED: HelpPlace(Page.TO_ATTEND, "acknowledge-a-failure"),
    AlertKind.QUARANTINED: HelpPlace(Page.RECEIVING, "notifications-set-aside"),
    AlertKind.SHORTENED: _SYMPTOM("too-much-is-set-aside"),
    AlertKind.REFUSED: _SYMPTOM("notifications-are-refused-for-their-token"),
    AlertKind.TOKEN_REFUSED: _SYMPTOM("notifications-are-refused-for-their-token"),
    AlertKind.GAP: _SYMPTOM("there-was-a-reception-gap"),
    AlertKind.NOT_RECEIVING: _SYMPTOM("notifications-are-not-being-received"),
    AlertKind.UNREACHABLE: _SYMPTOM("not-reachable-from-outside"),
    AlertKind.CREDENTIALS: _SYMPTOM("loading-again-failed-credentials"),
    AlertKind.RESTORED: _SYMPTOM("the-data-was-restored"),
    AlertKind.DISK: _SYMPTOM("the-disk-is-filling-up"),
    AlertKind.REMINDER: HelpPlace(Page.TO_ATTEND, "call-one-recipient-after-another"),
    **dict.fromkeys(RULES, HelpPlace(Page.TO_ATTEND, "alerts-by-rule")),
    AlertKind.BUG: _SYMPTOM("something-in-despacho-went-wrong"),
}
"""Where the manual explains the alerts of a kind."""
HELP_ON_ALERTS = HelpPlace(Page.TO_ATTEND, "alerts")
"""Where it explains what alerts are."""
_NAMES = 3  # drivers named in a message
_LINES = 4  # characters of a message; some systems show no more


class Alerts(QObject):
    """Keeps the latest alerts, each once even if it is added twice."""

    changed = Signal()
    added = Signal(object)
    """The `Alert`s that are to be announced outside the window as well, a list."""
    read = Signal()
    """All were read."""

    def __init__(
        self, parent: QObject | None = None, is_off: Callable[[AlertKind], bool] = lambda _kind: False
    ) -> None:
        """Make it; alerts of which `is_off` holds are not kept."""
        super().__init__(parent)
        self._is_off = is_off
        self._kept: list[Alert] = []
        self.unread = 0
        """How many of them, the last ones, were not read."""

    @property
    def kept(self) -> list[Alert]:
        """All alerts in the order in which they were added; the last ones are unread."""
        return list(self._kept)

    def add(self, alerts: Iterable[Alert], *, is_announced: bool = False) -> None:
        """Add alerts as unread; `is_announced` if they were announced outside the window before."""
        kept = set(map(_identity, self._kept))
        new = [one for one in alerts if _identity(one) not in kept and not self._is_off(one.kind)]
        if not new:
            return
        before = [*self._kept, *new]
        staying = _staying(before)
        read = len(before) - self.unread - len(new)
        self._kept = [before[place] for place in staying]
        self.unread = sum(place >= read for place in staying)
        self.changed.emit()
        if not is_announced:
            self.added.emit(new)

    def lines(self) -> list[tuple[AlertGroup, bool]]:
        """Return the alerts grouped as they are listed, the latest first, each with whether any is unread."""
        unread = {id(one) for one in self._kept[len(self._kept) - self.unread :]}
        return [(group, any(id(one) in unread for one in group)) for group in grouped_alerts(self._kept)]

    @Slot()
    def mark_read(self) -> None:
        """Mark all as read."""
        if self.unread:
            self.unread = 0
            self.changed.emit()
        self.read.emit()

    def take_over(self, others: "Alerts") -> None:
        """Take over the alerts of the window that this one replaces."""
        self._kept, self.unread = others.kept, others.unread
        self.changed.emit()


def _staying(alerts: Sequence[Alert]) -> list[int]:
    """Return the indexes of those to keep: if there are too many, bugs go first, then the oldest."""
    by_worth = sorted(range(len(alerts)), key=lambda place: (alerts[place].kind is not AlertKind.BUG, place))
    return sorted(by_worth[max(len(alerts) - MOST, 0) :])


def _identity(alert: Alert) -> tuple[object, ...]:
    """Return the identity of an alert."""
    return alert.kind, alert.at, alert.notification_id, alert.bug, alert.number, alert.carrier, alert.of_visits


@dataclass(frozen=True)
class AlertLine:
    """A line of the list; the icon's name and the tone mean the same as the words."""

    icon: str
    tone: TextTone
    title: str
    about: str
    when: str


class AlertWords(QObject):
    """Words the alerts; a QObject, so that its sentences are translated."""

    def __init__(self, say: Say, formats: Callable[[], Formats], parent: QObject | None = None) -> None:
        """Use the user's language, and the formats of today."""
        super().__init__(parent)
        self._say = say
        self._formats = formats

    def line(self, together: AlertGroup) -> AlertLine:
        """Return the line for alerts that are listed as one."""
        (look, tone), last = _LOOKS[together[0].kind], together[-1]
        title, about = self._title(together), self._about(together)
        if last.kind is AlertKind.FAILED and len(together) == 1 and last.contact:
            title, about = self.tr("Failed: {name}").format(name=last.contact), last.driver or ""
        return AlertLine(look, tone, title, about, self._when(together))

    def message(self, alerts: Sequence[Alert]) -> tuple[str, str]:
        """Return title and text of a tray message, which others may see on a locked screen.

        The only personal data in it are drivers' names and visits' numbers.
        """
        of_kinds = (tuple(one for one in alerts if one.kind is kind) for kind in AlertKind)
        groups = [group for group in of_kinds if group]
        if len(groups) == 1:
            return self._title(groups[0]), self._public_text(groups[0])
        lines = [self._title(group) for group in groups]
        shown = lines if len(lines) <= _LINES else [*lines[: _LINES - 1], "…"]
        return self.tr("%Ln alert(s)", "", len(alerts)), "\n".join(shown)

    def test_message(self) -> tuple[str, str]:
        """Return title and text of the test message."""
        return self.tr("A test"), self.tr("Failed visits are announced like this.")

    def _title(self, group: AlertGroup) -> str:
        count, last = len(group), group[-1]
        if last.kind is AlertKind.GAP and last.gap is not None and count == 1:
            lasted = self._formats().seconds((last.gap.until - last.gap.since).total_seconds())
            return self.tr("Without reception for {time}").format(time=lasted)
        if last.kind is AlertKind.REMINDER and count == 1:
            return self.tr("Call again: {number}").format(number=last.number)
        if last.kind is AlertKind.FAILED and count == 1:
            return self.tr("Failed visit {visit}").format(visit=last.visit_id)
        return {
            AlertKind.FAILED: self.tr("%Ln failed visit(s)", "", count),
            AlertKind.REMINDER: self.tr("%Ln call(s) promised for now", "", count),
            AlertKind.SILENT: self.tr("%Ln silent driver(s)", "", count),
            AlertKind.PROMISE: self.tr("Promised for today, and open"),
            AlertKind.ROUTE: self.tr("Many failures on a route"),
            AlertKind.NOT_LOADED: self.tr("A carrier is not loaded"),
            AlertKind.QUARANTINED: self.tr("%Ln notification(s) set aside", "", count),
            AlertKind.SHORTENED: self.tr("Too much is set aside"),
            AlertKind.REFUSED: self.tr("Turned away: not the right token"),
            AlertKind.TOKEN_REFUSED: self.tr("Notifications are refused: wrong token"),
            AlertKind.GAP: self.tr("%Ln reception gap(s)", "", count),
            AlertKind.NOT_RECEIVING: self.tr("Reception stopped"),  # also true once it is reachable again
            AlertKind.UNREACHABLE: self.tr("Not reachable from outside"),
            AlertKind.CREDENTIALS: self.tr("Loading again failed: credentials"),
            AlertKind.RESTORED: self.tr("The data was restored"),
            AlertKind.DISK: self.tr("The disk is filling up"),
            AlertKind.BUG: self.tr("Something in Despacho went wrong"),
        }[last.kind]

    def _about(self, group: AlertGroup) -> str:
        last = group[-1]
        if last.kind is AlertKind.REMINDER and len(group) == 1:
            return " · ".join(filter(None, (last.driver, last.contact)))
        return self._public_text(group)

    def _public_text(self, group: AlertGroup) -> str:
        """Return the text of an alert without personal data."""
        last = group[-1]
        if last.kind is AlertKind.FAILED or (last.kind is AlertKind.SILENT and len(group) > 1):
            return self._drivers(group)
        if last.kind is AlertKind.REMINDER:
            return ", ".join(dict.fromkeys(one.number for one in group))
        always = {
            AlertKind.QUARANTINED: self.tr("Kept whole, but it could not be read."),
            AlertKind.SHORTENED: self.tr(
                "More than 50 MB within an hour: only the beginning of each further body is kept."
            ),
            AlertKind.REFUSED: self.tr("If the provider sent it, its token is not the one that is set here."),
        }
        if last.kind in always:
            return always[last.kind]
        if last.kind is AlertKind.BUG:
            names = ", ".join(dict.fromkeys(one.bug for one in group))
            return self.tr("The saved data is safe. If it recurs, send the report ({name}) to the maintainers.").format(
                name=names
            )
        if last.gap is not None:
            since, until = gap_times(last.gap, self._formats())
            text = self.tr("From {since} to {until}: {cause}")
            return text.format(since=since, until=until, cause=self._say(last.gap.text))
        problems = filter(None, map(self._problem, group))
        return " ".join(dict.fromkeys(map(self._say, problems)))

    def _problem(self, alert: Alert) -> Text | None:
        if alert.refused_since is not None:
            return TOKEN_REFUSED.filled(since=self._formats().since(alert.refused_since))
        return alert.problem if alert.recovery is None else self._restored(alert.recovery)

    def _restored(self, recovery: Recovery) -> Text:
        at = recovery.backup_at
        return recovery.text if at is None else recovery.text.filled(time=self._formats().minute(at))

    def _drivers(self, group: AlertGroup) -> str:
        names = list(dict.fromkeys(one.driver for one in group if one.driver))
        more = len(names) - _NAMES
        said = ", ".join(names[:_NAMES])
        return self.tr("{names} and %Ln more", "", more).format(names=said) if more > 0 else said

    def _when(self, group: AlertGroup) -> str:
        formats = self._formats()
        first, last = formats.minute(group[0].at), formats.at_site(group[-1].at)
        return first if f"{last:%H:%M}" == first[-5:] else f"{first}–{last:%H:%M}"
