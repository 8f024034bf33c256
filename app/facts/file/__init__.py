"""The file of the facts: its schema and migrations, how it is opened, and what its failures mean."""
