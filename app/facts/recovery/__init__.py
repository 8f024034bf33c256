"""Backups of the facts, and recovery of a damaged or missing file."""
