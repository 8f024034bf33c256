"""Whether notifications arrive: receiver state, reception gaps, tests and alerts."""
