"""Fetches the photos of a visit on request, under strict limits, into memory only."""
