"""Tables: model, view, header, filters and how cells are painted."""
