"""Connects threads with Qt: work runs in other threads, and its results arrive as signals in the main thread."""
