"""The demo carrier: a real server with made-up data, and a sender of notifications."""
