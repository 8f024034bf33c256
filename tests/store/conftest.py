"""The fixtures of a store."""

from tests.store.desks import desks
from tests.temporary_store import path, store

__all__ = ["desks", "path", "store"]
