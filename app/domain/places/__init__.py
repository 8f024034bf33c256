"""Positions on the globe, and where visits were closed."""
