import weakref

import pytest
from PySide6.QtCore import QCoreApplication, QFileInfo, QLocale, QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from app.bootstrap.translations import Translations
from app.domain.settings import Settings
from app.ui.widgets.system import file_dialog
from tests.flows.conftest import Bench


def test_a_removed_translator_is_destroyed_at_once(bench: Bench, qapp: QApplication, qtbot: QtBot) -> None:
    """A translator left for the garbage collector would be destroyed while Qt holds its lock: a deadlock."""
    before, owner = QLocale(), QObject()
    translations = Translations(owner)
    translations.install(bench.place.catalog(Settings(language="es")))
    cancel = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(cancel)
    assert cancel.buttons()[0].text().replace("&", "") == "Cancelar"
    left = [weakref.ref(one) for one in translations._installed]
    translations.remove()
    assert [one() for one in left] == [None, None]
    QLocale.setDefault(before)


def test_a_file_dialog_is_in_the_language_of_the_window(bench: Bench, qtbot: QtBot) -> None:
    before, owner = QLocale(), QObject()
    translations = Translations(owner)
    translations.install(bench.place.catalog(Settings(language="es")))
    dialog = file_dialog(None, "Exportar", str(bench.folder))
    qtbot.addWidget(dialog)
    assert dialog.testOption(QFileDialog.Option.DontUseNativeDialog)
    labels = [label.text().replace("&", "") for label in dialog.findChildren(QLabel)]
    assert labels == ["Buscar en:", "Nombre de archivo:", "Archivos de tipo:"]
    assert dialog.iconProvider().type(QFileInfo(str(bench.folder))) == "Carpeta"
    translations.remove()
    QLocale.setDefault(before)


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_count_in_a_sentence_has_grouped_thousands(bench: Bench, language: str) -> None:
    before, owner = QLocale(), QObject()
    translations = Translations(owner)
    locale = translations.install(bench.place.catalog(Settings(language=language)))
    said = QCoreApplication.translate("ExportDialog", "What I see: %Ln row(s)", "", 12_345)
    assert f" {locale.toString(12_345)} " in said
    assert "12345" not in said
    translations.remove()
    QLocale.setDefault(before)


@pytest.mark.parametrize("language", ["es", "en"])
def test_keys_are_named_as_in_the_manual(bench: Bench, language: str) -> None:
    before, owner = QLocale(), QObject()
    translations = Translations(owner)
    translations.install(bench.place.catalog(Settings(language=language)))
    keys = ("Ctrl+Shift+F", "Ctrl+Return", "Alt+Left", "Esc", "F5")
    shown = [QKeySequence(one).toString(QKeySequence.SequenceFormat.NativeText) for one in keys]
    assert shown == ["Ctrl+Shift+F", "Ctrl+Enter", "Alt+←", "Esc", "F5"]
    translations.remove()
    QLocale.setDefault(before)
