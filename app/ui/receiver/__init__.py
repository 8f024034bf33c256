"""The chip, panel and messages of the receiver."""
