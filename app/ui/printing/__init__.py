"""The printed report of a day."""
