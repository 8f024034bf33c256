"""Loads a carrier's day on request, and automatically."""
