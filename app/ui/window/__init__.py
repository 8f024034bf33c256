"""The main window: its layout, top bar, status line and actions."""
