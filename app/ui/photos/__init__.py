"""Photos of visits."""
