"""Follow-ups that go from desk to desk: read for a file, and saved from one."""
