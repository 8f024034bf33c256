"""The views at the left, saved views, filters and empty views."""
