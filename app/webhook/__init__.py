"""The HTTP server for notifications."""
