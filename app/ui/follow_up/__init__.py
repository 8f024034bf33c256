"""Follow-ups: the card, the dialog, and how they are saved and undone."""
