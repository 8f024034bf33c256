"""What one desk hands over to the next at the end of a shift: the file's format, its signature, what merging found."""
