"""Every focusable control has a name, in each dialog that opens by keyboard."""

from tests.assistive.screen_reader import Listener

PAGES = {
    "Settings": (
        *("Test connection", "Code to add", "Public address", "Promised calls", "Reasons", "NKey, in place of both"),
        "Theme",
    ),
    "First steps": ("Language", "Carrier's code", "Time zone of the site", "Save and load today"),
    "Help": ("Filter", "Copy", "Text of the licence", "Open folder"),
}
"""The dialogs with several pages, and a name on each page."""


def test_every_focusable_control_has_a_name_in_each_dialog(listener: Listener) -> None:
    listener.until(lambda: listener.rows("Shipments"))
    from_the_palette(listener, "show the visit on the map")
    wait_for_name(listener, "Zoom in")
    listener.press("ctrl+f", "Tab")
    listener.at("Notes of the day")
    listener.press("Tab")
    listener.at("Receiver")
    listener.press("space")
    wait_for_name(listener, "Restart")
    leave(listener, "Restart")
    for title, pages in PAGES.items():
        from_the_palette(listener, "shortcuts" if title == "Help" else title)
        listener.look_at(title)
        for page in pages:
            wait_for_name(listener, page)
            listener.press("ctrl+Tab")
        leave(listener, pages[-1])
    listener.press("ctrl+shift+f")
    listener.look_at("Search in all days")
    wait_for_name(listener, "Go there")


def from_the_palette(listener: Listener, words: str) -> None:
    listener.press("ctrl+k")
    listener.look_at("Palette")
    listener.at("Palette")
    listener.write(words)
    listener.press("Return")
    listener.until(lambda: listener.named("Palette") is None)
    listener.look_at("Despacho")


def wait_for_name(listener: Listener, name: str) -> None:
    """Wait for a part, and check that all focusable parts have names."""
    listener.until(lambda: listener.named(name))
    assert listener.nameless() == []


def leave(listener: Listener, last: str) -> None:
    """Close a dialog, and wait until it is gone."""
    listener.press("Escape")
    listener.until(lambda: listener.named(last) is None)
    listener.look_at("Despacho")
