"""The main window: its layout, its actions, and the wiring of its features."""
