"""Colours, icons, formats and status pills: how everything in the window looks."""
