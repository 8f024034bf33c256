"""The top bar, and where it goes in a narrow window."""
