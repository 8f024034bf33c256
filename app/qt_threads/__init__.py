"""The only place where threads meet Qt: work runs in other threads and comes back as signals."""
