"""Keys in sentences and beside actions, as each system writes them."""

import ast
import re
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence

import app
from app.domain.settings import LANGUAGES
from app.ui.appearance.shown_texts import key_text, with_system_keys
from app.ui.context.places import Page
from app.ui.help.manual import Manual

WINDOW = Path(app.__file__).parent / "ui"
KEYS = re.compile(r"\b(Ctrl|Alt|Shift)\+|\bCtrl\b")


@pytest.mark.parametrize(
    ("text", "on_mac"),
    [
        ("Paste it with Ctrl+V.", "Paste it with ⌘V."),
        ("`Ctrl+Shift+F`, `Ctrl+Enter` and `Ctrl+,`", "`⇧⌘F`, `⌘↩` and `⌘,`"),
        ("`Ctrl+1` to `Ctrl+5`", "`⌘1` to `⌘5`"),
        ("Alt+↑ and Alt+↓ (Ctrl+I)", "⌥↑ and ⌥↓ (⌘I)"),
        ("`Ctrl` and a click; `F5`, `Enter`, Shift and Control", "`⌘` and a click; `F5`, `Enter`, Shift and Control"),
        ("Shift+F6 · Ctrl+Alt+Left", "⇧F6 · ⌥⌘←"),
        ("Electro and Ctrlx", "Electro and Ctrlx"),
    ],
)
def test_keys_in_a_sentence_are_written_as_the_system_does(text: str, on_mac: str) -> None:
    assert with_system_keys(text, "darwin") == on_mac
    for platform in ("linux", "win32"):
        assert with_system_keys(text, platform) == text


@pytest.mark.parametrize(
    ("keys", "on_mac"),
    [
        ("Ctrl+F", "⌘F"),
        ("Ctrl+Shift+Z", "⇧⌘Z"),
        ("Ctrl+Return", "⌘↩"),
        ("Return", "↩"),
        ("Alt+Left", "⌥←"),
        ("F5", "F5"),
        ("Menu", ""),
    ],
)
def test_the_keys_of_an_action_read_as_in_a_sentence(keys: str, on_mac: str) -> None:
    assert key_text(QKeySequence.fromString(keys), "darwin") == on_mac
    assert key_text(QKeySequence.fromString(keys), "linux") == QKeySequence.fromString(keys).toString(
        QKeySequence.SequenceFormat.NativeText
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_mac_the_manual_names_the_keys_of_a_mac_and_leaves_those_of_a_terminal(language: str) -> None:
    on_mac, elsewhere = Manual(language, "darwin"), Manual(language, "linux")
    assert "`⌘K`" in on_mac.text(Page.FIRST_DAY)
    assert "`Ctrl+K`" in elsewhere.text(Page.FIRST_DAY)
    assert [page for page in Page if KEYS.search(on_mac.text(page))] == [Page.SCRIPTS]
    assert KEYS.findall(on_mac.text(Page.SCRIPTS)) == KEYS.findall(elsewhere.text(Page.SCRIPTS))
    assert on_mac.found("⌘K")


def test_every_sentence_of_the_window_with_keys_is_in_the_systems_notation() -> None:
    in_sentences, in_notation = set[str](), set[str]()
    for module in WINDOW.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Attribute) and called.attr == "tr":
                in_sentences |= sentences(node)
            elif isinstance(called, ast.Name) and called.id in ("Text", "with_system_keys"):
                (in_sentences if called.id == "Text" else in_notation).update(sentences(node))
    assert in_sentences
    assert in_sentences - in_notation == set()


def sentences(node: ast.AST) -> set[str]:
    """Return the texts with keys in a piece of code."""
    texts = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
    return {text for text in texts if isinstance(text, str) and KEYS.search(text)}
