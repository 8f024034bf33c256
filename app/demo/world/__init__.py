"""The fictional world of the demo carrier: places, people, goods and numbers."""
