"""The setting of the recipe, in the settings of the whole window."""

from PySide6.QtWidgets import QCheckBox, QDialogButtonBox

from app.ui.settings.settings_dialog import SettingsDialog
from tests.flows.conftest import Bench


def test_the_setting_is_shown_as_it_is_and_saved_as_it_is_chosen(bench: Bench) -> None:
    bench.change_settings(quiet_fetch=True)
    bench.open()
    bench.window.settings.open_settings()
    dialog = bench.the(SettingsDialog)
    field = dialog.fields["quiet_fetch"]
    assert isinstance(field, QCheckBox)
    assert field.isChecked()
    field.click()
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.buttons.button(QDialogButtonBox.StandardButton.Save).click()
    assert bench.place.settings_file.given()[0]["quiet_fetch"] is False
