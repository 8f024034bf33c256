"""The places of the window: every tab, dialog, popup and state, each brought about in the real window."""
