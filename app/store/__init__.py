"""The SQLite file: its schema, the one connection that writes, the readers, the search.

Nothing here knows HTTP, the keyring or Qt. Whoever writes goes through `Writer`; whoever reads, through `Reader`.
"""
