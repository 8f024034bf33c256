"""Keeps secrets in the system's keyring or in memory, never in a file, and reads them from the environment."""
