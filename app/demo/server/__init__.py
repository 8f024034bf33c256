"""The manifest API of the demo carrier, as an HTTP server on loopback."""
