"""Harnesses: each hands bytes to a part of the program that reads what others wrote."""
