"""Licences of the program and its libraries, read from the installed packages."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from app import __version__
from app.domain.texts import Say, Text

_OWN = "despacho"
_REQUIREMENT = re.compile(r"[\w.-]+")
_LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice)[^/]*$", re.IGNORECASE)
_NO_TEXT = (".py", ".pyc", ".svg")
_LONGEST = 60  # characters of a licence's name; some packages put the whole text in that field
_QT = (
    Text(
        "Licences",
        "Qt and Qt for Python (PySide6, shiboken6) are used under the GNU Lesser General Public License, version 3 "
        "(https://www.gnu.org/licenses/lgpl-3.0.html), which stands on the GNU General Public License, version 3 "
        "(https://www.gnu.org/licenses/gpl-3.0.html).",
    ),
    Text(
        "Licences",
        "They are neither changed nor built into Despacho: they lie beside it as shared libraries, which you may "
        "exchange for your own builds of them. You may study how Despacho works together with them, also in order to "
        "mend that. Their sources: https://download.qt.io/official_releases/QtForPython/ and https://code.qt.io/.",
    ),
    Text("Licences", "Qt is © The Qt Company Ltd. and other contributors."),
)
_OWN_FILES = (
    Text("Licences", "The project states no licence of its own: ask its maintainers before you pass copies on."),
    Text(
        "Licences",
        "The icons were drawn for Despacho. Its texts are set in the fonts of your system; it brings none along. The "
        "names, people and addresses of the demo are made up.",
    ),
)


@dataclass(frozen=True)
class Licence:
    """The licence of a part of the program; `text` is that of its licence files, empty if it has none."""

    name: str
    version: str
    licence: str
    text: str


def licences(say: Say) -> Sequence[Licence]:
    """Return the licence of the program, then those of all libraries that it needs, by name.

    What the program itself says of them is in the user's language, a library's own files as they are. Blocks.
    """
    found: dict[str, Distribution] = {}
    _gather(_OWN, found)
    found.pop(_OWN, None)
    libraries = sorted((_of_library(one, say) for one in found.values()), key=lambda one: one.name.lower())
    return [Licence("Despacho", __version__, "", "\n\n".join(map(say, _OWN_FILES))), *libraries]


def _gather(name: str, found: dict[str, Distribution]) -> None:
    """Add a library and its requirements, recursively; one that is not installed is not needed on this system.

    Of the program itself those of its extras too.
    """
    try:
        one = distribution(name)
    except PackageNotFoundError:
        return
    found[name] = one
    for requirement in one.requires or ():
        needed = _REQUIREMENT.match(requirement)
        if needed and (name == _OWN or "extra ==" not in requirement):
            canonical = re.sub(r"[-_.]+", "-", needed[0]).lower()
            if canonical not in found:
                _gather(canonical, found)


def _of_library(one: Distribution, say: Say) -> Licence:
    metadata = one.metadata
    fields = [str(item) for key in ("License-Expression", "License") for item in metadata.get_all(key) or ()]
    said = next(filter(None, map(str.strip, fields)), "")
    if not said or len(said) > _LONGEST or "\n" in said:
        classifiers = [str(item) for item in metadata.get_all("Classifier") or ()]
        named = [item.rpartition(" :: ")[2] for item in classifiers if item.startswith("License ::")]
        said = ", ".join(named) or said.partition("\n")[0][:_LONGEST]
    name = str(metadata["Name"])
    is_qt = name.lower().startswith(("pyside6", "shiboken6"))
    return Licence(name, one.version, said, "\n\n".join(map(say, _QT) if is_qt else _texts(one)))


def _texts(one: Distribution) -> Iterator[str]:
    for file in one.files or ():
        if _LICENCE_FILE.search(str(file)) and file.suffix not in _NO_TEXT:
            path = Path(str(one.locate_file(file)))
            try:
                yield f"{file.name}\n\n{path.read_text(encoding='utf-8', errors='replace').strip()}"
            except OSError:  # listed in the metadata, and missing from the package
                continue
