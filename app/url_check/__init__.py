"""Tests the receiver's address, from this computer and through its public URL."""
