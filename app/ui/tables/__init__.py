"""Tables: view, header, filters and queries for their rows."""
