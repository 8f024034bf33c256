"""Asks an administrator's address for the newest version, where one is set."""
