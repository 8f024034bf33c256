"""Telephone numbers: read as people write them, by the site's country."""
