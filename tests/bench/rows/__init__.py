"""One module for each row of the benchmark: what is measured, its yardstick, and what was tried to make it faster.

A module has a `ROW` and the functions that it names; each measures once in a process of its own and returns its
figures, and, if they share something expensive, a `prepare`.
"""
