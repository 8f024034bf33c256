"""What the services send in practice, and what the program reads of it: the table `WIRE.md`, section by section."""
