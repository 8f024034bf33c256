"""Loads of carriers' days: each answer is compared with the earlier loads, and saved as its changes."""
