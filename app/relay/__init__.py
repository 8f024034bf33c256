"""Client of the relay: publishes facts to a JetStream stream, and reads those of other desks from it."""
