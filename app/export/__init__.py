"""Writes rows as csv, xlsx and json to complete files. Knows neither the store nor a language."""
