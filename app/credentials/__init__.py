"""Keeps secrets in the system's keyring or in memory, and reads them from the environment. Never in a file."""
