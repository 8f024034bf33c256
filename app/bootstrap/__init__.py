"""The composition root: builds the window with everything it needs."""
