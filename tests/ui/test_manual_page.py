from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QTextCursor, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.context.places import HelpPlace, Page
from app.ui.help.manual import Manual, blocks, headings
from app.ui.help.manual_page import ManualPage, fit_pictures, picture_places
from tests.manual.test_pages import PICTURE
from tests.programs import Programs


@pytest.fixture
def manual(qtbot: QtBot, dressed: QApplication) -> ManualPage:
    return opened_in(qtbot, "en")


def opened_in(qtbot: QtBot, language: str) -> ManualPage:
    page = ManualPage(Manual(language))
    qtbot.addWidget(page)
    page.resize(920, 600)
    page.show()
    qtbot.waitExposed(page)
    return page


def listed(manual: ManualPage) -> list[str]:
    return [manual.list.item(row).text() for row in range(manual.list.count())]


def shown(manual: ManualPage) -> str:
    """Return the title of the page that is read."""
    return manual.text.document().begin().text()


def at_the_top(manual: ManualPage) -> str:
    """Return the paragraph at the top of what is seen."""
    return manual.text.cursorForPosition(manual.text.viewport().rect().topLeft()).block().text()


def test_the_pages_are_listed_and_the_first_one_is_shown(manual: ManualPage) -> None:
    assert listed(manual)[:2] == ["The first day", "The board and its signs"]
    assert len(listed(manual)) == len(Page)
    assert shown(manual) == "The first day"
    manual.list.setCurrentRow(1)
    assert shown(manual) == "The board and its signs"


def test_a_place_is_shown_in_the_language_of_the_window(qtbot: QtBot, dressed: QApplication) -> None:
    manual = opened_in(qtbot, "es")
    manual.show_place(HelpPlace(Page.TROUBLESHOOTING, "not-reachable-from-outside"))
    assert shown(manual) == "Problemas por síntoma"
    assert at_the_top(manual) in ("", "No se alcanza desde internet")
    current = manual.list.currentItem()
    assert current is not None
    assert current.text() == "Problemas por síntoma"
    assert not manual.back.isEnabled()
    manual.resize(1000, 500)
    assert at_the_top(manual) in ("", "No se alcanza desde internet")


def test_words_are_found_in_all_pages_whatever_their_accents(qtbot: QtBot, dressed: QApplication) -> None:
    manual = opened_in(qtbot, "es")
    manual.field.setText("CRONTAB invertida")
    assert listed(manual) == ["Exportaciones e informe de la noche", "Cada noche"]
    assert shown(manual) == "Exportaciones e informe de la noche"
    marked = [one.cursor.selectedText() for one in manual.text.extraSelections()]
    assert sorted(marked) == ["crontab", "invertida"]
    manual.field.setText("conservacion")
    assert "Privacidad y conservación" in listed(manual)
    assert {one.cursor.selectedText() for one in manual.text.extraSelections()} == {"conservación"}
    manual.field.setText("huella")  # behind an ellipsis, which folds to three dots
    assert {one.cursor.selectedText() for one in manual.text.extraSelections()} == {"huella"}
    manual.field.clear()
    assert len(listed(manual)) == len(Page)
    assert manual.text.extraSelections() == []


def test_the_best_of_what_was_found_is_the_one_that_has_it_in_its_title(manual: ManualPage) -> None:
    manual.field.setText("token")
    current = manual.list.currentItem()
    assert current is not None
    assert current.text() == "Change the token"
    assert shown(manual) == "Receive notifications"


def test_words_that_no_page_has_are_said_so_and_the_page_stays(manual: ManualPage) -> None:
    manual.field.setText("zzz")
    assert manual.nothing.isVisible()
    assert not manual.list.isVisible()
    assert shown(manual) == "The first day"


def test_links_lead_from_page_to_page_and_back_again(manual: ManualPage) -> None:
    assert not manual.back.isEnabled()
    manual.text.anchorClicked.emit(QUrl("board.md#new-rows"))
    assert shown(manual) == "The board and its signs"
    manual.text.anchorClicked.emit(QUrl("#two-sources-one-status"))
    assert at_the_top(manual) in ("", "Two sources, one status")
    manual.back.click()
    manual.back.click()
    assert shown(manual) == "The first day"
    assert not manual.back.isEnabled()


def test_links_are_reached_and_followed_by_the_keyboard(manual: ManualPage, qtbot: QtBot) -> None:
    QTest.keyClick(manual.field, Qt.Key.Key_Return)
    qtbot.waitUntil(manual.text.hasFocus)
    QTest.keyClick(manual.text, Qt.Key.Key_Tab)
    QTest.keyClick(manual.text, Qt.Key.Key_Return)
    assert shown(manual) == "Scripts and timers"
    assert at_the_top(manual) in ("", "Credentials on a server")


def test_the_browser_opens_what_is_on_the_web_and_nothing_opens_anything_else(
    manual: ManualPage, programs: Programs
) -> None:
    for link in ("https://example.org/x", "file:///etc/passwd", "mailto:ana@example.org", "nowhere.md", "../x.md"):
        manual.text.anchorClicked.emit(QUrl(link))
    assert programs.opened == ["https://example.org/x"]
    assert shown(manual) == "The first day"


def test_everything_that_takes_the_keyboard_has_a_name(manual: ManualPage) -> None:
    assert {one.accessibleName() for one in (manual.field, manual.list, manual.text)} == {
        "Search the manual",
        "Pages",
        "Manual",
    }


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("page", Page)
def test_a_page_fits_its_width_and_has_the_windows_look(
    qtbot: QtBot, dressed: QApplication, page: Page, language: str
) -> None:
    manual = opened_in(qtbot, language)
    manual.show_place(HelpPlace(page))
    assert manual.text.horizontalScrollBar().maximum() == 0
    document = manual.text.document()
    assert [one.text() for one in headings(document)] == [
        one.title for one in Manual(language).sections if one.page is page
    ]
    pictures = PICTURE.findall(Manual(language).text(page))
    assert [name_of(place) for place in picture_places(document)] == [name for _, name in pictures]
    for place, (words, name) in zip(picture_places(document), pictures, strict=True):
        shown, look = picture_at(place), place.charFormat().toImageFormat()
        file = QImage(str(Manual(language).folder / name))
        assert (shown.width(), shown.height()) == (look.width(), look.height())
        assert shown.width() == min(file.width(), manual.text.viewport().width() - 32)
        caption = place.block().next()
        assert caption.text() == words
        layout = document.documentLayout()
        below = layout.blockBoundingRect(caption).top() - layout.blockBoundingRect(place.block()).top()
        assert 0 <= below - shown.height() < 20
    assert set(link_colors(manual)) <= {QApplication.palette().link().color().name()}


def name_of(place: QTextCursor) -> str:
    return place.charFormat().toImageFormat().name()


def picture_at(place: QTextCursor) -> QImage:
    found = place.document().resource(QTextDocument.ResourceType.ImageResource.value, QUrl(name_of(place)))
    assert isinstance(found, QImage)
    assert not found.isNull()
    return found


def test_a_picture_becomes_smaller_with_its_window_and_is_sharp_on_a_fine_screen(
    manual: ManualPage, qtbot: QtBot
) -> None:
    manual.show_place(HelpPlace(Page.FIRST_DAY))
    (place,) = picture_places(manual.text.document())
    before = picture_at(place)
    manual.resize(620, 600)
    qtbot.waitUntil(lambda: manual.text.viewport().width() < 400)
    after = picture_at(place)
    assert after.width() == manual.text.viewport().width() - 32 < before.width()
    assert abs(after.height() / after.width() - before.height() / before.width()) < 0.01
    document = QTextDocument()
    document.setMarkdown(Manual("en").text(Page.FIRST_DAY))
    fit_pictures(document, Manual("en").folder, 300, 1.5)
    (place,) = picture_places(document)
    fine = picture_at(place)
    assert (fine.width(), fine.devicePixelRatio(), place.charFormat().toImageFormat().width()) == (450, 1.5, 300)


def link_colors(manual: ManualPage) -> Iterator[str]:
    for block in blocks(manual.text.document()):
        for one in block.textFormats():
            if one.format.isAnchor():
                yield one.format.foreground().color().name()
