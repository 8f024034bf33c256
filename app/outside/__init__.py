"""Asks the receiver's address as the sender would, from inside or through the public one, and says what is wrong."""
