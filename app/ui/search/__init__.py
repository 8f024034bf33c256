"""The search field and the search through all days."""
