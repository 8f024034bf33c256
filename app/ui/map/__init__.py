"""The map of visits."""
