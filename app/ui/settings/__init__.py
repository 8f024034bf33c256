"""The settings dialog and the assistant for the first start."""
