"""Widgets that all features share."""
