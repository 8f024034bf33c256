"""The Day tab, and the printed report of a day."""
