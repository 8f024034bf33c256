"""Threads: serial task threads, restart after a crash, and errors that are reported once."""
