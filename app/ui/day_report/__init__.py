"""The Day tab."""
