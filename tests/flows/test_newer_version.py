"""The notice of a newer version: calm, closed for good, in Help as well, and never in the way."""

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from app.ui.context.places import HelpPage
from app.ui.settings.settings_dialog import SettingsDialog
from tests.carrier.scripted_carrier import ScriptedCarrier, says, says_nothing
from tests.flows.conftest import Bench

PAGE = "https://intranet.example/despacho"


def announced(bench: Bench, url: str) -> Bench:
    """Open the window as the program does, with an address for announcements."""
    bench.change_settings(version_url=url)
    bench.open()
    bench.desk.listen_soon()
    return bench


def test_a_newer_version_is_offered_until_it_is_closed(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = list[QUrl]()
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    with ScriptedCarrier(says(200, f"9.0\n{PAGE}\n".encode()), says(200, b"9.1")) as server:
        announced(bench, server.url)
        bench.qtbot.waitUntil(lambda: bench.says("Despacho 9.0 is available at intranet.example."))
        bench.notice_buttons("Despacho")["Open the page"].click()
        assert [one.toString() for one in opened] == [PAGE]
        bench.window.help.open_page(HelpPage.VERSIONS)
        assert ("Newer version", f"9.0 {PAGE}") in bench.window.help._shown()._lines()
        bench.desk._rebuild()  # as another language does
        assert bench.says("Despacho 9.0 is available")
        bench.notice_buttons("Despacho")["Close"].click()
        assert not bench.says("Despacho")
        bench.desk._rebuild()
        assert not bench.says("Despacho")
        bench.desk._versions._asked = ""  # a day later
        bench.desk._versions.look_soon()
        bench.qtbot.waitUntil(lambda: bench.says("Despacho 9.1 is available. Ask your administrator for it."))


def test_a_silent_server_delays_nothing_and_an_administrators_address_is_locked(bench: Bench) -> None:
    with ScriptedCarrier(says_nothing) as server:
        bench.place.environment["DESPACHO_VERSION_URL"] = server.url  # type: ignore[index]
        bench.carrier()
        bench.trust()
        bench.open()
        bench.desk.listen_soon()
        bench.qtbot.waitUntil(lambda: bool(server.requests))
        bench.load()
        bench.window.settings.open_settings()
        dialog = bench.the(SettingsDialog)
        assert (dialog.fields.line("version_url").text(), dialog.fields.line("version_url").isEnabled()) == (
            server.url,
            False,
        )
        dialog.reject()
        bench.desk.stop()  # joins the thread, whose request would last for 10 s
        assert bench.desk._versions.newer is None
        assert len(server.requests) == 1
