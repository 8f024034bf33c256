"""The board: all data derived from the facts, in a file that can be derived again at any time."""
