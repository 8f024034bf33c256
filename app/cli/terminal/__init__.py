"""What all commands share: the context, interruption, and safe output."""
