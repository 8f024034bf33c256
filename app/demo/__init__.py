"""The demo carrier: a real server with fictional data, and a sender of notifications."""
