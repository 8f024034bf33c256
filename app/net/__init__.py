"""Network: resolving names, the system's proxy, TLS connections to checked addresses, and cancellation."""
