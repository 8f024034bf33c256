"""Contract types, columns, errors, settings and the rule that decides a row: pure functions and values."""
