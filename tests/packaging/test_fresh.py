"""What `dev.py fresh` follows in new systems is what README and manual say; the systems themselves need root."""

import re
import sys
from pathlib import Path

import fresh
import fresh_server
import pytest

LINUX = Path(fresh.__file__).parent / "linux"
LANGUAGES = {"en": fresh_server.SECTION, "es": "Un receptor como servicio"}


def section(language: str) -> tuple[str, str]:
    page = fresh_server.PAGE.parents[1] / language / fresh_server.PAGE.name
    return page.read_text(encoding="utf-8"), LANGUAGES[language]


def test_the_commands_of_the_readme_are_found() -> None:
    assert fresh.readme_commands() == {name: f"python3 packaging/dev.py {name}" for name in ("demo", "test")}


def test_both_languages_tell_the_same_about_a_server() -> None:
    blocks = [fresh_server.code_blocks(*section(language)) for language in LANGUAGES]
    assert blocks[0] == blocks[1]


def test_the_page_about_a_server_names_units_that_are_installed_and_credentials_that_it_has_made() -> None:
    text, name = section("en")
    commands, page = fresh_server.commands_of(text, name), fresh_server.Page(text)
    named = {
        one if "." in one else f"{one}.service"
        for line in (*commands, page.edit)
        for one in re.findall(r"\bdespacho-[a-z.]+", line)
    }
    assert named == {one.name for one in LINUX.glob("*.[st]*") if one.name.startswith("despacho-")} - {
        "despacho-export.service"  # which needs no credentials
    }
    made = [re.findall(r"--name=(\S+) - (\S+)", line) for line in commands]
    loaded = re.findall(r"^LoadCredentialEncrypted=([\w-]+):(\S+)$", page.drop_in, re.MULTILINE)
    assert [one for found in made for one in found] == loaded


def test_a_command_of_the_page_that_is_not_followed_is_an_error() -> None:
    page = fresh_server.Page(section("en")[0])
    page.take("systemctl")
    with pytest.raises(ValueError, match=r"were not followed.*systemd-ask-password"):
        page.end()
    with pytest.raises(ValueError, match="no command with 'systemctl'"):
        page.take("systemctl")


@pytest.mark.skipif(sys.platform == "win32", reason="a release is tried on Debian, which has git")
def test_a_release_that_is_tried_again_replaces_what_was_written_about_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fresh, "RECORD", tmp_path / "FRESH.md")
    for release, line in (("b", "first"), ("a", "other"), ("b", "second")):
        fresh.write_record(release, [line], is_quick=True)
    text = fresh.RECORD.read_text(encoding="utf-8")
    assert re.findall(r"^## .*|^    .*", text, re.MULTILINE) == [
        "## Debian a",
        "    other",
        "## Debian b",
        "    second",
    ]
