"""The bell, the list of alerts, and the messages of the system tray."""
