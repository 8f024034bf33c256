"""Translations, for the window and the command line."""
