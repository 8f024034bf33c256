"""Backups of the facts, and the recovery of a damaged or missing file."""
