"""The facts in `facts.sqlite`: input of carriers, drivers and dispatchers, appended and never derived."""
