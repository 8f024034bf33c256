"""Runs the webhook server and reports its state."""
