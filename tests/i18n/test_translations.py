"""The translations hold what the source says, all of it and nothing else; and the source says nothing past them."""

import ast
import re
import shutil
import string
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.systems import needs_lupdate

APP = Path(__file__).resolve().parents[2] / "app"
TRANSLATIONS = APP.parent / "resources" / "i18n"

# What shows or announces words to the user, by the last part of its name.
SHOWING = {
    *("QAction", "QCheckBox", "QGroupBox", "QLabel", "QMenu", "QPushButton", "QRadioButton", "QToolButton"),
    *("addAction", "addButton", "addItem", "addItems", "addMenu", "addRow", "addTab", "card", "drawText"),
    *("plain_label", "setAccessibleDescription", "setAccessibleName", "setHeaderLabels", "setInformativeText"),
    *("setLabelText", "setNameFilter", "setNameFilters", "setPlaceholderText", "setPrefix", "setStatusTip"),
    *("setSuffix", "setTabText", "setText", "setTitle", "setToolTip", "setWhatsThis", "setWindowTitle"),
    *("showMessage", "add_argument", "add_parser", "ArgumentParser"),
}
SHOWN_KEYWORDS = {"text", "title", "help", "description", "epilog"}
WORD = re.compile(r"[^\W\d_]{2,}")
SAME_IN_EVERY_LANGUAGE = {"Despacho", "English", "Español", "https://"}


def placeholders(text: str) -> list[str]:
    """What has to be in a translation as it is in the source, sorted."""
    named = [f"{{{name}}}" for _, name, _, _ in string.Formatter().parse(text) if name is not None]
    margins = [text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]]
    return sorted([*set(named), *re.findall("%L?n|\t|\n", text), *filter(None, margins)])


def problems(texts: ModuleType, extracted: Path, translations: Path) -> list[str]:
    """What is wrong with the translations in a folder, a line for each thing."""
    found = []
    for language in texts.LANGUAGES:
        wanted = texts.messages(extracted / f"{language}.ts")
        have = texts.messages(translations / f"{language}.ts")
        found += [f"{language}.ts lacks {key}" for key in wanted.keys() - have.keys()]
        found += [f"{language}.ts holds {key}, which nothing says any more" for key in have.keys() - wanted.keys()]
        for key, forms in have.items():
            if not all(forms) or len(forms) != (2 if key.is_counted else 1):
                found.append(f"{language}.ts does not translate {key}")
            elif any(placeholders(form) != placeholders(key.source) for form in forms):
                found.append(f"{language}.ts changes the placeholders of {key}: {forms}")
    return found


def calls(path: Path) -> Iterator[ast.Call]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def literals(node: ast.expr) -> Iterator[str]:
    """The literal texts that a value is put together from; what a call returns is the call's affair."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif not isinstance(node, ast.Call | ast.Subscript | ast.Compare):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from literals(child)


def untranslatable(call: ast.Call) -> Iterator[str]:
    """The words that a call shows in English, whatever the user's language is."""
    name = ast.unparse(call.func).rpartition(".")[2]
    if name not in SHOWING:
        return
    shown = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg in SHOWN_KEYWORDS)]
    is_argument = name in ("add_argument", "add_parser")  # their first ones are typed, not read
    for value in shown:
        if not (is_argument and value in call.args):
            yield from (text for text in literals(value) if WORD.search(text) and text not in SAME_IN_EVERY_LANGUAGE)


def test_what_counts_has_its_thousands_grouped(texts: ModuleType) -> None:
    assert [sentence.source for sentence in texts.sentences() if "%n" in sentence.source] == []


def test_the_translations_are_whole_and_hold_what_the_source_says(texts: ModuleType, extracted: Path) -> None:
    found = problems(texts, extracted, TRANSLATIONS)
    assert found == [], "Run: python3 packaging/dev.py texts, and translate what it lists."


@pytest.mark.parametrize(
    ("pattern", "replacement", "complaint"),
    [
        (r"<message>\s*<source>tomorrow<.*?</message>", "", "es.ts lacks"),
        (r"<source>tomorrow<", "<source>the day after tomorrow<", "which nothing says any more"),
        (r"<translation>mañana<", "<translation><", "does not translate"),
        (r"<translation>mañana<", '<translation type="unfinished">mañana<', "does not translate"),
        (r"<numerusform>hace %Ln día<", "<numerusform><", "does not translate"),
        (r"<numerusform>hace %Ln día<", "<numerusform>hace un día<", "changes the placeholders"),
        (r"\{shown\} de \{total\}<", "{mostradas} de {total}<", "changes the placeholders"),
        (r"<translation> s sin respuesta<", "<translation>s sin respuesta<", "changes the placeholders"),
    ],
)
def test_a_translation_that_is_lacking_stale_unfinished_or_broken_is_found(
    texts: ModuleType, extracted: Path, tmp_path: Path, pattern: str, replacement: str, complaint: str
) -> None:
    shutil.copytree(TRANSLATIONS, tmp_path, dirs_exist_ok=True)
    whole = (tmp_path / "es.ts").read_text(encoding="utf-8")
    damaged, count = re.subn(pattern, replacement, whole, count=1, flags=re.DOTALL)
    assert count == 1
    (tmp_path / "es.ts").write_text(damaged, encoding="utf-8")
    assert any(complaint in problem for problem in problems(texts, extracted, tmp_path))


@needs_lupdate
def test_updating_keeps_what_is_translated_and_leaves_files_that_are_up_to_date_as_they_are(
    texts: ModuleType, tmp_path: Path
) -> None:
    shutil.copytree(TRANSLATIONS, tmp_path, dirs_exist_ok=True)
    texts.update(tmp_path)
    for language in texts.LANGUAGES:
        name = f"{language}.ts"
        assert (tmp_path / name).read_text(encoding="utf-8") == (TRANSLATIONS / name).read_text(encoding="utf-8")


def test_no_sentence_that_the_source_says_is_passed_over(texts: ModuleType, extracted: Path) -> None:
    known = texts.messages(extracted / "es.ts").keys()
    in_context = {(key.context, key.source) for key in known}
    sources = {key.source for key in known}
    said = 0
    for path in APP.rglob("*.py"):
        for call in calls(path):
            given = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            match ast.unparse(call.func).split("."):
                case ["Text"]:
                    assert (given[0], given[1]) in in_context, f"{path}:{call.lineno}"
                    said += 1
                case [*_, "tr"]:
                    assert given[0] in sources, f"{path}:{call.lineno}"
                    said += 1
                case ["_setting"]:
                    words = [
                        ast.literal_eval(text) for text in (*call.args[2:3], *(one.value for one in call.keywords))
                    ]
                    assert {("Setting", text) for text in words} <= in_context, f"{path}:{call.lineno}"
                    said += len(words)
    assert said >= len(known)


@needs_lupdate
def test_what_lupdate_would_pass_over_or_misplace_is_extracted(texts: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(
        "class Pane(QWidget):\n"
        "    def show(self, passed):\n"
        '        self._say(Text("Age", "%Ln day(s) ago", count=passed.days))\n'
        '        self.tr("It said “{word}”, "\n                "C:\\\\dir\\tand \\"more\\".")\n'
        '        self.tr("%n row(s)", "", len(self.rows) // 2)\n'
        'NOTHING = Text("Kind", "Nothing of {it}.", {"it": 1}).filled(it=2)\n',
        encoding="utf-8",
    )
    wanted = {
        texts.Sentence("Age", "%Ln day(s) ago", is_counted=True),
        texts.Sentence("Pane", 'It said “{word}”, C:\\dir\tand "more".', is_counted=False),
        texts.Sentence("Pane", "%n row(s)", is_counted=True),
        texts.Sentence("Kind", "Nothing of {it}.", is_counted=False),
    }
    texts.update(tmp_path, tmp_path)
    assert texts.messages(tmp_path / "es.ts").keys() == wanted
    assert texts.messages(tmp_path / "en.ts").keys() == {one for one in wanted if one.is_counted}


@pytest.mark.parametrize(
    "line",
    ['self.tr(f"{count} rows")', "self.tr(title)", 'Text("Kind", sentence)', 'self.tr("Open", "a button")'],
    ids=["formatted", "variable", "variable of a Text", "with a comment, which the catalogue does not know"],
)
def test_an_untranslatable_sentence_is_refused(texts: ModuleType, tmp_path: Path, line: str) -> None:
    (tmp_path / "module.py").write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(texts.CannotExtractError, match=r"module\.py:2: this cannot be translated"):
        texts.sentences(tmp_path)


def test_nothing_is_shown_in_english_alone() -> None:
    found = [
        f"{path.relative_to(APP.parent)}:{call.lineno}: {text}"
        for path in sorted(APP.rglob("*.py"))
        if path.parent.name != "demo"  # which talks as the carrier does
        for call in calls(path)
        for text in untranslatable(call)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("line", "texts_found"),
    [
        ('button.setText("Load")', ["Load"]),
        ('QPushButton(icon("x", grey), "Close it")', ["Close it"]),
        ('label.setText(f"{count} rows" if count else self.tr("none"))', [" rows"]),
        ('window.setWindowTitle("Despacho" if real else self.tr("Despacho (demo)"))', []),
        ('chip.setText(text.replace("and", "or") + "  ✕")', []),
        ('parser.add_argument("--port", metavar="PORT", help="where")', ["where"]),
    ],
)
def test_english_that_is_shown_past_the_translations_is_seen(line: str, texts_found: list[str]) -> None:
    call = ast.parse(line, mode="eval").body
    assert isinstance(call, ast.Call)
    assert list(untranslatable(call)) == texts_found
