"""The manual's pages in one language: their sections, their anchors, and which sections hold some words."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from app.domain.folding import fold
from app.domain.resources import resource
from app.ui.appearance.shown_texts import with_system_keys
from app.ui.ports.help_ports import HelpPlace, Page

_FENCE = "```"
_HEADING = re.compile(r"#+ +(.+)")
_LINK_TARGET = re.compile(r"\]\([^)]*\)")
_DROPPED = re.compile(r"[^\w -]")
_OF_TERMINAL = Page.SCRIPTS
"""The page that names keys of a terminal, where a Mac has Ctrl too."""


@dataclass(frozen=True)
class Section:
    """A part of a page under a heading; the first one of a page has the page's title."""

    page: Page
    number: int
    """Which of the page's headings, from 0."""
    title: str
    anchor: str
    """As links write it behind `#`: the heading in lower case, with hyphens and without punctuation."""
    words: str
    """All that it says, folded, to be searched."""


class Manual:
    """Reads each page when it is first asked for.

    Args:
        language: of the pages.
        platform: whose keys they name, as `sys.platform` has it.
    """

    def __init__(self, language: str, platform: str = sys.platform) -> None:
        self._language = language
        self._platform = platform

    @property
    def folder(self) -> Path:
        """The folder of the pages and their pictures."""
        return resource("manual", self._language)

    def text(self, page: Page) -> str:
        """Return a page as Markdown."""
        text = (self.folder / f"{page}.md").read_text(encoding="utf-8")
        return text if page is _OF_TERMINAL else with_system_keys(text, self._platform)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """All sections of all pages, in their order."""
        return tuple(section for page in Page for section in _sections(page, self.text(page)))

    def first(self, page: Page) -> Section:
        """Return the beginning of a page."""
        return next(one for one in self.sections if one.page is page)

    def found(self, words: str) -> list[Section]:
        """Return the sections that hold all of these words; without a word none."""
        wanted = fold(words).split()
        return [one for one in self.sections if wanted and all(word in one.words for word in wanted)]

    def best(self, found: list[Section], words: str) -> Section | None:
        """Return the first one that has one of the words in its title, else the first one."""
        wanted = fold(words).split()
        titled = (one for one in found if any(word in fold(one.title) for word in wanted))
        return next(titled, next(iter(found), None))

    def linked(self, page: Page, link: str) -> Section | None:
        """Return where a link of a page leads, such as `board.md#new-rows` or `#new-rows`; None: not in the manual."""
        name, _, anchor = link.partition("#")
        target = name.removesuffix(".md") if name else page
        if (name and not name.endswith(".md")) or target not in set(Page):
            return None
        return next((one for one in self.sections if one.page == target and anchor in ("", one.anchor)), None)

    def place(self, place: HelpPlace) -> Section:
        """Return the section of a place; where its page lacks the heading, the beginning of the page.

        Headings are named in English; the pages of both languages have the same ones in the same order.
        """
        english = self if self._language == "en" else Manual("en")
        named = english.linked(place.page, f"#{place.heading}" if place.heading else f"{place.page}.md")
        number = named.number if named is not None else 0
        return next(one for one in self.sections if one.page is place.page and one.number == number)


def _sections(page: Page, text: str) -> Iterator[Section]:
    parts: list[tuple[str, list[str]]] = []
    is_code = False
    for line in text.splitlines():
        is_code ^= line.startswith(_FENCE)
        heading = None if is_code else _HEADING.fullmatch(line)
        if heading is not None:
            parts.append((heading[1], []))
        parts[-1][1].append(_LINK_TARGET.sub("]", line))
    for number, (title, lines) in enumerate(parts):
        yield Section(page, number, title, anchor(title), fold(" ".join(lines)))


def anchor(heading: str) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    return _DROPPED.sub("", heading.lower()).replace(" ", "-")
