"""A desk without a receiver says on whose it relies, and that nothing comes from there, in the real window."""

from dataclasses import replace
from datetime import timedelta

import pytest

from app.domain.reception.alerts import AlertKind
from app.domain.reception.reception_state import ReceptionState
from app.domain.relay.relay_status import RelayPhase, RelayStatus
from app.domain.texts import Text
from app.facts.file.database import utc_text
from app.services.receiving.restarted_server import ListenAddress
from app.services.relaying.sharing import Sharing
from tests.flows.conftest import NOW, Bench
from tests.flows.test_receiver_panel import wait_for_banner

SHARING = RelayStatus(RelayPhase.SHARING, site="s")
LOST = replace(
    SHARING, phase=RelayPhase.FAILED, problem=Text("Relay", "No answer."), away_since=NOW - timedelta(minutes=5)
)


class Others:
    """How sharing with the other desks goes."""

    def __init__(self, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bench, self.status = bench, SHARING
        monkeypatch.setattr(Sharing, "status", property(lambda _: self.status))

    def are(self, status: RelayStatus) -> None:
        self.status = status
        self.bench.window.receiver.refresh()


@pytest.fixture
def others(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Others:
    since, until = utc_text(NOW - timedelta(hours=1)), utc_text(NOW)
    insert = "INSERT INTO receiver_time (origin, desk, since, until) VALUES ('o', 'server', ?, ?)"
    bench.open()
    bench.desk.listen(ListenAddress("127.0.0.1", 0, "/visitas"))
    bench.qtbot.waitUntil(lambda: bench.desk.receiver_supervisor.reception is ReceptionState.NO_TOKEN)
    bench.writer.write(lambda db: db.execute(insert, (since, until)))
    others = Others(bench, monkeypatch)
    others.are(SHARING)
    return others


def test_the_window_says_that_nothing_comes_from_the_receiver_on_which_it_relies(bench: Bench, others: Others) -> None:
    chip, kept = bench.window.receiver.chip, bench.window.alerts.list
    assert "server receives" in chip.text()
    others.are(LOST)
    wait_for_banner(bench, "Nothing has come from the other desks since")
    assert "Without the other desks" in chip.text()
    assert [one.kind for one in kept.kept] == [AlertKind.NOT_RECEIVING]
    others.are(SHARING)
    bench.qtbot.waitUntil(lambda: "Nothing has come" not in bench.window.banner.text)
    assert "server receives" in chip.text()


def test_a_closed_warning_about_another_desk_stays_closed_until_it_has_ended(bench: Bench, others: Others) -> None:
    ahead = replace(SHARING, ahead=timedelta(hours=1), ahead_desk="ana")
    others.are(ahead)
    wait_for_banner(bench, "The clock of the desk “ana” is 60 minutes ahead")
    bench.notice_buttons("“ana”")["Close"].click()
    others.are(replace(ahead, ahead=timedelta(hours=2)))
    assert "“ana”" not in bench.window.banner.text
    others.are(replace(ahead, newer=2))
    wait_for_banner(bench, "only a newer version can read: 2")
    assert "“ana”" not in bench.window.banner.text
    others.are(SHARING)
    others.are(ahead)
    wait_for_banner(bench, "The clock of the desk “ana” is 60 minutes ahead")
