"""Derive the rows of the board from the facts, by the rule in `app.domain.board`."""
