"""README.md and app/README.md: what they link to and name is there."""

import re
from pathlib import Path

import pytest

from tests.recipes.recipe import CHECKOUT, PAGE

README = CHECKOUT / "README.md"
LINES, FIRST_SCREEN = 150, 15


def section(title: str) -> str:
    """Return a section of the README, from its title to the next one."""
    return README.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]


def named(text: str) -> list[str]:
    """Return the paths in a text: what stands as code and has a slash, or is the name of a file."""
    return [one for one in re.findall(r"`([^`\s]+)`", text) if "/" in one and "://" not in one]


def test_the_readme_is_short_and_shows_the_program_at_once() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= LINES
    assert any(line.startswith("![") for line in lines[:FIRST_SCREEN])


@pytest.mark.parametrize("page", [README, PAGE], ids=["README", "app"])
def test_what_a_page_links_to_is_there(page: Path) -> None:
    links = [one for one in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")) if "://" not in one]
    assert links
    assert [one for one in links if not (page.parent / one).exists()] == []


def test_the_folders_and_modules_are_those_of_the_program() -> None:
    first_cells = re.findall(r"^\| (`.*?) \|", section("The folders of `app/`"), re.MULTILINE)
    reported = [one.rstrip("/") for cell in first_cells for one in re.findall(r"`([^`]+)`", cell)]
    folders = [one.parent.name for one in (CHECKOUT / "app").glob("*/__init__.py")]
    modules = [one.name for one in (CHECKOUT / "app").glob("*.py") if not one.name.startswith("__")]
    assert sorted(reported) == sorted(folders + modules)


def test_the_parts_of_the_window_are_those_of_its_folder() -> None:
    (row,) = re.findall(r"^\| `ui/` \| (.*) \|$", section("The folders of `app/`"), re.MULTILINE)
    assert sorted(re.findall(r"`([a-z_]+)`", row)) == sorted(
        one.parent.name for one in (CHECKOUT / "app" / "ui").glob("*/__init__.py")
    )


@pytest.mark.parametrize(
    "text", [section("To change something"), PAGE.read_text(encoding="utf-8")], ids=["README", "app"]
)
def test_every_file_that_is_named_is_there(text: str) -> None:
    made_by_recipes = {"resources/i18n/pt.ts", "resources/manual/pt/"}
    roots = (CHECKOUT / "app", CHECKOUT)
    lacking = {one for one in named(text) if not any((root / one).exists() for root in roots)}
    assert lacking - made_by_recipes == set()
