"""The window: panes, table models, dialogs.

No file, no network, no database, no thread of its own: what it needs is handed in as `Ports` by the composition root.
"""
