"""The window's settings: the last good ones are used after damage, and are saved in the store after failures."""

from pathlib import Path
from queue import Queue

from app.credentials.credentials import Credentials, SessionVault
from app.domain.errors import StoreError
from app.facts.file.connect import write_lock
from app.facts.site_rules import stored_rules
from app.services.app_context import AppContext
from app.services.live_settings import LiveSettings
from app.store.writer import Writer
from tests.flows.conftest import Bench


def test_site_settings_not_saved_after_a_recovery_are_reported_and_saved_later(tmp_path: Path) -> None:
    place = AppContext(tmp_path / "data", {}, Credentials({}, SessionVault(), SessionVault()))
    place.settings_file.write({"time_zone": "America/Bogota"})
    failed: Queue[BaseException] = Queue()
    settled: Queue[None] = Queue()
    with Writer(place.database) as writer:
        live_settings = LiveSettings(place, writer, failed.put, lambda: None, lambda: settled.put(None), failed.put)
        writer.write(lambda db: db.execute("DELETE FROM site"))  # as in a store that begins anew
        with write_lock(writer.path):
            live_settings.settle_again()
            assert isinstance(failed.get(timeout=30), StoreError)
        live_settings.apply_rules()
        settled.get(timeout=30)
        assert writer.read(stored_rules).result().zone == "America/Bogota"
        live_settings.apply_rules()
        assert failed.empty()


def test_a_damaged_settings_file_does_not_prevent_a_later_window(bench: Bench) -> None:
    bench.open()
    path = bench.place.settings_file.path
    whole = path.read_bytes()
    path.write_text("no TOML", encoding="utf-8")
    old = bench.window
    with bench.qtbot.capture_exceptions():
        old.settings.rebuild_asked.emit()
    path.write_bytes(whole)
    assert bench.window is old
    old.settings.rebuild_asked.emit()
    assert bench.window is not old


def test_another_window_has_the_row_and_its_detail_as_they_were(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    number = bench.column("number")[7]
    bench.window.tabs.page.view.pick(7)
    bench.qtbot.waitUntil(lambda: number in bench.window.detail.shown_texts())
    old = bench.window
    old.settings.rebuild_asked.emit()
    assert bench.window is not old
    bench.qtbot.waitUntil(lambda: number in bench.window.detail.shown_texts())
    assert bench.window.detail.isVisible()
