"""How long and how much the door waits for, and how many it lets in."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Seconds, bytes and connections; tests have no time for the true ones.

    Args:
        head_s: from the connection to the end of the request's head.
        whole_s: from the connection to the end of its body.
        wait_s: for each of: the keyring, the store that keeps a notification, the store that says whether it could.
        ready_s: how long it stays said whether the store could.
        linger_s: how long an answer may take to be heard before the connection is aborted.
        farewell_s: the same once the door closes.
        silent_s: after which a connection without a whole head may be cut for another one; of many that come at once
            none has been read yet.
        connections: not answered yet. For one beyond, the oldest one that has been silent for so long is cut; where
            none has been, the new one is answered 503.
        leaving: that have their answer and linger. What comes while there are as many is cut. Both kinds are
            fewer where the system allows a process fewer files.
        head_bytes: request line and headers.
        target_bytes: the request line alone.
        fields: number of headers.
        body_bytes: of a notification, as it comes and once it is unpacked.
        held_bytes: of all bodies that are being read or kept; what would go beyond is told to come again.
        dropped_bytes: what a client may still send, unread, while it does not yet listen for its answer.
    """

    head_s: float = 5.0
    whole_s: float = 12.0
    wait_s: float = 2.5
    ready_s: float = 1.0
    linger_s: float = 2.0
    farewell_s: float = 0.2
    silent_s: float = 2.0
    connections: int = 500
    leaving: int = 2000
    head_bytes: int = 16 * 1024
    target_bytes: int = 8 * 1024
    fields: int = 100
    body_bytes: int = 1024 * 1024
    held_bytes: int = 2 * 1024 * 1024
    dropped_bytes: int = 32 * 1024 * 1024
