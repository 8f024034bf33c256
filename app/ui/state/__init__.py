"""The window's state: the day that is shown, what can be undone, and what is remembered between two starts."""
