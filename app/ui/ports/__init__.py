"""What the composition root hands to the window."""
