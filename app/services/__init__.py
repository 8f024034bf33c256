"""The use cases, as plain functions: load a day, export it, check the installation. No Qt, no widgets, no arguments
of a command line: the window and the commands both call these.
"""
