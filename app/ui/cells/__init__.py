"""The cells of tables: their model, how they are painted, and how they are copied."""
