"""Shares this folder's facts with other desks, while a window or a receiver runs."""
