"""Help, the command palette, and the list of contract deviations."""
