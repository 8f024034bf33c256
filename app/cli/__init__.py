"""The command line: one module per command, which parses its arguments, calls services and returns an exit code."""
