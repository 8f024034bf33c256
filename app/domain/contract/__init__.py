"""Types of both contracts: manifests, notifications, and the quirks of their wire formats."""
