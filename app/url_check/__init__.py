"""Tests the receiver's URL, from this computer and through its public address."""
