"""The client of the carrier's manifest API."""
