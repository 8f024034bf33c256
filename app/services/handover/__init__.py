"""Makes the file that a desk hands to the next, and opens that of another desk."""
