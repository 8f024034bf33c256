"""What desks tell each other over a relay, so that every one of them knows what all heard, loaded and noted."""
