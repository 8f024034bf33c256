"""Files: atomic writes, private folders, and locks between processes."""
