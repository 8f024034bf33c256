"""Maintains the data folder: checks, backups and retention."""
