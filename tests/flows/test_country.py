"""The site's country decides how phones are read, and how money and documents are named."""

import pytest

from app.ui.settings.settings_dialog import SettingsDialog
from tests.flows.conftest import Bench


def said(bench: Bench) -> tuple[str, str, str]:
    """Return how the window writes a phone without a country code, an amount, and a company's document."""
    formats = bench.window.clock.formats
    return formats.phone("987654321"), formats.money(1250), formats.document_type("NI")


@pytest.mark.parametrize(
    ("zone", "country", "expected"),
    [
        ("America/Lima", "", ("+51 987 654 321", "S/\u00a01,250", "RUC")),
        ("America/Bogota", "", ("987654321", "$\u00a01,250", "NIT")),
        ("America/Bogota", "CL", ("+56 9 8765 4321", "$\u00a01,250", "RUT")),
        ("Etc/UTC", "", ("987654321", "$\u00a01,250", "NI")),
    ],
)
def test_the_country_follows_from_the_time_zone_unless_one_is_set(
    bench: Bench, zone: str, country: str, expected: tuple[str, str, str]
) -> None:
    bench.change_settings(time_zone=zone, country=country)
    bench.open()
    assert said(bench) == expected


def test_another_country_in_the_settings_is_used_at_once(bench: Bench) -> None:
    bench.open()
    before = bench.window
    before.settings.open_settings()
    dialog = bench.the(SettingsDialog)
    dialog.fields.line("country").setText("Perú")
    dialog.buttons.accepted.emit()
    assert "two letters, such as CO or PE" in dialog._errors.text(dialog.fields.line("country"))
    dialog.fields.line("country").setText("pe")
    dialog.buttons.button(dialog.buttons.StandardButton.Save).click()
    bench.qtbot.waitUntil(lambda: bench.window is not before)
    assert bench.place.settings_file.read().country == "PE"
    assert said(bench) == ("+51 987 654 321", "S/\u00a01,250", "RUC")


def test_the_status_line_adds_up_value_and_pieces_of_the_selected_rows(bench: Bench) -> None:
    bench.trust()
    bench.carrier(60)
    bench.open().load()
    page = bench.window.tabs.page
    page.view.selectAll()
    pieces = sum(one for one in map(int, filter(str.isdecimal, bench.column("pieces"))))
    assert pieces > 60
    bench.qtbot.waitUntil(lambda: bench.window.line.counted.text().endswith(f" · {pieces} pieces"))
