"""The detail pane beside the tables."""
