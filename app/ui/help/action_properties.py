"""Properties of the window's actions, by which Help and the palette list them."""

GROUP = "group"
"""The title of the group that an action belongs to."""
KEYS = "keys"
"""The keys of an action whose shortcut the table handles itself."""
