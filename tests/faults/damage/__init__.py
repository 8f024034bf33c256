"""A day in a real file, ways to damage it, a real receiver that starts on it, and readers of what is left."""
