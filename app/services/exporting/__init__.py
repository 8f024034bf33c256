"""Exports tables and whole days."""
