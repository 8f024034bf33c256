"""What the program writes down of itself: a rotating log and crash reports, without secrets and personal data."""
