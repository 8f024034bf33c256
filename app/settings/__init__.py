"""Finds the data folder, and reads and writes its `settings.toml`, which the environment overrides."""
