"""Network: cancellation of requests, and the proxy to use."""
