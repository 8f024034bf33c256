"""Inputs that are kept: what has failed once, and what is likely to."""
