"""The log and crash reports, without secrets and personal data."""
