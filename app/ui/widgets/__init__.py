"""Widgets, formats, icons and colours that all features share."""
