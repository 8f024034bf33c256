"""Reception of notifications: receiver state, reception gaps, connection tests and alerts."""
