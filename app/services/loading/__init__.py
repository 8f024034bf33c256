"""Loads a carrier's day on request, and again by itself."""
