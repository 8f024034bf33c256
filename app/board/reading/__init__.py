"""Read the board for the window and the exports: row ids, cells, details, counts and search."""
