"""Follows the recipes of `app/README.md` in a copy of the program, line by line as the page says."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

CHECKOUT = Path(__file__).parents[2]
PAGE = CHECKOUT / "app" / "README.md"

_COPIED = ("app", "packaging", "resources", "tests")
_DEADLINE = 300.0


def titles() -> list[str]:
    """Return the titles of all recipes."""
    return [title for title, text in _sections() if "```diff" in text]


@dataclass
class Change:
    """What a block says of one file: its lines, each with the sign in front."""

    name: str
    lines: list[str] = field(default_factory=list)

    def made_in(self, file: Path) -> str:
        """Return the content of a file, or of a new one, as the block changes it."""
        before = file.read_text(encoding="utf-8").split("\n") if file.exists() else [""]
        return "\n".join(_changed(before, self))


def changes(title: str) -> list[Change]:
    """Return what the recipe of this title changes, file by file."""
    (block,) = re.findall(r"^```diff\n(.*?)^```$", dict(_sections())[title], re.DOTALL | re.MULTILINE)
    found: list[Change] = []
    for line in block.splitlines():
        if line[:1] in ("+", "-", " "):
            found[-1].lines.append(line)
        else:
            found.append(Change(line))
    return found


def file_of(program: Path, change: Change) -> Path:
    """Return the file in a program that a block changes or makes."""
    named = program / change.name
    return named if named.exists() else program / "app" / change.name


def _sections() -> Iterator[tuple[str, str]]:
    for section in re.split(r"^### ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, _, text = section.partition("\n")
        yield title, text


class Copy:
    """A copy of the program in a folder of its own.

    Attributes:
        folder: where it is; what runs there with this folder as its own finds the copy, not the checkout.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in _COPIED:
            shutil.copytree(
                CHECKOUT / name, folder / name
            )  # with the times of the files, so that nothing compiles anew
        shutil.copy2(CHECKOUT / "pyproject.toml", folder)
        shutil.copy2(CHECKOUT / "README.md", folder)

    def follow(self, *titles: str) -> None:
        """Do what the recipes of these titles say, one after the other, with what the page says of all of them."""
        changed = list(dict.fromkeys(self._change(one) for title in titles for one in changes(title)))
        self.translate()
        self.check("ruff", "check", "--quiet", *changed)
        self.check("ruff", "format", "--check", "--quiet", *changed)
        self.check("lint-imports", "--no-logo")

    def _change(self, change: Change) -> str:
        """Change a file as a block says, and return where it is."""
        path = file_of(self.folder, change)
        path.write_text(change.made_in(path), encoding="utf-8")
        return str(path)

    def translate(self) -> None:
        """Find the new sentences, and translate each as itself in brackets."""
        script = [sys.executable, "packaging/texts.py"]
        self._run(script)
        for path in (self.folder / "resources" / "i18n").glob("*.ts"):
            tree = ET.parse(path)
            for message in tree.iter("message"):
                _translate(message)
            tree.write(path, encoding="utf-8")
        done = self._run(script)
        assert done.returncode == 0, done.stdout

    def check(self, program: str, *arguments: str) -> None:
        """Run one of the environment's checks in the copy."""
        done = self._run([str(Path(sys.executable).with_name(program)), *arguments])
        assert done.returncode == 0, done.stdout + done.stderr

    def pass_case(self, name: str) -> None:
        """Run a case of `tests/recipes/cases` in the copy, among the tests of the whole window."""
        case = self.folder / "tests" / "flows" / "test_recipe.py"
        shutil.copy(CHECKOUT / "tests" / "recipes" / "cases" / f"{name}.py", case)
        self.pass_tests(str(case.relative_to(self.folder)))

    def pass_tests(self, *names: str) -> None:
        """Run tests in the copy."""
        done = self._run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *names])
        assert done.returncode == 0, done.stdout + done.stderr

    def _run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            check=False,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=_DEADLINE,
        )


def _changed(before: list[str], change: Change) -> list[str]:
    """Return a file's lines as the block changes them.

    What is added stands behind the line that the block shows before it; where it shows none, before the next one; where
    it shows no line at all, at the end.
    """
    after, number = list(before), "0"
    place = _place(after, next((one for one in change.lines if one[0] != "+"), None), change.name)
    for line in change.lines:
        text = line[1:]
        if line[0] == "+":
            after.insert(place, text.replace("N + 1", str(int(number) + 1)))
            place += 1
            continue
        place = _place(after, line, change.name)
        number = (re.findall(r"\d+", after[place]) or ["0"])[-1]
        if line[0] == "-":
            del after[place]
        else:
            place += 1
    return after


def _place(lines: list[str], shown: str | None, name: str) -> int:
    """Return where the line that the block shows stands in the file, perhaps with a comment: at one place alone."""
    if shown is None:
        return len(lines) - 1  # before the end of the last line
    wanted = re.compile(re.sub(r"\bN\b", r"\\d+", re.escape(shown[1:])) + "(?:  # .*)?")
    found = [place for place, line in enumerate(lines) if wanted.fullmatch(line)]
    assert len(found) == 1, f"{name} has {len(found)} lines like this: {shown[1:]}"
    return found[0]


def _translate(message: ET.Element) -> None:
    translation = message.find("translation")
    if translation is None or translation.get("type") != "unfinished":
        return
    del translation.attrib["type"]
    for form in translation.findall("numerusform") or [translation]:
        form.text = re.sub(r"\S(.*\S)?", r"[\g<0>]", message.findtext("source", ""), count=1, flags=re.DOTALL)
