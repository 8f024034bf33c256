"""The fixtures of a store."""

from tests.temporary_store import path, store

__all__ = ["path", "store"]
