"""Writes the rows of a table to csv, xlsx and json, and whole files or none. Knows neither the store nor a language."""
