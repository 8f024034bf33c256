"""`settings.toml` in the data folder, the environment that overrides it, and where the data folder is."""
