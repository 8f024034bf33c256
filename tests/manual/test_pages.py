"""The manual's pages: the same in every language, in the window's words, and every link leads somewhere."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from app.domain.reception.alerts import AlertKind
from app.domain.resources import resource
from app.domain.settings import LANGUAGES
from app.ui.alerts import alerts
from app.ui.context.places import HelpPlace, Page
from app.ui.help.manual import Manual
from app.ui.notices import banner
from app.ui.notices.notices import Topic
from app.ui.settings import settings_dialog

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)]*)\)")
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)]*)\)")
MOST_BYTES = 150_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_page_is_a_file_and_each_file_a_page(language: str) -> None:
    files = {one.name for one in Manual(language).folder.iterdir()}
    assert files == {f"{page}.md" for page in Page} | {"pictures"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", Page)
def test_a_page_has_the_same_headings_code_and_tables_as_in_english(page: Page, language: str) -> None:
    english = outline(Manual("en").text(page))
    assert outline(Manual(language).text(page)) == english
    assert english[0] == "#"
    assert english.count("#") == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", Page)
def test_every_link_leads_somewhere(page: Page, language: str) -> None:
    manual = Manual(language)
    for target in LINK.findall(manual.text(page)):
        assert target.startswith("https://") or manual.linked(page, target) is not None, target
    anchors = [one.anchor for one in manual.sections if one.page is page]
    assert len(set(anchors)) == len(anchors)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_a_small_file_with_words_and_every_file_is_shown(language: str) -> None:
    folder, shown = Manual(language).folder, list[tuple[str, str]]()
    for page in Page:
        found = PICTURE.findall(Manual(language).text(page))
        assert [name for _, name in found] == [name for _, name in PICTURE.findall(Manual("en").text(page))]
        shown += found
    assert all(words for words, _ in shown)
    files = {f"pictures/{one.name}": one.stat().st_size for one in (folder / "pictures").iterdir()}
    assert sorted(name for _, name in shown) == sorted(files)
    assert sum(files.values()) <= MOST_BYTES


def test_a_broken_link_is_detected() -> None:
    manual = Manual("en")
    assert manual.linked(Page.BOARD, "#no-such-heading") is None
    assert manual.linked(Page.BOARD, "no-such-page.md") is None
    assert manual.linked(Page.BOARD, "https://example.org/board.md") is None
    assert manual.linked(Page.FIRST_DAY, "board.md#new-rows") == manual.linked(Page.BOARD, "#new-rows")


def test_every_notice_and_every_alert_has_its_heading_in_the_manual() -> None:
    assert set(banner.HELP) == set(Topic)
    assert set(alerts.HELP) == set(AlertKind)
    english = Manual("en")
    for place in (*banner.HELP.values(), *banner.REMEDY_HELP.values(), *alerts.HELP.values(), *settings_dialog.HELP):
        section = english.place(place)
        assert section == english.linked(place.page, f"#{place.heading}")
        for language in LANGUAGES:
            there = Manual(language).place(place)
            assert (there.page, there.number) == (place.page, section.number)


def test_a_place_without_its_heading_is_the_beginning_of_its_page() -> None:
    manual = Manual("es")
    for heading in ("", "no-such-heading"):
        assert manual.place(HelpPlace(Page.BACKUP, heading)) == manual.first(Page.BACKUP)


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
@pytest.mark.parametrize("page", Page)
def test_what_stands_in_bold_is_what_the_window_calls_it(page: Page, language: str) -> None:
    english, translated = (bold(Manual(one).text(page)) for one in ("en", language))
    said = translations(language)
    assert [word for word in english if word not in said] == []
    pairs = list(zip(english, translated, strict=True))
    assert [pair for pair in pairs if pair[1] not in said[pair[0]]] == []


def test_the_wheel_holds_every_resource_that_the_program_reads() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    there = {f"resources/{one.name}" for one in (ROOT / "resources").iterdir()} - {"resources/screenshots"}
    assert set(included) == there


def outline(text: str) -> list[str]:
    """Return the marks of the headings, the code, and how many columns each line of a table has."""
    found: list[str] = []
    for line, is_code in lines(text):
        if is_code:
            found.append(line)
        elif line.startswith("#"):
            found.append(line.split()[0])
        elif line.startswith("|"):
            found.append(f"{line.count('|')} columns")
    return found


def lines(text: str) -> Iterator[tuple[str, bool]]:
    """Go through the lines, each with whether it is code."""
    is_code = False
    for line in text.splitlines():
        is_code ^= line.startswith("```")
        yield line, is_code


def bold(text: str) -> list[str]:
    return [" ".join(one.split()) for one in re.findall(r"\*\*([^*]+)\*\*", text)]


def translations(language: str) -> dict[str, set[str]]:
    """Return what the window says in English with what it says for it in another language."""
    said: dict[str, set[str]] = {}
    for message in ET.parse(resource("i18n", f"{language}.ts")).iter("message"):
        said.setdefault(message.findtext("source") or "", set()).add(message.findtext("translation") or "")
    return said
