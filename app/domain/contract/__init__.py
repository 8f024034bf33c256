"""Both contracts as types: manifests, notifications, and the quirks of the wire."""
