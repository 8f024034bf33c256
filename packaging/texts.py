"""Updates resources/i18n from the sentences in app/, and lists those not translated yet.

Python's `ast` finds the sentences, and lupdate merges them with the existing translations. lupdate's own Python parser
is not used, as it does not know `Text`. It gets generated C++ instead.
"""

import ast
import json
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "app"
TRANSLATIONS = ROOT / "resources" / "i18n"
LANGUAGES = {"es": (), "en": ("-pluralonly",)}
"""lupdate's options for each language. The sentences are English, so that `en` needs only their plural forms."""

_OPTIONS = ("-silent", "-no-obsolete", "-locations", "none", "-source-language", "en")
_FORMS = 'self.tr("…"), self.tr("…", "", number), Text("Context", "…") and Text("Context", "…", count=number)'


class Sentence(NamedTuple):
    """A sentence of the interface: its context, its English text, and whether it has plural forms (`%Ln`)."""

    context: str
    source: str
    is_counted: bool


class CannotExtractError(Exception):
    """A sentence cannot be extracted, or lupdate failed. The text says why, and what to do."""


def sentences(sources: Path = SOURCES) -> list[Sentence]:
    """Return the distinct sentences in the Python files below a folder, in source order.

    Raises:
        CannotExtractError: a sentence is not a literal, so that it cannot be translated.
    """
    found: dict[Sentence, None] = {}
    for path in sorted(sources.rglob("*.py")):
        found |= dict.fromkeys(_below(ast.parse(path.read_text(encoding="utf-8")), "", path))
    return list(found)


def _below(node: ast.AST, class_name: str, path: Path) -> Iterator[Sentence]:
    """Yield the sentences in a node; the class around a `tr()` is its context."""
    if isinstance(node, ast.ClassDef):
        class_name = node.name
    if isinstance(node, ast.Call):
        yield from _sentences_of(node, class_name, path)
    for child in ast.iter_child_nodes(node):
        yield from _below(child, class_name, path)


def _sentences_of(call: ast.Call, class_name: str, path: Path) -> Iterator[Sentence]:
    match call.func:
        case ast.Attribute(attr="tr"):
            arguments = [ast.Constant(class_name), *call.args, *(keyword.value for keyword in call.keywords)]
        case ast.Name("Text"):  # its values need no translation
            counts = [keyword.value for keyword in call.keywords if keyword.arg == "count"]
            arguments = [*call.args[:2], *([ast.Constant(""), *counts] if counts else [])]
        case ast.Name("_setting"):  # its title, and its other texts by their names
            texts = [*call.args[2:3], *(keyword.value for keyword in call.keywords)]
            yield from (Sentence("Setting", ast.literal_eval(text), is_counted=False) for text in texts)
            return
        case _:
            return
    match arguments:
        case [ast.Constant(str(context)), ast.Constant(str(source))]:
            yield Sentence(context, source, is_counted=False)
        case [ast.Constant(str(context)), ast.Constant(str(source)), ast.Constant(""), _]:
            yield Sentence(context, source, is_counted=True)
        case _:
            raise CannotExtractError(f"{path}:{call.lineno}: this cannot be translated. What can: {_FORMS}.")


def update(folder: Path = TRANSLATIONS, sources: Path = SOURCES) -> None:
    """Make the .ts files in a folder contain exactly the sentences in the sources; translations are kept.

    Raises:
        CannotExtractError: a sentence is not a literal, or lupdate is missing or failed. No file was changed.
    """
    lupdate = shutil.which("pyside6-lupdate", path=sysconfig.get_path("scripts"))
    if lupdate is None:
        raise CannotExtractError("pyside6-lupdate was not found. Run this as: python3 packaging/dev.py texts")
    lines = [_as_cpp(sentence) for sentence in sentences(sources)]
    with tempfile.TemporaryDirectory() as own:
        listed = Path(own, "sentences.cpp")
        listed.write_text("\n".join(lines), encoding="utf-8")
        for language, options in LANGUAGES.items():
            target = ["-target-language", language, "-ts", str(folder / f"{language}.ts")]
            command = [lupdate, *_OPTIONS, *options, str(listed), *target]
            done = subprocess.run(command, check=False, capture_output=True, text=True)
            if done.returncode != 0:
                raise CannotExtractError(f"lupdate failed: {done.stderr.strip()}")


def _as_cpp(sentence: Sentence) -> str:
    macro = "QT_TRANSLATE_N_NOOP" if sentence.is_counted else "QT_TRANSLATE_NOOP"
    context, source = (json.dumps(text, ensure_ascii=False) for text in (sentence.context, sentence.source))
    return f"{macro}({context}, {source});"


def messages(path: Path) -> dict[Sentence, tuple[str, ...]]:
    """Return the translations of each sentence in a .ts file: one text, or singular and plural.

    A text is empty if there is no translation, or only an unconfirmed guess of lupdate.
    """
    found = {}
    for context in ET.parse(path).getroot().iter("context"):  # noqa: S314 - a file of our own
        for message in context.iter("message"):
            is_counted = message.get("numerus") == "yes"
            key = Sentence(context.findtext("name", ""), message.findtext("source", ""), is_counted)
            found[key] = _translated(message.find("translation"))
    return found


def _translated(translation: ET.Element | None) -> tuple[str, ...]:
    if translation is None or translation.get("type") is not None:
        return ("",)
    return tuple(form.text or "" for form in translation.iter("numerusform")) or (translation.text or "",)


def main() -> int:
    """Update the files and list untranslated sentences; return 1 if there are any."""
    if len(sys.argv) > 1:
        print(f"texts takes no arguments, but was given: {' '.join(sys.argv[1:])}", file=sys.stderr)
        return 2
    try:
        update()
    except CannotExtractError as error:
        print(error, file=sys.stderr)
        return 1
    lacking = 0
    for language in LANGUAGES:
        found = messages(TRANSLATIONS / f"{language}.ts")
        open_ones = [sentence for sentence, texts in found.items() if not all(texts)]
        print(f"{language}.ts: {len(found)} sentences, {len(open_ones)} not translated yet")
        for sentence in open_ones:
            print(f"  {sentence.context}: {sentence.source}")
        lacking += len(open_ones)
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
