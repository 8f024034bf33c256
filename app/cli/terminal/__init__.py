"""Shared by all commands: context, interruption and safe output."""
