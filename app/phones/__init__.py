"""Reads telephone numbers in any usual format, by the rules of the site's country."""
