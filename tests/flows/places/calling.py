"""Places of the calls, the follow-ups and the alerts."""

from collections.abc import Iterator
from datetime import timedelta

from app.domain.reception.alerts import Alert, AlertKind
from app.domain.reception.gaps import Gap, GapCause
from app.domain.reception.recovery import Recovery
from app.domain.views.queries import View
from app.ui.alerts.alerts import Alerts
from app.ui.alerts.alerts_panel import AlertsPanel
from app.ui.follow_up.follow_up_dialog import FollowUpDialog
from tests.flows.conftest import NOW, Bench
from tests.flows.places.day import LONG_NAME
from tests.flows.places.problems import DISK_FULL, PORT_TAKEN, REDIRECTED, REFUSED
from tests.flows.places.ways import Place, close, press, settle, shown

_PROBLEMS = {AlertKind.UNREACHABLE: REDIRECTED.text, AlertKind.NOT_RECEIVING: PORT_TAKEN.user_message}


def calling(bench: Bench) -> Iterator[Place]:
    """Yield them."""
    yield from _calls(bench)
    yield from _follow_up(bench)
    yield from _alerts(bench)


def _calls(bench: Bench) -> Iterator[Place]:
    """Yield a recipient with several cases, one with three numbers, one without any, and the end of the queue."""
    press(bench, "F8")
    bench.qtbot.waitUntil(lambda: bench.window.calls.page is not None)
    settle()
    page, session = bench.window.calls.page, bench.window.calls.session
    assert page is not None
    yield "calls", bench.window
    page.reminder.choice.setCurrentIndex(page.reminder.choice.count() - 1)
    page.message.about.setCurrentIndex(page.message.about.count() - 1)
    contacts, group = bench.window.detail.contacts, session.current
    assert group is not None
    if group.phones:
        contacts._copy(group.phones[0], contacts.tr("No browser or WhatsApp could be opened."))
    settle()
    yield "calls with a reminder", bench.window
    seen: set[str] = set()
    for _ in range(session.left):
        group = session.current
        kind = "no phone" if group is None or not group.phones else "three phones" if len(group.phones) > 2 else ""
        if kind not in seen | {""}:
            seen.add(kind)
            settle()
            yield f"calls to {kind}", bench.window
        page.skip.click()
    page.show_session(type(session)(NOW), ())
    settle()
    yield "calls to nobody", bench.window
    bench.window.calls.close()
    settle()


def _follow_up(bench: Bench) -> Iterator[Place]:
    window = bench.window
    window.navigation.show_view(View.TO_ATTEND)
    bench.settle()
    window.tabs.page.view.selectAll()
    window.follow_up.acknowledge()
    dialog = shown(bench, FollowUpDialog)
    yield "follow-up", dialog
    dialog.show_problem(window.context.say(DISK_FULL.user_message))
    settle()
    yield "follow-up with a problem", dialog
    close(dialog)
    window.filtering.clear()
    bench.settle()


def _alerts(bench: Bench) -> Iterator[Place]:
    window = bench.window
    alerts = window.alerts
    none = AlertsPanel(Alerts(), alerts._words, window.context.theme, alerts.bell, window)
    none.open_under_bell()
    settle()
    yield "no alerts", none
    close(none)
    none.deleteLater()
    alerts.list.add(_one_of_each())
    alerts.open_list()
    panel = shown(bench, AlertsPanel)
    yield "alerts", panel
    panel.list.scrollToBottom()
    settle()
    yield "alerts below", panel
    close(panel)


def _one_of_each() -> Iterator[Alert]:
    for nth, kind in enumerate(AlertKind):
        at = NOW - timedelta(hours=nth)
        yield Alert(
            kind,
            at,
            NOW.date(),
            visit_id=70_000_001,
            driver="Conductora Rodríguez Castañeda",
            contact=LONG_NAME,
            problem=_PROBLEMS.get(kind, REFUSED.user_message),
            gap=Gap(at - timedelta(minutes=95), at, GapCause.UNREACHABLE) if kind is AlertKind.GAP else None,
            recovery=Recovery(at, "malformed", "facts.sqlite", at, 12, 3, at - timedelta(hours=1))
            if kind is AlertKind.RESTORED
            else None,
            bug="ZeroDivisionError",
            number="05001000123456",
            carrier="ANDINA-BOG",
        )
