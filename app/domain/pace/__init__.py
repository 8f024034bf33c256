"""The pace of drivers and of a whole day: who has been silent for long, and what will stay open; the alerts by rule."""
