"""Keys as the user's system writes them: Ctrl+Shift+F, and on a Mac ⇧⌘F.

Qt itself takes Command for Ctrl there, and Option for Alt.
"""

import re
import sys

from PySide6.QtGui import QKeySequence

_MODIFIERS = {"Alt": "⌥", "Shift": "⇧", "Ctrl": "⌘"}  # in the order in which a Mac writes them
_NAMES = {"Return": "↩", "Enter": "↩", "Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "Menu": ""}
_KEYS = re.compile(rf"\b((?:(?:{'|'.join(_MODIFIERS)})\+)+)(\w+|[^\w\s`])|\bCtrl\b")


def with_system_keys(text: str, platform: str = sys.platform) -> str:
    """Return a sentence, or a page of the manual, with the keys that it names written as on this system.

    A key alone stays, such as Enter and F5; Ctrl alone is a modifier of the mouse.
    """
    return _KEYS.sub(_on_mac, text) if platform == "darwin" else text


def key_text(keys: QKeySequence, platform: str = sys.platform) -> str:
    """Return the keys of an action, written as in the manual; empty where the system has no such key."""
    is_mac = platform == "darwin"
    form = QKeySequence.SequenceFormat.PortableText if is_mac else QKeySequence.SequenceFormat.NativeText
    text = keys.toString(form)
    return with_system_keys(_NAMES.get(text, text) if is_mac else text, platform)


def _on_mac(found: re.Match[str]) -> str:
    pressed, key = (found[1] or "Ctrl").split("+"), found[2] or ""
    return "".join(sign for name, sign in _MODIFIERS.items() if name in pressed) + _NAMES.get(key, key)
