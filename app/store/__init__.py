"""Two SQLite files, the facts and the board that is derived of them: the connection that writes, readers, the search.

Nothing here knows HTTP, the keyring or Qt. Whoever writes goes through `Writer`; whoever reads, through `Reader`.
"""
