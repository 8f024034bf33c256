"""Notices under the top bar."""
