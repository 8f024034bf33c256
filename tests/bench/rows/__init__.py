"""One module for each row of the benchmark: what is measured, beside what, and what was tried to make it quicker.

A module has a `ROW`, the functions that it names, each of which measures once in a process of its own and returns its
figures, and, where they share something that takes long to make, a `prepare`.
"""
