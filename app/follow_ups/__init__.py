"""Follow-ups and read marks, which are facts about rows of the board: saved, undone, and exchanged between desks."""
