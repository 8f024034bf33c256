"""The facts: what carriers, drivers and dispatchers said, appended to `facts.sqlite` and never derived."""
