"""Places in the manual to which notices and alerts lead."""

from enum import StrEnum
from typing import NamedTuple


class Page(StrEnum):
    """The pages of the manual in their order; each is the name of a file without its ending."""

    FIRST_DAY = "first-day"
    BOARD = "board"
    TO_ATTEND = "to-attend"
    EVIDENCE = "evidence"
    SEARCH = "search"
    EXPORTS = "exports"
    RECEIVING = "receiving"
    SCRIPTS = "scripts"
    PRIVACY = "privacy"
    BACKUP = "backup"
    TROUBLESHOOTING = "troubleshooting"


class HelpPlace(NamedTuple):
    """A page, and the anchor of a heading of its English version; without one, its beginning."""

    page: Page
    heading: str = ""
