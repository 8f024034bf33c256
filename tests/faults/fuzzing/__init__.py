"""Fuzzing harnesses: each passes bytes to a part of the program that reads foreign data."""
