"""The composition root: builds the window with everything that it needs."""
