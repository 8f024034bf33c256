"""The use cases, as plain functions: load a day, export it, check the installation.

No Qt, no widget, no argument of a command line: the window and the commands both call these.
"""
