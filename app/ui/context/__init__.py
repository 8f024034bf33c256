"""What all features of a window work with: its context, the shown day, undo, and what is remembered between starts."""
