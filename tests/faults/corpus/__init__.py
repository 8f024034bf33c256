"""Saved inputs that failed once, or are likely to fail."""
