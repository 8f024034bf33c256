"""The end of a shift and its handover to the next desk."""
