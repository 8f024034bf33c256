"""What things are and mean: contract types, columns, errors, settings, and the rule. Pure functions and values."""
